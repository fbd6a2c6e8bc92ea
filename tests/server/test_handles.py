"""What a handle stands for, for how long, and what becomes of old ones."""

import os
import sqlite3
import stat
import subprocess
import sys
from dataclasses import dataclass

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from solovox.server.handles import FILE, LASTS_S, OF_SESSION, Handles
from solovox.server.state import StateTrouble

pytestmark = pytest.mark.slow

SECRET = "what the person said in confidence"


@dataclass(frozen=True)
class Talk:
    model: str = "models/gemini-3.8-live"
    lines: tuple[str, ...] = ()


def nobody():
    """Whom it does not matter that a session is lost."""


class Calendar:
    def __init__(self):
        self.now = 1_790_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def calendar():
    return Calendar()


@pytest.fixture
def opened(tmp_path, calendar):
    """Open, as often as wanted, the handles of one folder: `opened()` is the server started again."""
    made = []

    def again():
        for one in made:
            one.close()
        made.append(Handles(tmp_path / "state", Talk, calendar))
        return made[-1]

    yield again
    for one in made:
        one.close()


def test_V8_a_handle_brings_back_the_talk_as_it_was_when_it_was_given(opened):
    kept = opened()
    session = kept.begin(nobody)
    first = kept.give(session, Talk(lines=("hello",)))
    second = kept.give(session, Talk(lines=("hello", "there")))
    kept.end(session)
    assert kept.take(first, nobody).memory == Talk(lines=("hello",))
    assert kept.take(second, nobody).memory == Talk(lines=("hello", "there"))


def test_V8_it_brings_back_a_talk_of_any_text(opened):
    kept = opened()
    handle = kept.give(kept.begin(nobody), Talk(lines=("caf\udce9.txt",)))
    assert opened().take(handle, nobody).memory.lines == ("caf\ufffd.txt",)


def test_V8_it_survives_a_kill(tmp_path, opened):
    code = f"""
import os, signal, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
from test_handles import Handles, Talk, Calendar, nobody, Path
kept = Handles(Path({str(tmp_path)!r}) / "state", Talk, Calendar())
print(kept.give(kept.begin(nobody), Talk(lines=("killed",))), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    code = code.replace(", Path\n", "\nfrom pathlib import Path\n")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stderr
    assert opened().take(done.stdout.strip(), nobody).memory.lines == ("killed",)


def test_V8_whoever_takes_a_handle_has_the_session_and_who_had_it_is_told_once(opened):
    kept, lost = opened(), []
    one = kept.begin(lambda: lost.append("one"))
    first, second = kept.give(one, Talk()), kept.give(one, Talk())
    two = kept.take(first, lambda: lost.append("two")).claim
    assert lost == ["one"]
    assert kept.give(one, Talk()) is None, "what it goes on to say is not the session's"
    kept.end(one)
    three = kept.take(second, lambda: lost.append("three")).claim
    assert lost == ["one", "two"], "an end that comes late takes nothing from whoever has it now"
    assert kept.give(two, Talk()) is None
    assert kept.take(kept.give(three, Talk(lines=("on",))), nobody).memory.lines == ("on",)


def test_V8_it_is_good_for_two_hours_after_the_last_end(opened, calendar):
    kept = opened()
    session = kept.begin(nobody)
    handle = kept.give(session, Talk())
    calendar.now += 3 * LASTS_S
    session = kept.take(handle, nobody).claim  # an open session does not age
    kept.end(session)
    calendar.now += LASTS_S - 1
    session = kept.take(handle, nobody).claim
    kept.end(session)
    calendar.now += LASTS_S + 1
    assert kept.take(handle, nobody) is None
    assert opened().take(handle, nobody) is None


@pytest.mark.parametrize("handle", ["", "h-1", "ключ", "\ud800", "x" * 100_000, "' OR 1=1 --"])
def test_V8_what_was_never_given_is_unknown(opened, handle):
    kept = opened()
    kept.give(kept.begin(nobody), Talk())
    assert kept.take(handle, nobody) is None


def test_V8_handles_are_opaque_and_never_twice_the_same(opened):
    kept = opened()
    session = kept.begin(nobody)
    given = {kept.give(session, Talk()) for _ in range(200)}
    assert len(given) == 200
    assert all(len(one) >= 32 and one.isascii() for one in given)


def test_in_all_so_many_bytes_are_kept_and_the_newest_win(tmp_path, calendar):
    kept, given = Handles(tmp_path / "state", Talk, calendar, most_bytes=40_000), []
    for _ in range(60):
        session = kept.begin(nobody)
        given.append(kept.give(session, Talk(lines=("x" * 1_000,))))
        kept.end(session)
    kept.close()
    again = Handles(tmp_path / "state", Talk, calendar, most_bytes=40_000)  # whoever starts tidies
    alive = [again.take(one, nobody) is not None for one in given]
    again.close()
    assert alive == sorted(alive)
    assert sum(alive) in range(35, 41)


def test_a_talk_of_another_version_is_unknown(tmp_path, calendar, opened):
    kept = opened()
    handle = kept.give(kept.begin(nobody), Talk())
    kept.close()

    @dataclass(frozen=True)
    class Newer:
        words: int

    newer = Handles(tmp_path / "state", Newer, calendar)
    assert newer.take(handle, nobody) is None
    newer.close()


@pytest.mark.parametrize("harm", [b"", b"not a database at all, but long enough to be read as one" * 50])
def test_a_damaged_file_is_begun_anew(tmp_path, calendar, opened, harm):
    kept = opened()
    old = kept.give(kept.begin(nobody), Talk())
    kept.close()
    (tmp_path / "state" / FILE).write_bytes(harm)
    again = Handles(tmp_path / "state", Talk, calendar)
    assert again.take(old, nobody) is None
    session = again.begin(nobody)
    handle = again.give(session, Talk())
    again.end(session)
    assert again.take(handle, nobody) is not None
    again.close()


def test_a_disk_that_fails_is_one_line(tmp_path, opened):
    kept = opened()
    other = sqlite3.connect(tmp_path / "state" / FILE)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StateTrouble, match="cannot be used") as caught:
        kept.give(kept.begin(nobody), Talk(lines=(SECRET,)))
    other.close()
    assert "\n" not in str(caught.value)
    assert SECRET not in str(caught.value)
    assert kept.give(kept.begin(nobody), Talk()), "later it goes on"


def test_R2_nobody_else_may_read_it_no_handle_is_in_it_and_what_is_dropped_is_gone(
    tmp_path, opened, calendar
):
    mask = os.umask(0)
    try:
        kept = opened()
        session = kept.begin(nobody)
        handle = kept.give(session, Talk(lines=(SECRET,)))
        modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "state").iterdir()}
    finally:
        os.umask(mask)
    assert modes == {0o600}
    kept.close()

    def everything():
        return b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())

    assert SECRET.encode() in everything()
    assert handle.encode() not in everything()
    calendar.now += LASTS_S + 1
    opened().close()
    assert SECRET.encode() not in everything()


class Many(RuleBasedStateMachine):
    """Against a model that a dictionary keeps: who has which session, what has ended when, what each handle stands for."""

    def __init__(self):
        super().__init__()
        import tempfile
        from pathlib import Path

        self._room = tempfile.TemporaryDirectory()
        self.calendar = Calendar()
        self.folder = Path(self._room.name) / "state"
        self.kept = Handles(self.folder, Talk, self.calendar)
        self.open, self.stale, self.until, self.given = {}, [], {}, {}

    def teardown(self):
        self.kept.close()
        self._room.cleanup()

    def opens(self, claim):
        if (before := self.open.get(claim.session)) is not None:
            self.stale.append(before)
        self.open[claim.session] = claim

    @rule()
    def begins(self):
        self.opens(self.kept.begin(nobody))

    @precondition(lambda self: self.open)
    @rule(data=st.data(), words=st.text(max_size=5))
    def gives(self, data, words):
        session = data.draw(st.sampled_from([*self.open]))
        handle = self.kept.give(self.open[session], Talk(lines=(words,)))
        self.given.setdefault(session, []).append((handle, words))

    @precondition(lambda self: self.open)
    @rule(data=st.data())
    def ends(self, data):
        session = data.draw(st.sampled_from([*self.open]))
        self.kept.end(self.open.pop(session))
        self.until[session] = self.calendar.now + LASTS_S

    @precondition(lambda self: self.stale)
    @rule(data=st.data())
    def who_has_lost_it_goes_on_a_while_and_ends(self, data):
        claim = data.draw(st.sampled_from(self.stale))
        assert self.kept.give(claim, Talk(lines=("late",))) is None
        self.kept.end(claim)

    @rule(seconds=st.integers(0, LASTS_S))
    def time_passes(self, seconds):
        self.calendar.now += seconds

    @rule()
    def the_server_starts_again(self):
        for session in self.open:
            self.until[session] = self.calendar.now + LASTS_S
        self.open.clear()
        self.stale.clear()
        self.kept.close()
        self.kept = Handles(self.folder, Talk, self.calendar)

    @precondition(lambda self: self.given)
    @rule(data=st.data())
    def takes(self, data):
        session = data.draw(st.sampled_from([*self.given]))
        back = data.draw(st.integers(1, len(self.given[session])))
        handle, words = self.given[session][-back]
        found = self.kept.take(handle, nobody)
        good = session in self.open or self.until.get(session, 0) >= self.calendar.now
        if back > OF_SESSION or not good:
            assert found is None
        else:
            assert (found.claim.session, found.memory) == (session, Talk(lines=(words,)))
            self.opens(found.claim)


TestMany = Many.TestCase
TestMany.settings = settings(max_examples=20, stateful_step_count=30, deadline=None)
