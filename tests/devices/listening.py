"""A person at `solovox listen`, with virtual devices: says a sentence, hears what comes, and counts it."""

import queue
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import numpy as np

import house_rules as house
from cli.running import variables
from devices.sound_server import SPEAKER

RATE = 16_000
PATIENCE = 60.0
LOUD = 300
QUIET_SECONDS = 1.2
"""Longer than the pauses between two sentences of an answer."""


class Ears:
    """What the virtual speaker plays, as it plays it."""

    def __init__(self, server, speaker=SPEAKER):
        command = ["parec", f"--device={speaker}.monitor", f"--rate={RATE}", "--channels=1", "--format=s16le"]
        self._process = subprocess.Popen(
            [*command, "--latency-msec=20"], env=server.client(), stdout=subprocess.PIPE
        )
        self._heard, self._more = bytearray(), threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        while piece := self._process.stdout.read(640):
            with self._more:
                self._heard += piece
                self._more.notify_all()

    @property
    def at(self):
        """How many bytes were heard so far."""
        return len(self._heard)

    def loud(self, since):
        """Whether anything is heard after there."""
        with self._more:
            return bool(self._loud(since).any())

    def voice(self, since):
        """Returns when a voice is heard after there: more than a cue."""
        end = time.monotonic() + PATIENCE
        with self._more:
            while np.count_nonzero(self._loud(since)) < RATE // 8:
                assert self._more.wait(max(0, end - time.monotonic())), "no voice was heard"

    def _loud(self, since):
        heard = bytes(self._heard[since : len(self._heard) // 2 * 2])
        return np.abs(np.frombuffer(heard, "<i2")) > LOUD

    def answer(self, since):
        """All that is heard from there to a second of silence after some sound."""
        end = time.monotonic() + PATIENCE
        with self._more:
            while not (found := self._spoken(since)):
                assert self._more.wait(max(0, end - time.monotonic())), "no answer was heard"
        return found

    def _spoken(self, since):
        heard = bytes(self._heard[since : len(self._heard) // 2 * 2])
        loud = np.flatnonzero(self._loud(since))
        voice = loud[loud > loud[0] + RATE // 2] if len(loud) else loud  # after a cue
        over = len(voice) > RATE // 4 and len(heard) // 2 - voice[-1] > QUIET_SECONDS * RATE
        return heard if over else b""

    def close(self):
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()


class Person:
    """Somebody who talks to a running `solovox listen`."""

    def __init__(self, server, process):
        self.server, self.process, self.lines = server, process, []
        self._told = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.ears = Ears(server)

    def _read(self):
        for line in self.process.stdout:
            self._told.put(line.rstrip())

    def until(self, pattern):
        """The next line that fits; all lines are kept."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._told.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{pattern} did not come: {self.lines[-20:]}") from None
            self.lines.append(line)
            if re.search(pattern, line):
                return line

    def until_heard(self):
        """Both devices are open."""
        end = time.monotonic() + PATIENCE
        while len(set(self.server.streams(self.process.pid))) < 2:
            assert time.monotonic() < end, "the devices were not opened"
            assert self.process.poll() is None, "it has ended"

    def hears_anew(self, speaker=SPEAKER):
        """The speaker is another one."""
        self.ears.close()
        self.ears = Ears(self.server, speaker)

    def asks(self, path):
        """Say it, and hear the answer: 16 kHz."""
        since = self.ears.at
        assert self.server.say(path).wait(PATIENCE) == 0
        return self.ears.answer(since)

    def hangs_up(self):
        """The exit code, and what was printed last."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def leaves(self):
        """Nothing of it is left."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self.process.stdout.close()
        self.ears.close()


@contextmanager
def listening(server, folder, *flags):
    """A person, and `solovox listen --plain` at these devices."""
    command = [sys.executable, "-u", "-m", "solovox", "listen", "--set", "narrator.voice=joe", *flags]
    own = variables(folder, PYTHONPATH=str(house.ROOT / "src"), **server.variables)
    with (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            [*command, "--journal", str(folder / "journal")],
            cwd=folder,
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        person = Person(server, process)
        try:
            person.until_heard()
            person.until("listening for")
            yield person
        finally:
            person.leaves()
