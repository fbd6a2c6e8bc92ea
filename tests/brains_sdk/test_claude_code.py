"""Claude Code's real program, against a Messages API on loopback: what every brain must do, and what only this one does."""

import asyncio
import contextlib
import json
import os
import signal

import pytest

from brains_sdk.claude_double import MessagesDouble, program, read, text
from solovox.brains.claude.launch import Trust
from solovox.brains.claude_code import ClaudeCode, ClaudeSettings
from solovox.demo.messages import TextBlock, ToolUse
from solovox.ports import BrainError, Changed, Consent, HeardAnswer, Question, Step, TokensUsed, Wrote
from solovox.ports.brains import Earlier
from solovox.testing.contracts_brain import BrainContract, ScriptedHost, ThinkingHost
from solovox.testing.contracts_remote_brain import FIRST, IDLE, RemoteBrainContract


class Acts:
    """Asked to act it runs a command; else it answers in words."""

    async def reply(self, request):
        last = [one for one in request.messages if one["role"] == "user"][-1]
        if "touch a file" in read(last):
            yield ToolUse("toolu_1", "Bash", {"command": "touch made.txt"})
            return
        for word in ("I ", "can ", "do ", "much."):
            yield TextBlock(word)
            await asyncio.sleep(0.005)


class TestClaudeCode(BrainContract):
    acting = Question("touch a file")

    @pytest.fixture(autouse=True)
    def a_folder(self, tmp_path):
        self.folder = tmp_path

    @contextlib.asynccontextmanager
    async def fresh(self):
        async with program(self.folder, Acts()) as brain:
            yield brain

    @contextlib.asynccontextmanager
    async def failing(self):
        yield ClaudeCode(ClaudeSettings(self.folder, program="/nowhere/claude"))


class TestClaudeCodeBehindItsWire(RemoteBrainContract):
    @pytest.fixture(autouse=True)
    def a_folder(self, tmp_path):
        self.folder = tmp_path

    @contextlib.asynccontextmanager
    async def against(self, *ways):
        double = MessagesDouble(*ways)
        async with program(self.folder, double.app, first_seconds=FIRST + 0.5, idle_seconds=IDLE) as brain:
            yield brain, double


class Script:
    """Says what it is told to, request by request. A number is a pause; a list is all of one answer."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.stopped = 0
        self.asked = asyncio.Event()

    async def reply(self, request):
        self.requests.append(request)
        self.asked.set()
        answer = self.answers[min(len(self.requests), len(self.answers)) - 1]
        whole = False
        try:
            for piece in answer if isinstance(answer, list) else [answer]:
                if isinstance(piece, int | float):
                    await asyncio.sleep(piece)
                else:
                    yield TextBlock(piece) if isinstance(piece, str) else piece
            whole = True
        finally:
            self.stopped += not whole

    def said_to(self, n):
        """All that the person said, and tools returned, in request number `n`."""
        return [read(message) for message in self.requests[n].messages if message["role"] == "user"]


def bash(command, use="toolu_1"):
    return ToolUse(use, "Bash", {"command": command})


async def all_of(brain, instruction="Do it.", host=None):
    question = instruction if isinstance(instruction, Question) else Question(instruction)
    return [piece async for piece in brain.answer(question, host or ScriptedHost())]


async def test_a_file_is_read_and_told_as_a_step(tmp_path):
    (tmp_path / "plan.txt").write_text("meet at noon\n")
    look = ToolUse("toolu_1", "Read", {"file_path": str(tmp_path / "plan.txt")})
    script = Script(["Let me look.", look], "At noon.")
    host = ScriptedHost()
    async with program(tmp_path, script) as brain:
        pieces = await all_of(brain, "When do we meet?", host)
    used = [piece for piece in pieces if isinstance(piece, TokensUsed)]
    assert text(pieces) == "Let me look.\n\nAt noon."
    steps = [(one.title, one.step, one.state.value, one.effects) for one in pieces if isinstance(one, Step)]
    assert steps == [
        ("Read plan.txt", "toolu_1", "begun", False),
        ("Read plan.txt", "toolu_1", "done", False),
    ]
    assert "meet at noon" in script.said_to(1)[-1]
    assert host.acts == []
    assert used[-1].cost > 0


async def test_a_command_that_was_refused_did_not_run(tmp_path):
    script = Script([bash("touch made.txt")], "As you wish.")
    host = ScriptedHost(allows=False)
    async with program(tmp_path, script) as brain:
        pieces = await all_of(brain, "Make it.", host)
    assert not (tmp_path / "made.txt").exists()
    assert "the person did not allow it" in script.said_to(1)[-1]
    [act] = host.acts
    assert (act.text, act.arguments, act.grave) == ("Bash", {"command": "touch made.txt"}, False)
    assert [(one.state.value, one.effects) for one in pieces if isinstance(one, Step)] == [("failed", False)]


async def test_what_an_answer_changed_is_told_with_its_diff(tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    write = ToolUse("toolu_2", "Write", {"file_path": str(tmp_path / "b.txt"), "content": "x\n"})
    script = Script([bash("echo three >> a.txt"), write], "Done.", "Nothing to do.")
    async with program(tmp_path, script) as brain:
        pieces = await all_of(brain, "Change them.", ScriptedHost(allows=True))
        assert not any(isinstance(one, Changed) for one in await all_of(brain, "And now?"))
    assert isinstance(pieces[-1], Changed)
    assert [(one.path, one.added, one.removed) for one in pieces[-1].files] == [
        ("a.txt", 1, 0),
        ("b.txt", 1, 0),
    ]
    assert "+three" in pieces[-1].diff


class Edits(ScriptedHost):
    """Says yes to something else."""

    async def needs_yes(self, act):
        self.acts.append(act)
        return Consent(allowed=True, arguments={**act.arguments, "command": "touch other.txt"})


async def test_a_command_that_the_person_changed_runs_as_changed(tmp_path):
    script = Script([bash("touch made.txt")], "Done.")
    async with program(tmp_path, script) as brain:
        pieces = await all_of(brain, "Make it.", Edits())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.txt"]
    steps = [one for one in pieces if isinstance(one, Step)]
    assert [(one.title, one.effects, one.receipt) for one in steps] == [
        ("Run touch other.txt", True, None),
        ("Run touch other.txt", True, "toolu_1"),
    ]


async def test_a_command_that_waits_for_a_yes_never_runs_when_its_answer_is_stopped(tmp_path):
    script, host = Script([bash("touch made.txt")], "Hello."), ThinkingHost()
    async with program(tmp_path, script, first_seconds=2, idle_seconds=0.2) as brain:
        reader, asked = (
            asyncio.ensure_future(one) for one in (all_of(brain, "Make it.", host), host.asked.wait())
        )
        await asyncio.wait([reader, asked], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.sleep(2.1)
        assert not reader.done(), "no time-out runs while it waits for a yes"
        reader.cancel()
        await asyncio.wait([reader])
        pieces = await all_of(brain, "Hello?")
    assert text(pieces) == "Hello."
    assert not (tmp_path / "made.txt").exists()


@pytest.mark.parametrize(
    ("permissions", "asked", "changed"), [("ask", 1, True), ("edits", 0, True), ("plan", 0, False)]
)
async def test_what_it_may_do_without_a_yes_is_a_setting(tmp_path, permissions, asked, changed):
    write = ToolUse("toolu_1", "Write", {"file_path": str(tmp_path / "a.txt"), "content": "x\n"})
    host = ScriptedHost(allows=True)
    async with program(tmp_path, Script([write], "Done."), permissions=permissions) as brain:
        await all_of(brain, "Write it.", host)
    assert len(host.acts) == asked
    assert (tmp_path / "a.txt").exists() == changed


async def test_stopping_is_seen_by_the_model_and_the_next_answer_is_whole(tmp_path):
    script = Script(["One ", 30], "Two.")
    async with program(tmp_path, script) as brain:
        answer = brain.answer(Question("Count."), ScriptedHost())
        async for piece in answer:
            if isinstance(piece, Wrote):
                break
        async with asyncio.timeout(2):
            await answer.aclose()
        pieces = await all_of(brain, "Go on.")
    assert script.stopped == 1
    assert text(pieces) == "Two."


async def test_words_that_come_while_a_tool_is_used_are_taken_into_the_answer(tmp_path):
    (tmp_path / "a.txt").write_text("a\n")
    look = ToolUse("toolu_1", "Read", {"file_path": str(tmp_path / "a.txt")})
    script = Script(["One.", 0.3, look], "Two.")
    async with program(tmp_path, script) as brain:
        reader = asyncio.create_task(all_of(brain, "Look."))
        await script.asked.wait()
        await asyncio.sleep(0.1)
        assert await brain.steer("Only the first line.")
        pieces = await reader
    assert "Only the first line." in script.said_to(1)[-1] + script.requests[1].system + json.dumps(
        script.requests[1].raw
    )
    assert len(script.requests) == 2
    taken = [one for one in pieces if isinstance(one, Step) and one.title == "Your words were taken in"]
    assert len(taken) == 1
    assert len(taken[0].step) == 36


async def test_words_that_come_too_late_for_the_model_are_answered_in_the_same_answer(tmp_path):
    script = Script(["One.", 0.3], "Two.", "Three.")
    async with program(tmp_path, script) as brain:
        reader = asyncio.create_task(all_of(brain, "Look."))
        await script.asked.wait()
        await asyncio.sleep(0.1)
        assert await brain.steer("And then?")
        assert text(await reader) == "One.\n\nTwo."
        assert script.said_to(1)[-1] == "And then?"
        assert not await brain.steer("Too late."), "nothing is being answered"
        assert text(await all_of(brain, "Next.")) == "Three."


async def test_words_for_an_answer_that_is_stopped_start_no_answer_of_their_own(tmp_path):
    script = Script(["One ", 30], "Two.")
    async with program(tmp_path, script) as brain:
        answer = brain.answer(Question("Count."), ScriptedHost())
        async for piece in answer:
            if isinstance(piece, Wrote):
                break
        await brain.steer("Faster.")
        await answer.aclose()
        await asyncio.sleep(0.2)
        assert len(script.requests) == 1
        assert text(await all_of(brain, "Go on.")) == "Two."


async def test_a_session_goes_on_in_a_new_process_when_its_own_has_died(tmp_path):
    script = Script("Seven it is.", ["It ", 30], "Seven.")
    async with program(tmp_path, script) as brain:
        await all_of(brain, "Remember seven.")
        answer = brain.answer(Question("Which number?"), ScriptedHost())
        async for piece in answer:
            if isinstance(piece, Wrote):
                break
        brain._program.kill()
        with pytest.raises(BrainError, match="has ended; ask again"):
            _ = [piece async for piece in answer]
        assert text(await all_of(brain, "Which number?")) == "Seven."
    assert "Remember seven." in "".join(script.said_to(2))


async def test_the_last_session_of_the_folder_goes_on(tmp_path):
    script = Script("Seven it is.", "Seven.")
    async with program(tmp_path, script) as brain:
        await all_of(brain, "Remember seven.")
    async with program(tmp_path, script, session="last") as brain:
        await all_of(brain, "Which number?")
    assert "Remember seven." in "".join(script.said_to(1))


async def test_a_session_that_there_is_not_is_one_line(tmp_path, caplog):
    absent = "00000000-0000-4000-8000-000000000000"
    async with program(tmp_path, Script("Hello."), session=absent) as brain:
        with pytest.raises(BrainError, match="no such session"):
            await all_of(brain)
    assert "claude_agent_sdk" not in str([one.name for one in caplog.records]), (
        "a log of its own would be a second"
    )


async def test_what_it_cannot_know_is_told_word_for_word(tmp_path):
    script = Script("All of it.", "Again.")
    async with program(tmp_path, script) as brain:
        await all_of(brain, "Tell me.")
        heard = HeardAnswer(1, "All", whole=False)
        await all_of(brain, Question("/compact @a.txt", heard=heard, retracts=Earlier(1, "Tell me.")))
    assert script.said_to(1)[-1] == (
        'The person heard only: "All"\n\nThis replaces my last message: /compact @a.txt'
    )


async def test_the_program_and_what_it_runs_have_no_secret_of_others_and_call_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    monkeypatch.setenv("SOLOVOX_EAR_API_KEY", "sk-ours")
    calls = []

    async def called(reader, writer):
        calls.append(await reader.readline())
        writer.close()

    proxy = await asyncio.start_server(called, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "https_proxy", "http_proxy"):
        monkeypatch.setenv(name, address)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
    script = Script([bash("env > seen.txt")], "Done.")
    async with program(tmp_path, script) as brain:
        await all_of(brain, "Look.", ScriptedHost(allows=True))
        await asyncio.sleep(0.5)
    proxy.close()
    seen = (tmp_path / "seen.txt").read_text()
    assert "PATH=" in seen
    assert "HOME=" in seen
    assert "sk-" not in seen
    assert not [line for line in seen.splitlines() if line.startswith(("OPENAI_", "SOLOVOX_"))]
    assert calls == []
    assert len(json.dumps(script.requests[0].raw)) < 30_000, "the request is lean"


@pytest.mark.parametrize(("trust", "reads"), [(Trust.NONE, False), (Trust.PROJECT, True)])
async def test_a_folders_settings_are_read_where_it_is_trusted_and_still_let_nothing_pass(
    tmp_path, trust, reads
):
    (tmp_path / ".claude").mkdir()
    hook = {"hooks": [{"type": "command", "command": f"touch {tmp_path}/hooked"}]}
    settings = {"hooks": {"UserPromptSubmit": [hook]}, "permissions": {"allow": ["Bash", "Write"]}}
    (tmp_path / ".claude" / "settings.json").write_text(json.dumps(settings))
    (tmp_path / "CLAUDE.md").write_text("Always say please.\n")
    script, host = Script([bash("touch made.txt")], "Done."), ScriptedHost()
    async with program(tmp_path, script, trust=trust) as brain:
        await all_of(brain, "Make it.", host)
    assert ("Always say please." in json.dumps(script.requests[0].raw)) is reads
    assert (tmp_path / "hooked").exists() is reads
    assert len(host.acts) == 1
    assert not (tmp_path / "made.txt").exists()


async def test_a_program_that_does_not_stop_is_ended_and_its_session_goes_on(tmp_path):
    script = Script("Seven it is.", ["It ", 30], "Seven.")
    async with program(tmp_path, script, stop_seconds=0.2) as brain:
        await all_of(brain, "Remember seven.")
        answer = brain.answer(Question("Which number?"), ScriptedHost())
        async for piece in answer:
            if isinstance(piece, Wrote):
                break
        os.kill(brain._program.pid, signal.SIGSTOP)
        async with asyncio.timeout(2):
            await answer.aclose()
        assert text(await all_of(brain, "Which number?")) == "Seven."
    assert script.stopped == 1
    assert "Remember seven." in "".join(script.said_to(2))
