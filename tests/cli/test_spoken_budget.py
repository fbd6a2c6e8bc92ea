"""`solovox ask` and a long answer: its beginning is read, "More?" asks, a line is read on demand (N6, N7)."""

import pytest

from cli.running import here
from solovox.recordings import journal_reader
from solovox.recordings.replay import Identical, replay

AGENT = """
async def agent(text):
    for name in ("one", "two", "three", "four", "five", "six", "seven", "eight"):
        yield f"Here is the long sentence number {name} of the answer. "
"""


@pytest.fixture
def asked(quiet, tmp_path, monkeypatch, capfd):
    (tmp_path / "wordy.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)

    def ask(*more):
        line = (
            "ask", "--text", "explain it", "--set", "brain.kind=python", "--set", "brain.python.agent=wordy:agent",
            "--speed", "20", "--journal", "kept", *more,
        )  # fmt: skip
        done = here(line, tmp_path, monkeypatch, capfd, {})
        assert done.returncode == 0, done.stderr
        assert isinstance(replay(journal_reader.read(tmp_path / "kept")), Identical)
        return done.stdout

    return ask


BRIEF = ("--set", "narrator.spoken_seconds=12")


def test_N6_without_a_budget_it_is_not_asked(asked):
    told = asked()
    assert "More?" not in told
    assert "number eight" in told


def test_N6_the_beginning_is_said_and_all_is_shown(asked):
    told = asked(*BRIEF)
    assert told.count("More?") == 1
    assert "number eight" in told


def test_N6_N7_more_and_a_line_are_said_where_it_is_typed(asked):
    told = asked(*BRIEF, "--do", "type:more@2", "--do", "type:read line 1@4", "--do", "type:no@6")
    notices = [
        "More?",
        "Going on.",
        "Line 1: Here is the long sentence number one",
        "The rest is only shown.",
    ]
    places = [told.find(one) for one in notices]
    assert -1 not in places
    assert places == sorted(places)
