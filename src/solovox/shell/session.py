"""One session: the only owner of its tasks.

Rule 1: one decision at a time, in the order of arrival. An event is stamped, handled and journalled with its
commands. Only then are the commands given away. The journal is on the disk before a brain is asked or a
tool run, and before a yes counts (law R1). Where the disk fails the session goes on unkept, and the person is told once.
Rule 2: every link has its own mailbox, and its own task for what it must wait for. Only a full mailbox that
cannot join its commands makes the decisions wait.
Rule 3: however the session ends, nothing stays: no task, no socket, no child, no file (law L5).
Rule 4: our own fault (`Misuse`) ends the session at once and is raised from `run`.
Rule 5: while the session has nothing else to do, an event is decided where it arrives, in the task of the link that
tells it. Else it waits in the inbox. After `IN_A_ROW` such events the loop has a turn. What deciding raises is
raised from `run`, not in that link.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final, Never, Protocol

from solovox.core.commands import (
    AskBrain,
    Command,
    Drop,
    EndReason,
    EndSession,
    EndSpeech,
    ForgetSound,
    HearAll,
    Play,
    ProposeWording,
    RunTool,
    SoundOrigin,
    SteerBrain,
)
from solovox.core.errors import Misuse
from solovox.core.events import (
    Announced,
    ConsentGiven,
    DeadlineReached,
    EarAudio,
    Event,
    HeardEvent,
    HungUp,
    ReadSounded,
    SilenceAsked,
    SoundCaptured,
    SourceCaptured,
)
from solovox.core.sense import Context
from solovox.core.units import InputMeans, Instant, StreamId
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import LanguagePack
from solovox.lang.understanding import understand
from solovox.ports import (
    BrainLink,
    Clock,
    Ear,
    Journal,
    Link,
    ListenerLink,
    Narrator,
    Surface,
    TeacherLink,
    ToolLink,
    WordingLink,
)
from solovox.shell import faults
from solovox.shell.alarm import Alarm
from solovox.shell.dispatch import Asked, To, receiver
from solovox.shell.hidden import HiddenSecrets
from solovox.shell.link_port import Barrier, LinkPort
from solovox.shell.mailbox import Mailbox
from solovox.shell.sound import SoundStore
from solovox.shell.work import Work

_log = logging.getLogger("solovox.journal")
EVENTS: Final = 256
"""How many events may wait to be decided. A full inbox makes the links wait."""
GRACE_SECONDS: Final = 5.0
"""How many seconds the links have at the end for the commands that they were given."""
DEADLINES: Final = 100
"""How many deadlines may be due one after another. A core with more has stopped moving."""
AFTER_SAVING: Final = frozenset({AskBrain, SteerBrain, RunTool})
"""Commands that are not given away before the journal is on the disk."""
SOUNDS: Final = (SoundCaptured, SourceCaptured, ReadSounded, EarAudio)
IN_A_ROW: Final = 32
"""How many events may be decided where they arrive before the loop can do something else."""
CONSUMERS: Final = (To.SURFACE, To.EAR, To.LISTENER)
"""The links that ask for sound. It is forgotten when each of them has performed what was posted before."""


def must_be_saved(event: Event, commands: Sequence[Command]) -> bool:
    """Whether a step counts only when the journal is on the disk (law R1)."""
    return isinstance(event, ConsentGiven) or any(type(one) in AFTER_SAVING for one in commands)


class Core(Protocol):
    """The conversation, as the shell sees it."""

    @property
    def next_deadline(self) -> Instant | None: ...

    def context(self, at: Instant, event: HeardEvent) -> Context: ...

    def handle(self, at: Instant, event: Event) -> list[Command]: ...


class Observer(Protocol):
    """A fold over what happens, such as the ledger."""

    def see(self, event: Event, commands: Sequence[Command]) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """What one session is connected to. A command for a link that is not there is `Misuse`."""

    surface: Surface
    listener: ListenerLink | None = None
    ear: Ear | None = None
    narrator: Narrator | None = None
    brain: BrainLink | None = None
    tools: ToolLink | None = None
    wording: WordingLink | None = None
    teacher: TeacherLink | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """What a session writes down, without secrets, and as it is understood in its `language`. `folds` see every event with its commands."""

    journal: Journal
    sound: SoundStore
    folds: Sequence[Observer] = ()
    hidden: HiddenSecrets = field(default_factory=HiddenSecrets)
    language: LanguagePack = ENGLISH


@dataclass(slots=True)
class _Left:
    """What must still be waited for after a decision."""

    asked: deque[Asked] = field(default_factory=deque)
    """Commands and spans that could not be given away yet."""
    unsaved: bool = False
    """Whether the journal must be on the disk before they are."""
    ended: EndReason | None = None
    """Why the conversation has ended."""
    failed: Exception | None = None
    """What was raised when an event was decided on its arrival. It is raised from `run`."""
    lost: str = ""
    """What the person was told that is not kept."""

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
        self._kept: dict[StreamId, int] = {}
        """How far each stream has come that something was played of. It may be played again, until it is forgotten."""
        self._reached = 0
        self._rests = False
        """Whether there is nothing to do, so that an event can be decided where it arrives."""
        self._in_a_row = 0
        self._left = _Left()
        given: dict[To, Link[Never, Event] | None] = {
            To.SURFACE: links.surface,
            To.LISTENER: links.listener,
            To.EAR: links.ear,
            To.NARRATOR: links.narrator,
            To.BRAIN: links.brain,
            To.TOOLS: links.tools,
            To.WORDING: links.wording,
            To.TEACHER: links.teacher,
        }
        for to, link in given.items():
            if link is not None:
                self._ports[to] = LinkPort(to, link, self._inbox, self._work, self._decide_now)

    async def run(self) -> EndReason:
        """Run until the conversation ends, and return why. Raises `SolovoxError` when it could not go on."""
        try:
            async with AsyncExitStack() as leaving:
                leaving.callback(self._tell_lost)
                leaving.callback(self._recording.sound.close)
                leaving.callback(self._alarm.stop)
                leaving.push_async_callback(self._recording.journal.aclose)
                for port in self._ports.values():
                    leaving.push_async_callback(port.aclose)
                return await self._run()
        except BaseExceptionGroup as group:
            raise faults.plainest(group) from group

    @property
    def leaving(self) -> bool:
        """Whether the conversation has ended: what is left is to be given away, written down and closed."""
        return self._left.ended is not None

    async def tell(self, event: Event) -> None:
        """Something that happened outside all links (`PolicyChanged`, `StopAsked` by an operator)."""
        await self._inbox.put(event)

    async def announce(self, text: str) -> None:
        """Words that the person did not ask for, fit to be said (law N5)."""
        await self._inbox.put(Announced(text))

    def note(self, text: str, aloud: bool) -> None:
        """The same, and never waits. `aloud`: they are to be said."""
        self._inbox.put_over_limit(Announced(text, aloud=aloud))

    def hush(self) -> None:
        """Cut the voice as if the person had asked for silence. Never waits."""
        self._inbox.put_over_limit(SilenceAsked(InputMeans.KEY))

    def hang_up(self) -> None:
        """End the session as if the person had hung up. Never waits."""
        self._inbox.put_over_limit(HungUp())

    async def _run(self) -> EndReason:
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
        while len(self._inbox):  # what happened before the end, but was not decided yet, is written down
            self._handle(await self._inbox.get())
        return why

    async def _decide(self) -> EndReason:
        """Decide until the conversation ends: what was not decided where it arrived, and what must be waited for."""
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
            self._tell_lost()
        while self._left.asked:
            if self._post(self._left.asked[0]):
                self._left.asked.popleft()
            else:
                await self._ports[receiver(self._left.asked[0])].has_room()

    def _decide_now(self, event: Event) -> bool:
        """Decide an event in the step of the link that brings it. False: not now, something is before it."""
        if not self._rests or len(self._inbox) or self._in_a_row >= IN_A_ROW:
            return False
        self._rests = False
        self._in_a_row += 1
        try:
            self._rests = self._step(event) and not self._is_late()
        except Exception as error:  # noqa: BLE001 - it is the session's, not that of the link which brought the event
            self._left.failed = error
        if not self._rests:
            self._inbox.wake()
        return True

    def _step(self, event: Event) -> bool:
        """Decide, and give away at once what needs no waiting. Returns whether that is all."""
        commands = self._handle(event)
        if isinstance(event, SoundCaptured) and To.LISTENER in self._ports:
            self._left.asked.append(event)
        self._left.asked += commands
        self._left.unsaved = must_be_saved(event, commands)
        while self._left.asked and not self._left.unsaved and self._post(self._left.asked[0]):
            self._left.asked.popleft()
        return self._left.nothing

    def _is_late(self, *, keep: bool = False) -> bool:
        """Whether the deadline has come. If not, the alarm will ring for it."""
        due = self._conversation.next_deadline
        return due is not None and not self._alarm.lies_ahead(due, keep=keep)

    def _rung(self) -> None:
        """The deadline may have come: wake the session if it rests. If it works, it will ask by itself."""
        if self._rests and self._is_late():
            self._rests = False
            self._inbox.wake()

    def _handle(self, event: Event) -> list[Command]:
        """Decide, and write down what happened and what was decided, even when deciding fails."""
        at = Instant(self._clock.now())
        event = self._recording.hidden.event(event)
        event = understand(event, self._conversation, at, self._recording.language)
        commands: list[Command] = []
        try:
            commands = self._conversation.handle(at, event)
        finally:
            self._recording.journal.append(at, event, commands)
        self._tell_lost()
        self._watch_deadline(at, event)
        if isinstance(event, SOUNDS):
            self._recording.journal.sound(event.span, self._recording.sound.get(event.span))
        for fold in (self._work, *self._recording.folds):
            fold.see(event, commands)
        return commands

    def _tell_lost(self) -> None:
        """Tell the person and the log, once, what the disk did not take."""
        lost = self._recording.journal.lost
        if lost != self._left.lost:
            self._left.lost = lost
            _log.warning("%s", lost)
            self._inbox.put_over_limit(Announced(f"{lost[:1].upper()}{lost[1:]}."))

    def _watch_deadline(self, at: Instant, event: Event) -> None:
        due = self._conversation.next_deadline
        stays = isinstance(event, DeadlineReached) and due is not None and due <= at
        self._reached = self._reached + 1 if stays else 0
        if self._reached > DEADLINES:
            raise Misuse(f"the deadline of {due} ms stays though it was reached, at {at} ms")

    def _post(self, asked: Asked) -> bool:
        """Give a command or a span to its link. False: the link has no room."""
        to = receiver(asked)
        if isinstance(asked, Play):
            self._kept[asked.span.stream] = max(asked.span.end, self._kept.get(asked.span.stream, 0))
        if (port := self._ports.get(to)) is not None:
            return port.offer(self._recording.hidden.command(to, asked))
        match asked:
            case EndSession(why=why):
                self._left.ended = why
            case Drop(origin=origin, span=span):
                if span.stream in self._kept:
                    self._kept[span.stream] = span.end
                elif origin is not SoundOrigin.MICROPHONE:
                    self._forget(span.stream, span.end)
            case ForgetSound(stream=stream, before=before):
                self._forget(stream, max(before, self._kept.pop(stream, 0)))
            case EndSpeech() | HearAll() | ProposeWording():
                pass  # nothing listens here, or proposes
            case _:
                raise Misuse(f"{type(asked).__name__} for a session without {to.value}")
        return True

    def _forget(self, stream: StreamId, before: int) -> None:
        sound = self._recording.sound
        ports = [self._ports[to] for to in CONSUMERS if to in self._ports]
        barrier = Barrier(len(ports), lambda: sound.forget(stream, before))
        for port in ports:
            port.offer_barrier(barrier)
