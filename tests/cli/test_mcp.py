"""`solovox mcp` as a process: what it writes where, and how it ends."""

import contextlib
import json
import signal
import subprocess
import sys

import pytest

from cli.running import variables
from http_server import coded_mcp

PATIENCE = 120
"""Seconds to end in, on a busy machine."""
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "tester", "version": "1"},
}
pytestmark = pytest.mark.slow


@contextlib.contextmanager
def running(folder, *flags):
    """It has answered the first message."""
    process = subprocess.Popen(
        [sys.executable, coded_mcp.__file__, *flags],
        cwd=folder,
        env=variables(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        asked(process, 1, "initialize", HELLO)
        yield process
        process.kill()


@pytest.fixture
def started(tmp_path):
    with running(tmp_path, "--port", "0") as process:
        yield process


def asked(process, number, method, params):
    process.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"
    )
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def answer(result):
    return json.loads(result["content"][0]["text"])


def called(process, number, tool, **arguments):
    return asked(process, number, "tools/call", {"name": tool, "arguments": arguments})["result"]


def test_it_ends_when_its_agent_closes_stdin(started):
    started.stdin.close()
    assert started.wait(PATIENCE) == 0
    assert (started.stdout.read(), started.stderr.read()) == ("", "")


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_by_a_signal_while_its_agent_lives_on(started, sign):
    started.send_signal(sign)
    assert started.wait(PATIENCE) == 0


@pytest.mark.wide
def test_it_loads_nothing_and_opens_no_page_until_the_agent_wants_to_talk(started):
    status = answer(called(started, 2, "status"))
    started.stdin.close()
    assert started.wait(PATIENCE) == 0
    assert status["person"] == "no one is at the page"
    assert started.stderr.read() == ""


def test_nothing_but_the_protocol_is_on_stdout_and_the_address_is_on_stderr(started):
    waited = called(started, 2, "listen", seconds=5)
    started.stdin.close()
    assert started.wait(PATIENCE) == 0
    assert answer(waited) == {"heard": None, "ended_by": "time"}
    assert started.stdout.read() == ""
    told = started.stderr.read()
    assert "thinks: mcp" in told
    assert "http://127.0.0.1:" in told


@pytest.mark.wide
def test_what_it_cannot_begin_with_is_told_to_the_agent_in_one_line(tmp_path):
    with running(tmp_path, "--port", "0", "--set", "narrator.voice=none_such") as process:
        result = called(process, 2, "speak", text="Hello.")
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        told = process.stderr.read()
    assert result["isError"]
    assert "narrator.voice" in result["content"][0]["text"]
    assert "Traceback" not in told


@pytest.mark.wide
def test_at_another_surface_there_is_no_page_and_the_agent_hears_and_is_heard(tmp_path):
    with running(tmp_path, "--set", "surface.kind=memory") as process:
        heard = answer(called(process, 2, "listen"))
        told = answer(called(process, 3, "speak", text="The red one."))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        said = process.stderr.read()
    assert heard == {"heard": "Which one?", "ended_by": "person"}
    assert told == {"played": True, "interrupted_at_word": None}
    assert "http://" not in said


@pytest.mark.wide
def test_it_says_how_it_is_added_where_a_person_starts_it(tmp_path):
    """Its stdin is a file: no agent is there."""
    with (tmp_path / "empty").open("w+") as nothing:
        done = subprocess.run(
            [sys.executable, coded_mcp.__file__],
            cwd=tmp_path,
            env=variables(tmp_path),
            stdin=nothing,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    assert done.returncode == 2
    assert "stdin and stdout must be pipes: an agent starts this command" in done.stderr
    assert len(done.stderr.splitlines()) == 1
