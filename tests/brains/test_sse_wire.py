"""The protocol of an endpoint, pure: events wherever the bytes are torn, steps, and what an answer has used."""

import json

import pytest

from brains.double import event
from solovox.brains.event_server import LONGEST, EventLines, ServerEvent
from solovox.brains.sse import read
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, Step, TokensUsed

DONE = event("", "done")


TEXTS = [
    "plain",
    " a space before",
    "two after  ",
    "one\ntwo\n\nfour\n",
    "\n",
    "data: data:",
    ": a colon",
    '{"json": 1}',
    "[DONE]",
    "ünïcode 🎤",
    "tab\tand \x0b",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_text_is_exactly_as_it_was_written_wherever_it_is_torn(text, end):
    stream = b"".join([event(text), event("looking", "step"), DONE]).replace(b"\n", end)
    for at in range(1, len(stream)):
        lines = EventLines("it")
        found = [*lines.feed(stream[:at]), *lines.feed(stream[at:]), *lines.finish()]
        assert [one.name for one in found] == ["", "step", "done"]
        assert found[0].data == text


def test_bytes_one_by_one_make_the_same_events():
    lines = EventLines("it")
    stream = b"".join([event("One\n two"), event("looking", "step"), b"event: done"])
    found = [one for byte in stream for one in lines.feed(bytes([byte]))] + list(lines.finish())
    assert found == [ServerEvent("One\n two"), ServerEvent("looking", "step"), ServerEvent("", "done")]


@pytest.mark.parametrize(
    ("stream", "line"),
    [
        (b"x" * (LONGEST + 1), "it sent a line without an end"),
        (b"data: " + b"x" * 1_000_000 + b"\n", "it sent an event without an end"),
        (b"data: \xff\n", "it sent what is not text"),
        (b"event: \xff\n", "it sent what is not text"),
    ],
)
def test_what_never_ends_or_is_no_text_is_one_line(stream, line):
    lines = EventLines("it")

    def fed():
        for _ in range(10):
            list(lines.feed(stream))

    with pytest.raises(BrainError, match=line):
        fed()


@pytest.mark.parametrize(
    ("data", "step"),
    [
        ("reading\n  setup.py ", Step("reading setup.py")),
        ('{"title": "reading"}', Step("reading")),
        ('{"title": "reading", "step": 7, "more": {}}', Step("reading", step="7")),
        (
            json.dumps(
                {
                    "title": "deploy",
                    "kind": "tool",
                    "step": "d1",
                    "detail": "to\nstaging",
                    "state": "done",
                    "effects": True,
                    "receipt": "42",
                }
            ),
            Step("deploy", StepKind.TOOL, "d1", "to\nstaging", StepState.DONE, effects=True, receipt="42"),
        ),
        ('{"title": "deploy", "effects": true, "receipt": null}', Step("deploy", effects=True)),
    ],
)
def test_a_step_is_a_title_or_an_object(data, step):
    assert read(ServerEvent(data, "step")) == step


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("", "without a title"),
        ("{broken", "JSON"),
        ("{" + '"a":{' * 100_000, "that cannot be read"),
        ('{"title": 5}', "title"),
        ('{"title": " "}', "without a title"),
        ('{"kind": "tool"}', "title"),
        ('{"title": "x", "kind": "work"}', "kind"),
        ('{"title": "x", "state": ["done"]}', "state"),
        ('{"title": "x", "step": true}', "step"),
        (json.dumps({"title": "x", "step": "y" * 201}), "step"),
        ('{"title": "x", "detail": 5}', "detail"),
        ('{"title": "x", "effects": "yes"}', "effects"),
        ('{"title": "x", "receipt": "42"}', "receipt for what has no effects"),
        ('{"title": "x", "effects": true, "receipt": 42}', "receipt"),
    ],
)
def test_a_bad_step_is_one_line(data, what):
    with pytest.raises(BrainError, match=rf"^the agent sent a step .*{what}"):
        read(ServerEvent(data, "step"))


@pytest.mark.parametrize(
    ("data", "used"),
    [
        ('{"input_tokens": 1, "output_tokens": 2}', TokensUsed(1, 2)),
        ('{"input_tokens": 1, "output_tokens": 2, "cost": 1.5}', TokensUsed(1, 2, 1_500_000)),
        ('{"input_tokens": 1, "output_tokens": 2, "cost": 2}', TokensUsed(1, 2, 2_000_000)),
        *(
            (f'{{"input_tokens": 1, "output_tokens": 2, "cost": {cost}}}', TokensUsed(1, 2))
            for cost in ("-1", "NaN", "1e999", '"5"', "true", "null", "[]", "1e7")
        ),
        *(
            (f'{{"input_tokens": {count}, "output_tokens": 2}}', None)
            for count in ("-1", "1.5", "true", '"1"', "null", "1e3", "1" + "0" * 12)
        ),
        ("", None),
        ("ok", None),
        ("[1, 2]", None),
        ("9" * 5_000, None),
    ],
)
def test_what_is_no_usage_is_left_out(data, used):
    assert read(ServerEvent(data, "done")) == used
