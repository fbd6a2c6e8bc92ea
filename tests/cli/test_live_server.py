"""`solovox live-server` with what it cannot do: one clear line each, before anything is loaded where that is possible."""

import socket
from pathlib import Path

import pytest

from cli.running import here, one_line
from solovox.cli.failing import Failure
from solovox.cli.live_server import read_keys
from solovox.live_server.serving import ServingOptions


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    return lambda *arguments, **more: here(("live-server", *arguments), tmp_path, monkeypatch, capfd, more)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--host", "0.0.0.0"), "give --require-key KEY"),
        (("--require-key", ""), "--require-key holds no key"),
        (("--require-key", "one", "--require-key", " "), "--require-key holds no key"),
        (("--key-file", "no-such-file"), "--key-file no-such-file cannot be read"),
        (("--call-patience", "-1"), "give a number of seconds from 0"),
        (("--call-patience", "nan"), "give a number of seconds from 0"),
        (("--input-transcription", "letters"), "'letters' is not one of 'words', 'whole'"),
        (("--voice", "nobody"), "narrator.voice cannot be 'nobody'"),
        (("--brain", "nobody"), "brain.kind cannot be 'nobody'"),
        (("--fault", "no_such"), "there is no fault 'no_such'"),
        (("--fault", "close:1008@nowhere"), "there is no such trigger"),
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


KEY = "a-key-that-is-long-enough"


def test_R2_the_required_key_is_in_nothing_that_may_be_shown():
    assert KEY not in repr(ServingOptions(keys=frozenset({KEY}), state=Path()))


@pytest.mark.parametrize(
    ("flags", "variable", "lines", "keys"),
    [
        ((), None, None, set()),
        (("one", "two"), None, None, {"one", "two"}),
        ((), "one two", None, {"one", "two"}),
        ((), None, "# of the staging server\none\n\n  two  \n", {"one", "two"}),
        (("one",), "two", "three", {"one", "two", "three"}),
    ],
)
def test_keys_come_from_three_places(tmp_path, flags, variable, lines, keys):
    file = tmp_path / "keys" if lines is not None else None
    if file is not None:
        file.write_text(lines)
    assert read_keys(flags, variable, file) == keys


@pytest.mark.parametrize(
    ("variable", "content", "says"),
    [
        ("", None, "SOLOVOX_REQUIRE_KEY holds no key"),
        (" ", None, "SOLOVOX_REQUIRE_KEY holds no key"),
        (None, b"# none yet\n", "keys holds no key"),
        (None, b"\xff\xfe", "give a file of text"),
    ],
)
def test_where_keys_were_meant_and_none_is_there_nobody_is_let_in(tmp_path, variable, content, says):
    file = tmp_path / "keys" if content is not None else None
    if file is not None:
        file.write_bytes(content)
    with pytest.raises(Failure, match=says) as caught:
        read_keys((KEY,), variable, file)
    assert KEY not in str(caught.value)
