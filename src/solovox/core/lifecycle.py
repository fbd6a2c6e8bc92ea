"""A session outlives its connections to the ear.

L1  One connection at a time. A new one is opened only after the old one is closed.
L2  The microphone spools: what a connection has not been sent is sent to the next, from the first
    sample after the last routed utterance.
L4  Speech, then nothing from the ear: it is recycled.

Rule: every change of a connection's state is a row of LINES. A row that maps to itself means "harmless".
"""

from dataclasses import dataclass, replace
from enum import Enum

from solovox.core.commands import BeginActivity, EndActivity, OpenEar, SendMicrophone
from solovox.core.units import AudioSpan, ConnectionId, Instant, StreamId

MIC = StreamId("mic")
STEADY = 10_000
"""A younger connection (ms) is not left for another before it must be, and proves nothing when it is lost."""


class Line(Enum):
    """The state of the connection to the ear."""

    DOWN = "down"
    OPENING = "opening"
    """Asked for; to be tried anew at `Lifecycle.retry_at`."""
    LIVE = "live"
    WAITING = "waiting"
    """Lost; to be opened again at `Lifecycle.retry_at`."""
    HOPELESS = "hopeless"
    """Trying again cannot help: a bad key, a refused model."""


class Step(Enum):
    """What moves the connection."""

    OPEN = "open"
    OPENED = "opened"
    LOST = "lost"
    REFUSED = "refused"
    END = "end"


LINES: dict[Line, dict[Step, Line]] = {
    Line.DOWN: {
        Step.OPEN: Line.OPENING,
        Step.OPENED: Line.DOWN,
        Step.LOST: Line.DOWN,
        Step.REFUSED: Line.DOWN,
        Step.END: Line.DOWN,
    },
    Line.OPENING: {
        Step.OPEN: Line.OPENING,
        Step.OPENED: Line.LIVE,
        Step.LOST: Line.WAITING,
        Step.REFUSED: Line.HOPELESS,
        Step.END: Line.DOWN,
    },
    Line.LIVE: {
        Step.OPEN: Line.LIVE,
        Step.OPENED: Line.LIVE,
        Step.LOST: Line.WAITING,
        Step.REFUSED: Line.HOPELESS,
        Step.END: Line.DOWN,
    },
    Line.WAITING: {
        Step.OPEN: Line.OPENING,
        Step.OPENED: Line.WAITING,
        Step.LOST: Line.WAITING,
        Step.REFUSED: Line.WAITING,
        Step.END: Line.DOWN,
    },
    Line.HOPELESS: {
        Step.OPEN: Line.HOPELESS,
        Step.OPENED: Line.HOPELESS,
        Step.LOST: Line.HOPELESS,
        Step.REFUSED: Line.HOPELESS,
        Step.END: Line.DOWN,
    },
}


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """The connection at hand, and how far the microphone has come."""

    line: Line = Line.DOWN
    connection: ConnectionId = ConnectionId(0)
    attempts: int = 0
    retry_at: Instant | None = None
    captured: int = 0
    """Samples captured in all."""
    sent: int = 0
    """Samples before this one were sent on this connection (or drained)."""
    owed_from: int = 0
    """The first sample that an ear may be owed: after the last routed utterance, what was drained, and what was
    forgotten (L2)."""
    active: bool = False
    """It was told that the person speaks (T1)."""
    opened_at: Instant = Instant(0)
    leaving_at: Instant | None = None
    """The service said that it goes away: reconnect by then, in a pause if there is one (L1)."""
    silent_since: Instant | None = None
    """The end of speech that the ear has shown no sign of having heard (L4)."""
    worn: bool = False
    """An answer was read since the ear's memory began (`AfterRead`)."""

    @property
    def is_live(self) -> bool:
        """Whether the ear listens."""
        return self.line is Line.LIVE

    def step(self, step: Step) -> "Lifecycle":
        """The same lifecycle after one row of LINES."""
        line = LINES[self.line][step]
        return self if line is self.line else replace(self, line=line)


def connecting(state: Lifecycle, until: Instant, *, resume: bool) -> tuple[Lifecycle, list[OpenEar]]:
    """A new connection is being opened, until then; one that does not resume remembers nothing."""
    after = state.step(Step.OPEN)
    if after is state:
        return state, []
    after = replace(
        after,
        connection=ConnectionId(state.connection + 1),
        retry_at=until,
        active=False,
        leaving_at=None,
        silent_since=None,
        worn=state.worn and resume,
    )
    return after, [OpenEar(after.connection, resume)]


def opened(state: Lifecycle, at: Instant, spool_from: int) -> Lifecycle:
    """The connection is ready, and owed the microphone from `spool_from` on (L2)."""
    return replace(state.step(Step.OPENED), retry_at=None, opened_at=at, sent=spool_from)


def lost(state: Lifecycle, at: Instant, backoff: tuple[int, ...], *, retry: bool) -> Lifecycle:
    """The connection is gone; the wait before the next attempt grows, until one was steady."""
    after = state.step(Step.LOST if retry else Step.REFUSED)
    attempts = 0 if state.is_live and at - state.opened_at >= STEADY else state.attempts
    wait = backoff[min(attempts, len(backoff) - 1)]
    return replace(
        after,
        attempts=attempts + 1,
        retry_at=Instant(at + wait) if after.line is Line.WAITING else None,
        leaving_at=None,
        silent_since=None,
    )


def begin(state: Lifecycle, first: int) -> tuple[Lifecycle, list[BeginActivity | SendMicrophone]]:
    """The person speaks: from `first` on the ear is sent what it was not sent yet (T1)."""
    if not state.is_live or state.active:
        return state, []
    after, sound = send(replace(state, active=True, sent=max(state.sent, first)))
    return after, [BeginActivity(state.connection), *sound]


def end(state: Lifecycle) -> tuple[Lifecycle, list[EndActivity]]:
    """The person has finished: nothing is sent until they speak again (T1)."""
    ends = [EndActivity(state.connection)] if state.active and state.is_live else []
    return replace(state, active=False), ends


def captured(state: Lifecycle, end: int) -> tuple[Lifecycle, list[SendMicrophone]]:
    """The microphone has come so far: what is new is sent, if the ear listens; else it spools (in one step: it is the most frequent)."""
    if not state.is_live or end <= state.sent:
        return replace(state, captured=end), []
    unsent = AudioSpan(MIC, state.sent, end - state.sent)
    return replace(state, captured=end, sent=end), [SendMicrophone(state.connection, unsent)]


def send(state: Lifecycle) -> tuple[Lifecycle, list[SendMicrophone]]:
    """Send what was captured and not yet sent, if the ear listens; else it spools."""
    return captured(state, state.captured)


def deadline(state: Lifecycle, watchdog: int) -> Instant | None:
    """When to try again, to leave a connection that goes away, or to give up waiting for the ear."""
    silent = state.silent_since if state.is_live else None
    sign_by = None if silent is None else Instant(silent + watchdog)
    return min((at for at in (state.retry_at, state.leaving_at, sign_by) if at is not None), default=None)
