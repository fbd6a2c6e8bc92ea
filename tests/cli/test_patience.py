"""`solovox patience`: what was learned of the person's pauses is shown, and forgotten."""

import pytest

from cli.running import here
from solovox.parts.habits import PausesHeard
from solovox.parts.stores import PersonsStore

UNKNOWN = "nothing is known of how you pause: a voice waits 100 % of the usual before it begins\n"


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """In this process: each of these tests runs several commands."""
    return lambda *arguments, **more: here(arguments, tmp_path, monkeypatch, capfd, more)


@pytest.fixture
def paused(tmp_path):
    """Has the person pause so, in a session."""

    def pause(*lengths):
        heard = PausesHeard(PersonsStore({"XDG_STATE_HOME": str(tmp_path / "state")}))
        heard.lengths.extend(lengths)
        heard.keep()

    return pause


@pytest.mark.parametrize(
    ("lengths", "line"),
    [
        ([], UNKNOWN),
        (
            [2_800],
            "you pause for up to 3.0 s; a voice waits 113 % of the usual before it begins (learned from 1 pause)\n",
        ),
        (
            [600] * 100,
            "you pause for up to 0.8 s; a voice waits 70 % of the usual before it begins (learned from 100 pauses)\n",
        ),
    ],
)
def test_it_is_shown_in_one_line_and_forgotten(lengths, line, run, paused):
    paused(*lengths)
    done = run("patience")
    assert (done.returncode, done.stdout, done.stderr) == (0, line, "")
    assert run("patience", "--reset").stdout == UNKNOWN
    assert run("patience").stdout == UNKNOWN


@pytest.mark.parametrize(
    ("variables", "line"),
    [
        (
            {"SOLOVOX_PATIENCE": "120"},
            "patience = 120 (SOLOVOX_PATIENCE) goes before it, and nothing is learned",
        ),
        ({"SOLOVOX_JOURNAL__KEEP": "never"}, "nothing is learned: journal.keep = never"),
    ],
)
def test_it_says_where_nothing_is_learned(variables, line, run):
    assert run("patience", **variables).stdout == f"{UNKNOWN}{line}\n"
