"""Spans for OpenTelemetry: one for each session, answer and step, with the right times, and no word."""

import pytest
from opentelemetry import trace
from opentelemetry.context import Context

from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import RoutedBy
from solovox.core.units import MIC, AudioSpan, ReadId, RunId, StreamId, UtteranceId
from solovox.http.metrics import NS, Metrics, tracing


class KeptSpan(trace.Span):
    """A span that is kept as it was told."""

    def __init__(self, name, parent, start, attributes):
        self.name, self.parent, self.start, self.stop = name, parent, start, None
        self.attributes = dict(attributes or {})

    def end(self, end_time=None):
        assert self.stop is None, "ended twice"
        assert end_time >= self.start
        self.stop = end_time

    def set_attribute(self, key, value):
        assert self.stop is None, "told after its end"
        self.attributes[key] = value

    def get_span_context(self):
        return trace.INVALID_SPAN_CONTEXT

    def is_recording(self):
        return self.stop is None

    def set_attributes(self, attributes):
        raise NotImplementedError

    add_event = update_name = set_status = record_exception = set_attributes


class KeptTracer(trace.Tracer):
    def __init__(self):
        self.spans = []

    def start_span(self, name, context=None, start_time=None, attributes=None, **more):
        parent = trace.get_current_span(context or Context())
        self.spans.append(KeptSpan(name, getattr(parent, "name", None), start_time, attributes))
        return self.spans[-1]

    def start_as_current_span(self, *given, **more):
        raise NotImplementedError


class KeptProvider(trace.TracerProvider):
    def __init__(self):
        self.tracer = KeptTracer()

    def get_tracer(self, *given, **more):
        return self.tracer


class Traced:
    """One session, with a time of its own."""

    def __init__(self):
        self.at = 0
        provider = KeptProvider()
        self.spans = tracing(provider).session("20260102-1", "talk", self)
        self.counts = Metrics().session(self, self.spans.answered)
        self.kept = provider.tracer.spans

    def now(self):
        return self.at

    def see(self, at, event, *commands):
        self.at = at
        self.counts.see(event, commands)

    def told(self):
        """Each span: name, parent, first and last millisecond of the session."""
        began = self.kept[0].start
        return [
            (one.name, one.parent, (one.start - began) // NS, (one.stop - began) // NS) for one in self.kept
        ]

    def ask(self, by=RoutedBy.CODE):
        self.see(2_000, ev.SoundCaptured(AudioSpan(MIC, 0, 32_000)))
        self.see(2_000, ev.SpeechEnded(AudioSpan(MIC, 0, 32_000)))
        self.see(2_300, ev.DeadlineReached(), do.ShowHeard(UtteranceId(1), "secret words", final=True))
        self.see(2_350, ev.DeadlineReached(), do.AskBrain(RunId(1), UtteranceId(1), "secret words", by))

    def answer(self):
        self.see(2_750, ev.BrainWrote(RunId(1), "secret"), do.ShowRead(ReadId(1), RunId(1), "secret"))
        self.see(3_000, ev.DeadlineReached(), do.Play(ReadId(1), AudioSpan(StreamId("voice/1"), 0, 960)))


def test_a_session_its_answer_and_each_step_have_their_times():
    one = Traced()
    one.ask()
    one.answer()
    one.at = 9_000
    one.spans.ended("the person hung up")
    assert one.told() == [
        ("session", None, 0, 9_000),
        ("answer", "session", 2_000, 3_000),
        ("end_of_speech_to_words", "answer", 2_000, 2_300),
        ("words_to_asked", "answer", 2_300, 2_350),
        ("asked_to_first_text", "answer", 2_350, 2_750),
        ("first_text_to_first_sound", "answer", 2_750, 3_000),
    ]
    assert one.kept[0].attributes == {
        "solovox.session": "20260102-1",
        "solovox.profile": "talk",
        "solovox.ended": "hung_up",
    }
    assert one.kept[1].attributes == {"solovox.outcome": "sounded"}
    assert "secret" not in str([(span.name, span.attributes) for span in one.kept])


UNFINISHED = [
    ((ev.BrainFailed(RunId(1), "secret"),), "failed"),
    ((ev.DeadlineReached(), do.CancelRun(RunId(1), "secret")), "cancelled"),
]


@pytest.mark.parametrize(("then", "outcome"), UNFINISHED)
def test_an_answer_that_does_not_sound_ends_where_that_is_known(then, outcome):
    one = Traced()
    one.ask()
    one.see(4_000, *then)
    one.see(5_000, *then)
    one.spans.ended("cancelled")
    assert one.told()[1] == ("answer", "session", 2_000, 4_000)
    assert [name for name, *_ in one.told()].count("answer") == 1
    assert one.kept[1].attributes == {"solovox.outcome": outcome}


def test_where_no_provider_is_set_there_are_no_spans():
    assert tracing() is None
    assert tracing(trace.NoOpTracerProvider()) is None
