"""What stands around an ear: a limit of its connections, what was meant by its words, and what of its own text can be said."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Final

from solovox.core.commands import CloseEar, EarCommand, OpenEar
from solovox.core.events import (
    EarAudio,
    EarEvent,
    EarGoingAway,
    EarInterrupted,
    EarLost,
    EarOpened,
    EarOutputTranscript,
    EarTranscript,
    EarTurnEnded,
)
from solovox.core.mends import Mend, pool_mends, whole
from solovox.core.units import ConnectionId
from solovox.ports import Clock, Ear
from solovox.text.speakable import Speakable, SpeakablePiece

EARLY_MS: Final = 30_000
"""In which a pause is found."""
FindMends = Callable[[str], tuple[Mend, ...]]
BEFORE: Final = 80
"""Characters before a piece that are looked at with it: nine words. With 4,000 names that takes 30 ms (300: 140 ms)."""
MOST: Final = 600
"""Characters of one piece that are looked at: its last."""
_log = logging.getLogger("solovox.session")
Tell = Callable[[EarEvent], Awaitable[None]]


class _Around:
    """The same ear. Who stands around it says what is told otherwise (`run`)."""

    def __init__(self, ear: Ear) -> None:
        self._ear = ear
        self._now: Callable[[EarCommand], bool] = getattr(ear, "perform_now", lambda _: False)

    async def perform(self, command: EarCommand) -> None:
        """As the ear does it."""
        await self._ear.perform(command)

    def perform_now(self, command: EarCommand) -> bool:
        """As the ear does it. False: not now."""
        return self._now(command)

    async def aclose(self) -> None:
        """Close the ear."""
        await self._ear.aclose()


class LimitedEar(_Around):
    """An ear whose connections have a limit: each is left before its service would close it (law L1).

    Rule 1: `EARLY_MS` before the limit a connection is said to go away, by the session's clock. It is said once, and not of a
    connection that is over, or that the service itself has called off before.
    Rule 2: a service that gives a connection longer than the limit is not believed: what is left ends with the limit.
    Rule 3: the limit begins when the connection opens. It is told from a task of `run`, which leaves nothing behind (law L5).

    `limit` is how long a connection may last, in milliseconds: more than `EARLY_MS`."""

    def __init__(self, ear: Ear, limit: int, clock: Clock) -> None:
        if limit <= EARLY_MS:
            raise ValueError(f"a limit of {limit} ms: give more than {EARLY_MS}")
        super().__init__(ear)
        self._limit = limit
        self._clock = clock
        self._wanted: ConnectionId | None = None
        """The connection that was asked for last. None: it is over."""
        self._ends_at = 0
        self._timer: asyncio.Task[None] | None = None

    async def run(self, tell: Tell) -> None:
        """The ear's own work, with what the limit says of its connections."""
        async with asyncio.TaskGroup() as tasks:

            async def tell_limited(event: EarEvent) -> None:
                match event:
                    case EarOpened(connection=connection) if connection == self._wanted:
                        self._stop()
                        self._ends_at = self._clock.now() + self._limit
                        leaving = self._leave(connection, tell)
                        self._timer = tasks.create_task(leaving, name=f"limit of ear {connection}")
                    case EarLost(connection=connection) if connection == self._wanted:
                        self._over()
                    case EarGoingAway(connection=connection, left_ms=left) if connection == self._wanted:
                        self._stop()
                        if self._ends_at:
                            event = replace(
                                event, left_ms=min(left, max(0, self._ends_at - self._clock.now()))
                            )
                    case _:
                        pass
                await tell(event)

            try:
                await self._ear.run(tell_limited)
            finally:
                self._stop()

    async def perform(self, command: EarCommand) -> None:
        """As the ear does it."""
        self._see(command)
        await super().perform(command)

    def perform_now(self, command: EarCommand) -> bool:
        """As the ear does it. False: not now."""
        done = super().perform_now(command)
        if done:
            self._see(command)
        return done

    def _see(self, command: EarCommand) -> None:
        """A connection that is closed or replaced has no limit any more."""
        match command:
            case OpenEar(connection=connection):
                self._over()
                self._wanted = connection
            case CloseEar(connection=connection) if connection == self._wanted:
                self._over()
            case _:
                pass

    async def _leave(self, connection: ConnectionId, tell: Tell) -> None:
        await self._clock.sleep_until(self._ends_at - EARLY_MS)
        await tell(EarGoingAway(connection, max(0, self._ends_at - self._clock.now())))

    def _over(self) -> None:
        self._stop()
        self._wanted, self._ends_at = None, 0

    def _stop(self) -> None:
        timer, self._timer = self._timer, None
        # What the timer told may close the connection in the same step: then it is done, and not to be cancelled.
        if timer is not None and timer is not asyncio.current_task():
            timer.cancel()


class MendedEar(_Around):
    """An ear whose transcript says what was meant by its words (law K2). The words stay as they were heard.

    Rule 1: they are looked for in each piece with what came before it, in a thread, before the piece is told. Told are those
    whose words end in this piece: what was meant in another sentence is not put into this one.
    Rule 2: what cannot be looked for is told as it was heard.

    `find` may take some milliseconds.
    """

    def __init__(self, ear: Ear, find: FindMends) -> None:
        super().__init__(ear)
        self._find = find

    async def run(self, tell: Callable[[EarEvent], Awaitable[None]]) -> None:
        """The ear's own work. Each piece of its transcript is told with its mends."""
        heard: tuple[ConnectionId | None, str] = (None, "")

        async def tell_mended(event: EarEvent) -> None:
            nonlocal heard
            if isinstance(event, EarTranscript):
                connection, before = heard
                before = before[-BEFORE:] if connection == event.connection else ""
                heard = (event.connection, before + event.text[-MOST:])
                found = await self._mends(before, event.text[-MOST:])
                event = replace(event, mends=pool_mends(event.mends, found))
            await tell(event)

        await self._ear.run(tell_mended)

    async def _mends(self, before: str, piece: str) -> tuple[Mend, ...]:
        text = before + piece
        if not piece.strip():
            return ()
        try:
            found = await asyncio.to_thread(self._find, text)
        except Exception as error:  # noqa: BLE001 - without mends it is heard, too
            _log.warning("nothing is mended of what the ear heard: %s", " ".join(str(error).split()))
            return ()
        return tuple(
            one for one in found if any(at.end() > len(before) for at in whole(one.heard).finditer(text))
        )


class SayableEar(_Around):
    """An ear that answers for itself, with what of its own text a voice can say (laws G7, N2).

    Rule: while a turn has no sound, each piece of its text that is whole is told with the text, or behind it; the last one before
    the turn's end. A turn that sounds needs none.
    """

    def __init__(self, ear: Ear) -> None:
        super().__init__(ear)
        self._turn: Speakable | None = Speakable()
        """None: it sounds."""

    async def run(self, tell: Tell) -> None:
        """The ear's own work."""

        async def tell_sayable(event: EarEvent) -> None:
            for one in self._events(event):
                await tell(one)

        await self._ear.run(tell_sayable)

    def _events(self, event: EarEvent) -> Sequence[EarEvent]:
        match event:
            case EarAudio():
                self._turn = None
            case EarOutputTranscript(text=text) if self._turn is not None:
                first, *more = _tell_pieces(event, self._turn.feed(text)) or [event]
                return replace(first, text=text), *more
            case EarTurnEnded(in_progress=False) | EarInterrupted() | EarLost():
                turn, self._turn = self._turn, Speakable()
                pieces = [] if turn is None else turn.finish()
                return *_tell_pieces(EarOutputTranscript(event.connection, ""), pieces), event
            case _:
                pass
        return (event,)


def _tell_pieces(event: EarOutputTranscript, pieces: Sequence[SpeakablePiece]) -> list[EarOutputTranscript]:
    """One event for each piece; only the first has the text."""
    return [
        replace(event, text="", said=one.said.strip(), shown_to=one.shown_to)
        for one in pieces
        if one.said.strip()
    ]
