"""What the shell logs, as lines for a person; streams that nobody reads any more; signals that must not be lost."""

import contextlib
import json
import logging
import os
import pty
import signal
import subprocess
import sys

import pytest

from cli.running import variables
from solovox.cli.interruptible import interruptible
from solovox.cli.listen import Counted
from solovox.cli.logging import settle, tell_of
from solovox.cli.talk import log_to_stderr

NAME = "solovox.devices"


@pytest.fixture(autouse=True)
def as_before():
    """Our log is as it was."""
    loggers = [logging.getLogger(one) for one in ("solovox", NAME)]
    before = [(one, one.handlers[:], one.propagate) for one in loggers]
    yield
    for one, handlers, propagate in before:
        one.handlers[:], one.propagate = handlers, propagate


def test_what_a_part_of_ours_logs_is_told_as_it_is_and_of_the_others_nothing():
    told = []
    settle(None)
    tell_of(NAME, told.append)
    logging.getLogger(NAME).warning("the %s is there again", "microphone")
    logging.getLogger(NAME).info("it is opened")
    logging.getLogger("solovox.session").warning("for nobody")
    assert told == ["the microphone is there again"]


def test_who_listens_anew_takes_the_place_of_the_one_before_and_may_leave_it():
    first, second = [], []
    settle(None)
    tell_of(NAME, first.append)
    tell_of(NAME, second.append)
    logging.getLogger(NAME).warning("gone")
    tell_of(NAME, None)
    logging.getLogger(NAME).warning("there again")
    assert (first, second) == ([], ["gone"])


@pytest.mark.parametrize(
    ("as_json", "line"),
    [
        (False, "the speaker·[2J is gone\n"),
        (True, '{"level": "warning", "logger": "solovox.devices", "message": "the speaker\\u001b[2J is gone"}\n'),
    ],
)  # fmt: skip
def test_a_device_is_told_once_as_a_line_or_as_json_and_moves_no_cursor(capfd, as_json, line):
    log_to_stderr(as_json=as_json)
    logging.getLogger(NAME).warning("the speaker\x1b[2J is gone")
    assert capfd.readouterr().err == line


def loads(went_on):
    """A library that swallows what is raised in it."""
    with interruptible():
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        went_on.append(True)


def test_a_signal_that_a_library_swallowed_ends_the_loading_nevertheless():
    went_on = []
    with pytest.raises(KeyboardInterrupt):
        loads(went_on)
    assert went_on
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_a_library_took_for_an_error_of_its_own_ends_the_loading():
    def converts():
        with interruptible():
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise ImportError from None

    with pytest.raises(KeyboardInterrupt):
        converts()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible():
            signal.raise_signal(signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


WRITES = """
import sys
from solovox.cli.closed_streams import silence_closed
sys.stdin.readline()
silence_closed()
print("nobody reads this", flush=True)
print("nor this", file=sys.stderr, flush=True)
open("went on", "w").close()
"""


@pytest.mark.parametrize("kind", ["terminal", "pipe"])
def test_what_is_written_to_a_closed_terminal_or_pipe_fails_nothing(tmp_path, kind):
    ours, theirs = pty.openpty() if kind == "terminal" else os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", WRITES],
        cwd=tmp_path,
        env=variables(tmp_path),
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.close(ours)
    process.communicate(b"\n", timeout=60)
    assert process.returncode == 0
    assert (tmp_path / "went on").exists()


def test_a_stream_that_is_read_is_written_to(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WRITES], cwd=tmp_path, env=variables(tmp_path), input="\n", capture_output=True, text=True, check=True
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("nobody reads this\n", "nor this\n")


def test_the_counts_of_a_session_are_a_line_of_its_log(capsys):
    Counted().tell(as_json=True)
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "SessionCounted"
    assert {"handoffs_ms", "tools_ms", "reconnects", "listener_restarts", "output_restarts"} <= line.keys()
