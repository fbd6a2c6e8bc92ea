"""`solovox live-server` as a person starts it: a process of its own, on free ports, ended by Ctrl-C."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from cli.running import variables

PATIENCE = 120
"""Seconds to end in, on a busy machine."""
KEY = "any-key-will-do"
LIMIT = ("--limit", "50")
"""Sessions: what a machine holds is not the matter of these tests, and a busy one would be measured to hold few."""


@dataclass
class Server:
    """A running one; `told` is the line of JSON that it printed."""

    process: subprocess.Popen
    told: dict
    log: Path
    """Where its standard error goes."""

    def environment(self, language):
        """What points a client at it, and a key; nothing else of this machine's that concerns Google."""
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("GOOGLE_", "GEMINI_", "SSL_"))}
        return {**kept, **self.told["env"][language], "GEMINI_API_KEY": KEY}


def start(folder, *flags, program=(sys.executable, "-m", "solovox"), limit=LIMIT, **more):
    """Start it, and wait until it listens."""
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(
            [*program, "live-server", *limit, *flags],
            cwd=folder,
            env=variables(folder, **more),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    line = process.stdout.readline()
    assert line, (folder / "server.log").read_text()
    return Server(process, json.loads(line), folder / "server.log")


def stop(server):
    """Ctrl-C: it ends, and nothing was wrong."""
    with server.process as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0, server.log.read_text()


@contextlib.contextmanager
def serving(folder, *flags, **more):
    """One for a while."""
    folder.mkdir(exist_ok=True)
    server = start(folder, *flags, **more)
    try:
        yield server
    finally:
        stop(server)
