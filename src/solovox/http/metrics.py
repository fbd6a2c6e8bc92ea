"""What an operator watches, as Prometheus reads it. Every series is there from the beginning, with 0."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from solovox.core.commands import SoundOrigin
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.http.session_counts import (
    BUCKETS_MS,
    AnswerTimes,
    Counts,
    SessionCounts,
    TimedStep,
    ending_of,
)
from solovox.ports import Clock
from solovox.shell.clock import here_and_now

if TYPE_CHECKING:  # it comes with another package, and may go with it
    from opentelemetry.trace import Tracer, TracerProvider
from starlette.responses import PlainTextResponse

from solovox.http.rest.routes import DiskThreads, got, problem

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics(Counts, Collector):
    """The counts of a process, with a registry of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.registry = CollectorRegistry(auto_describe=False)
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def session(self, clock: Clock, answered: Callable[[AnswerTimes], None] | None = None) -> SessionCounts:
        """The fold of one session, whose time is `clock`. `answered` is told the times of each answer."""
        return SessionCounts(self, clock, answered)

    def exposition(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

    def collect(self) -> Iterator[Metric]:
        """Every family, in the words of Prometheus."""
        yield GaugeMetricFamily("solovox_sessions", "Sessions that run", self.running)
        yield CounterMetricFamily("solovox_sessions_begun", "Sessions begun", self.begun)
        yield _counts("solovox_sessions_ended", "why", "Sessions ended, by reason", self.endings)
        yield _counts(
            "solovox_refused", "why", "Requests and sessions that were turned away, by reason", self.refusals
        )
        yield self._step_seconds()
        yield self._dropped_seconds()
        reconnects = CounterMetricFamily(
            "solovox_ear_reconnects", "Connections to an ear after a session's first", labels=("resumed",)
        )
        for resumed, count in self.reconnects.items():
            reconnects.add_metric(("yes" if resumed else "no",), count)
        yield reconnects
        yield _counts("solovox_failures", "kind", "What failed, by kind", self.failures)
        sockets = self.sockets
        yield GaugeMetricFamily("solovox_sockets", "Sockets of pages that are open", sockets.open)
        yield CounterMetricFamily(
            "solovox_sockets_resumed", "Sockets that came back after a drop", sockets.resumed
        )
        yield CounterMetricFamily(
            "solovox_sockets_too_slow", "Sockets closed because the client did not keep up", sockets.too_slow
        )
        way = CounterMetricFamily("solovox_bytes", "Bytes of all sockets, by direction", labels=("way",))
        way.add_metric(("up",), sockets.bytes_up)
        way.add_metric(("down",), sockets.bytes_down)
        yield way

    def _step_seconds(self) -> Metric:
        family = HistogramMetricFamily("solovox_step_seconds", "How long each step took", labels=("step",))
        limits = [*(str(ms / 1000) for ms in BUCKETS_MS), "+Inf"]
        for step, times in self.steps.items():
            buckets = list(zip(limits, accumulate(times.counts), strict=True))
            family.add_metric((step,), buckets, times.sum / 1000)
        return family

    def _dropped_seconds(self) -> Metric:
        family = CounterMetricFamily(
            "solovox_dropped_seconds",
            "Sound that was dropped, by whose it was and why",
            labels=("origin", "why"),
        )
        for (origin, why), samples in self.dropped.items():
            rate = MIC_RATE if origin is SoundOrigin.MICROPHONE else VOICE_RATE
            family.add_metric((_label(origin), _label(why)), samples / rate)
        return family


def _counts(name: str, label: str, about: str, counts: Mapping[Any, int]) -> Metric:
    family = CounterMetricFamily(name, about, labels=(label,))
    for one, count in counts.items():
        family.add_metric((_label(one),), count)
    return family


def _label(one: Enum | str) -> str:
    return str(one.value if isinstance(one, Enum) else one).replace(" ", "_")


# Spans for OpenTelemetry, where it is there and a provider is set (`opentelemetry-instrument solovox serve`).
#
# A trace for each session: its span, under it one for each answer, under that one for each step. No word is in them: only
# the session's name, its profile, and why it ended.
#
# An answer's spans are made when it has sounded, or will not. So a session has no open span but its own.

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


# REST: whether the server is well.

STUCK: Final = "the disk does not answer"


class HealthRoutes:
    """What is asked by programs that look after others."""

    def __init__(self, ready: Callable[[], str], metrics: Metrics, unkept: Callable[[], str]) -> None:
        """`ready`: why no new session could begin now; `unkept`: why nothing could be kept now, in one line; empty if it could. It blocks."""
        self._ready = ready
        self._unkept = unkept
        self._disk = DiskThreads(1, STUCK)
        self._metrics = metrics

    @got("/healthz", "health", "The process lives", kind="text/plain")
    async def lives(self) -> PlainTextResponse:
        """The process lives."""
        return PlainTextResponse("ok\n")

    @got("/readyz", "health", "A new session could begin", kind="text/plain")
    async def ready(self) -> PlainTextResponse:
        """A new session could begin and be kept: engines are loaded, there is room for it here and on the disk, and the server is not
        going away."""
        if why := self._ready() or await self._disk.run(self._unkept):
            raise problem(503, why, {"Retry-After": "5"})
        return PlainTextResponse("ready\n")

    @got("/metrics", "health", "Counts, for Prometheus", kind="text/plain")
    async def metrics(self) -> PlainTextResponse:
        """What an operator watches, for Prometheus."""
        return PlainTextResponse(self._metrics.exposition(), media_type=CONTENT_TYPE)
