"""What happens in one session, counted: a fold over its events and commands.

An event costs one look-up by its type, and so does a command.

Steps are timed as a timeline does (`recordings/turns.py`), but for the jitter with which sound comes in: the person's
speech ends with its last sample. An
instruction that was typed, or waited for a yes, has no such end: its first two steps and the whole are not timed.
"""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, ClassVar, Final, TypeVar

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, DropReason, EndReason, RoutedBy, SoundOrigin
from solovox.core.events import Event
from solovox.core.units import BEHIND, MIC_RATE, ConnectionId, ReadId, RunId, UtteranceId
from solovox.http.auth.door import Why
from solovox.ports import Clock

BUCKETS_MS: Final = (
    50, 100, 200, 300, 400, 500, 650, 800, 1_000, 1_250, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000,
)  # fmt: skip
"""A person notices a pause of 200 ms, and takes one of 1 to 2 s for a fault: most of the steps are there."""


class TimedStep(StrEnum):
    """From what to what: a label of `solovox_step_seconds`."""

    WORDS = "end_of_speech_to_words"
    ASKED = "words_to_asked"
    TEXT = "asked_to_first_text"
    SOUND = "first_text_to_first_sound"
    WHOLE = "end_of_speech_to_first_sound"


class NoPlace(StrEnum):
    """Why a session could not begin. What the door refuses is counted by its own reasons (`Why`)."""

    FULL = "full"
    """All places are taken."""
    DRAINING = "draining"


class FailureOf(StrEnum):
    """What failed in a session."""

    EAR = "ear"
    """A connection was lost, or could not be opened."""
    RECOGNISER = "recogniser"
    BRAIN = "brain"
    NARRATOR = "narrator"
    STRAYED = "strayed_read"
    """A live reader did not say what it was given (law G6)."""
    TOOL = "tool"
    TOOL_SET = "tool_set"


class Ending(StrEnum):
    """Why a session ended."""

    HUNG_UP = "hung_up"
    SURFACE_GONE = "surface_gone"
    DEAF = "deaf"
    FAILED = "failed"
    CANCELLED = "cancelled"


_ENDINGS: Final = {str(one): Ending[one.name] for one in EndReason}


def ending_of(why: str | Exception) -> Ending:
    """What a supervisor tells, as one of few words."""
    return Ending.FAILED if isinstance(why, Exception) else _ENDINGS.get(str(why), Ending.CANCELLED)


@dataclass(slots=True, eq=False)
class Times:
    """How often something took how long, in milliseconds."""

    counts: list[int]
    """One for each bucket, and one for what took longer than all of them."""
    sum: int = 0

    def took(self, ms: int) -> None:
        """Once more."""
        self.counts[bisect_left(BUCKETS_MS, ms)] += 1
        self.sum += ms


@dataclass(slots=True, eq=False)
class Sockets:
    """The sockets of all sessions. Who owns a socket counts here: each is one addition."""

    open: int = 0
    resumed: int = 0
    too_slow: int = 0
    bytes_up: int = 0
    bytes_down: int = 0


Closed = TypeVar("Closed", bound=Enum)


def _none_yet(kind: type[Closed]) -> dict[Closed, int]:
    return dict.fromkeys(kind, 0)


class Counts:
    """All of it. What happens to a session is counted by its fold (`session_counts.py`); the rest is told here."""

    def __init__(self) -> None:
        self.sockets = Sockets()
        self.running = 0
        self.begun = 0
        self.endings = _none_yet(Ending)
        self.refusals = {str(one.value): 0 for one in (*Why, *NoPlace)}
        self.failures = _none_yet(FailureOf)
        self.steps = {step: Times([0] * (len(BUCKETS_MS) + 1)) for step in TimedStep}
        self.dropped = {(origin, why): 0 for origin in SoundOrigin for why in DropReason}
        """In samples: exact."""
        self.reconnects = {True: 0, False: 0}
        """By whether the service remembered the talk."""

    def began(self) -> None:
        """A session got its place. `ended` follows, whatever becomes of it."""
        self.running += 1
        self.begun += 1

    def ended(self, why: str | Exception) -> None:
        """It gave the place back; `why` as the supervisor tells it."""
        self.running -= 1
        self.endings[ending_of(why)] += 1

    def took(self, step: TimedStep, ms: int) -> None:
        """A step was done."""
        self.steps[step].took(max(0, ms))

    def refused(self, why: Why | NoPlace) -> None:
        """A request was turned away, or a session could not begin."""
        self.refusals[str(why.value)] += 1


NEWEST: Final = 16
"""How many utterances, runs and reads of a session are followed. An older one that has not sounded is not timed."""
SPOKEN: Final = (RoutedBy.EAR, RoutedBy.CODE)
"""Who routes what was spoken and waited for no yes."""


@dataclass(slots=True, eq=False)
class AnswerTimes:
    """When each step of an answer was reached, in milliseconds of the session; None: it was not."""

    spoken: int | None = None
    """The end of the speech. None: the question was not spoken, or waited for a yes."""
    words: int | None = None
    asked: int | None = None
    """None: a live model answers for itself (law G7)."""
    text: int | None = None
    sound: int | None = None
    over: int = 0
    """When all this was known: it has sounded, or will not."""
    failed: bool = False


Key = TypeVar("Key")
Kept = TypeVar("Kept")


def _keep(newest: OrderedDict[Key, Kept], key: Key, value: Kept) -> None:
    """Remember one more, and at most `NEWEST`."""
    newest[key] = value
    if len(newest) > NEWEST:
        newest.popitem(last=False)


_FAILURES: Final[dict[type, FailureOf]] = {
    events.EarLost: FailureOf.EAR,
    events.RecogniserLost: FailureOf.RECOGNISER,
    events.BrainFailed: FailureOf.BRAIN,
    events.ReadFailed: FailureOf.NARRATOR,
    events.ReadStrayed: FailureOf.STRAYED,
    events.ToolReturned: FailureOf.TOOL,
    events.ToolSetFailed: FailureOf.TOOL_SET,
}


class SessionCounts:
    """The fold of one session: an `Observer`. It keeps times, and of words and sound nothing."""

    def __init__(
        self, counts: Counts, clock: Clock, answered: Callable[[AnswerTimes], None] | None = None
    ) -> None:
        self._counts = counts
        self._answered = answered
        self._now = clock.now
        self._captured = (0, 0)
        """The last sample of the microphone, and when it came."""
        self._speech: int | None = None
        """When the newest speech had ended."""
        self._spoken_to: int | None = None
        """To which speech a live model has spoken for itself (law G7)."""
        self._heard: OrderedDict[UtteranceId | None, tuple[int, int]] = OrderedDict()
        """When an utterance ended, and when its final words were there."""
        self._runs: OrderedDict[RunId, AnswerTimes] = OrderedDict()
        self._reads: OrderedDict[ReadId, RunId | None] = OrderedDict()
        """Reads that were shown, with their runs. None: the read has sounded, or is words of our own."""
        self._opened = False
        self._closing: ConnectionId | None = None

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Fold one step."""
        if (fold := self._FOLDS.get(type(event))) is not None:
            fold(self, event)
        for command in commands:
            if (fold := self._FOLDS.get(type(command))) is not None:
                fold(self, command)

    # What happened.

    def _failed(self, event: Event) -> None:
        self._counts.failures[_FAILURES[type(event)]] += 1

    def _sound_captured(self, event: events.SoundCaptured) -> None:
        self._captured = (event.span.end, self._now())

    def _speech_ended(self, event: events.SpeechEnded) -> None:
        end, at = self._captured
        self._speech = min(at - (end - event.span.end) * 1000 // MIC_RATE, self._now())

    def _brain_wrote(self, event: events.BrainWrote) -> None:
        if (run := self._runs.get(event.run)) is not None and run.text is None:
            run.text = self._now()
            if run.asked is not None:
                self._counts.took(TimedStep.TEXT, self._now() - run.asked)

    def _brain_failed(self, event: events.BrainFailed) -> None:
        self._failed(event)
        if (times := self._runs.get(event.run)) is not None:
            times.failed = True
            if times.text is None:  # else what it wrote may still sound
                self._over(self._runs.pop(event.run))

    def _ear_opened(self, event: events.EarOpened) -> None:
        if self._opened:
            self._counts.reconnects[event.resumed] += 1
        self._opened = True

    def _ear_lost(self, event: events.EarLost) -> None:
        if event.connection != self._closing:
            self._failed(event)

    def _tool_returned(self, event: events.ToolReturned) -> None:
        if event.failed:
            self._failed(event)

    # What was decided.

    def _drop(self, command: do.Drop) -> None:
        self._counts.dropped[command.origin, command.why] += command.span.count

    def _close_ear(self, command: do.CloseEar) -> None:
        self._closing = command.connection

    def _show_heard(self, command: do.ShowHeard) -> None:
        if not command.final or self._speech is None or command.source == BEHIND:
            return
        known = self._heard.get(command.utterance)
        if known is None or known[0] != self._speech:
            _keep(self._heard, command.utterance, (self._speech, self._now()))
            self._counts.took(TimedStep.WORDS, self._now() - self._speech)

    def _words_asked(self, command: do.AskBrain | do.SteerBrain) -> AnswerTimes:
        """The words have become a question."""
        times = AnswerTimes(asked=self._now())
        if command.utterance in self._heard and command.by in SPOKEN:
            times.spoken, times.words = self._heard[command.utterance]
            self._counts.took(TimedStep.ASKED, self._now() - times.words)
        return times

    def _ask_brain(self, command: do.AskBrain) -> None:
        _keep(self._runs, command.run, self._words_asked(command))

    def _cancel_run(self, command: do.CancelRun) -> None:
        self._over(self._runs.pop(command.run, None))

    def _show_read(self, command: do.ShowRead) -> None:
        _keep(self._reads, command.read, command.run)

    def _play(self, command: do.Play) -> None:
        run = self._reads.get(command.read, -1)
        if run is None:
            return
        _keep(self._reads, command.read, None)
        if run != -1:
            self._sounded(self._runs.pop(RunId(run), None))
        elif self._speech is not None and self._speech != self._spoken_to:  # a live model speaks for itself
            self._spoken_to = self._speech
            self._sounded(AnswerTimes(spoken=self._speech))

    def _sounded(self, times: AnswerTimes | None) -> None:
        if times is not None:
            times.sound = self._now()
            if times.text is not None:
                self._counts.took(TimedStep.SOUND, self._now() - times.text)
            if times.spoken is not None:
                self._counts.took(TimedStep.WHOLE, self._now() - times.spoken)
            self._over(times)

    def _over(self, times: AnswerTimes | None) -> None:
        if times is not None and self._answered is not None:
            times.over = self._now()
            self._answered(times)

    _FOLDS: ClassVar[dict[type, Callable[["SessionCounts", Any], Any]]] = {  # pyrefly: ignore[bad-assignment]
        **dict.fromkeys(_FAILURES, _failed),
        events.SoundCaptured: _sound_captured,
        events.SpeechEnded: _speech_ended,
        events.BrainWrote: _brain_wrote,
        events.BrainFailed: _brain_failed,
        events.EarOpened: _ear_opened,
        events.EarLost: _ear_lost,
        events.ToolReturned: _tool_returned,
        do.Drop: _drop,
        do.CloseEar: _close_ear,
        do.ShowHeard: _show_heard,
        do.AskBrain: _ask_brain,
        do.SteerBrain: _words_asked,
        do.CancelRun: _cancel_run,
        do.ShowRead: _show_read,
        do.Play: _play,
    }
