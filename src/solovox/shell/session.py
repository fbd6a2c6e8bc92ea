"""One session: the only owner of its tasks.

Rule 1: one decision at a time, in the order of arrival. An event is stamped, handled, journalled with its
commands, and only then are the commands given away; the journal is on the disk before a brain is asked or a
tool run, and before a yes counts (law R1).
Rule 2: every link has its own mailbox and its own task for what it must wait for; only a full mailbox that
cannot join its commands makes the decisions wait.
Rule 3: whatever ends the session, nothing stays: no task, no socket, no child, no file (law L5).
Rule 4: our own fault (`Misuse`) ends the session at once and is raised from `run`.
Rule 5: an event is decided where it arrives, in the task of the link that tells it, while the session has nothing
else to do; else it waits in the inbox. At most `IN_A_ROW` are, then the loop has a turn. Whatever is raised is
raised from `run`, not in that link.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from solovox.core.commands import AskBrain, Command, Drop, EndSession, ForgetSound, Play, RunTool, SoundOrigin
from solovox.core.errors import Misuse
from solovox.core.events import (
    ConsentGiven,
    DeadlineReached,
    EarAudio,
    Event,
    HungUp,
    ReadSounded,
    SoundCaptured,
)
from solovox.core.units import Instant, StreamId
from solovox.ports import Clock, Journal
from solovox.shell import faults
from solovox.shell.alarm import Alarm
from solovox.shell.dispatch import Asked, To, receiver
from solovox.shell.link import Links
from solovox.shell.link_port import Barrier, LinkPort
from solovox.shell.mailbox import Mailbox
from solovox.shell.sound import SoundStore
from solovox.shell.work import Work

EVENTS: Final = 256
"""Events that wait to be decided; a full inbox makes the links wait."""
GRACE_SECONDS: Final = 5.0
"""At the end, so long may the links take for the commands they have."""
DEADLINES: Final = 100
"""So many deadlines may be due one after another; a core with more has stopped moving."""
AFTER_SAVING: Final = frozenset({AskBrain, RunTool})
"""What is not done before the journal is on the disk."""
SOUNDS: Final = (SoundCaptured, ReadSounded, EarAudio)
IN_A_ROW: Final = 32
"""So many events may be decided where they arrive before the loop is given a chance to do something else."""
CONSUMERS: Final = (To.SURFACE, To.EAR, To.LISTENER)
"""Who asks for sound: it is forgotten when each of them has done what was posted before."""


class Core(Protocol):
    """The conversation, as the shell sees it."""

    @property
    def next_deadline(self) -> Instant | None: ...

    def handle(self, at: Instant, event: Event) -> list[Command]: ...


class Observer(Protocol):
    """A fold over what happens, such as the ledger."""

    def see(self, event: Event, commands: Sequence[Command]) -> None: ...


@dataclass(frozen=True, slots=True)
class Recording:
    """What a session writes down. `folds` see every event with its commands."""

    journal: Journal
    sound: SoundStore
    folds: Sequence[Observer] = ()


@dataclass(slots=True)
class _Left:
    """What a decision has left to be waited for."""

    asked: deque[Asked] = field(default_factory=deque)
    """What could not be given away yet."""
    unsaved: bool = False
    """Whether the journal must be on the disk before it is."""
    ended: str | None = None
    """Why the conversation has ended."""
    failed: Exception | None = None
    """What was raised where an event was decided on its arrival; it is raised from `run`."""

    @property
    def nothing(self) -> bool:
        return not self.asked and not self.unsaved and self.ended is None and self.failed is None


class Session:
    """Events in, decisions, commands out, until the conversation ends itself."""

    def __init__(
        self, conversation: Core, links: Links, recording: Recording, clock: Clock, work: Work | None = None
    ) -> None:
        self._conversation = conversation
        self._recording = recording
        self._clock = clock
        self._work = work or Work()
        self._inbox: Mailbox[Event] = Mailbox(EVENTS)
        self._alarm = Alarm(clock, self._rung)
        self._ports: dict[To, LinkPort] = {}
        self._reached = 0
        self._rests = False
        """Whether nothing is to be done, and an event can be decided where it arrives."""
        self._in_a_row = 0
        self._left = _Left()
        given: dict[To, Any] = {
            To.SURFACE: links.surface,
            To.LISTENER: links.listener,
            To.EAR: links.ear,
            To.NARRATOR: links.narrator,
            To.BRAIN: links.brain,
            To.TOOLS: links.tools,
        }
        for to, link in given.items():
            if link is not None:
                self._ports[to] = LinkPort(to, link, self._inbox, self._work, self._done, self._arrived)

    async def run(self) -> str:
        """Until the conversation ends; returns why. Raises `SolovoxError` when it could not go on."""
        try:
            async with AsyncExitStack() as leaving:
                leaving.callback(self._recording.sound.close)
                leaving.callback(self._alarm.stop)
                leaving.push_async_callback(self._recording.journal.aclose)
                for port in self._ports.values():
                    leaving.push_async_callback(port.aclose)
                return await self._run()
        except BaseExceptionGroup as group:
            raise faults.plainest(group) from group

    async def tell(self, event: Event) -> None:
        """Something that happened outside all links (`PolicyChanged`, `StopAsked` by an operator)."""
        await self._inbox.put(event)

    def hang_up(self) -> None:
        """End the session as if the person had; never waits."""
        self._inbox.put_over_limit(HungUp())

    async def _run(self) -> str:
        async with asyncio.TaskGroup() as tasks:
            helpers, performers = [], []
            for to, port in self._ports.items():
                helpers.append(tasks.create_task(port.work(), name=f"{to.value}: work"))
                performers.append(tasks.create_task(port.perform(), name=f"{to.value}: perform"))
            why = await self._decide()
            for port in self._ports.values():
                port.finish()
            if performers:
                await asyncio.wait(performers, timeout=GRACE_SECONDS)
            for helper in (*helpers, *performers):
                helper.cancel()
        while len(self._inbox):  # what happened before the end, and was not decided yet: written down
            self._handle(await self._inbox.get())
        return why

    async def _decide(self) -> str:
        """Until the conversation ends: what was not decided where it arrived, and what must be waited for."""
        while True:
            await self._catch_up()
            if self._left.ended is not None:
                return self._left.ended
            if self._is_late(keep=bool(len(self._inbox))):
                self._step(DeadlineReached())
            elif len(self._inbox):
                self._step(self._inbox.take())
            else:
                self._rests, self._in_a_row = True, 0
                try:
                    await self._inbox.until_woken()
                finally:
                    self._rests = False

    async def _catch_up(self) -> None:
        """Wait for what the last decision must wait for: the disk, and room for its commands."""
        if self._left.failed is not None:
            raise self._left.failed
        if self._left.unsaved:
            await self._recording.journal.sync()
            self._left.unsaved = False
        while self._left.asked:
            if self._post(self._left.asked[0]):
                self._left.asked.popleft()
            else:
                await self._ports[receiver(self._left.asked[0])].has_room()

    def _arrived(self, event: Event) -> bool:
        """Decide an event in the step of whoever brings it; False: not now, something is before it."""
        if not self._rests or len(self._inbox) or self._in_a_row >= IN_A_ROW:
            return False
        self._rests = False
        self._in_a_row += 1
        try:
            self._rests = self._step(event) and not self._is_late()
        except Exception as error:  # noqa: BLE001 - it is the session's, and not of whoever brought the event
            self._left.failed = error
        if not self._rests:
            self._inbox.wake()
        return True

    def _step(self, event: Event) -> bool:
        """Decide, and have done at once what needs no waiting; whether that is all."""
        commands = self._handle(event)
        if isinstance(event, SoundCaptured) and To.LISTENER in self._ports:
            self._left.asked.append(event.span)
        self._left.asked += commands
        self._left.unsaved = isinstance(event, ConsentGiven) or any(
            type(one) in AFTER_SAVING for one in commands
        )
        while self._left.asked and not self._left.unsaved and self._post(self._left.asked[0]):
            self._left.asked.popleft()
        return self._left.nothing

    def _is_late(self, *, keep: bool = False) -> bool:
        """Whether the deadline has come; else it will ring."""
        due = self._conversation.next_deadline
        return due is not None and not self._alarm.lies_ahead(due, keep=keep)

    def _rung(self) -> None:
        """The deadline may have come: whoever rests is woken for it. Whoever works will ask."""
        if self._rests and self._is_late():
            self._rests = False
            self._inbox.wake()

    def _handle(self, event: Event) -> list[Command]:
        """Decide, and write down what happened and what was decided; also when deciding fails."""
        at = Instant(self._clock.now())
        commands: list[Command] = []
        try:
            commands = self._conversation.handle(at, event)
        finally:
            self._recording.journal.append(at, event, commands)
        self._watch_deadline(at, event)
        if isinstance(event, SOUNDS):
            self._recording.journal.sound(event.span, self._recording.sound.get(event.span))
        for fold in (self._work, *self._recording.folds):
            fold.see(event, commands)
        return commands

    def _watch_deadline(self, at: Instant, event: Event) -> None:
        due = self._conversation.next_deadline
        stays = isinstance(event, DeadlineReached) and due is not None and due <= at
        self._reached = self._reached + 1 if stays else 0
        if self._reached > DEADLINES:
            raise Misuse(f"the deadline of {due} ms stays though it was reached, at {at} ms")

    def _post(self, asked: Asked) -> bool:
        """Give it to whom it is for; False: they have no room."""
        to = receiver(asked)
        if (port := self._ports.get(to)) is not None:
            return port.offer(asked)
        match asked:
            case EndSession(why=why):
                self._left.ended = why
            case Drop(origin=origin, span=span):
                if origin is not SoundOrigin.MICROPHONE:
                    self._forget(span.stream, span.end)
            case ForgetSound(stream=stream, before=before):
                self._forget(stream, before)
            case _:
                raise Misuse(f"{type(asked).__name__} for a session without {to.value}")
        return True

    def _forget(self, stream: StreamId, before: int) -> None:
        sound = self._recording.sound
        ports = [self._ports[to] for to in CONSUMERS if to in self._ports]
        barrier = Barrier(len(ports), lambda: sound.forget(stream, before))
        for port in ports:
            port.offer_barrier(barrier)

    def _done(self, command: Asked) -> None:
        if isinstance(command, Play):  # the surface has its bytes; nobody else asks for them
            self._recording.sound.forget(command.span.stream, command.span.end)
