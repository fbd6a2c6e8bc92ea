"""What an operator watches, as Prometheus reads it. Every series is there from the beginning, with 0."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from itertools import accumulate
from typing import Any, Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from solovox.app.web.counts import BUCKETS_MS, Counts
from solovox.app.web.session_counts import AnswerTimes, SessionCounts
from solovox.core.commands import SoundOrigin
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.ports import Clock

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
