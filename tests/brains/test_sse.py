"""An endpoint of the person's own, over a real socket: what is asked, what is understood, every way it can go wrong."""

import contextlib

import pytest

from brains.double import CUT, HANG, Refusal, Seen, event, serving
from solovox.brains.sse import SseBrain
from solovox.brains.vendor import RemoteSettings
from solovox.parts.brains.own_agents import no_address
from solovox.parts.configured import configure
from solovox.ports import (
    AdapterArgs,
    BrainError,
    Earlier,
    HeardAnswer,
    Message,
    Question,
    TokensUsed,
    Wrote,
)
from solovox.testing.contracts_brain import BrainContract, ScriptedHost
from solovox.testing.contracts_remote_brain import (
    FIRST,
    IDLE,
    MEGABYTE,
    PIECES,
    RemoteBrainContract,
    ServerWay,
)

KEY = "a-very-secret-key"
ASK = Question("What is twelve times seven?")


DONE = event('{"input_tokens": 12, "output_tokens": 3, "cost": 0.00025}', "done")


def written(*texts):
    return [*(event(text) for text in texts), DONE]


def brain(url, **settings):
    return SseBrain(RemoteSettings(url, **{"api_key": KEY, **settings}))


@contextlib.asynccontextmanager
async def asked_of(*scripts, **settings):
    async with serving(*scripts) as double:
        made = brain(f"{double.url}/ask?as=me", **settings)
        yield double, made
        await made.aclose()


async def answered(made, question=ASK):
    return [one async for one in made.answer(question, ScriptedHost())]


async def failure(script, **settings):
    """The one line of the error, and what was written before it."""
    said = []

    async def listened():
        async for one in made.answer(ASK, ScriptedHost()):
            said.append(one)  # noqa: PERF401 - what came before the error is wanted

    async with asked_of(script, **settings) as (double, made):
        with pytest.raises(BrainError) as caught:
            await listened()
        assert len(double.requests) <= 1, "a hidden retry"
    line = str(caught.value)
    assert "\n" not in line
    assert KEY not in line
    assert len(line) < 300
    assert caught.value.__cause__ is None
    return line, "".join(one.text for one in said if isinstance(one, Wrote))


class TestAnEndpointKeepsTheContract(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        async with serving([event("looking", "step"), *written("Well,", " yes.")]) as double:
            yield brain(double.url)

    @contextlib.asynccontextmanager
    async def failing(self):
        async with serving([event("Well"), event("out of\nmemory", "error")]) as double:
            yield brain(double.url)


WAYS = {
    ServerWay.ANSWERS: written(*PIECES),
    ServerWay.GOES_ON: [event(PIECES[0]), *[event("on and on "), 0.01] * 1_000],
    ServerWay.STALLS_AT_FIRST: [HANG],
    ServerWay.STALLS_WITHIN: [event(PIECES[0]), HANG],
    ServerWay.IS_CUT: [event(PIECES[0]), CUT],
    ServerWay.TOO_MANY: Refusal(429),
    ServerWay.NO_KEY: Refusal(401),
    ServerWay.NONSENSE: [event(PIECES[0]), event("{broken", "step")],
    ServerWay.MEGABYTE: [*[event("x" * 100_000)] * (MEGABYTE // 100_000), DONE],
}


class TestAnEndpointKeepsTheContractOfWhatIsElsewhere(RemoteBrainContract):
    @contextlib.asynccontextmanager
    async def against(self, *ways):
        async with serving(*(WAYS[way] for way in ways)) as double:
            yield brain(double.url, first_seconds=FIRST, idle_seconds=IDLE), Seen(double)


async def test_it_is_asked_with_what_was_heard_and_the_name_of_the_talk():
    history = (Message("person", "Hello"), Message("assistant", "Hi"))
    async with asked_of(written("Eighty", "-four.")) as (double, made):
        events = await answered(made, Question(ASK.instruction, history))
        await answered(made, Question("And \udce9?"))
        first, then = double.requests
        session = first["session"]
        assert first == {
            "instruction": ASK.instruction,
            "history": [{"role": "person", "text": "Hello"}, {"role": "assistant", "text": "Hi"}],
            "session": session,
        }
        assert then == {"instruction": "And \ufffd?", "history": [], "session": session}
        assert len(session) == 32
        assert double.paths[0] == "/ask?as=me"
        assert double.headers[0]["authorization"] == f"Bearer {KEY}"
        assert double.headers[0]["accept"] == "text/event-stream"
        assert double.connections == 1, "the connection is kept for the next question"
    assert events == [Wrote("Eighty"), Wrote("-four."), TokensUsed(12, 3, 250)]


async def test_two_talks_have_two_names_and_no_key_sends_no_header():
    async with serving(written("Yes.")) as double:
        for _ in range(2):
            made = brain(double.url, api_key=None)
            await answered(made)
            await made.aclose()
        one, other = (request["session"] for request in double.requests)
        assert one != other
        assert "authorization" not in double.headers[0]


@pytest.mark.parametrize(
    ("heard", "retracts", "more"),
    [
        (None, None, {}),
        (HeardAnswer(1, "All of it.", whole=True), None, {}),
        (HeardAnswer(1, "It is", whole=False), None, {"heard_only": "It is"}),
        (HeardAnswer(1, "", whole=False), None, {"heard_only": ""}),
        (None, Earlier(2, "what is"), {"replaces": "what is"}),
        (
            HeardAnswer(1, "It is", whole=False),
            Earlier(2, "what is"),
            {"heard_only": "It is", "replaces": "what is"},
        ),
    ],
)
async def test_N4_an_endpoint_with_a_history_of_its_own_is_told_what_that_cannot_know(heard, retracts, more):
    async with asked_of(written("Yes.")) as (double, made):
        await answered(made, Question("what is twelve", retracts=retracts, heard=heard))
        (request,) = double.requests
    assert {key: value for key, value in request.items() if key in ("heard_only", "replaces")} == more


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([b"data:Yes.\n\nevent:done\n\n"], "Yes."),
        ([b"event: message\ndata: Yes.\n\nevent: done\ndata:\n\n"], "Yes."),
        ([b": ping\n\nid: 7\nretry: 10\ndata: Yes.\n\n", event("", "done")], "Yes."),
        ([event("Yes."), event("5", "weather"), DONE], "Yes."),
        ([event("Yes."), b"event: done"], "Yes."),
        ([event("Yes."), DONE, event(" No."), event("{broken", "step")], "Yes."),
        ([event("Yes."), event("[DONE]", "done")], "Yes."),
        ([event("nothing to say", "step"), DONE], ""),
    ],
    ids=[
        "no space", "a name", "other fields", "an unknown event", "no last line end", "more after the end",
        "an end that is no usage", "no text",
    ],
)  # fmt: skip
async def test_streams_of_other_servers_are_understood(events, said):
    async with asked_of(events) as (_, made):
        assert "".join(one.text for one in await answered(made) if isinstance(one, Wrote)) == said


@pytest.mark.parametrize(
    ("script", "line", "said"),
    [
        (Refusal(404), "has no such path; check brain.url", ""),
        (Refusal(302, b""), "refused the request (302): it is somewhere else now; set brain.url", ""),
        (Refusal(503, f'{{"detail": "{KEY} is\\nbusy"}}'.encode()), "failed (503): [key] is busy", ""),
        ([b"<html>hello</html>\n\n"], "did not answer with a stream of events; check brain.url", ""),
        ([], "did not answer with a stream of events", ""),
        (
            [event("Well"), event(f"the quota\n is used up {KEY}", "error")],
            "the quota is used up [key]",
            "Well",
        ),
        ([event('{"message": "out of memory"}', "error")], "out of memory", ""),
        ([event("", "error")], "the agent failed, and did not say why", ""),
        ([event("x" * 10_000, "error")], "x" * 200, ""),
        ([event("Well")], "was cut off before its end: no `event: done` came", "Well"),
        ([event("Well"), CUT], "was cut in the middle of an answer", "Well"),
        ([event("Well"), b"data: \xff\n\n"], "the agent's server sent what is not text", "Well"),
        ([b"data: Well\n\ndata: half"], "was cut off before its end", "Wellhalf"),
    ],
)
async def test_every_failure_is_one_clear_line(script, line, said):
    assert (await failure(script))[0].find(line) >= 0
    assert (await failure(script))[1] == said


async def test_a_redirect_is_not_followed():
    async with serving(written("Elsewhere.")) as elsewhere:
        script = Refusal(307, b"")
        script.status = f"307 No\r\nLocation: {elsewhere.url}/"
        line, _ = await failure(script)
        assert "refused the request (307)" in line
        assert not elsewhere.requests


async def test_comments_and_unknown_fields_are_no_sign_of_life_and_steps_are():
    dripping = [step for _ in range(50) for step in (b": still here\n\n", 0.02)]
    assert "the agent at 127.0.0.1" in (await failure([*dripping, DONE], first_seconds=0.1))[0]
    line, said = await failure([event("Well"), *dripping, DONE], idle_seconds=0.1)
    assert "fell silent for 0.1 seconds" in line
    assert said == "Well"
    working = [step for _ in range(8) for step in (event("working", "step"), 0.05)]
    async with asked_of([*working, *written("Yes.")], first_seconds=0.2, idle_seconds=0.2) as (_, made):
        assert Wrote("Yes.") in await answered(made)


async def test_it_is_ready_with_an_address_and_shows_no_secret(tmp_path):
    assert no_address(AdapterArgs({})) == "brain.url, such as http://localhost:8000/ask"
    assert no_address(AdapterArgs({"url": "http://localhost:8000/ask"})) == ""
    made = brain("http://host/ask?token=hidden")
    assert repr(made) == "SseBrain(host)"
    assert KEY not in repr(RemoteSettings("http://host", api_key=KEY))
    await made.aclose()
    flags = ["brain.kind=sse", "brain.url=https://h/ask", "brain.first_seconds=5", "brain.api_key=k"]
    config = configure("talk", flags, tmp_path, {})
    assert (config.brain.kind, config.own["brain.sse"].values["first_seconds"]) == ("sse", 5)
