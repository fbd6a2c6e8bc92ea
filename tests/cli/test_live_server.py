"""`solovox live-server` with what it cannot do: one clear line each, before anything is loaded where that is possible."""

import socket
from pathlib import Path

import pytest

from cli.running import here, one_line
from solovox.app.serving import Serving


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    return lambda *arguments, **more: here(("live-server", *arguments), tmp_path, monkeypatch, capfd, more)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--host", "0.0.0.0"), "give --require-key KEY"),
        (("--voice", "nobody"), "narrator.voice cannot be 'nobody'"),
        (("--brain", "nobody"), "brain.kind cannot be 'nobody'"),
        (("--fault", "no_such"), "there is no fault 'no_such'"),
        (("--fault", "close:1008@nowhere"), "there is no such moment"),
        (("--go-away-after", "0"), "give a number of seconds above 0"),
        (("--go-away-after", "9", "--connection-limit", "8"), "must be before --connection-limit 8"),
        (("--pace", "slow"), "'slow' is not one of 'real', 'fast'"),
        (("--set", "brain.modle=x"), "did you mean brain.model?"),
    ],
)
def test_what_cannot_be_is_one_line(arguments, says, run):
    done = run(*arguments)
    assert says in one_line(done)
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.weights
@pytest.mark.slow
def test_a_port_that_is_taken_is_one_line(run):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run("--port", str(taken.getsockname()[1]), "--voice", "joe")
    assert "choose another with --port" in one_line(done)
    assert (done.returncode, done.stdout) == (2, "")


def test_all_faults_are_listed(run):
    done = run("--list-faults")
    assert done.returncode == 0
    assert "duplicate_tool_call" in done.stdout


def test_R2_the_required_key_is_in_nothing_that_may_be_shown():
    key = "a-key-that-is-long-enough"
    assert key not in repr(Serving(key=key, state=Path()))
