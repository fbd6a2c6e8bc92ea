"""The clients of others, unpatched: where each is installed, and how a program on it is started."""

import fcntl
import functools
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from threading import Timer

import house_rules as house
from strangers.told import Told

PROGRAMS = Path(__file__).parent / "programs"
NEWEST = bool(os.environ.get("STRANGERS_NEWEST"))
"""Whether the newest releases are tried, which no lock holds."""
ROOM = house.ROOT / ".strangers" / ("newest" if NEWEST else "")
PATIENCE = 300
"""Seconds that a talk may take on a busy machine."""


@dataclass(frozen=True)
class Client:
    """One client of others."""

    name: str
    """What it is called in a talk."""
    home: str
    """The name of its environment, for `scripts/strangers`."""
    package: str
    """What it is called where it comes from."""
    program: str
    """Ours that runs on it, in `programs/`."""
    arguments: tuple[str, ...] = ()
    installed_as: str = ""
    """Its folder in node_modules, if that is not called as the package."""

    @property
    def javascript(self):
        return self.program.endswith(".mjs")

    @property
    def version(self):
        """What is installed."""
        home = ROOM / self.home
        if self.javascript:
            package = home / "node_modules" / (self.installed_as or self.package) / "package.json"
            return json.loads(package.read_text())["version"] if package.exists() else "not installed"
        sites = [str(one) for one in home.glob("lib/python*/site-packages")]
        return next(
            (one.version for one in distributions(path=sites) if one.name == self.package), "not installed"
        )

    def command(self, folder):
        """The program, set up in a folder of its own."""
        home = installed(self.home)
        if not self.javascript:
            return [home / "bin" / "python", PROGRAMS / self.program, *self.arguments]
        for module in (PROGRAMS / self.program).parent.glob("*.mjs"):  # what is imported is sought beside it
            shutil.copy(module, folder)
        (folder / "node_modules").symlink_to(home / "node_modules")
        return [home / "node", folder / Path(self.program).name, *self.arguments]


SDKS = {
    "python 3.4": Client("google-genai", "genai-3", "google-genai", "client.py"),
    "python 2.34": Client("google-genai, the line before", "genai-2", "google-genai", "client.py"),
    "javascript 3.1": Client("@google/genai", "js", "@google/genai", "client.mjs", ("@google/genai",)),
    "javascript 2.32": Client(
        "@google/genai, the line before", "js", "@google/genai", "client.mjs", ("genai-2",), "genai-2"
    ),
}
AGENTS = {
    "strands": Client("Strands Agents", "strands", "strands-agents", "agents/with_strands.py"),
    "llama-index": Client(
        "LlamaIndex voice agent",
        "llama-index",
        "llama-index-voice-agents-gemini-live",
        "agents/with_llama_index.py",
    ),
    "vision-agents": Client(
        "Vision Agents", "vision-agents", "vision-agents", "agents/with_vision_agents.py"
    ),
    "adk-js": Client("ADK for JavaScript", "adk-js", "@google/adk", "agents/with_adk.mjs"),
    "livekit-js": Client(
        "LiveKit Agents for Node", "livekit-js", "@livekit/agents", "agents/with_livekit.mjs"
    ),
}
"""Agent frameworks with a voice of Gemini Live."""
CLIENTS = SDKS | AGENTS


@functools.cache
def installed(name):
    """Where the stranger of that name lives; installs it if it is not there. The newest are installed by `make strangers NEWEST=1`."""
    if NEWEST:
        return ROOM / name
    ROOM.mkdir(parents=True, exist_ok=True)
    with (ROOM / ".alone").open("w") as alone:  # two workers may come at once
        fcntl.flock(alone, fcntl.LOCK_EX)
        subprocess.run([house.ROOT / "scripts" / "strangers", name], check=True, stdout=sys.stderr)
    return ROOM / name


def printed(command, folder, environment):
    """What a program printed, that ran to its end and was right."""
    done = subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass
class Stranger:
    """One at work, in a process of its own that has its plan. It is killed after `PATIENCE`."""

    process: subprocess.Popen
    wrong: Path
    """Where its standard error goes."""
    lines: list = field(default_factory=list)

    def __post_init__(self):
        self._late = Timer(PATIENCE, self.process.kill)
        self._late.start()

    def until(self, words):
        """Read on until it tells of something."""
        for line in self.process.stdout:
            self.lines.append(line)
            if words in line:
                return
        raise AssertionError(self._trouble())

    def told(self, reader=Told):
        """All of it, when it has come to the end of its plan."""
        self.lines += self.process.stdout
        assert self.end() == 0, self._trouble()
        return reader([json.loads(line) for line in self.lines])

    def end(self):
        """Whatever it does: its exit code."""
        with self.process:
            self.process.stdout.read()
            self.process.wait()
        self._late.cancel()
        return self.process.returncode

    def _trouble(self):
        return "\n".join([self.wrong.read_text(), *(line[:300] for line in self.lines[-40:])])


def begun(name, folder, server, plan, env=None):
    """A `Stranger`. `env`: its environment, if not the printed one of its language."""
    client = CLIENTS[name]
    folder.mkdir()
    (folder / "plan.json").write_text(json.dumps(plan))
    with (folder / "plan.json").open() as given, (folder / "wrong").open("w") as wrong:
        process = subprocess.Popen(
            client.command(folder),
            stdin=given,
            env=server.environment("javascript" if client.javascript else "python") if env is None else env,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=wrong,
            text=True,
        )
    return Stranger(process, folder / "wrong")


def talk(name, folder, server, plan, env=None):
    """What a stranger told of its whole talk."""
    return begun(name, folder, server, plan, env).told()
