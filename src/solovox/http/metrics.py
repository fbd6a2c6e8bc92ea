"""What an operator watches: counts under a closed set of labels, by OpenTelemetry, as Prometheus reads them.

A counter's series are there from the beginning, with 0; a step's come with the first of them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product
from typing import Final

from opentelemetry.exporter.prometheus import PrometheusMetricReader
from opentelemetry.metrics import CallbackOptions, Counter, Meter, Observation
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.resources import Resource
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest

from solovox.core.commands import Drop, DropReason, EndReason, SoundOrigin
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.http.auth.door import Why

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS_S: Final = (
    0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0,
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
_RESUMED: Final = {True: "yes", False: "no"}


def ending_of(why: str | Exception) -> Ending:
    """What a supervisor tells, as one of few words."""
    return Ending.FAILED if isinstance(why, Exception) else _ENDINGS.get(str(why), Ending.CANCELLED)


@dataclass(slots=True, eq=False)
class Sockets:
    """The sockets of all sessions. Who owns a socket counts here: each is one addition."""

    open: int = 0
    resumed: int = 0
    too_slow: int = 0
    bytes_up: int = 0
    bytes_down: int = 0


class Metrics:
    """The counts of a process, with a registry of their own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry(auto_describe=False)
        ProcessCollector(registry=self._registry)
        reader = PrometheusMetricReader(
            disable_target_info=True, scope_info_enabled=False, registry=self._registry
        )
        meter = MeterProvider([reader], Resource.get_empty(), shutdown_on_exit=False).get_meter("solovox")
        self.sockets = Sockets()
        _observe_sockets(meter, self.sockets)
        self._running = meter.create_up_down_counter("solovox_sessions", description="Sessions that run")
        self._running.add(0)
        self._begun = _counter(meter, "solovox_sessions_begun", "Sessions begun", [{}])
        self._ended = _counter(
            meter, "solovox_sessions_ended", "Sessions ended, by reason", _each("why", Ending)
        )
        self._refused = _counter(
            meter,
            "solovox_refused",
            "Requests and sessions that were turned away, by reason",
            _each("why", [*(one.value for one in Why), *NoPlace]),
        )
        self._failed = _counter(meter, "solovox_failures", "What failed, by kind", _each("kind", FailureOf))
        self._reconnected = _counter(
            meter,
            "solovox_ear_reconnects",
            "Connections to an ear after a session's first",
            _each("resumed", _RESUMED.values()),
        )
        self._dropped = _counter(
            meter,
            "solovox_dropped_seconds",
            "Sound that was dropped, by whose it was and why",
            [_drop_labels(*one) for one in product(SoundOrigin, DropReason)],
        )
        self._steps = meter.create_histogram(
            "solovox_step_seconds",
            description="How long each step took",
            explicit_bucket_boundaries_advisory=BUCKETS_S,
        )

    def exposition(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)

    def began(self) -> None:
        """A session got its place. `ended` follows, whatever becomes of it."""
        self._running.add(1)
        self._begun.add(1)

    def count_end(self, why: str | Exception) -> None:
        """It gave the place back; `why` as the supervisor tells it."""
        self._running.add(-1)
        self._ended.add(1, {"why": ending_of(why).value})

    def count_refusal(self, why: Why | NoPlace) -> None:
        """A request was turned away, or a session could not begin."""
        self._refused.add(1, {"why": why.value})

    def count_failure(self, kind: FailureOf) -> None:
        """Something failed in a session."""
        self._failed.add(1, {"kind": kind.value})

    def count_reconnect(self, *, resumed: bool) -> None:
        """An ear was dialled again; whether the service remembered the talk."""
        self._reconnected.add(1, {"resumed": _RESUMED[resumed]})

    def count_dropped(self, drop: Drop) -> None:
        """Sound was dropped."""
        rate = MIC_RATE if drop.origin is SoundOrigin.MICROPHONE else VOICE_RATE
        self._dropped.add(drop.span.count / rate, _drop_labels(drop.origin, drop.why))

    def took(self, step: TimedStep, ms: int) -> None:
        """A step was done."""
        self._steps.record(max(0, ms) / 1000, {"step": step.value})


def _counter(meter: Meter, name: str, about: str, series: Iterable[Mapping[str, str]]) -> Counter:
    made = meter.create_counter(name, description=about)
    for labels in series:
        made.add(0, labels)
    return made


def _each(label: str, values: Iterable[str]) -> Iterator[Mapping[str, str]]:
    return ({label: str(value)} for value in values)


def _drop_labels(origin: SoundOrigin, why: DropReason) -> Mapping[str, str]:
    return {"origin": _label(origin), "why": _label(why)}


def _label(one: SoundOrigin | DropReason) -> str:
    return str(one.value).replace(" ", "_")


def _observe_sockets(meter: Meter, sockets: Sockets) -> None:
    """They are read when Prometheus asks: a frame costs one addition."""

    def opened(_: CallbackOptions) -> Iterable[Observation]:
        return [Observation(sockets.open)]

    def resumed(_: CallbackOptions) -> Iterable[Observation]:
        return [Observation(sockets.resumed)]

    def too_slow(_: CallbackOptions) -> Iterable[Observation]:
        return [Observation(sockets.too_slow)]

    def moved(_: CallbackOptions) -> Iterable[Observation]:
        return [
            Observation(sockets.bytes_up, {"way": "up"}),
            Observation(sockets.bytes_down, {"way": "down"}),
        ]

    gauge, counter = meter.create_observable_gauge, meter.create_observable_counter
    gauge("solovox_sockets", [opened], description="Sockets of pages that are open")
    counter("solovox_sockets_resumed", [resumed], description="Sockets that came back after a drop")
    counter(
        "solovox_sockets_too_slow",
        [too_slow],
        description="Sockets closed because the client did not keep up",
    )
    counter("solovox_bytes", [moved], description="Bytes of all sockets, by direction")
