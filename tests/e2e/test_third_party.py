"""The adapters of `examples/third_party`, installed as a package of others, and chosen by a key: whole sessions."""

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import wave

import pytest

from cli.running import one_line, solovox, variables
from contracts.line_model import LineModel
from e2e.conftest import JOE, QUESTION
from installing import run

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The package, as an installer puts it beside ours."""
    folder = tmp_path_factory.mktemp("third_party")
    fixed = ("--python", sys.executable, "--no-deps", "--no-index", "--no-build-isolation")
    run("scripts/uv", "pip", "install", *fixed, "--target", folder, "examples/third_party")
    return str(folder)


def instructions(asked):
    return [turn["instruction"] for turn in asked.timeline["turns"]]


def test_a_brain_a_set_of_tools_and_a_voice_are_chosen_by_their_names(ask, package):
    chosen = ("--set", "brain.kind=parrot", "--set", "tools=dice", "--set", "narrator.voice=beeps")
    asked = ask("--text=Roll the dice.", "--speed", "20", *chosen, PYTHONPATH=package)
    assert asked.done.returncode == 0, asked.done.stderr
    answer = next(line for line in asked.done.stdout.splitlines() if line.startswith("The die shows "))
    sounding = len(asked.answer.strip(b"\0")) / 2 / 24_000
    assert abs(sounding - sum(map(str.isalnum, answer)) * 0.06) < 0.05, "each letter is a tone of 60 ms"


async def test_an_ear_is_chosen_by_its_name_and_has_a_setting_of_its_own(ask, package):
    async with LineModel(answering="What time is it?") as model:
        chosen = ("--set", "ear.kind=lines", "--set", f"ear.lines.address={model.address}", *JOE)
        asked = await asyncio.to_thread(
            lambda: ask(QUESTION, "--speed", "4", "--set", "narrator.kind=voice", *chosen, PYTHONPATH=package)
        )
    assert asked.done.returncode == 0, asked.done.stderr
    assert instructions(asked) == ["What time is it?"]
    assert model.answers(), "its call was answered"
    assert len(model.take_heard()) > 2 * 16_000


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as found:
        return found.getsockname()[1]


def connected(port):
    """A connection, as soon as the surface listens."""
    for _ in range(200):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except ConnectionRefusedError:
            threading.Event().wait(0.1)
    raise AssertionError("it never listened")


def called(port):
    """Who speaks the question into the socket, and listens until a second of voice has come."""
    with wave.open(str(QUESTION)) as file:
        question = file.readframes(file.getnframes())
    with connected(port) as line:
        line.sendall(question)
        heard = b""
        while len(heard) < 2 * 24_000:
            heard += line.recv(4_096).strip(b"\0")  # silence comes, too
    return heard


def test_a_surface_is_chosen_by_its_name_and_ended_by_ctrl_c(tmp_path, package):
    port = free_port()
    chosen = (
        "--set",
        "surface.kind=socket",
        "--set",
        f"surface.socket.port={port}",
        "--set",
        "ear.kind=local",
    )
    command = [sys.executable, "-m", "solovox", "talk", *JOE, *chosen]
    environment = variables(tmp_path, PYTHONPATH=package)
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as talk:
        begun = talk.stderr.readline()
        try:
            voice = called(port)
        finally:
            talk.send_signal(signal.SIGINT)
        shown, told = talk.communicate(timeout=60)
    assert talk.returncode == 0, (begun, told)
    assert "heard: What time is it?" in shown
    assert "The time is " in shown
    assert voice
    assert "journal: " in told


def test_ask_refuses_it_in_one_line(tmp_path, package):
    done = solovox("ask", "--text", "x", "--set", "surface.kind=socket", cwd=tmp_path, PYTHONPATH=package)
    assert done.returncode == 2
    assert "surface.kind = socket is a surface of" in one_line(done)
