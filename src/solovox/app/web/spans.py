"""Spans for OpenTelemetry, where it is there and a provider is set (`opentelemetry-instrument solovox serve`).

A trace for each session: its span, under it one for each answer, under that one for each step. No word is in them: only
the session's name, its profile, and why it ended.

An answer's spans are made when it has sounded, or will not. So a session has no open span but its own.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from solovox.app.web.counts import TimedStep, ending_of
from solovox.app.web.session_counts import AnswerTimes
from solovox.ports import Clock
from solovox.shell.clock import here_and_now

if TYPE_CHECKING:  # it comes with another package, and may go with it
    from opentelemetry.trace import Tracer, TracerProvider

NS: Final = 1_000_000
"""Nanoseconds of a millisecond."""


@dataclass(frozen=True, slots=True)
class Tracing:
    """What makes the spans of sessions."""

    tracer: "Tracer"

    def session(self, name: str, profile: str, clock: Clock) -> "SessionSpans":
        """Those of a session that begins."""
        return SessionSpans(self.tracer, name, profile, clock)


def tracing(provider: "TracerProvider | None" = None) -> Tracing | None:
    """None: there is no OpenTelemetry here, or no provider is set."""
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    provider = provider or trace.get_tracer_provider()
    if isinstance(provider, trace.ProxyTracerProvider | trace.NoOpTracerProvider):
        return None
    return Tracing(provider.get_tracer("solovox"))


class SessionSpans:
    """The spans of one session."""

    def __init__(self, tracer: "Tracer", name: str, profile: str, clock: Clock) -> None:
        from opentelemetry.trace import set_span_in_context

        self._tracer = tracer
        self._now = clock.now
        self._began = int(here_and_now().timestamp() * 1000 - clock.now()) * NS
        about = {"solovox.session": name, "solovox.profile": profile}
        self._session = tracer.start_span("session", start_time=self._began, attributes=about)
        self._put = set_span_in_context
        self._inside = set_span_in_context(self._session)

    def answered(self, times: AnswerTimes) -> None:
        """The spans of an answer."""
        first = next(one for one in (times.spoken, times.asked) if one is not None)
        answer = self._tracer.start_span("answer", self._inside, start_time=self._at(first))
        inside = self._put(answer, self._inside)
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

    def ended(self, why: str | Exception) -> None:
        """The session is over; `why` as the supervisor tells it."""
        self._session.set_attribute("solovox.ended", ending_of(why).value)
        self._session.end(self._at(self._now()))

    def _at(self, ms: int) -> int:
        return self._began + ms * NS


def _outcome(times: AnswerTimes) -> str:
    if times.failed:
        return "failed"
    return "cancelled" if times.sound is None else "sounded"
