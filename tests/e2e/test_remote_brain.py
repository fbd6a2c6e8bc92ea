"""A brain behind a server: a real socket, streaming, tools, and what is heard when it breaks off."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from brains.double import CUT, Refusal, asking, chunk, serving, written
from cli.running import variables
from e2e.conftest import JOE, QUESTION, Asked

pytestmark = [pytest.mark.weights, pytest.mark.slow]

KEY = "sk-a-key-that-must-not-be-shown"


async def asked_of(ask, server, *more):
    settings = {"brain.url": server.url, "brain.model": "m"}
    flags = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    return await asyncio.to_thread(
        lambda: ask(QUESTION, "--speed", "8", *JOE, *flags, *more, SOLOVOX_BRAIN__API_KEY=KEY)
    )


async def test_its_answer_is_shown_whole_and_said_short(ask):
    async with serving(written("Forty two ", "is **the** answer.", "\n\n```\n6 * 7\n```\n")) as server:
        asked = await asked_of(ask, server)
    assert asked.done.returncode == 0, asked.done.stderr
    (request,) = server.requests
    assert request["messages"][-1]["content"] == "What time is it?"
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    (turn,) = asked.timeline["turns"]
    assert turn["text"] == "Forty two is **the** answer.\n\n```\n6 * 7\n```\n"
    assert turn["said"][0] == "Forty two is the answer."
    assert "6 * 7" not in " ".join(turn["said"])
    assert any(asked.answer)
    kept = asked.journal.read_text() + asked.done.stdout + asked.done.stderr
    assert KEY not in kept
    assert asked.replayed().startswith("identical")


async def test_it_uses_the_tools_of_this_machine_through_the_core(ask):
    async with serving(asking(("calculate", ['{"sum": "6 * 7"}'])), written("It is 42.")) as server:
        asked = await asked_of(ask, server)
    assert asked.done.returncode == 0, asked.done.stderr
    assert server.requests[1]["messages"][-1]["content"] == "42"
    events = [one.get("event") for one in asked.entries]
    assert events.index("BrainCalled") < events.index("ToolReturned")


@pytest.mark.wide
async def test_G3_what_was_written_before_it_broke_off_is_said_and_then_the_failure(ask):
    async with serving([chunk("First one sentence. "), chunk("Then half a"), CUT]) as server:
        asked = await asked_of(ask, server)
    assert asked.done.returncode == 1
    assert asked.done.stderr.splitlines()[-1].startswith("solovox: ")
    (turn,) = asked.timeline["turns"]
    assert turn["said"][0] == "First one sentence."
    assert turn["played"].startswith("First one sentence.")
    assert asked.replayed().startswith("identical")


@pytest.mark.wide
async def test_a_refusal_is_one_line_with_the_servers_reason(ask):
    async with serving(Refusal(401)) as server:
        asked = await asked_of(ask, server)
    assert asked.done.returncode == 1
    line = asked.done.stderr.splitlines()[-1]
    assert line.startswith("solovox: ")
    assert "401" in line or "the reason" in line
    assert KEY not in asked.journal.read_text() + line


def test_L5_a_person_who_presses_control_c_leaves_a_whole_journal_and_no_process(tmp_path):
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
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=variables(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # a shell that runs the tests in the background has told them to ignore the signal
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout.readline().startswith("heard: ")
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told.splitlines()[-1] == "solovox: stopped"
    asked = Asked(tmp_path, subprocess.CompletedProcess(command, 130))
    assert "killed" not in asked.replayed()
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
