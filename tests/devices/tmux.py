"""A terminal of a given size, in which a program runs: tmux, on a server of its own."""

import os
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 60


class Terminal:
    """What is on its screen, and its keyboard."""

    def __init__(self, socket):
        self._socket = socket

    def control(self, *words):
        command = ["tmux", "-S", str(self._socket), "-f", os.devnull, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    @property
    def text(self):
        return self.control("capture-pane", "-p", "-t", "it")

    def press(self, *keys):
        self.control("send-keys", "-t", "it", *keys)

    def type(self, text):
        self.control("send-keys", "-t", "it", "-l", text)

    def until(self, *wanted, seconds=PATIENCE_SECONDS):
        """Waits until all these are on the screen; the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.text
            if all(one in text for one in wanted):
                return text
            subprocess.run(["sleep", "0.1"], check=True)
        raise AssertionError(f"never seen: {wanted}; the screen:\n{self.text}")


@contextmanager
def terminal(columns, lines, environment):
    """A shell in it, without a prompt of its own."""
    with tempfile.TemporaryDirectory(prefix="tmux") as folder:
        it = Terminal(Path(folder) / "socket")
        command = [
            "tmux",
            "-S",
            str(Path(folder) / "socket"),
            "-f",
            os.devnull,
            "new-session",
            "-d",
            "-s",
            "it",
        ]
        size = ["-x", str(columns), "-y", str(lines), "env", "PS1=$ ", "bash", "--norc", "--noprofile"]
        subprocess.run([*command, *size], env=environment, check=True)
        try:
            yield it
        finally:
            it.control("kill-server")
