"""How `solovox listen` and `solovox talk` at real devices end, and what they tell meanwhile."""

import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

import house_rules as house
from cli.running import variables
from devices.listening import PATIENCE, listening
from devices.sound_server import sound_server
from e2e.conftest import written
from portions import sampled
from speech.conftest import said

pytestmark = [pytest.mark.slow, pytest.mark.weights]

RATE = 16_000
SOUND = "--set", "narrator.voice=joe"
LOADS = "onnxruntime"
"""What is in the process's memory when its models are loaded."""


class Command:
    """A running one, and what it tells on stderr."""

    def __init__(self, process):
        self.process, self.told, self._more = process, "", threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stderr:
            with self._more:
                self.told += line
                self._more.notify_all()

    def until(self, pattern):
        end = time.monotonic() + PATIENCE
        with self._more:
            while not re.search(pattern, self.told):
                assert self._more.wait(max(0, end - time.monotonic())), (pattern, self.told)

    def ended(self, sign):
        """The exit code after that signal."""
        self.process.send_signal(sign)
        code = self.process.wait(PATIENCE)
        self._reader.join()
        return code


@contextmanager
def command(server, folder, *words):
    own = variables(folder, PYTHONPATH=str(house.ROOT / "src"), **server.variables)
    process = subprocess.Popen(
        [sys.executable, "-m", "solovox", *words, *SOUND, "--no-journal"],
        cwd=folder,
        env=own,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield Command(process)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def loading(process):
    """Returns while its models are loaded."""
    maps, end = Path(f"/proc/{process.pid}/maps"), time.monotonic() + PATIENCE
    while LOADS not in maps.read_text():
        assert time.monotonic() < end
        assert process.poll() is None


@pytest.mark.parametrize(
    ("sign", "code", "line"),
    [(signal.SIGINT, 130, "solovox: stopped"), (signal.SIGTERM, 143, "solovox: ended by SIGTERM")],
)
def test_L5_a_signal_while_models_load_is_one_line(server, tmp_path, sign, code, line):
    with command(server, tmp_path, "listen", "--plain") as it:
        loading(it.process)
        assert (it.ended(sign), it.told.strip()) == (code, line), "the line of ^C is ended, and one is told"


def used(server):
    """Who uses which of its devices."""
    return [server.control("list", "short", one) for one in ("source-outputs", "sink-inputs")]


@pytest.mark.parametrize("sign", sampled([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], [signal.SIGTERM]))
def test_L5_a_signal_in_a_talk_ends_it_well_and_the_counts_are_told(server, tmp_path, sign):
    before = used(server)
    with command(server, tmp_path, "listen", "--plain") as it:
        it.until("the microphone (hears|does not hear)")
        assert used(server) != before
        assert it.ended(sign) == 0
    assert used(server) == before, "a device is left open"
    assert it.told.endswith(
        "handoffs: none\nlistener restarted 0x, reconnected 0x, output reopened 0x\njournal: none is kept\n"
    )
    assert "Traceback" not in it.told


@pytest.mark.wide
def test_the_lines_of_a_handoff_and_its_counts(server, tmp_path):
    question = written(tmp_path / "q.wav", bytes(RATE) + said("Computer, what time is it?") + bytes(2 * RATE))
    with listening(server, tmp_path, "--log", "seed") as person:
        person.asks(question)
        assert person.hangs_up() == 0
    told = (tmp_path / "errors").read_text()
    wanted = (
        r"\[heard\] .*what time is it", r"\[tool_call\] ask_brain \{\"query\": ", r"\[reader\] start fresh reader session",
        r"\[tool_result\] ask_brain: The time is ", r"\[reader_spoken\] The time is ", r"\[reader\] done",
        r"handoffs: 1, [\d.]+ s in the middle", r"ask_brain: 1, ", r"output reopened 0x", r"journal: /",
    )  # fmt: skip
    at = 0
    for one in wanted:
        found = re.compile(one, re.IGNORECASE).search(told, at)
        assert found, (one, told)
        at = found.start()
    assert "Traceback" not in told


@pytest.mark.wide
def test_a_talk_at_devices_tells_their_troubles_as_listen_does(tmp_path):
    with sound_server() as own, command(own, tmp_path, "talk", "--set", "surface.kind=devices") as it:
        it.until("the microphone (hears|does not hear)")
        own.end()
        it.until("gives no more sound: it is opened again")
        own.begin()
        it.until("the (microphone|speaker) is there again")
        assert it.ended(signal.SIGINT) == 0
    assert "Traceback" not in it.told
