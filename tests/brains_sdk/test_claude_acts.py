"""Each kind of act by Claude Code's real program: what a command can reach behind the fence, and what is given back (laws A7, U1, U2)."""

import asyncio
import os
import socket
from datetime import UTC, datetime

import pytest

from brains_sdk.claude_double import program, text
from brains_sdk.test_claude_code import Script, all_of, bash
from solovox.acts.allowed import AllowedCommands
from solovox.demo.messages import ToolUse
from solovox.ports import Consent, Step
from solovox.testing.contracts_brain import ScriptedHost


async def ran(folder, *commands, allows=True, state=None, **settings):
    """What an answer with these uses of tools brings; the acts that were asked for, and the program's words to the model."""
    uses = [use if isinstance(use, ToolUse) else bash(use, f"toolu_{n}") for n, use in enumerate(commands)]
    script, host = Script(*([use] for use in uses), "Done."), ScriptedHost(allows=allows)
    async with program(folder, script, state=state, **settings) as brain:
        pieces = await all_of(brain, "Do it.", host)
    return pieces, host.acts, script


@pytest.fixture
def work(tmp_path):
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    (folder / "a.sh").write_text("#!/bin/sh\n")
    (folder / "a.sh").chmod(0o755)
    (folder / "link").symlink_to("a.txt")
    return folder


async def test_A7_what_only_looks_is_not_asked_for_and_cannot_write(work):
    _, acts, script = await ran(work, "ls -la && cat a.txt", "touch b", allows=False)
    assert [act.arguments["command"] for act in acts] == ["touch b"]
    assert "one" in script.said_to(1)[-1]
    assert not (work / "b").exists()


REACHES = {
    "the network": "bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}' && touch reached",
    "a file outside": "touch {outside}/made",
    "the home": "touch ~/solovox-was-here",
    "a process": "kill -0 {pid} && touch reached",
}


@pytest.mark.parametrize("what", REACHES)
async def test_A7_a_spoken_yes_lets_nothing_out_of_the_workspace(work, tmp_path, what):
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = REACHES[what].format(port=server.getsockname()[1], outside=tmp_path, pid=os.getpid())
        _, [act], _ = await ran(work, command)
    assert not act.grave
    assert sorted(path.name for path in work.iterdir()) == ["a.sh", "a.txt", "link"]
    assert not (tmp_path / "made").exists()
    assert not os.path.exists(os.path.expanduser("~/solovox-was-here"))


async def test_A7_what_leaves_the_fence_is_grave_and_runs_outside(work, tmp_path):
    use = ToolUse("toolu_1", "Bash", {"command": f"touch {tmp_path}/made", "dangerouslyDisableSandbox": True})
    _, [act], _ = await ran(work, use)
    assert act.grave
    assert (tmp_path / "made").exists()


async def test_A7_nothing_that_a_command_started_goes_on(work):
    await ran(work, "(sleep 1; touch late) & disown; setsid sh -c 'sleep 1; touch later' & true")
    await asyncio.sleep(1.5)
    assert sorted(path.name for path in work.iterdir()) == ["a.sh", "a.txt", "link"]


CHANGES = (
    "rm -rf a.txt link a.sh", "echo two > a.txt", "mkdir d && touch d/e && rm a.sh", "chmod 600 a.sh", "ln -sf /etc link", "mv a.txt b.txt",
    "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm x",
)  # fmt: skip


def seen(folder):
    return {
        str(one.relative_to(folder)): (
            one.lstat().st_mode,
            one.readlink() if one.is_symlink() else one.is_file() and one.read_bytes(),
        )
        for one in sorted(folder.rglob("*"))
    }


@pytest.mark.parametrize("command", CHANGES)
async def test_U2_undo_that_gives_back_what_an_answer_changed_and_undo_the_undo_does_too(
    work, tmp_path, command
):
    script = Script([bash(command)], "Done.", "Fine.", "Good.")
    before = seen(work)
    async with program(work, script, state=tmp_path / "state") as brain:
        await all_of(brain, "Do it.", ScriptedHost(allows=True))
        after = seen(work)
        assert after != before
        pieces = await all_of(brain, "Undo that.")
        assert seen(work) == before
        assert text(pieces).startswith(f"Undone: Run {command}"[:60])
        assert [one.receipt for one in pieces if isinstance(one, Step)] == [None, "undo 1"]
        await all_of(brain, "And now?")
        await all_of(brain, "redo that")
        assert seen(work) == after
        await all_of(brain, "And then?")
    assert "Undone" in script.said_to(2)[-1], "the agent is told"
    assert "Redone" in script.said_to(3)[-1], "the agent is told"


async def test_U2_an_undo_outlives_the_program_and_nothing_more_is_said_to_be_there(work, tmp_path):
    before = seen(work)
    await ran(work, "rm -rf a.txt", state=tmp_path / "state")
    async with program(work, Script("No."), state=tmp_path / "state") as brain:
        await all_of(brain, "undo that")
        assert seen(work) == before
        assert text(await all_of(brain, "undo that")) == "There is nothing to undo."


async def test_U2_what_the_person_has_changed_since_is_theirs(work, tmp_path):
    async with program(work, Script([bash("echo two > a.txt")], "Done."), state=tmp_path / "state") as brain:
        await all_of(brain, "Do it.", ScriptedHost(allows=True))
        (work / "a.txt").write_text("mine")
        said = text(await all_of(brain, "undo that"))
    assert said == "Not done: a.txt was changed since. Nothing was touched."
    assert (work / "a.txt").read_text() == "mine"


async def test_U1_what_cannot_be_kept_is_told_before_the_yes(work):
    with socket.socket(socket.AF_UNIX) as near:
        near.bind(str(work / "s"))
        _, [act], _ = await ran(work, "rm a.txt", allows=False)
    assert (act.grave, act.risk) == (
        True,
        "it cannot be undone: s is no file: another program may be reached through it",
    )


class Changing(ScriptedHost):
    """The person changes the command with their yes."""

    async def needs_yes(self, act):
        self.acts.append(act)
        return Consent(allowed=True, arguments={**act.arguments, "command": "touch /etc/solovox-made b.txt"})


async def test_A7_a_command_that_was_changed_with_the_yes_is_fenced_too(work):
    async with program(work, Script([bash("touch made.txt")], "Done.")) as brain:
        await all_of(brain, "Make it.", Changing(allows=True))
    assert (work / "b.txt").exists()
    assert not os.path.exists("/etc/solovox-made")


async def test_U1_what_is_run_later_is_given_back_at_once(work, tmp_path):
    (work / ".git" / "hooks").mkdir(parents=True)
    await ran(work, "echo x > .git/hooks/pre-commit && echo 2 > b.txt", state=tmp_path / "state")
    assert (work / "b.txt").exists()
    assert list((work / ".git" / "hooks").iterdir()) == []


async def test_A7_what_only_looks_elsewhere_needs_a_yes_and_finds_it(work, tmp_path):
    (tmp_path / "other.txt").write_text("it is there")
    _, [act], script = await ran(work, f"cat {tmp_path}/other.txt")
    assert (act.grave, act.risk) == (False, "it is outside of the workspace")
    assert "it is there" in script.said_to(1)[-1]


SEARCHES = (
    {"pattern": "KEY", "output_mode": "content"}, {"pattern": "KEY", "output_mode": "content", "glob": ".e*"},
    {"pattern": "KEY", "output_mode": "content", "glob": "{.env,a.txt}"},
)  # fmt: skip


async def test_A7_a_search_finds_no_secrets_and_one_that_is_read_is_grave(work):
    (work / ".env").write_text("KEY=secret")
    (work / "b c.pem").write_text("KEY")
    (work / "a.txt").write_text("KEY of all")
    uses = [ToolUse(f"toolu_s{n}", "Grep", given) for n, given in enumerate(SEARCHES)]
    reads = [ToolUse("toolu_r", "Read", {"file_path": str(work / ".env")}), "grep -rn KEY . ; rg -uu KEY"]
    _, [act], script = await ran(work, *uses, *reads, allows=False)
    assert (act.text, act.grave) == ("Read", True)
    assert not any(
        "secret" in str(script.said_to(n)[-1]) or ".pem" in str(script.said_to(n)[-1]) for n in range(1, 6)
    )
    assert "KEY of all" in script.said_to(1)[-1]
    assert "KEY of all" in script.said_to(5)[-1]


async def test_A7_nothing_goes_on_in_the_background(work):
    use = ToolUse("toolu_b", "Bash", {"command": "sleep 1; touch late", "run_in_background": True})
    slow = ToolUse("toolu_c", "Bash", {"command": "sleep 2; touch late", "timeout": 1000})
    await ran(work, use, slow)
    await asyncio.sleep(2.5)
    assert not (work / "late").exists()


async def test_A7_a_repository_elsewhere_runs_nothing(work, tmp_path):
    command = "git init -q && git config core.fsmonitor 'touch /tmp/solovox-escaped; false' && echo"
    _, acts, _ = await ran(work, command, f"cat {tmp_path}/none /etc/hostname; git status", "git status")
    assert [act.risk for act in acts] == ["it runs a command", "it runs a command"]
    assert not os.path.exists("/tmp/solovox-escaped")


async def test_A7_a_look_that_became_another_command_with_the_yes_is_fenced(work, tmp_path):
    (tmp_path / "other.txt").write_text("it is there")
    async with program(work, Script([bash(f"cat {tmp_path}/other.txt")], "Done.")) as brain:
        await all_of(brain, "Look.", Changing(allows=True))
    assert (work / "b.txt").exists()
    assert not os.path.exists("/etc/solovox-made")


async def test_A7_what_was_freed_here_is_not_asked_for_and_can_be_undone(work, tmp_path):
    freed = AllowedCommands(work, tmp_path / "state" / "allowed")
    freed.add("touch {file}", "ann", datetime(2026, 11, 27, tzinfo=UTC), bare=False)
    _, acts, _ = await ran(work, "touch b", "touch ../b", allows=False, state=tmp_path / "state")
    assert [act.arguments["command"] for act in acts] == ["touch ../b"]
    assert (work / "b").exists()
    async with program(work, Script("No."), state=tmp_path / "state") as brain:
        await all_of(brain, "undo that")
    assert not (work / "b").exists()


async def test_U1_a_hook_of_a_command_behind_the_fence_does_not_run_outside_of_it(work, tmp_path):
    hook = "git init -q && mkdir -p .git/hooks && printf '#!/bin/sh\\ntouch %s/escaped' {} > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit"
    commit = {
        "command": "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x && touch done",
        "dangerouslyDisableSandbox": True,
    }
    pieces, acts, _ = await ran(work, hook.format(tmp_path), ToolUse("toolu_c", "Bash", commit))
    assert [act.grave for act in acts] == [False, True]
    assert (work / "done").exists()
    assert not (tmp_path / "escaped").exists()
    said = "given back, for it is run without being asked for: .git/config, .git/hooks"
    assert said in [one.title for one in pieces if isinstance(one, Step)]


async def test_U1_what_a_grave_yes_has_written_is_not_given_back(work):
    use = ToolUse("toolu_w", "Write", {"file_path": str(work / ".vscode" / "tasks.json"), "content": "{}"})
    _, [act], _ = await ran(work, use)
    assert act.grave
    assert (work / ".vscode" / "tasks.json").read_text() == "{}"


async def test_U2_a_command_that_leaves_what_cannot_be_kept_is_undone(work, tmp_path):
    before = seen(work)
    async with program(
        work,
        Script([bash("rm a.txt; mkfifo f; touch $'\\xff'; truncate -s 3G big")], "Done."),
        state=tmp_path / "state",
    ) as brain:
        await all_of(brain, "Do it.", ScriptedHost(allows=True))
        assert text(await all_of(brain, "undo that")).startswith("Undone")
    assert seen(work) == before


async def test_A7_a_commit_behind_the_fence_is_the_persons(work, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "gitconfig"))
    (tmp_path / "gitconfig").write_text("[user]\nname = Ann\nemail = ann@example.org\n")
    await ran(work, "git init -q && git add -A && git commit -qm x && git log --format=%an%ae > who")
    assert (work / "who").read_text() == "Annann@example.org\n"


async def test_A7_what_we_keep_in_the_workspace_is_no_file_of_it(work):
    freed = work / ".state" / "allowed" / "a.json"
    freed.parent.mkdir(parents=True)
    freed.write_text("[]")
    uses = [
        ToolUse("toolu_e", "Write", {"file_path": str(freed.with_name("b.json")), "content": "x"}),
        ToolUse("toolu_r", "Read", {"file_path": str(freed)}),
    ]
    _, acts, _ = await ran(work, *uses, f"echo x > {freed}", allows=False, state=work / ".state")
    assert [act.grave for act in acts] == [True, True, False]
    await ran(work, f"echo x > {freed}", state=work / ".state")
    assert freed.read_text() == "[]"
