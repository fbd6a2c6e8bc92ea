"""What goes of the kept talks when another begins: what is old by a clock that can be believed, and what has no room."""

import os

import pytest

from solovox.config.keeping import bytes_of
from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Policy
from solovox.parts.journals import count_sessions, remove_old_sessions
from solovox.recordings import journal
from solovox.recordings.keeping import prune
from solovox.shell.clock import here_and_now

DAY = 86_400


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "solovox" / "journals"


@pytest.fixture
def put(root):
    """A talk that was written last so many days ago, and is so large."""

    def make(name, days, size=0):
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").write_bytes(bytes(size))
        at = here_and_now().timestamp() - days * DAY
        os.utime(folder / "journal.jsonl", (at, at))

    return make


def names(root):
    return sorted(path.name for path in root.iterdir())


def now(days=0):
    return here_and_now().timestamp() + days * DAY


@pytest.mark.parametrize(
    ("keep", "stay", "says"),
    [
        ("30 days", ["new", "yesterday"], "removed: 2 sessions older than 30 days (journal.keep)"),
        ("400 days", ["new", "old", "older", "yesterday"], ""),
        ("forever", ["new", "old", "older", "yesterday"], ""),
        ("never", ["new", "old", "older", "yesterday"], ""),
    ],
)
def test_R2_what_is_older_than_is_wanted_goes_when_the_next_begins(keep, stay, says, put, root):
    put("new", 0), put("yesterday", 1.01), put("old", 32), put("older", 365)
    assert remove_old_sessions(root, Config(keep=keep)) == says
    assert names(root) == stay


def test_R2_a_clock_that_has_jumped_removes_nothing(put, root):
    for n in range(57):
        put(f"{n:02}", n / 2)
    assert prune(root, 30, None, now(60)) == (0, 0)
    put("begun by the wrong clock", -60)
    assert prune(root, 30, None, now(60.5)) == (0, 0)
    assert len(names(root)) == 58


def test_R2_a_clock_that_goes_on_for_a_day_removes_a_quarter_at_a_time_the_oldest_first(put, root):
    for n in range(57):
        put(f"{n:02}", n / 2)
    put("begun by the wrong clock", -60)
    assert prune(root, 30, None, now(61.1)) == (14, 0)
    assert names(root)[-2:] == ["42", "begun by the wrong clock"]


def test_R2_the_oldest_go_where_there_is_no_room(put, root):
    for n in range(6):
        put(f"{n}", n, size=300_000)
    assert remove_old_sessions(root, Config(keep="forever", room="1 MB")) == (
        "removed: the oldest 3 sessions for 1 MB (journal.room)"
    )
    assert names(root) == ["0", "1", "2"]
    assert remove_old_sessions(root, Config(keep="forever", room="unlimited")) == ""


def test_R2_what_is_being_written_stays_however_little_room_there_is(put, root):
    put("older", 3, size=2_000_000)
    file = journal.create(root / "now", session="now", created="2026-01-02", profile="talk", policy=Policy())
    put("newer", -1, size=2_000_000)
    assert prune(root, None, 10, now()) == (0, 2)
    assert names(root) == ["now"]
    file.give_up()


def test_R2_no_other_folder_is_ever_tidied(put, root, tmp_path):
    put("old", 60), put("yesterday", 1.01)
    assert remove_old_sessions(tmp_path / "mine", Config()) == ""
    other = root.rename(tmp_path / "mine")
    assert remove_old_sessions(other, Config(room="1 MB")) == ""
    assert names(other) == ["old", "yesterday"]


def test_room_is_a_size_or_unlimited():
    assert [bytes_of(one) for one in ("unlimited", "10 GB", "500MB")] == [None, 10**10, 5 * 10**8]
    for wrong in ("", "0 GB", "much", "10"):
        with pytest.raises(ConfigError, match="for example 10 GB"):
            bytes_of(wrong)
    assert count_sessions(1) == "1 session"
