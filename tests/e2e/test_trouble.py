"""What goes wrong in the middle of a session: one line, exit code 1, and the journal kept."""

import json
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

from cli.running import variables
from e2e.conftest import JOE, QUESTION, Asked

pytestmark = [pytest.mark.weights, pytest.mark.slow]

KEY = "sk-a-key-that-must-not-be-shown"


def remote(port):
    settings = {"brain.url": f"http://127.0.0.1:{port}/v1", "brain.model": "m", "brain.api_key": KEY}
    return [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]


@contextmanager
def silent_server():
    """Takes every connection and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = []

        def take():
            while True:
                try:
                    taken.append(server.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
        for one in taken:
            one.close()


def the_line(asked):
    assert asked.done.returncode == 1, asked.done.stderr
    assert "Traceback" not in asked.done.stderr
    lines = [line for line in asked.done.stderr.splitlines() if line.startswith("solovox: ")]
    assert len(lines) == 1
    return lines[0]


@pytest.mark.wide
def test_a_server_that_cannot_be_reached_is_named(ask):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    asked = ask(QUESTION, "--speed", "8", *JOE, *remote(port))
    assert f"nothing answers at 127.0.0.1:{port}" in the_line(asked)
    assert not any(asked.answer)
    assert asked.replayed().startswith("identical")
    assert KEY not in asked.journal.read_text() + asked.done.stdout + asked.done.stderr


def test_T5_a_failure_sounds_when_cues_are_asked_for(ask):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    asked = ask(QUESTION, "--speed", "8", *JOE, "--cues", *remote(port))
    the_line(asked)
    assert any(asked.answer)


@pytest.mark.wide
def test_a_server_that_says_nothing_is_given_up(ask):
    with silent_server() as port:
        asked = ask(QUESTION, "--speed", "16", *JOE, *remote(port))
    assert "30 s" in the_line(asked)
    assert asked.replayed().startswith("identical")


@pytest.mark.wide
def test_an_answer_that_needs_a_yes_says_so(ask):
    asked = ask(QUESTION, "--speed", "inf", *JOE, "--set", "approval=review")
    assert "it waits for a yes: give it with --do accept@held" in the_line(asked)
    assert not any(one.get("event") == "BrainWrote" for one in asked.entries)


def test_A1_acts_answer_what_is_held_and_a_miss_is_told(ask):
    more = (*JOE, "--set", "approval=review", "--do", "edit:what is two plus two@held", "--do", "accept@20")
    asked = ask(QUESTION, "--speed", "inf", *more)
    assert the_line(asked) == "solovox: accept@20: nothing waited for a yes then"
    assert "That is 4." in asked.done.stdout
    assert asked.replayed().startswith("identical")


def test_R1_a_killed_session_leaves_a_journal_that_replays(tmp_path):
    command = [
        sys.executable,
        "-m",
        "solovox",
        "ask",
        QUESTION,
        "--out",
        "answer.wav",
        "--journal",
        "journal",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, env=variables(tmp_path), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline().startswith("heard: ")
        assert process.stdout.read(12) == "The time is "
        process.send_signal(signal.SIGKILL)
    asked = Asked(tmp_path, subprocess.CompletedProcess(command, -9))
    assert "killed before its end" in asked.replayed()
    events = [one.get("event") for one in asked.entries]
    assert "LocalTranscript" in events, "what was asked was on the disk before the brain was asked"


@pytest.mark.wide
def test_the_log_for_programs_has_no_words_unless_they_are_asked_for(ask):
    quiet = ask(QUESTION, "--speed", "inf", *JOE, "--log-json")
    lines = [json.loads(line) for line in quiet.done.stderr.splitlines() if line.startswith("{")]
    assert {"at", "event", "commands"} <= set(lines[0])
    assert any("AskBrain" in line["commands"] for line in lines)
    assert "What time" not in quiet.done.stderr
    assert "The time is" not in quiet.done.stderr
    open_ = ask(QUESTION, "--speed", "inf", *JOE, "--log-json", "--log-words")
    heard = [json.loads(line) for line in open_.done.stderr.splitlines() if '"LocalTranscript"' in line]
    assert heard[-1]["text"] == "What time is it?"
