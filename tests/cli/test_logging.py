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
from solovox.cli.listen import Counted
from solovox.cli.logging import ServerLog, settle
from solovox.cli.streams import interruptible
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


@pytest.mark.parametrize("name", [NAME, "solovox.session", "solovox.discord"])
def test_R2_a_warning_is_told_to_whoever_runs_it_without_a_flag_and_an_errors_own_words_are_not(name):
    told = []
    settle(None, told.append)
    log = logging.getLogger(name)
    log.warning("the %s is there again", "microphone")
    log.info("it is opened")
    try:
        raise ValueError("what the person said")
    except ValueError:
        log.exception("a talk could not begin")
    assert told[0] == "the microphone is there again"
    assert told[1].startswith("a talk could not begin (ValueError at test_logging.py:")
    assert len(told) == 2


def test_R2_of_a_bot_all_that_it_logs_is_told_to_its_operator_without_a_flag(capfd):
    log = ServerLog(sys.stderr, level=logging.INFO)
    with log.settle_logs():
        logging.getLogger("solovox.discord").info("online as %s", "Solo")
        logging.getLogger("discord.client").warning("the gateway is slow")
    assert capfd.readouterr().err.splitlines() == ["online as Solo", "the gateway is slow"]


@pytest.mark.parametrize("as_json", [False, True])
def test_R2_a_servers_warnings_are_never_lost(capfd, as_json):
    with ServerLog(sys.stderr, as_json=as_json).settle_logs():
        logging.getLogger("solovox.session").warning("nothing is learned in this session")
    assert "nothing is learned in this session" in capfd.readouterr().err


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


@pytest.fixture
def ctrl_c():
    """It interrupts, also where a shell started us with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def loads(went_on):
    """A library that swallows what is raised in it."""
    with interruptible():
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        went_on.append(True)


def test_a_signal_that_a_library_swallowed_ends_the_loading_nevertheless(ctrl_c):
    went_on = []
    with pytest.raises(KeyboardInterrupt):
        loads(went_on)
    assert went_on
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_signal_that_a_library_took_for_an_error_of_its_own_ends_the_loading(ctrl_c):
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
from solovox.cli.streams import silence_closed
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
