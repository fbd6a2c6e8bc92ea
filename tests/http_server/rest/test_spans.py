"""Spans for OpenTelemetry: one for each session, answer and step, with the right times, and no word."""

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from http_server.rest.counting import Counting
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import RunId
from solovox.http.session_counts import NS, SessionSpans


class Traced(Counting):
    """One session with its spans."""

    def __init__(self):
        super().__init__(lambda times: self.spans.trace_answer(times))
        self.kept, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(self.kept))
        self.spans = SessionSpans(provider.get_tracer("solovox"), "20260102-1", "talk", self)

    def told(self):
        """Each span, in the order of its beginning: name, parent, first and last millisecond of the session."""
        found = sorted(self.kept.get_finished_spans(), key=lambda one: (one.start_time, -one.end_time))
        names = {one.context.span_id: one.name for one in found}
        began = found[0].start_time
        return [
            (
                one.name,
                names.get(one.parent and one.parent.span_id),
                *((at - began) // NS for at in (one.start_time, one.end_time)),
            )
            for one in found
        ]

    def attributes(self, name):
        return next(dict(one.attributes) for one in self.kept.get_finished_spans() if one.name == name)


def test_a_session_its_answer_and_each_step_have_their_times():
    one = Traced()
    one.ask().answer().at = 9_000
    one.spans.end_trace("the person hung up")
    assert one.told() == [
        ("session", None, 0, 9_000),
        ("answer", "session", 2_000, 3_000),
        ("end_of_speech_to_words", "answer", 2_000, 2_300),
        ("words_to_asked", "answer", 2_300, 2_350),
        ("asked_to_first_text", "answer", 2_350, 2_750),
        ("first_text_to_first_sound", "answer", 2_750, 3_000),
    ]
    assert one.attributes("session") == {
        "solovox.session": "20260102-1",
        "solovox.profile": "talk",
        "solovox.ended": "hung_up",
    }
    assert one.attributes("answer") == {"solovox.outcome": "sounded"}
    assert "secret" not in str([span.to_json() for span in one.kept.get_finished_spans()])


UNFINISHED = [
    ((ev.BrainFailed(RunId(1), "secret"),), "failed"),
    ((ev.DeadlineReached(), do.CancelRun(RunId(1), "secret")), "cancelled"),
]


@pytest.mark.parametrize(("then", "outcome"), UNFINISHED)
def test_an_answer_that_does_not_sound_ends_once_and_where_that_is_known(then, outcome):
    one = Traced()
    one.ask()
    one.see(4_000, *then)
    one.see(5_000, *then)
    one.spans.end_trace("cancelled")
    assert [span for span in one.told() if span[0] == "answer"] == [("answer", "session", 2_000, 4_000)]
    assert one.attributes("answer") == {"solovox.outcome": outcome}


def test_where_no_provider_is_set_nothing_is_recorded():
    one = Counting()
    spans = SessionSpans(trace.get_tracer("solovox"), "20260102-1", "talk", one)
    one.counts = type(one.counts)(one.metrics, one, spans.trace_answer)
    one.ask().answer()
    spans.end_trace("cancelled")
    assert not trace.get_current_span().is_recording()
