"""What a session is connected to: where the person is, who hears, who reads."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol, TypeVar, runtime_checkable

from solovox.core.commands import (
    BrainCommand,
    EarCommand,
    ListenerCommand,
    NarratorCommand,
    SurfaceCommand,
    TeacherCommand,
    ToolCommand,
    WordingCommand,
)
from solovox.core.events import (
    BrainEvent,
    EarEvent,
    Event,
    NarratorEvent,
    RecogniserEvent,
    SoundCaptured,
    SurfaceEvent,
    TeacherEvent,
    ToolEvent,
    WordingEvent,
)
from solovox.core.units import AudioSpan, SourceId

Asked_contra = TypeVar("Asked_contra", contravariant=True)
Happened_co = TypeVar("Happened_co", covariant=True, bound=Event)


class Link(Protocol[Asked_contra, Happened_co]):
    """What a session is connected to: commands in, events out. An exception that it raises becomes an event, at
    one place (`shell/faults.py`).

    `perform` must not wait for `tell`: each would wait for the other. It may be called before `run` has begun, is
    never called twice at once, and is cancelled after 30 s (`shell/link_port.py`).

    A link may have `perform_now(command) -> bool`. It does the command in the session's own step, without a
    mailbox and a task between, if that needs no waiting. False: nothing was done, and `perform` will be
    asked.
    """

    async def run(self, tell: Callable[[Happened_co], Awaitable[None]]) -> None:
        """The link's own work, for the whole session; it is cancelled at the end. What happens is told, in
        order.

        `tell` decides the event at once, in this task, if the session is free. Else it may wait for room.
        """
        ...

    async def perform(self, command: Asked_contra) -> None:
        """Do it, or begin to."""
        ...

    async def aclose(self) -> None:
        """Leave nothing behind (law L5). Called once, after `run` has ended."""
        ...


class Surface(Link[SurfaceCommand, SurfaceEvent], Protocol):
    """Where the person is. It captures, plays and shows; nothing else in a session touches a device or a page.

    - It tells `SurfaceJoined` first, and `SurfaceLeft` when the person is gone. Between the two it tells nothing else,
      and what it is asked to play is dropped. It may come back: then it joins again.
    - It captures 16 kHz in one stream, from sample 0 on and without holes, as long as it is there. A muted microphone
      gives silence, not nothing.
    - It takes the bytes of a `Play` in `perform`: later they may be forgotten. It plays reads in order.
    - It may have a talk key: `FloorTaken` when it is pressed, `FloorGiven` when it is let go.
    - It answers each `Flush` with `Flushed` at once, also of a read that never sounded (0), and nothing of that read
      plays after, but for `SurfaceCaps.irrevocable_ms`, which counts as played. Other reads stay.
    - It says by `Played` how many samples of a read were played in all, ducked or not. The number never falls, and ends
      at what was played.
    - It takes everything that is to be shown, and waits for no page to show it.
    - Several pages of one surface join and leave by ids of their own; one takes nothing from another.

    Contract suite: `solovox.testing.contracts_surface`.
    """


class Ear(Link[EarCommand, EarEvent], Protocol):
    """A live model that listens. The core trusts nothing it says.

    - Each `OpenEar` ends in `EarOpened` or `EarLost` of that connection, unless it is closed before. It closes the one
      before. After `EarLost` (told once, with a reason of one line) or `CloseEar` nothing more is told of it, but sound
      that was under way.
    - What is for a connection that is over is dropped, without an error.
    - The microphone's spans arrive in order, once, at the connection that they are for. So does each `AnswerCall`: never
      again, and never on another connection.
    - Its own sound is told as spans of one stream for each connection, 24 kHz, without holes.
    - By `TellHeard` it learns how much of its last answer was heard, if it can use that.

    Contract suite: `solovox.testing.contracts_ear`.
    """


class Narrator(Link[NarratorCommand, NarratorEvent], Protocol):
    """Text to sound, read by read, 24 kHz.

    - Each `Read` ends once, in `ReadRendered` or `ReadFailed` (a reason of one line), unless it was cancelled; an empty
      text, and one without words, too. What a live reader says wrong ends in `ReadStrayed`. The next read goes on.
    - Its sound comes by `ReadSounded` in order and without holes, each read's in a stream of its own. `said_to` never
      falls (a live reader says it by `ReadFollowed`); what it leaves when the read is rendered has no words.
    - One read is over before the next begins. A read that is cancelled before its turn is never told.
    - After `CancelRead` nothing of that read is told; of a live reader, sound that was under way. To cancel what is over
      does nothing.

    Contract suite: `solovox.testing.contracts_narrator`.
    """


BrainLink = Link[BrainCommand, BrainEvent]
WordingLink = Link[WordingCommand, WordingEvent]
ToolLink = Link[ToolCommand, ToolEvent]
TeacherLink = Link[TeacherCommand, TeacherEvent]
"""What keeps what the person teaches."""
ListenerLink = Link[SoundCaptured | ListenerCommand, RecogniserEvent]
"""The local recogniser of a session: all captured sound goes to it, in order and without holes."""


class Recogniser(Protocol):
    """What listens on this machine: 16 kHz sound in, events out. One instance serves one session.

    Contract suite: `solovox.testing.contracts_recogniser`.
    """

    async def run(self) -> None:
        """Its own work, for the whole session; it is cancelled at the end."""
        ...

    async def feed(self, span: AudioSpan, pcm: bytes) -> None:
        """Hear the next samples. A hole before them ends what was being said. Waits while it has too much to hear."""
        ...

    def feed_now(self, span: AudioSpan, pcm: bytes) -> bool:
        """As `feed`, without waiting. False: not now, and nothing was taken."""
        ...

    async def finish(self) -> None:
        """No more sound comes. What is being said ends, and its words are given."""
        ...

    async def sound_stopped(self) -> bool:
        """The sound pauses. What is being said ends, with what was heard of it. Never waits for an
        answer.

        False: not yet, because not all sound that was taken has been heard.
        """
        ...

    async def read_out(self) -> None:
        """Returns when every event has been read."""
        ...

    def events(self) -> AsyncIterator[RecogniserEvent]:
        """What it hears. Each `SpeechEnded` is followed by one final `LocalTranscript` of its span."""
        ...


@runtime_checkable
class HearsApart(Protocol):
    """A recogniser that has a measure for each who speaks, where each has a microphone of their own."""

    def of_source(self, source: SourceId) -> None:
        """Whose sound is fed from now on."""
        ...
