"""What an agent has changed, on real files with the real git."""

import asyncio
import os
import subprocess

import pytest

from solovox.brains.changes import FolderChanges
from solovox.ports import FileChange

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "project"
    made.mkdir()
    (made / "auth.py").write_text("def login(user):\n    return user\n")
    (made / ".gitignore").write_text("secret.txt\n")
    return made


@pytest.fixture
def changes(folder):
    made = FolderChanges(folder)
    yield made
    made.close()


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


AFTER = [
    ("auth.py", "def log_in(user):\n    return user\n", [FileChange("auth.py", 1, 1)]),
    ("deep/er/new file.py", "x = 1\ny = 2\n", [FileChange("deep/er/new file.py", 2, 0)]),
    ("grüße.txt", "hallo\n", [FileChange("grüße.txt", 1, 0)]),
    ("tab\tand\nline.txt", "a\n", [FileChange("tab\tand\nline.txt", 1, 0)]),
    ("auth.py", None, [FileChange("auth.py", 0, 2)]),
    ("picture.bin", "\0\1\2", [FileChange("picture.bin", 0, 0)]),
    ("secret.txt", "what .gitignore leaves out\n", None),
    ("auth.py", "def login(user):\n    return user\n", None),
]


@pytest.mark.parametrize(("name", "text", "files"), AFTER)
async def test_each_file_is_told_with_its_lines(folder, changes, name, text, files):
    await changes.mark()
    (folder / name).unlink() if text is None else write(folder / name, text)
    changed = await changes.since()
    assert (changed and list(changed.files)) == files


async def test_the_diff_is_whole_and_what_came_before_the_mark_is_not_in_it(folder, changes):
    write(folder / "before.txt", "old\n")
    await changes.mark()
    write(folder / "auth.py", "def log_in(user):\n    return user\n")
    first = (await changes.since()).diff
    assert "-def login(user):\n+def log_in(user):\n" in first
    assert "before.txt" not in first
    write(folder / "two.txt", "2\n")
    second = await changes.since()
    assert [one.path for one in second.files] == ["auth.py", "two.txt"], "all since the mark"
    await changes.mark()
    assert await changes.since() == second, "the first mark counts"


async def test_nothing_of_the_persons_repository_is_touched_and_none_of_its_programs_run(
    folder, changes, tmp_path
):
    ran = tmp_path / "ran"
    subprocess.run(["git", "init", "-q", folder], check=True)
    for setting in ("filter.evil.clean", "core.fsmonitor", "diff.external", "diff.evil.textconv"):
        subprocess.run(["git", "-C", folder, "config", setting, f"touch {ran}; cat"], check=True)
    write(folder / ".gitattributes", "*.py filter=evil diff=evil\n")
    git = folder / ".git"
    before = {path: path.stat().st_mtime_ns for path in git.rglob("*")}
    await changes.mark()
    write(folder / "auth.py", "x\n")
    assert [one.path for one in (await changes.since()).files] == ["auth.py"]
    assert {path: path.stat().st_mtime_ns for path in git.rglob("*")} == before
    assert not ran.exists()


async def test_without_git_or_a_mark_nothing_is_known(folder, changes, tmp_path, monkeypatch):
    write(folder / "auth.py", "x\n")
    assert await changes.since() is None
    monkeypatch.setenv("PATH", str(tmp_path))
    without = FolderChanges(folder)
    await without.mark()
    assert await without.since() is None
    without.close()


async def test_a_git_that_hangs_is_ended_and_one_that_is_cancelled_too(folder, tmp_path, monkeypatch):
    slow = tmp_path / "bin" / "git"
    write(slow, f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
    changes = FolderChanges(folder)
    task = asyncio.create_task(changes.mark())
    async with asyncio.timeout(5):
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
            await asyncio.sleep(0.005)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    changes.close()
