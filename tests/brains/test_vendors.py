"""OpenAI, Anthropic, Gemini and Chat Completions against loopback doubles of the real protocols: what all models over a wire promise."""

import asyncio
import contextlib
import json
import logging
import socket

import pytest

from brains import chat_double, gemini_double, messages_double, responses_double
from brains.double import CUT, HANG, Refusal, Seen, serving
from solovox.brains.retold import SPOKEN
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, Message, Question, Step, TokensUsed, ToolResult, Wrote
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

KEY = "sk-secret"
ASK = Question("What is twelve times seven?")
WITH_TOOLS = Question(ASK.instruction, tools=[Arithmetic()])
ALL = (responses_double, messages_double, gemini_double, chat_double)
NAMES = {
    responses_double: "openai",
    messages_double: "anthropic",
    gemini_double: "gemini",
    chat_double: "chat",
}
each = pytest.mark.parametrize("wire", ALL, ids=NAMES.get)


def scripts(wire):
    begun = [*wire.begins(), *wire.opens(), wire.piece(PIECES[0])]
    long = ["x" * (MEGABYTE // 10)] * 10
    refusal = {"error": {"message": "slow down", "type": "rate_limit_error", "code": 429}}
    return {
        ServerWay.ANSWERS: wire.said(*PIECES),
        ServerWay.GOES_ON: [*begun, HANG],
        ServerWay.STALLS_AT_FIRST: [HANG],
        ServerWay.STALLS_WITHIN: [*begun, HANG],
        ServerWay.IS_CUT: [*begun, CUT],
        ServerWay.TOO_MANY: Refusal(429, json.dumps(refusal).encode()),
        ServerWay.NO_KEY: Refusal(401),
        ServerWay.NONSENSE: [*begun, wire.NONSENSE],
        ServerWay.MEGABYTE: wire.said(*long),
    }


class Vendor:
    @contextlib.asynccontextmanager
    async def fresh(self):
        async with serving(self.wire.said("Well,", " yes", ".")) as double:
            yield self.wire.brain(double.url)

    @contextlib.asynccontextmanager
    async def failing(self):
        async with serving([*self.wire.begins(), *self.wire.opens(), self.wire.piece("Well"), CUT]) as double:
            yield self.wire.brain(double.url)

    @contextlib.asynccontextmanager
    async def against(self, *ways):
        async with serving(*(scripts(self.wire)[way] for way in ways)) as double:
            yield (
                self.wire.brain(double.url, first_seconds=FIRST, idle_seconds=IDLE),
                Seen(double),
            )


class TestOpenAI(Vendor, BrainContract, RemoteBrainContract):
    wire = responses_double


class TestAnthropic(Vendor, BrainContract, RemoteBrainContract):
    wire = messages_double


class TestGemini(Vendor, BrainContract, RemoteBrainContract):
    wire = gemini_double


class TestChatCompletions(Vendor, BrainContract, RemoteBrainContract):
    wire = chat_double


@contextlib.asynccontextmanager
async def asked_of(wire, *given, **settings):
    async with serving(*given) as double:
        made = wire.brain(double.url, **settings)
        yield double, made
        await made.aclose()


async def answered(made, question=ASK, use=None):
    return [event async for event in made.answer(question, ScriptedHost(use))]


def text(events):
    return "".join(event.text for event in events if isinstance(event, Wrote))


async def failure(wire, script, question=ASK, **settings):
    async with asked_of(wire, script, **settings) as (double, made):
        with pytest.raises(BrainError) as caught:
            await answered(made, question)
        assert len(double.requests) == 1, "a hidden retry"
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)
    return str(caught.value)


@each
async def test_N4_the_talk_is_sent_as_it_was_played_word_for_word(wire):
    history = (
        Message("system", "Speak as a pirate."),
        Message("person", "Tell me of  otters."),
        Message("assistant", "Otters hold"),
        Message("person", "Stop."),
        Message("assistant", "  "),
    )
    async with asked_of(wire, wire.said("Aye."), prompt="You are Ahab.") as (double, made):
        assert text(await answered(made, Question("Go on.", history))) == "Aye."
    (request,) = double.requests
    assert wire.turns(request) == [
        ("user", "Tell me of  otters."),
        (wire.ASSISTANT, "Otters hold"),
        ("user", "Stop."),
        ("user", "Go on."),
    ]
    assert wire.system(request) == f"{SPOKEN}\n\nYou are Ahab.\n\nSpeak as a pirate."
    assert double.paths == [wire.PATH]


@each
async def test_tools_are_called_in_rounds_and_what_was_used_adds_up(wire):
    called = []

    async def call(name, arguments):
        called.append((name, dict(arguments)))
        return ToolResult(str(len(called)))

    first = wire.calling(("calculate", ['{"sum": "12', ' * 7"}']), ("calculate", ['{"sum": "1"}']))
    async with asked_of(wire, first, wire.said("84 it is.")) as (double, made):
        events = await answered(made, WITH_TOOLS, call)
    assert called == [("calculate", {"sum": "12 * 7"}), ("calculate", {"sum": "1"})]
    read, written = wire.READ_AND_WRITTEN
    assert events == [
        TokensUsed(read, written),
        Step("using calculate"),
        Step("using calculate"),
        Wrote("84 it is."),
        TokensUsed(2 * read, 2 * written),
    ]
    assert wire.results(double.requests[1]) == ["1", "2"]
    assert all(wire.may_call(request) for request in double.requests)
    assert "calculate" in json.dumps(double.requests[0]["tools"])


@each
async def test_C3_a_failed_tool_is_told_to_the_model(wire):
    async with asked_of(wire, wire.calling(("break", ["{}"])), wire.said("Sorry.")) as (double, made):
        assert text(await answered(made, WITH_TOOLS)) == "Sorry."
    assert wire.results(double.requests[1]) == ["Error: there is no tool break"]


@pytest.mark.parametrize("wire", [responses_double, messages_double, chat_double], ids=NAMES.get)
async def test_C3_arguments_that_are_no_json_are_told_to_the_model(wire):
    async with asked_of(wire, wire.calling(("break", ["{not json"])), wire.said("Sorry.")) as (double, made):
        assert text(await answered(made, WITH_TOOLS)) == "Sorry."
    assert wire.results(double.requests[1]) == ["Error: the arguments are not a JSON object"]


@each
async def test_a_model_that_only_calls_tools_is_asked_for_its_answer_alone_after_eight_rounds(wire):
    async with asked_of(wire, wire.calling(("calculate", ["{}"]))) as (double, made):
        with pytest.raises(BrainError, match="still asked for tools after 8 rounds"):
            await answered(made, WITH_TOOLS)
    assert [wire.may_call(request) for request in double.requests] == [True] * 8 + [False]


@each
async def test_thoughts_are_steps_and_no_answer(wire):
    script = [
        *wire.begins(),
        *wire.thinking("Six."),
        *wire.opens(),
        wire.piece("42."),
        *wire.closes("42."),
        *wire.ends(),
    ]
    async with asked_of(wire, script) as (_, made):
        events = await answered(made)
    assert text(events) == "42."
    steps = [event for event in events if isinstance(event, Step)]
    assert [(step.kind, step.state, step.detail) for step in steps] == [
        (StepKind.THINKING, StepState.BEGUN, ""),
        (StepKind.THINKING, StepState.DONE, "Six."),
    ]
    assert len({step.step for step in steps}) == 1


@each
async def test_each_rounds_thoughts_are_steps_of_their_own(wire):
    rounds = [wire.calling(("calculate", ["{}"]), before=wire.thinking())] * 2
    async with asked_of(wire, *rounds, wire.said("So.")) as (_, made):
        events = await answered(made, WITH_TOOLS)
    begun = [one.step for one in events if isinstance(one, Step) and one.kind is StepKind.THINKING]
    assert len(begun) == 4
    assert len(set(begun)) == 2


async def test_the_thoughts_of_an_openai_model_go_back_encrypted():
    wire = responses_double
    first = wire.calling(("calculate", ["{}"]), before=wire.thinking())
    async with asked_of(wire, first, wire.said("So.")) as (double, made):
        await answered(made, WITH_TOOLS)
    asked, again = double.requests
    assert (asked["store"], asked["include"]) == (False, ["reasoning.encrypted_content"])
    thought = again["input"][1]
    assert (thought["type"], thought["encrypted_content"]) == ("reasoning", "gAAAA")


async def test_an_openai_model_without_thoughts_to_hand_over_is_asked_once_more():
    wire = responses_double
    body = b'{"error": {"message": "Encrypted content is not supported with this model.", "code": null}}'
    async with asked_of(wire, Refusal(400, body), wire.said("So.")) as (double, made):
        assert text(await answered(made, WITH_TOOLS)) == "So."
        assert text(await answered(made, WITH_TOOLS)) == "So."
    assert [bool(one.get("include")) for one in double.requests] == [True, False, False]


async def test_what_anthropics_model_thought_goes_back_signed():
    wire = messages_double
    first = wire.calling(("calculate", ["{}"]), before=wire.thinking())
    async with asked_of(wire, first, wire.said("So.")) as (double, made):
        await answered(made, WITH_TOOLS)
    said = double.requests[1]["messages"][-2]["content"]
    assert said[0] == {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    assert said[1] == {"type": "tool_use", "id": "c0", "name": "calculate", "input": {}}


async def test_a_gemini_models_call_goes_back_with_its_signature():
    wire = gemini_double
    async with asked_of(wire, wire.calling(("calculate", ["{}"])), wire.said("So.")) as (double, made):
        await answered(made, WITH_TOOLS)
    (part,) = double.requests[1]["contents"][-2]["parts"]
    assert (part["functionCall"]["name"], part["thoughtSignature"]) == ("calculate", "c2ln")


@each
async def test_C3_a_text_that_has_no_utf_8_can_be_asked(wire):
    async with asked_of(wire, wire.said("Nothing.")) as (double, made):
        assert text(await answered(made, Question("what is in caf\udce9.txt", tools=[Arithmetic()])))
    assert wire.turns(double.requests[0]) == [("user", "what is in caf\ufffd.txt")]


@each
async def test_signs_that_are_no_answer_do_not_count_as_the_first(wire):
    assert "said nothing for 0.1 seconds" in await failure(wire, [*wire.begins(), HANG], first_seconds=0.1)


@each
async def test_a_stream_that_ends_before_the_answer_does_is_an_error(wire):
    script = [*wire.begins(), *wire.opens(), wire.piece("Well")]
    assert "cut off before its end" in await failure(wire, script)


@each
async def test_nobody_there(wire):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        made = wire.brain(f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(BrainError, match="nothing answers at 127"):
            await answered(made)
        await made.aclose()


@each
async def test_the_key_is_sent_in_its_header_and_is_in_no_repr_and_no_log(wire, caplog):
    caplog.set_level(logging.DEBUG)
    async with asked_of(wire, wire.said("Well."), Refusal(400, KEY.encode())) as (double, made):
        await answered(made)
        with pytest.raises(BrainError):
            await answered(made)
        assert KEY not in repr(made) + repr(vars(made)) + caplog.text
        name, form = wire.KEY_HEADER
        assert double.headers[0][name] == form.format(KEY)


HOSTILE = {
    "OPENAI_API_KEY": "sk-theirs",
    "OPENAI_ADMIN_KEY": "sk-theirs",
    "OPENAI_BASE_URL": "http://127.0.0.1:9/theirs",
    "OPENAI_ORG_ID": "org-theirs",
    "OPENAI_PROJECT_ID": "proj-theirs",
    "OPENAI_CUSTOM_HEADERS": "authorization: Bearer sk-theirs\nx-theirs: yes",
    "ANTHROPIC_API_KEY": "sk-theirs",
    "ANTHROPIC_AUTH_TOKEN": "sk-theirs",
    "ANTHROPIC_BASE_URL": "http://127.0.0.1:9/theirs",
    "ANTHROPIC_CUSTOM_HEADERS": "Anthropic-Version: theirs\nx-api-key: sk-theirs\nAuthorization: Bearer sk-theirs",
    "ANTHROPIC_PROFILE": "theirs",
    "GEMINI_API_KEY": "sk-theirs",
    "GOOGLE_API_KEY": "sk-theirs",
    "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:9/theirs",
    "GOOGLE_VERTEX_BASE_URL": "http://127.0.0.1:9/theirs",
    "GOOGLE_GENAI_USE_VERTEXAI": "true",
    "GOOGLE_GENAI_USE_ENTERPRISE": "true",
    "GOOGLE_GENAI_API_VERSION": "theirs",
    "GOOGLE_CLOUD_PROJECT": "theirs",
    "GOOGLE_CLOUD_LOCATION": "theirs",
    "GOOGLE_API_USE_MTLS_ENDPOINT": "always",
    "HTTP_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
}


@each
@pytest.mark.parametrize("key", [KEY, None], ids=["a key", "no key"])
async def test_nothing_of_the_environment_leaves(wire, key, monkeypatch):
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    async with asked_of(wire, wire.said("Well."), api_key=key) as (double, made):
        assert text(await answered(made)) == "Well."
    (headers,) = double.headers
    assert double.paths == [wire.PATH]
    assert "theirs" not in json.dumps([headers, double.requests])
    name, form = wire.KEY_HEADER
    assert headers.get(name) == (form.format(key) if key else None)
    named = {
        "host",
        "content-length",
        "accept-encoding",
        "connection",
        "content-type",
        "accept",
        "user-agent",
    }
    assert set(headers) - named - {name, "anthropic-version"} == set()


@each
async def test_an_address_may_have_a_path(wire):
    async with serving(wire.said("Well.")) as double:
        made = wire.brain(f"{double.url}/there/v1/")
        await answered(made)
        await made.aclose()
    assert double.paths[0].startswith("/there/v1/")
    assert "/v1/v1" not in double.paths[0]


@each
async def test_two_answers_at_once_do_not_mix(wire):
    async with asked_of(wire, wire.said("One."), wire.said("Two.")) as (_, made):
        async with asyncio.TaskGroup() as tasks:
            both = [tasks.create_task(answered(made)) for _ in range(2)]
        assert sorted(text(one.result()) for one in both) == ["One.", "Two."]
