"""Where a session is joined to one link. Each has its own mailbox, so that a slow link blocks no other.

Rule 1: commands reach the link in the order in which they were decided.
Rule 2: what the link raises is reported once (`faults.py`). `Misuse` is ours and goes up.
Rule 3: nothing waits in a circle: performing never waits for the session's inbox.
Rule 4: what needs no waiting is performed at once (`perform_now`); only what does waits in the mailbox.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Final, Never

from solovox.core.commands import EndSpeech, HearAll
from solovox.core.errors import Misuse
from solovox.core.events import Event, SoundCaptured, SurfaceJoined, SurfaceLeft
from solovox.ports import Link
from solovox.shell import faults
from solovox.shell.clock import with_timeout
from solovox.shell.dispatch import Asked, To, join_commands
from solovox.shell.mailbox import Mailbox
from solovox.shell.work import Work

COMMANDS: Final = 1024
"""How many commands may wait for one link. A full mailbox joins neighbours; if it cannot, the session waits."""
PATIENCE_SECONDS: Final = 30.0
"""A link that takes longer than this for one command has failed at it."""

_log = logging.getLogger("solovox.session")


class Barrier:
    """Calls back when every link it was posted to has performed all that was posted before."""

    def __init__(self, links: int, then: Callable[[], None]) -> None:
        self._left = links
        self._then = then

    def note_reached(self) -> None:
        """One link has reached it."""
        self._left -= 1
        if not self._left:
            self._then()


@dataclass(frozen=True, slots=True)
class _Item:
    """A command, and the barriers that stand behind it."""

    command: Asked | None
    barriers: tuple[Barrier, ...] = ()


def _join_items(waiting: _Item, new: _Item) -> _Item | None:
    """As `dispatch.joined`. A barrier may be reached a little later for it."""
    both = (*waiting.barriers, *new.barriers)
    if waiting.command is None or new.command is None:
        return _Item(waiting.command or new.command, both)
    command = join_commands(waiting.command, new.command)
    return None if command is None else _Item(command, both)


class LinkPort:
    """One link, its commands, and what becomes of its faults."""

    def __init__(
        self,
        to: To,
        link: Link[Never, Event],
        inbox: Mailbox[Event],
        work: Work,
        arrived: Callable[[Event], bool] = lambda _: False,
    ) -> None:
        self.to = to
        self._arrived = arrived
        self._link = link
        self._inbox = inbox
        self._work = work
        self._commands: Mailbox[_Item] = Mailbox(COMMANDS, _join_items)
        # The recogniser may take as long as it needs: sound that it has not heard yet waits, and is not lost.
        self._patience = None if to is To.LISTENER else PATIENCE_SECONDS
        # It is given commands of its own kind alone: `dispatch` says whose each is.
        self._perform_by: Callable[[Asked], Coroutine[object, object, None]] = link.perform  # type: ignore[assignment]
        self._perform_now: Callable[[Asked], bool] = getattr(link, "perform_now", lambda _: False)
        self._performing = False
        self._dead: str | None = None
        self._left = False
        """Whether the surface was reported gone. That is said once."""

    @property
    def waiting(self) -> int:
        """Commands not performed yet."""
        return len(self._commands)

    def offer(self, command: Asked) -> bool:
        """Have a command performed after the earlier ones, if there is room for it. Never waits."""
        if self._performing or len(self._commands):
            return self._commands.offer(_Item(command))
        if self._is_for_the_living(command):
            try:
                if not self._perform_now(command):
                    return self._commands.offer(_Item(command))
            except Exception as error:  # noqa: BLE001 - an adapter may raise anything
                self._report_failure(command, error)
        return True

    async def has_room(self) -> None:
        """Returns when `offer` will take a command."""
        await self._commands.has_room()

    def offer_barrier(self, barrier: Barrier) -> None:
        """Post a barrier. It is reached when all that was posted before has been performed.

        Never waits: a full mailbox joins it to the item that waits.
        """
        if self._performing or len(self._commands):
            self._commands.offer(_Item(None, (barrier,)))
        else:
            barrier.note_reached()

    def finish(self) -> None:
        """Take no more commands. `perform` returns when those that wait are done."""
        self._commands.close()

    async def work(self) -> None:
        """The link's own work."""
        try:
            await self._link.run(self._tell)
        except Exception as error:  # noqa: BLE001 - an adapter may raise anything
            self._die(error)

    async def _tell(self, event: Event) -> None:
        """Have an event decided here and now, or put it into the inbox. What a dead link still says is ignored."""
        self._left = self._left and not isinstance(event, SurfaceJoined)
        if self._dead is None and not self._arrived(event):
            await self._inbox.put(event)

    async def perform(self) -> None:
        """Perform command after command."""
        async for item in self._commands:
            if item.command is not None:
                self._performing = True
                if self._is_for_the_living(item.command):
                    await self._perform(item.command)
                self._performing = False
            for barrier in item.barriers:
                barrier.note_reached()

    async def aclose(self) -> None:
        """Close the link. An error in that is only logged: the session is over."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._link.aclose()
        except Exception as error:  # noqa: BLE001 - the other links must be closed too
            _log.warning("the %s did not close cleanly (%s)", self.to.value, type(error).__name__)

    def _is_for_the_living(self, command: Asked) -> bool:
        """Whether the link can be asked. For a command that a dead link would have begun, its failure is reported."""
        if self._dead is not None and isinstance(command, faults.BEGINNINGS):
            self._report(faults.after(command, self._dead))
        return self._dead is None

    async def _perform(self, command: Asked) -> None:
        try:
            await with_timeout(self._patience, self._perform_by(command))
        except Exception as error:  # noqa: BLE001 - an adapter may raise anything
            self._report_failure(command, error)

    def _report_failure(self, command: Asked, error: Exception) -> None:
        if isinstance(faults.plainest(error), Misuse):
            raise error
        if isinstance(command, SoundCaptured | EndSpeech | HearAll):
            self._die(error)
            return
        _log.warning("the %s failed at %s", self.to.value, type(command).__name__)
        self._report(faults.after(command, faults.reason(error)))

    def _die(self, error: Exception) -> None:
        if isinstance(faults.plainest(error), Misuse):
            raise error
        _log.error("the %s ended with %s", self.to.value, type(error).__name__)
        if self._dead is None:
            self._dead = faults.reason(error)
            for event in faults.death(self.to, self._dead, self._work):
                self._report(event)

    def _report(self, event: Event) -> None:
        if isinstance(event, SurfaceLeft):
            if self._left:
                return
            self._left = True
        self._inbox.put_over_limit(event)
