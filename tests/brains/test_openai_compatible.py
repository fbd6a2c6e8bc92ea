"""A model behind Chat Completions: a real socket, a real stream, every way it can go wrong."""

import contextlib
import socket

import pytest

from brains.double import CUT, DONE, HANG, Refusal, asking, chunk, serving, written
from solovox.brains.openai_compatible import THINKING, ModelSettings, OpenAICompatible, endpoint
from solovox.ports import BrainError, Message, Question, Step, ToolResult, Wrote
from solovox.testing.contracts_brain import BrainContract, ScriptedHost
from solovox.tools.arithmetic import Arithmetic

KEY = "sk-very-secret-key"
ASK = Question("What is twelve times seven?")


def brain(url, **settings):
    return OpenAICompatible(ModelSettings(url, "small", **{"api_key": KEY, **settings}))


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


async def failure(*scripts, question=ASK, **settings):
    """The one line of the error, and what was written before it."""
    said = []

    async def read():
        async for event in made.answer(question, ScriptedHost()):
            said.append(event)  # noqa: PERF401 - what came before the error is wanted

    async with asked_of(*scripts, **settings) as (double, made):
        with pytest.raises(BrainError) as caught:
            await read()
        assert len(double.requests) <= 1, "a hidden retry"
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)
    assert caught.value.__cause__ is None
    return str(caught.value), text(said)


class TestOpenAICompatibleKeepsTheContract(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        async with serving(written("Well,", " yes", ".")) as double:
            yield brain(double.url)

    @contextlib.asynccontextmanager
    async def failing(self):
        async with serving([chunk("Well"), CUT]) as double:
            yield brain(double.url)


class TestASilentServerKeepsTheContract(BrainContract):
    """The same while the server holds the answer back."""

    @contextlib.asynccontextmanager
    async def fresh(self):
        async with serving([chunk("Well, "), 0.3, *written("yes.")]) as double:
            yield brain(double.url)


async def test_text_comes_piece_by_piece_with_the_question_as_the_protocol_has_it():
    history = (Message("person", "Hello"), Message("assistant", "Hi there"))
    async with asked_of(written("Eighty", "-four."), policy="Be brief.", extra={"temperature": 0}) as (
        double,
        made,
    ):
        events = await answered(made, Question(ASK.instruction, history))
    assert events == [Wrote("Eighty"), Wrote("-four.")]
    assert double.requests == [
        {
            "temperature": 0,
            "model": "small",
            "stream": True,
            "stream_options": {"include_usage": True},
            "messages": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": "Hi there"},
                {"role": "user", "content": ASK.instruction},
            ],
        }
    ]
    assert double.paths == ["/v1/chat/completions"]
    assert double.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_C3_a_text_that_has_no_utf_8_can_be_asked():
    asked = Question("what is in caf\udce9.txt", tools=[Arithmetic()])
    async with asked_of(written("Nothing.")) as (double, made):
        assert text(await answered(made, asked)) == "Nothing."
    assert double.requests[0]["messages"][-1]["content"] == "what is in caf\ufffd.txt"


async def test_the_connection_is_kept_for_the_next_question():
    async with asked_of(written("One."), written("Two.")) as (double, made):
        assert (text(await answered(made)), text(await answered(made))) == ("One.", "Two.")
        assert double.connections == 1


async def test_tools_are_called_until_the_model_answers():
    called = []

    async def call(name, arguments):
        called.append((name, dict(arguments)))
        return ToolResult("84")

    rounds = (
        asking(("calculate", ['{"sum": "12', ' * 7"}']), ("calculate", ['{"sum": "1"}'])),
        written("84 it is."),
    )
    async with asked_of(*rounds) as (double, made):
        events = await answered(made, Question(ASK.instruction, tools=[Arithmetic()]), call)
    assert called == [("calculate", {"sum": "12 * 7"}), ("calculate", {"sum": "1"})]
    assert [type(event) for event in events] == [Step, Step, Wrote]
    assert double.requests[0]["tools"][0]["function"]["name"] == "calculate"
    results = [m for m in double.requests[1]["messages"] if m["role"] == "tool"]
    assert results == [
        {"role": "tool", "tool_call_id": "c0", "content": "84"},
        {"role": "tool", "tool_call_id": "c1", "content": "84"},
    ]
    asked = double.requests[1]["messages"][-3]
    assert [c["id"] for c in asked["tool_calls"]] == ["c0", "c1"]


async def test_C3_a_failed_tool_and_arguments_that_are_none_are_told_to_the_model():
    async with asked_of(asking(("break", ["{}"]), ("break", ["{not json"])), written("Sorry.")) as (
        double,
        made,
    ):
        assert text(await answered(made)) == "Sorry."
    told = [m["content"] for m in double.requests[1]["messages"] if m["role"] == "tool"]
    assert told == ["Error: there is no tool break", "Error: the arguments are not a JSON object"]


async def test_a_model_that_only_calls_tools_is_stopped_and_last_asked_without_tools():
    async with asked_of(asking(("time", ["{}"])), rounds=2) as (double, made):
        with pytest.raises(BrainError, match="still asked for tools after 2 rounds"):
            await answered(made, Question("Time?", tools=[Arithmetic()]))
    assert ["tools" in request for request in double.requests] == [True, True, False]


@pytest.mark.parametrize(
    "events",
    [
        [b'data: {"choices":[{"delta":{"content":"Yes."}}]}\r\n\r\n', b"data:[DONE]\r\n\r\n"],
        [b": keep-alive\n\n", b"event: message\n", chunk("Yes."), chunk(why="stop")],
        [chunk("Yes.")[:9], chunk("Yes.")[9:30], chunk("Yes.")[30:], DONE],
        [chunk("Yes.") + chunk(why="stop") + b'data: {"choices":[],"usage":{"total_tokens":3}}\n\n' + DONE],
        [b'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\n', *written("Yes.")],
        [chunk("Yes."), b"data: [DONE]"],
        [b'data: {"choices":[{"delta":\ndata: {"content":"Yes."}}]}\n\n', DONE],
    ],
    ids=["crlf", "comments", "torn", "together", "null content", "no last line end", "two data lines"],
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
    ("script", "line"),
    [
        (Refusal(401), "refused the key (401); check brain.api_key"),
        (Refusal(403, f'{{"error": "bad key {KEY}"}}'.encode()), "refused the key (403)"),
        (Refusal(404), "has no model small"),
        (Refusal(429), "too many requests, or the quota is used up (429): the reason"),
        (Refusal(500, f"{KEY} broke".encode()), "failed (500): no reason given"),
        (
            Refusal(503, f'{{"error": {{"message": "{KEY} is\\nbusy"}}}}'.encode()),
            "failed (503): [key] is busy",
        ),
        (Refusal(400, b'{"detail": "bad request"}'), "refused the request (400)"),
        (Refusal(302, b""), "refused the request (302)"),
        ([b"<html>hello</html>\n\n"], "did not answer with a stream of events"),
        ([], "did not answer with a stream of events"),
        ([b"data: {oops\n\n"], "sent an event that is not JSON"),
        ([b"data: [1]\n\n"], "sent an event that is not an object"),
        ([b"data: \xff\n\n"], "sent what is not text"),
        ([b'data: {"error": {"message": "out of memory"}}\n\n'], "the model failed: out of memory"),
        ([b'data: {"choices":[{"delta":7}]}\n\n'], "sent a delta that is not an object"),
        ([b'data: {"choices":[{"delta":{"tool_calls":[7]}}]}\n\n'], "a tool call that is not an object"),
        ([chunk(calls=[{"index": 0}], why="tool_calls"), DONE], "called a tool without naming it"),
    ],
)
async def test_every_failure_is_one_clear_line(script, line):
    assert line in (await failure(script))[0]


async def test_a_cut_in_the_middle_is_an_error_after_what_was_written():
    line, said = await failure([chunk("Eighty"), CUT])
    assert "was cut in the middle of an answer" in line
    assert said == "Eighty"
    line, said = await failure([chunk("Eighty")])
    assert "cut off before its end" in line
    assert said == "Eighty"


async def test_time_outs_are_to_the_first_sign_and_between_signs():
    assert "said nothing for 0.1 seconds" in (await failure([HANG], first_seconds=0.1))[0]
    assert "said nothing for 0.1 seconds" in (await failure([b": hi\n\n", HANG], first_seconds=0.1))[0]
    line, said = await failure([chunk("Eighty"), HANG], idle_seconds=0.1)
    assert "fell silent for 0.1 seconds" in line
    assert said == "Eighty"


async def test_a_slow_answer_that_keeps_coming_is_no_failure():
    slow = [step for text in "abcdef" for step in (chunk(text), 0.05)]
    async with asked_of([*slow, *written("g")], idle_seconds=0.2, first_seconds=0.2) as (_, made):
        assert text(await answered(made)) == "abcdefg"


async def test_bytes_that_drip_without_an_event_do_not_hold_the_answer_open():
    dripping = [step for _ in range(50) for step in (b": still here\n", 0.05)]
    line, _ = await failure([chunk("Well"), *dripping, DONE], idle_seconds=0.2)
    assert "fell silent" in line


async def test_nobody_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        made = brain(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(
            BrainError, match=r"nothing answers at 127\.0\.0\.1:\d+; is the model's server running"
        ):
            await answered(made)
        await made.aclose()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:11434", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:11434/", "http://localhost:11434/v1/chat/completions"),
        ("http://localhost:8080/v1", "http://localhost:8080/v1/chat/completions"),
        ("https://host/v1/", "https://host/v1/chat/completions"),
        ("https://host/api/v2", "https://host/api/v2/chat/completions"),
        ("https://host/v1/chat/completions", "https://host/v1/chat/completions"),
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
        "file:///etc/passwd",
        "http://",
        "http://a:b@host",
        "http://[",
        "unix:///x",
        "http://host:99999",
    ],
)
def test_other_addresses_are_refused_with_what_to_do(url):
    with pytest.raises(ValueError, match=r"^brain\.url must ") as caught:
        ModelSettings(url, "small")
    assert "\n" not in str(caught.value)


def test_a_key_with_line_ends_is_refused_and_never_shown():
    with pytest.raises(ValueError, match=r"brain\.api_key") as caught:
        ModelSettings("http://host", "small", api_key="abc\nX-Evil: 1")
    assert "Evil" not in str(caught.value)


async def test_the_key_is_in_no_repr():
    made = brain("http://host/v1?key=other-secret")
    assert KEY not in repr(made) + repr(ModelSettings("http://host", "small", api_key=KEY))
    assert "other-secret" not in repr(made)
    await made.aclose()


@pytest.mark.parametrize(
    "pieces",
    [
        ["<think>Six times seven. Forty-two.</think>", "\n\nIt is 42."],
        ["<th", "ink>Six.", " Seven.</thi", "nk>", "\n\nIt is", " 42."],
        ["<thinking>", "Six.", "</thinking>", "It is 42."],
    ],
)
async def test_thoughts_are_no_answer_and_are_not_told_again(pieces):
    thoughtful = [*(chunk(piece) for piece in pieces), *asking(("calculate", ['{"sum": "6*7"}']))]

    async def call(name, arguments):
        return ToolResult("42")

    async with asked_of(thoughtful, written("Yes.")) as (double, made):
        events = await answered(made, Question(ASK.instruction, tools=[Arithmetic()]), call)
    assert text(events) == "It is 42.Yes."
    assert THINKING in events or len(pieces) == 2
    assert double.requests[1]["messages"][-2]["content"] == "It is 42."


async def test_a_model_that_thinks_beside_the_text_shows_that_it_lives():
    beside = b'data: {"choices": [{"delta": {"reasoning_content": "hm"}}]}\n\n'
    async with asked_of([*[beside] * 20, *written("Yes.")]) as (_, made):
        assert await answered(made) == [THINKING, THINKING, Wrote("Yes.")]


async def test_a_thought_that_is_never_closed_is_no_answer():
    assert await failure(written("<think>", "It is 42.")) == ("the model thought, and gave no answer", "")


@pytest.mark.parametrize(
    ("why", "says"),
    [("length", "the model reached its limit of tokens"), ("content_filter", "the model's server held back")],
)
async def test_an_answer_that_was_cut_short_is_said_to_be(why, says):
    line, said = await failure([chunk("It is whole. And this is"), chunk(why=why), DONE])
    assert line.startswith(says)
    assert said == "It is whole. And this is"
