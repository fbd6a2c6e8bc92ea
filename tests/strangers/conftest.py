"""Strangers: programs on the SDKs of others, unpatched, each a process of its own that is told where to connect and no more."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import house_rules as house
from cli.running import variables
from strangers.told import Told

HERE = Path(__file__).parent / "programs"
ROOM = house.ROOT / ".strangers"
PATIENCE = 120
"""Seconds that a talk may take on a busy machine."""
KEY = "any-key-will-do"
SDKS = {
    "python 3.4": ("genai-3", ()),
    "python 2.34": ("genai-2", ()),
    "javascript 3.1": ("js", ("@google/genai",)),
    "javascript 2.32": ("js", ("genai-2",)),
}


def installed(name):
    """Where the stranger of that name lives; installs it if it is not there."""
    ROOM.mkdir(exist_ok=True)
    with (ROOM / ".alone").open("w") as alone:  # two workers may come at once
        fcntl.flock(alone, fcntl.LOCK_EX)
        subprocess.run([house.ROOT / "scripts" / "strangers", name], check=True, stdout=sys.stderr)
    return ROOM / name


@dataclass
class Server:
    """`solovox live-server` as a person starts it; `told` is the line of JSON that it prints."""

    process: subprocess.Popen
    told: dict

    def environment(self, language):
        """What points a client at it, and a key; nothing else of this machine's that concerns Google."""
        kept = {n: v for n, v in os.environ.items() if not n.startswith(("GOOGLE_", "GEMINI_", "SSL_"))}
        return {**kept, **self.told["env"][language], "GEMINI_API_KEY": KEY}


def start(folder, *flags):
    """Start it on ports that are free, and wait until it listens."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solovox", "live-server", "--port", "0", *flags],
        cwd=folder,
        env=variables(folder),
        stdout=subprocess.PIPE,
        stderr=(folder / "server.log").open("w"),
        text=True,
    )
    line = process.stdout.readline()
    assert line, (folder / "server.log").read_text()
    return Server(process, json.loads(line))


def stop(server):
    """Ctrl-C: it ends, and says nothing was wrong."""
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=PATIENCE) in (0, 130)


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """A function: flags to a running `Server`; the same flags, the same server."""
    running = {}

    def started(*flags):
        if flags not in running:
            running[flags] = start(tmp_path_factory.mktemp("server"), *flags)
        return running[flags]

    yield started
    for server in running.values():
        stop(server)


@pytest.fixture(params=SDKS, ids=lambda name: name.replace(" ", "-"))
def stranger(request, tmp_path):
    """A function: a server and a plan to what this SDK `Told`."""
    name, arguments = SDKS[request.param]
    home = installed(name)

    def talks(server, plan):
        if name == "js":
            shutil.copy(HERE / "client.mjs", tmp_path)
            (tmp_path / "node_modules").symlink_to(home / "node_modules")
            command, language = [home / "node", tmp_path / "client.mjs", *arguments], "javascript"
        else:
            command, language = [home / "bin" / "python", HERE / "client.py"], "python"
        done = subprocess.run(
            command,
            input=json.dumps(plan),
            env=server.environment(language),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr + "\n" + "\n".join(done.stdout.splitlines()[-5:])[-2000:]
        return Told([json.loads(line) for line in done.stdout.splitlines()])

    return talks
