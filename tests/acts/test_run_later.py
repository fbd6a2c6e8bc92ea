"""What is run later without being asked for is taken back, if a command behind the fence changed it (law U1)."""

import os

import pytest

pytestmark = pytest.mark.slow


def has(work):
    return {one.name: one.read_text() for one in work.iterdir()}


async def test_U1_what_is_run_later_is_given_back_and_the_rest_stays(work, log):
    await log.before("write")
    (work / "a").write_text("1")
    (work / ".vscode").mkdir()
    (work / ".vscode" / "tasks.json").write_text("{}")
    assert await log.take_back_run_later() == [".vscode", ".vscode/tasks.json"]
    await log.after()
    assert has(work) == {"a": "1"}
    await log.turn(undone=True)
    assert has(work) == {}


RUN = {
    "a hook": {".git/hooks/pre-commit": "x"},
    "settings": {".git/config": "[core]\nfsmonitor = x\n"},
    "settings of a worktree": {".git/config.worktree": "x"},
    "settings of a module": {
        ".git/modules/m/HEAD": "x",
        ".git/modules/m/objects/a": "x",
        ".git/modules/m/config": "x",
    },
    "a repository by its form": {"b/HEAD": "x", "b/objects/a": "x", "b/refs/a": "x", "b/config": "x"},
    "a file that names a repository": {"sub/.git": "gitdir: ../b"},
    "a hook of the project": {"tools/hooks.d/pre-push": "x"},
    "our settings": {"solovox.toml": "x"},
    "our variables": {".env": "x"},
    "settings of an agent": {".gemini/settings.json": "{}"},
    "a program before another": {"bin/sh": "x"},
}


@pytest.mark.parametrize("what", RUN)
async def test_U1_what_is_run_later_is_known_wherever_it_is(work, log, monkeypatch, what):
    monkeypatch.setenv("PATH", f"{work}/bin:{os.environ['PATH']}")
    for name, text in (
        (".git/HEAD", "x"),
        (".git/config", "[core]\n\thooksPath = tools/hooks.d\n"),
        ("bin/mine", "x"),
    ):
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    await log.before("act")
    for name, text in {**RUN[what], "other": "x", "bin/mine": "y"}.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    last = [*RUN[what]][-1]
    assert last in await log.take_back_run_later()
    assert not (work / last).exists() or (work / last).read_text() == "[core]\n\thooksPath = tools/hooks.d\n"
    assert (work / "other").exists()
    assert (work / "bin" / "mine").read_text() == "y"


async def test_U1_a_repository_that_was_moved_away_comes_back_if_another_takes_its_place(work, log):
    (work / ".git" / "hooks").mkdir(parents=True)
    (work / ".git" / "config").write_text("1")
    await log.before("act")
    (work / ".git").rename(work / "g")
    (work / ".git").write_text("gitdir: g")
    await log.take_back_run_later()
    assert (work / ".git" / "config").read_text() == "1"


async def test_U1_what_is_run_later_is_given_back_before_anything_leaves_the_fence(work, log):
    (work / ".git" / "hooks").mkdir(parents=True)
    await log.before("make a hook")
    (work / ".git" / "hooks" / "pre-push").write_text("evil")
    await log.before("git push", outside=True)
    assert not (work / ".git" / "hooks" / "pre-push").exists()
    assert await log.take_back_run_later() == [".git/hooks/pre-push"]


async def test_U1_what_was_changed_by_a_yes_of_its_own_stands(work, log):
    await log.before("write .vscode/tasks.json", outside=True)
    (work / ".vscode").mkdir()
    (work / ".vscode" / "tasks.json").write_text("{}")
    await log.before("touch a")
    (work / ".vscode" / "more.json").write_text("{}")
    assert await log.take_back_run_later() == [".vscode/more.json"]
    await log.after()
    assert (work / ".vscode" / "tasks.json").exists()


async def test_U1_what_cannot_be_kept_after_a_command_hides_no_hook(work, log):
    (work / ".git" / "hooks").mkdir(parents=True)
    await log.before("act")
    (work / ".git" / "hooks" / "pre-push").write_text("evil")
    os.mkfifo(work / "f")
    assert await log.take_back_run_later() == [".git/hooks/pre-push"]
