"""`solovox listen` in a real terminal, at virtual sound devices: what is on the screen, and what Ctrl-C leaves behind."""

import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from devices.tmux import PATIENCE_SECONDS, terminal

pytestmark = [pytest.mark.slow, pytest.mark.weights]

SOLOVOX = Path(sys.executable).parent / "solovox"
LISTEN = f"{SOLOVOX} listen --no-journal --set brain.kind=local --set narrator.voice=joe"
READY = ("waiting", "“computer”")
SANE = ("isig icanon iexten echo ",)


@pytest.fixture
def at(client, tmp_path):
    """Opens a terminal of a size, in an empty folder, at the sound server."""

    def opened(columns, lines, **more):
        (tmp_path / "state").mkdir(exist_ok=True)
        return terminal(
            columns, lines, client | {"SOLOVOX_STATE": str(tmp_path / "state"), "PWD": str(tmp_path)} | more
        )

    return opened


def begin(it, *arguments):
    it.type(f'clear; {" ".join((LISTEN, *arguments))}; echo "left with $?"\n')


def alive(folder):
    """The commands that run with this state folder, but the shell and what it asks."""
    mine = []
    for one in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"SOLOVOX_STATE={folder}".encode() in (one / "environ").read_bytes():
                mine.append((one / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return [one for one in mine if "solovox" in one and "tmux" not in one]


def ended(it, folder):
    """The process has ended well, nothing of it is left, and the terminal is as it was."""
    text = it.until("left with 0", "journal: none is kept")
    assert "Traceback" not in text
    assert not alive(folder)
    it.type("clear; stty -a\n")
    assert it.until(*SANE)


@pytest.mark.parametrize("columns", [40, pytest.param(200, marks=pytest.mark.wide)])
def test_a_talk_by_keys(at, columns, tmp_path):
    with at(columns, 24) as it:
        begin(it)
        first = it.until(*READY, "this machine")
        assert "q\u00a0end" in first
        it.press("t")
        it.until("Enter sends it")
        it.type("What is 12 times 12?")
        it.until("12 times 12?")
        it.press("Enter")
        it.until("You  What is 12 times 12?", "local  That is 144.", "sound")
        it.press("m")
        it.until("muted", "unmute")
        it.press("q")
        ended(it, tmp_path / "state")


@pytest.mark.parametrize(
    "moment",
    [
        "while it speaks",
        *(
            pytest.param(one, marks=pytest.mark.wide)
            for one in ("at once", "while a line is written", "twice")
        ),
    ],
)
def test_L5_ctrl_c_at_any_moment_leaves_nothing(at, moment, tmp_path):
    with at(80, 24) as it:
        begin(it)
        it.until("waiting")
        assert alive(tmp_path / "state")
        if moment == "while it speaks":
            it.press("t")
            it.until("Enter sends it")
            it.type("What can you do?")
            it.press("Enter")
            it.until("speaking")
        elif moment == "while a line is written":
            it.press("t")
            it.until("Enter sends it")
            it.type("I was about to")
        it.press(*["C-c"] * (2 if moment == "twice" else 1))
        ended(it, tmp_path / "state")


def gone(folder):
    """Returns when nothing runs there any more."""
    end = time.monotonic() + PATIENCE_SECONDS
    while left := alive(folder):
        assert time.monotonic() < end, left


@pytest.mark.parametrize("plain", [[], pytest.param(["--plain"], marks=pytest.mark.wide)])
def test_L5_a_terminal_that_is_closed_ends_it_and_leaves_nothing(at, plain, tmp_path):
    with at(80, 24) as it:
        it.type(f"clear; {' '.join((LISTEN, *plain))} 2>{tmp_path}/errors\n")
        it.until("waiting" if not plain else "listening for")
        for one in alive(tmp_path / "state"):
            assert "solovox" in one
        it.control("new-session", "-d", "-s", "other", "-x", "20", "-y", "5", "cat")
        it.control("kill-session", "-t", "it")
        gone(tmp_path / "state")
    errors = (tmp_path / "errors").read_text()
    assert "Traceback" not in errors
    assert errors.endswith("journal: none is kept\n"), errors


@pytest.mark.wide
def test_L5_the_signal_of_a_closed_terminal_leaves_one_that_is_still_there_as_it_was(at, tmp_path):
    with at(80, 24) as it:
        begin(it)
        it.until("waiting")
        for name in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                mine = f"SOLOVOX_STATE={tmp_path / 'state'}".encode() in (name / "environ").read_bytes()
                if mine and b"listen" in (name / "cmdline").read_bytes():
                    os.kill(int(name.name), signal.SIGHUP)
        ended(it, tmp_path / "state")


@pytest.mark.wide
@pytest.mark.parametrize("seconds", ["1", "2", "3", "4", "5"])
def test_L5_a_signal_at_any_moment_of_the_start_leaves_the_terminal_as_it_was(at, seconds):
    with at(80, 24) as it:
        it.type(f"clear; timeout --foreground -s INT {seconds} {LISTEN}; echo over; stty -a\n")
        text = it.until("over\n", *SANE)
        assert "Traceback" not in text


@pytest.mark.wide
@pytest.mark.parametrize(
    ("columns", "lines", "more", "arguments"),
    [(80, 24, {}, ["--plain"]), (39, 24, {}, []), (80, 11, {}, []), (80, 24, {"dumb": "yes"}, [])],
)
def test_lines_where_there_is_no_room_for_a_screen_or_none_is_wanted(at, columns, lines, more, arguments):
    with at(columns, lines) as it:
        if more:
            it.type("export TERM=dumb\n")
        begin(it, *arguments)
        text = it.until("listening for: computer")
        assert "say: “" not in text
        it.press("C-c")
        it.until("left with 0")


def test_a_pipe_has_lines_without_colours(at, tmp_path):
    with at(80, 24) as it:
        it.type(f"clear; {LISTEN} | tee {tmp_path}/out\n")
        it.until("listening for: computer")
        it.press("C-c")
        it.until("journal: none is kept")
    assert (tmp_path / "out").read_text() == "listening for: computer\n"
