"""What happens in one session, counted and traced: a fold over its events and commands.

An event costs one look-up by its type, and so does a command.

Steps are timed as a timeline does (`recordings/turns.py`), but for the jitter with which sound comes in: the person's
speech ends with its last sample. An
instruction that was typed, or waited for a yes, has no such end: its first two steps and the whole are not timed.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from opentelemetry.trace import Tracer, set_span_in_context

from solovox.core import commands as do
from solovox.core import events
from solovox.core.commands import Command, RoutedBy
from solovox.core.events import Event
from solovox.core.units import BEHIND, MIC_RATE, ConnectionId, ReadId, RunId, UtteranceId
from solovox.http.metrics import FailureOf, Metrics, TimedStep, ending_of
from solovox.ports import Clock
from solovox.shell.clock import here_and_now

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
        self, counts: Metrics, clock: Clock, answered: Callable[[AnswerTimes], None] | None = None
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

    def _count_failure(self, event: Event) -> None:
        self._counts.count_failure(_FAILURES[type(event)])

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
        self._count_failure(event)
        if (times := self._runs.get(event.run)) is not None:
            times.failed = True
            if times.text is None:  # else what it wrote may still sound
                self._over(self._runs.pop(event.run))

    def _ear_opened(self, event: events.EarOpened) -> None:
        if self._opened:
            self._counts.count_reconnect(resumed=event.resumed)
        self._opened = True

    def _ear_lost(self, event: events.EarLost) -> None:
        if event.connection != self._closing:
            self._count_failure(event)

    def _tool_returned(self, event: events.ToolReturned) -> None:
        if event.failed:
            self._count_failure(event)

    # What was decided.

    def _drop(self, command: do.Drop) -> None:
        self._counts.count_dropped(command)

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
            self._time_sound(self._runs.pop(RunId(run), None))
        elif self._speech is not None and self._speech != self._spoken_to:  # a live model speaks for itself
            self._spoken_to = self._speech
            self._time_sound(AnswerTimes(spoken=self._speech))

    def _time_sound(self, times: AnswerTimes | None) -> None:
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
        **dict.fromkeys(_FAILURES, _count_failure),
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


# Spans, where a provider is set (`opentelemetry-instrument solovox serve`); else OpenTelemetry makes none.
#
# A trace for each session: its span, under it one for each answer, under that one for each step. No word is in them: only
# the session's name, its profile, and why it ended.
#
# An answer's spans are made when it has sounded, or will not. So a session has no open span but its own.

NS: Final = 1_000_000
"""Nanoseconds of a millisecond."""


class SessionSpans:
    """The spans of one session."""

    def __init__(self, tracer: Tracer, name: str, profile: str, clock: Clock) -> None:
        self._tracer = tracer
        self._now = clock.now
        self._began = int(here_and_now().timestamp() * 1000 - clock.now()) * NS
        about = {"solovox.session": name, "solovox.profile": profile}
        self._session = tracer.start_span("session", start_time=self._began, attributes=about)
        self._inside = set_span_in_context(self._session)

    def trace_answer(self, times: AnswerTimes) -> None:
        """The spans of an answer."""
        first = next(one for one in (times.spoken, times.asked) if one is not None)
        answer = self._tracer.start_span("answer", self._inside, start_time=self._at(first))
        inside = set_span_in_context(answer, self._inside)
        for step, since, at in (
            (TimedStep.WORDS, times.spoken, times.words),
            (TimedStep.ASKED, times.words, times.asked),
            (TimedStep.TEXT, times.asked, times.text),
            (TimedStep.SOUND, times.text, times.sound),
        ):
            if since is not None and at is not None:
                span = self._tracer.start_span(step.value, inside, start_time=self._at(since))
                span.end(self._at(at))
        answer.set_attribute("solovox.outcome", _outcome(times))
        answer.end(self._at(times.over))

    def end_trace(self, why: str | Exception) -> None:
        """The session is over; `why` as the supervisor tells it."""
        self._session.set_attribute("solovox.ended", ending_of(why).value)
        self._session.end(self._at(self._now()))

    def _at(self, ms: int) -> int:
        return self._began + ms * NS


def _outcome(times: AnswerTimes) -> str:
    if times.failed:
        return "failed"
    return "cancelled" if times.sound is None else "sounded"
