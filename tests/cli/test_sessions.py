"""What is kept of what was said: listed, removed, not kept; and private."""

import asyncio
import os

import pytest

from cli.running import one_line
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan, StreamId
from solovox.recordings import journal
from solovox.shell.clock import here_and_now

DAY = 24 * 60 * 60
MIC = AudioSpan(StreamId("mic"), 0, 16_000)


@pytest.fixture
def root(tmp_path):
    return tmp_path / "state" / "solovox" / "journals"


def begun(folder):
    return journal.create(folder, session=folder.name, created="2026-01-02", profile="talk", policy=Policy())


@pytest.fixture
def put(root):
    """A session that was written last so many days ago."""

    def make(name, days=0):
        async def session():
            file = begun(root / name)
            file.sound(MIC, bytes(32_000))
            await file.aclose()

        asyncio.run(session())
        at = here_and_now().timestamp() - days * DAY - 60
        os.utime(root / name / "journal.jsonl", (at, at))
        return root / name

    return make


def names(root):
    return sorted(path.name for path in root.iterdir())


def test_they_are_listed_the_oldest_first(put, run):
    put("b", 3)
    put("a", 1)
    done = run("sessions", "list")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["b", "a"]
    assert "2 sessions in " in done.stderr
    assert done.stderr.endswith("kept: 30 days\n")


def test_without_any_there_is_an_empty_list(run):
    done = run("sessions", "list", SOLOVOX_JOURNAL__KEEP="forever")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.endswith("kept: forever\n")


@pytest.mark.parametrize(
    ("arguments", "stay"),
    [(("--all",), []), (("--older-than", "2 days"), ["a"]), (("b",), ["a", "c"]), (("a", "b", "c"), [])],
    ids=" ".join,
)
def test_they_are_removed_journal_and_sound(arguments, stay, put, root, run):
    put("a"), put("b", 3), put("c", 30)
    done = run("sessions", "purge", *arguments)
    assert done.returncode == 0, done.stderr
    assert names(root) == stay


def test_what_is_being_written_stays(put, root, run):
    put("a")
    file = begun(root / "now")
    done = run("sessions", "purge", "--all")
    assert done.returncode == 1
    assert one_line(done) == "solovox: 1 session stay, being written: now"
    assert names(root) == ["now"]
    asyncio.run(file.aclose())
    assert run("sessions", "purge", "--all").returncode == 0
    assert names(root) == []


def test_nothing_else_is_ever_removed(put, root, tmp_path, run):
    put("a")
    (root / "mine").mkdir()
    (root / "mine" / "letter.txt").write_text("dear")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "journal.jsonl").write_text("{}")
    (root / "link").symlink_to(tmp_path / "elsewhere")
    assert run("sessions", "purge", "--all").returncode == 0
    assert names(root) == ["link", "mine"]
    assert (tmp_path / "elsewhere" / "journal.jsonl").exists()
    assert one_line(run("sessions", "purge", "../../elsewhere")).startswith("solovox: no session is called")
