"""The Agent Client Protocol over a real pipe, with an agent that is a process of its own."""

import asyncio
import contextlib
import os

import pytest

from brains_sdk.acp_double import (
    ACTS,
    END,
    OPTIONS,
    SESSION,
    WAYS,
    agent,
    further,
    permission,
    text,
    thought,
    tool,
)
from solovox.brains.acp.brain import AcpBrain
from solovox.brains.acp.session import AcpSettings
from solovox.core.units import StepState
from solovox.ports import BrainError, Changed, HeardAnswer, Question, Step, TokensUsed, Wrote
from solovox.testing.contracts_brain import BrainContract, ScriptedHost, ThinkingHost
from solovox.testing.contracts_remote_brain import FIRST, IDLE, RemoteBrainContract, ServerWay

ASK = Question("Go on.")


async def answered(brain, question=ASK, host=None):
    return [one async for one in brain.answer(question, host or ScriptedHost())]


async def failure(brain):
    with pytest.raises(BrainError) as caught:
        await answered(brain)
    return str(caught.value)


def said(pieces):
    return "".join(one.text for one in pieces if isinstance(one, Wrote))


class TestAcp(BrainContract):
    acting = Question("Make it.")

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.folder = tmp_path

    @contextlib.asynccontextmanager
    async def fresh(self):
        async with agent(ACTS, folder=self.folder) as (brain, _):
            yield brain

    @contextlib.asynccontextmanager
    async def failing(self):
        refused = {"error": {"code": -32603, "message": "Internal error", "data": "no\nmemory"}}
        async with agent(ACTS, folder=self.folder, answers={"session/new": refused}) as (brain, _):
            yield brain


class TestAcpBehindItsWire(RemoteBrainContract):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path):
        self.folder = tmp_path

    @contextlib.asynccontextmanager
    async def against(self, *ways):
        scripts = [WAYS[way] for way in ways]
        async with agent(*scripts, folder=self.folder, first_seconds=FIRST, idle_seconds=IDLE) as made:
            yield made


async def test_what_it_thinks_does_and_plans_are_steps_under_their_own_ids(tmp_path):
    script = [
        thought("Hm. "),
        thought("Yes."),
        text("I look."),
        tool("r", title="Read a.py", kind="read", status="pending"),
        further("r", status="completed", content=[{"type": "content", "content": {"type": "text", "text": "x=1"}}]),
        ["update", {"sessionUpdate": "plan", "entries": [
            {"content": "Look", "priority": "high", "status": "completed"},
            {"content": "Say", "priority": "high", "status": "in_progress"},
        ]}],
        ["update", {"sessionUpdate": "something newer", "more": [1]}],
        text("It is one."),
        END,
    ]  # fmt: skip
    async with agent(script, folder=tmp_path) as (brain, _):
        pieces = await answered(brain)
        await brain.aclose()
    steps = [(one.step, one.title, one.state, one.detail) for one in pieces if isinstance(one, Step)]
    assert steps == [
        ("thinking 1", "thinking", StepState.BEGUN, ""),
        ("thinking 1", "thinking", StepState.DONE, "Hm. Yes."),
        ("r", "Read a.py", StepState.BEGUN, ""),
        ("r", "Read a.py", StepState.DONE, "x=1"),
        ("plan", "plan: 1 of 2 done, now: Say", StepState.BEGUN, "[x] Look\n[>] Say"),
    ]
    assert said(pieces) == "I look.\n\nIt is one."
    assert pieces[-1] == TokensUsed(7, 3)


@pytest.mark.parametrize(("allows", "picked"), [(True, "yes"), (False, "no")])
async def test_a_yes_is_for_once_and_a_no_is_no(tmp_path, allows, picked):
    host = ScriptedHost(allows=allows)
    async with agent(ACTS, folder=tmp_path) as (brain, double):
        await answered(brain, host=host)
        await brain.aclose()
    (act,) = host.acts
    assert (act.text, act.grave) == ('Bash {"command":"touch made"}', True)
    assert [one["result"]["outcome"] for one in double.answers()] == [
        {"outcome": "selected", "optionId": picked}
    ]


async def test_without_an_option_for_once_nobody_is_asked_and_nothing_is_allowed(tmp_path):
    script = [permission("t", OPTIONS[:1], title="rm x", kind="delete"), END]
    host = ScriptedHost(allows=True)
    async with agent(script, folder=tmp_path) as (brain, double):
        await answered(brain, host=host)
        await brain.aclose()
    assert host.acts == []
    assert double.answers()[0]["result"] == {"outcome": {"outcome": "cancelled"}}


async def test_an_answer_that_is_stopped_while_the_person_thinks_tells_the_agent_cancelled(tmp_path):
    host = ThinkingHost()
    async with agent(ACTS, WAYS[ServerWay.ANSWERS], folder=tmp_path) as (brain, double):
        async with asyncio.TaskGroup() as tasks:
            reading = tasks.create_task(answered(brain, host=host))
            await host.asked.wait()
            reading.cancel()
        assert said(await answered(brain)) == "One two three."
        await brain.aclose()
    order = [one.get("method") or one["result"]["outcome"]["outcome"] for one in double.messages()]
    assert order[-4:] == ["session/prompt", "session/cancel", "cancelled", "session/prompt"]


async def test_an_agent_that_dies_while_the_person_thinks_is_one_line(tmp_path):
    host = ThinkingHost()
    async with agent(ACTS, folder=tmp_path) as (brain, double), asyncio.TaskGroup() as tasks:
        reading = tasks.create_task(failing_with(brain, host))
        await host.asked.wait()
        os.kill(double.events("started")[0]["pid"], 9)
        assert await reading == "The agent ended by itself (exit code -9)"
        await brain.aclose()


async def failing_with(brain, host):
    with pytest.raises(BrainError) as caught:
        await answered(brain, host=host)
    return str(caught.value)


@pytest.mark.parametrize(
    ("end", "line"),
    [
        (["end", {"stopReason": "max_tokens"}], "The agent reached its limit of tokens, and broke off"),
        (["end", {"stopReason": "max_turn_requests"}], "The agent reached its limit of steps for one question, and broke off"),
        (["end", {"stopReason": "refusal"}], "The agent refused to go on with this; say it in another way"),
        (["error", {"code": 1, "message": "a\nb"}], "The agent failed: a b"),
        (["error", {"code": -32000, "message": "Authentication required"}],
         "The agent wants a login (Authentication required): run agent-login --now in a terminal"),
    ],
)  # fmt: skip
async def test_an_answer_that_is_none_is_one_line(tmp_path, end, line):
    methods = [{"id": "a", "name": "Log in", "description": "Run agent-login --now in a terminal"}]
    greeted = {"result": {"protocolVersion": 1, "agentInfo": {"name": "The agent"}, "authMethods": methods}}
    async with agent([text("Well"), end], folder=tmp_path, answers={"initialize": greeted}) as (
        brain,
        double,
    ):
        found = await failure(brain)
        await brain.aclose()
    assert found.casefold() == line.casefold()
    assert not double.messages("authenticate")


async def test_an_agent_that_does_not_stop_is_ended_with_its_children_and_goes_on_with_its_session(tmp_path):
    loads = {"result": {"protocolVersion": 1, "agentCapabilities": {"loadSession": True}}}
    replayed = {"before": [text("Old words.")[1]], "result": {}}
    script = [["spawn"], text("Well"), ["hang"]]
    async with agent(
        script, WAYS[ServerWay.ANSWERS], folder=tmp_path, double={"deaf": True}, stop_seconds=0.1,
        answers={"initialize": loads, "session/load": replayed},
    ) as (brain, double):  # fmt: skip
        answer = brain.answer(ASK, ScriptedHost())
        await anext(answer)
        await answer.aclose()
        (child,) = double.events("child")
        assert said(await answered(brain)) == "One two three."
        await brain.aclose()
    assert not alive(child["child"])
    assert [one["params"]["sessionId"] for one in double.messages("session/load")] == [SESSION]
    assert len(double.messages("session/new")) == 1


def alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def test_at_the_end_nothing_of_it_is_left(tmp_path):
    async with agent([["spawn"], *WAYS[ServerWay.ANSWERS]], folder=tmp_path) as (brain, double):
        await answered(brain)
        (started,), (child,) = double.events("started"), double.events("child")
        assert started["group"] == started["pid"] != os.getpgid(0)
        await brain.aclose()
        await double.gone()
    async with asyncio.timeout(5):  # who was left behind is reaped by the system, a moment later
        while alive(started["pid"]) or alive(child["child"]):
            await asyncio.sleep(0.01)


async def test_what_was_heard_is_told_and_a_greeting_on_the_pipe_is_none_of_it(tmp_path):
    question = Question("And then?", heard=HeardAnswer(1, "One", whole=False))
    async with agent(
        WAYS[ServerWay.ANSWERS], folder=tmp_path, prompt="Speak.", double={"greeting": ["Welcome!", ""]}
    ) as (brain, double):
        await answered(brain)
        await answered(brain, question)
        await brain.aclose()
    told = [[part["text"] for part in one["params"]["prompt"]] for one in double.messages("session/prompt")]
    assert told == [["Speak.", "Go on."], ['The person heard only: "One"\n\nAnd then?']]
    (new,) = double.messages("session/new")
    assert new["params"] == {"cwd": str(tmp_path), "mcpServers": []}


@pytest.mark.parametrize(
    ("wish", "able", "refuses", "line"),
    [
        ("last", True, False, ""),
        ("last", False, False, "The agent cannot go on with its last session; a new one began"),
        ("last", True, True, "The agent cannot go on with its last session: no such session; a new one began"),
        (SESSION, False, False, BrainError("The agent cannot go on with an earlier session; leave out brain.session")),
        (SESSION, True, True, BrainError("The agent failed: no such session")),
    ],
)  # fmt: skip
async def test_the_last_session_goes_on_where_the_agent_can(tmp_path, wish, able, refuses, line):
    info = {"name": "The agent"}
    greeted = {
        "result": {"protocolVersion": 1, "agentInfo": info, "agentCapabilities": {"loadSession": able}}
    }
    loaded = {"error": {"code": 1, "message": "no such session"}} if refuses else {"result": {}}
    answers = {"initialize": greeted, "session/load": loaded}
    kept = tmp_path / "state" / "last"
    settings = {"folder": tmp_path, "kept": kept, "answers": answers}
    async with agent(WAYS[ServerWay.ANSWERS], session="last", **settings) as (brain, double):
        await answered(brain)
        await brain.aclose()
    assert not double.messages("session/load"), "there was none before"
    async with agent(WAYS[ServerWay.ANSWERS], session=wish, **settings) as (brain, double):
        if isinstance(line, BrainError):
            assert await failure(brain) == str(line)
        else:
            steps = [one.title for one in await answered(brain) if isinstance(one, Step)]
            assert steps == ([line] if line else [])
        await brain.aclose()
    assert bool(double.messages("session/load")) is able


@pytest.mark.parametrize(
    ("permissions", "current", "wanted"),
    [
        ("ask", "auto", "default"),
        ("ask", "default", None),
    ],
)
async def test_the_agent_is_put_into_the_mode_that_the_person_wants(tmp_path, permissions, current, wanted):
    modes = {
        "currentModeId": current,
        "availableModes": [{"id": one} for one in ("default", "acceptEdits", "plan", "auto")],
    }
    answers = {"session/new": {"result": {"sessionId": SESSION, "modes": modes}}}
    async with agent(WAYS[ServerWay.ANSWERS], folder=tmp_path, permissions=permissions, answers=answers) as (
        brain,
        double,
    ):
        await answered(brain)
        await brain.aclose()
    assert [one["params"]["modeId"] for one in double.messages("session/set_mode")] == (
        [wanted] if wanted else []
    )


FILES = [
    ["ask", 4, "fs/read_text_file", {"path": "{folder}/a.txt"}],
    ["ask", 5, "terminal/create", {"command": "ls"}],
    ["ask", 6, "fs/write_text_file", {"path": "{folder}/a.txt", "content": "two\n"}],
    ["ask", 7, "fs/write_text_file", {"path": "{folder}/link", "content": "two\n"}],
    END,
]


@pytest.mark.parametrize("allows", [True, False])
async def test_files_of_the_workspace_are_written_after_a_yes_and_no_others(tmp_path, allows):
    folder, outside = tmp_path / "here", tmp_path / "outside.txt"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    outside.write_text("secret")
    (folder / "link").symlink_to(outside)
    script = [
        [part if not isinstance(part, dict) else {k: v.replace("{folder}", str(folder)) if isinstance(v, str) else v
         for k, v in part.items()} for part in step]
        for step in FILES
    ]  # fmt: skip
    host = ScriptedHost(allows=allows)
    async with agent(script, folder=folder) as (brain, double):
        pieces = await answered(brain, host=host)
        await brain.aclose()
    found = [one.get("result") or one.get("error", {}).get("message") for one in double.answers()]
    outside_line = "it is outside the workspace"
    assert found[:2] == ["fs/read_text_file is not offered", "terminal/create is not offered"]
    assert found[3] == outside_line
    assert outside.read_text() == "secret"
    assert (folder / "a.txt").read_text() == ("two\n" if allows else "one\n")
    assert [act.text for act in host.acts] == ["--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n"]
    changes = [one for one in pieces if isinstance(one, Changed)]
    assert [one.files[0].path for one in changes] == (["a.txt"] if allows else [])


async def test_what_was_allowed_with_its_content_is_written_without_a_second_yes_and_nothing_else(tmp_path):
    path = str(tmp_path / "a.txt")
    diff = [{"type": "diff", "path": path, "oldText": None, "newText": "two\n"}]
    script = [
        permission("w", title="Writing a.txt", kind="edit", content=diff),
        ["ask", 2, "fs/write_text_file", {"path": path, "content": "two\n"}],
        ["ask", 3, "fs/write_text_file", {"path": path, "content": "three\n"}],
        further("w", status="completed"),
        END,
    ]
    host = ScriptedHost(allows=True)
    async with agent(script, folder=tmp_path) as (brain, _):
        await answered(brain, host=host)
        await brain.aclose()
    assert [("+two" in act.text, "+three" in act.text) for act in host.acts] == [(True, False), (False, True)]


async def test_a_tool_that_runs_long_is_not_silence(tmp_path):
    script = [
        tool("t", title="make", kind="read", status="in_progress"),
        ["ask", 1, "terminal/create", {"command": "ls"}],
        ["hang"],
    ]
    async with agent(script, folder=tmp_path, idle_seconds=0.01, first_seconds=5) as (brain, double):
        answer = brain.answer(ASK, ScriptedHost())
        assert await anext(answer)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await anext(answer)
        await double.await_left()
        await brain.aclose()


async def test_a_program_that_gives_back_what_it_is_sent_is_no_agent(tmp_path):
    brain = AcpBrain(AcpSettings(("cat",), tmp_path, {"PATH": os.environ["PATH"]}))
    assert "does not speak the Agent Client Protocol" in await failure(brain)
    await brain.aclose()


async def test_a_program_that_speaks_something_else_is_one_line(tmp_path):
    for answers, line in (
        (
            {"initialize": {"error": {"code": -32601, "message": "Method not found"}}},
            "failed: Method not found",
        ),
        ({"initialize": {"result": {"protocolVersion": 2}}}, "speaks another version of the protocol (2)"),
    ):
        async with agent([], folder=tmp_path, answers=answers) as (brain, _):
            assert (await failure(brain)).endswith(line)
            await brain.aclose()
