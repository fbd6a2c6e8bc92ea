"""A model behind Chat Completions: what is its protocol's own. What every model over a wire must do: `brains_sdk/test_vendors.py`."""

import contextlib
import json

import pytest

from brains.double import CUT, DONE, HANG, Refusal, Seen, asking, chunk, serving, written
from solovox.brains.openai_compatible import OpenAICompatible, endpoint
from solovox.brains.rounds import SPOKEN
from solovox.brains.vendor import RemoteSettings
from solovox.parts.configured import configured
from solovox.parts.registry import BRAINS, make
from solovox.parts.registry import given as settings_given
from solovox.ports import BrainError, Message, Question, ToolResult, Wrote
from solovox.testing.contracts_brain import BrainContract, ScriptedHost
from solovox.testing.contracts_remote_brain import (
    FIRST,
    IDLE,
    MEGABYTE,
    PIECES,
    RemoteBrainContract,
    ServerWay,
)
from solovox.tools.arithmetic import Arithmetic

KEY = "sk-very-secret-key"
ASK = Question("What is twelve times seven?", tools=[Arithmetic()])


def brain(url, **settings):
    return OpenAICompatible(RemoteSettings(url, "small", **{"api_key": KEY, **settings}))


@contextlib.asynccontextmanager
async def asked_of(*scripts, **settings):
    async with serving(*scripts) as double:
        made = brain(double.url, **settings)
        yield double, made
        await made.aclose()


async def answered(made, question=ASK, use=None):
    return [event async for event in made.answer(question, ScriptedHost(use))]


def text(events):
    return "".join(event.text for event in events if isinstance(event, Wrote))


def counted(read, written):
    usage = {"prompt_tokens": read, "completion_tokens": written}
    return b"data: " + json.dumps({"choices": [], "usage": usage}).encode() + b"\n\n"


ENDS = [chunk(why="stop"), counted(9, 3), DONE]
SCRIPTS = {
    ServerWay.ANSWERS: [*map(chunk, PIECES), *ENDS],
    ServerWay.GOES_ON: [chunk(PIECES[0]), HANG],
    ServerWay.STALLS_AT_FIRST: [HANG],
    ServerWay.STALLS_WITHIN: [chunk(PIECES[0]), HANG],
    ServerWay.IS_CUT: [chunk(PIECES[0]), CUT],
    ServerWay.TOO_MANY: Refusal(429, json.dumps({"error": {"message": "slow down"}}).encode()),
    ServerWay.NO_KEY: Refusal(401),
    ServerWay.NONSENSE: [chunk(PIECES[0]), b"data: <html>\n\n"],
    ServerWay.MEGABYTE: [*[chunk("x" * (MEGABYTE // 10))] * 10, *ENDS],
}


class TestChatCompletions(BrainContract, RemoteBrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        async with serving(written("Well,", " yes", ".")) as double:
            yield brain(double.url)

    @contextlib.asynccontextmanager
    async def failing(self):
        async with serving([chunk("Well"), CUT]) as double:
            yield brain(double.url)

    @contextlib.asynccontextmanager
    async def against(self, *ways):
        async with serving(*(SCRIPTS[way] for way in ways)) as double:
            yield brain(double.url, first_seconds=FIRST, idle_seconds=IDLE), Seen(double)


async def test_the_question_is_as_the_protocol_has_it_and_the_connection_is_kept():
    history = (Message("person", "Hello"), Message("assistant", "Hi there"))
    async with asked_of(written("Eighty", "-four.")) as (double, made):
        events = await answered(made, Question(ASK.instruction, history))
        await answered(made)
        assert double.connections == 1
    assert events == [Wrote("Eighty"), Wrote("-four.")]
    assert double.requests[0] == {
        "model": "small",
        "stream": True,
        "stream_options": {"include_usage": True},
        "messages": [
            {"role": "system", "content": SPOKEN},
            {"role": "user", "content": "Hello"},
            {"role": "assistant", "content": "Hi there"},
            {"role": "user", "content": ASK.instruction},
        ],
    }
    assert double.requests[1]["tools"][0]["function"]["name"] == "calculate"


async def test_a_call_is_told_again_with_its_id_and_what_came_of_it():
    rounds = (asking(("calculate", ["{}"]), ("calculate", ["{}"])), written("84 it is."))
    async with asked_of(*rounds) as (double, made):
        await answered(made)
    said, *results = double.requests[1]["messages"][-3:]
    assert (
        [one["id"] for one in said["tool_calls"]] == [one["tool_call_id"] for one in results] == ["c0", "c1"]
    )


@pytest.mark.parametrize(
    "events",
    [
        [b": keep-alive\n\n", b"event: message\n", chunk("Yes."), chunk(why="stop")],
        [chunk("Yes.") + chunk(why="stop") + b'data: {"choices":[],"usage":{"total_tokens":3}}\n\n' + DONE],
        [b'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\n', *written("Yes.")],
        [b'data: {"choices":[{"message":{"content":"Yes."}}]}\n\n', DONE],
        [b'data: {"choices":[{"delta":\ndata: {"content":"Yes."}}]}\n\n', DONE],
    ],
    ids=["comments", "together", "null content", "a message", "two data lines"],
)
async def test_streams_of_other_servers_are_understood(events):
    async with asked_of(events) as (_, made):
        assert text(await answered(made)) == "Yes."


@pytest.mark.parametrize("index", [{}, {"index": 0}], ids=["no index", "index"])
async def test_a_tool_call_may_come_whole(index):
    call = {**index, "id": "a", "function": {"name": "time", "arguments": {"zone": "x"}}}
    seen = []

    async def take(name, arguments):
        seen.append((name, dict(arguments)))
        return ToolResult("noon")

    async with asked_of([chunk(calls=[call], why="stop"), DONE], written("Noon.")) as (_, made):
        assert text(await answered(made, use=take)) == "Noon."
    assert seen == [("time", {"zone": "x"})]


@pytest.mark.parametrize(
    ("script", "line", "said"),
    [
        (Refusal(404), "has no model small", ""),
        (Refusal(400, b'{"detail": "bad request"}'), "refused the request (400)", ""),
        ([b"data: [1]\n\n"], "the conversation with 127.0.0.1", ""),
        ([b'data: {"error": {"message": "out of memory"}}\n\n'], "failed: out of memory", ""),
        ([b'data: {"choices":[{"delta":7}]}\n\n'], "the conversation with 127.0.0.1", ""),
        ([b'data: {"choices":[{"delta":{"tool_calls":[7]}}]}\n\n'], "the conversation with 127.0.0.1", ""),
        ([chunk(calls=[{"index": 0}], why="tool_calls"), DONE], "called a tool without naming it", ""),
        ([chunk("This is"), chunk(why="length"), DONE], "the model reached its limit of tokens", "This is"),
        ([chunk("This is"), chunk(why="content_filter"), DONE], "held back the answer", "This is"),
        (written("<think>", "It is 42."), "the model thought, and gave no answer", "<think>It is 42."),
        ([chunk("It is in the mid")], "cut off before its end", "It is in the mid"),
        ([chunk("<think>It is noon.")], "cut off before its end", "<think>It is noon."),
        (
            [chunk("Let me look.", calls=[{"index": 0, "function": {"name": "time"}}])],
            "cut off before its end",
            "Let me look.",
        ),
    ],
)
async def test_every_failure_is_one_clear_line(script, line, said):
    pieces = []

    async def read():
        async for one in made.answer(ASK, ScriptedHost()):
            pieces.append(one)  # noqa: PERF401 - what came before the error is wanted

    async with asked_of(script) as (double, made):
        with pytest.raises(BrainError) as caught:
            await read()
    assert len(double.requests) == 1, "a hidden retry"
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert text(pieces) == said


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:11434/", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:8080/v1", "http://localhost:8080/v1/chat/completions"),
        ("https://host/v1/", "https://host/v1/chat/completions"),
        ("https://host/api/v2", "https://host/api/v2/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
        ("https://host/v1?version=1", "https://host/v1/chat/completions?version=1"),
        ("http://[::1]:8080", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_the_address_with_or_without_v1(url, expected):
    assert endpoint(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:8080",
        "ftp://host",
        "http://",
        "http://a:b@host",
        "http://[",
        "unix:///x",
        "http://host:99999",
    ],
)
def test_other_addresses_are_refused_with_what_to_do(url):
    with pytest.raises(ValueError, match=r"^brain\.url must ") as caught:
        RemoteSettings(url, "small")
    assert "\n" not in str(caught.value)


async def test_a_key_with_line_ends_is_refused_and_no_secret_is_in_a_repr():
    with pytest.raises(ValueError, match=r"brain\.api_key") as caught:
        RemoteSettings("http://host", "small", api_key="abc\nX-Evil: 1")
    assert "Evil" not in str(caught.value)
    made = brain("http://host/v1?key=other-secret")
    assert KEY not in repr(made) + repr(RemoteSettings("http://host", "small", api_key=KEY))
    assert "other-secret" not in repr(made)
    await made.aclose()


@pytest.mark.parametrize("read", ["many", -1, 1e99, True])
async def test_a_count_that_is_none_is_passed_over(read):
    async with asked_of([chunk("Four."), chunk(why="stop"), counted(read, 3), DONE]) as (_, made):
        assert await answered(made) == [Wrote("Four.")]


async def test_a_server_that_refuses_to_count_is_asked_once_more_without_it():
    refusal = Refusal(422, b'{"error": {"message": "stream_options: extra inputs are not permitted"}}')
    async with asked_of(refusal, written("Four.")) as (double, made):
        assert text(await answered(made)) == "Four."
        assert text(await answered(made)) == "Four."
    assert ["stream_options" in one for one in double.requests] == [True, False, False]


async def test_its_prompt_and_its_patience_are_those_that_were_set(tmp_path):
    async with serving([HANG]) as double:
        flags = (
            f"brain.url={double.url}",
            "brain.model=small",
            "brain.prompt=Be Ahab.",
            "brain.first_seconds=0.5",
        )
        config = configured("talk", flags, tmp_path, {})
        made = make(BRAINS, config.brain.kind, settings_given(config, BRAINS, config.brain.kind))
        with pytest.raises(BrainError, match=r"said nothing for 0\.5 seconds"):
            await answered(made)
        await made.aclose()
    assert double.requests[0]["messages"][0]["content"].endswith("\n\nBe Ahab.")


async def test_a_thought_within_the_text_is_not_told_again():
    pieces = ["<th", "ink>Six.", " Seven.</thi", "nk>", "\n\nIt is", " 42."]
    async with asked_of([*map(chunk, pieces), *asking(("calculate", ["{}"]))], written("Yes.")) as (
        double,
        made,
    ):
        await answered(made)
    assert double.requests[1]["messages"][-2]["content"] == "It is 42."


@pytest.mark.parametrize("said", ["It is noon.", 'He said "yes."', "<think>Hm</think>Done!"])
async def test_an_answer_that_is_whole_needs_no_mark_that_it_has_ended(said):
    async with asked_of([chunk(said)]) as (_, made):
        assert text(await answered(made)) == said
