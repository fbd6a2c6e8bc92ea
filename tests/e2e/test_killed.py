"""`kill -9` of the program while an agent works (law L5): the agent and what it has started end, and the next start names them."""

import json
import signal
import subprocess
import sys

import pytest

from cli.running import solovox, variables
from cli.test_children import lives, until

pytestmark = [pytest.mark.weights, pytest.mark.slow]

HANGS = """
import json, os, signal, subprocess, sys
for sign in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(sign, signal.SIG_IGN)
def answer(name, **result):
    print(json.dumps({"jsonrpc": "2.0", "id": name, "result": result}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        answer(asked["id"], protocolVersion=1, agentCapabilities={}, authMethods=[])
    elif asked.get("method") == "session/new":
        answer(asked["id"], sessionId="one")
    elif asked.get("method") == "session/prompt":
        children = [subprocess.Popen(["sleep", "300"], start_new_session=apart) for apart in (False, True)]
        with open("pids.new", "w") as file:
            json.dump([os.getpid(), *(one.pid for one in children)], file)
        os.rename("pids.new", "pids")
        signal.pause()
"""
"""An agent over ACP that works for ever, with a child in its group and another in a session of its own, and hears no signal."""


def test_L5_a_killed_program_leaves_no_agent_and_the_next_start_names_it(tmp_path):
    (tmp_path / "hangs.py").write_text(HANGS)
    agent = ("--set", "brain.kind=acp", "--set", f"brain.command={sys.executable} {tmp_path / 'hangs.py'}")
    program = subprocess.Popen(
        [sys.executable, "-m", "solovox", "ask", "--text", "work", *agent],
        cwd=tmp_path, env=variables(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    until((tmp_path / "pids").exists, "the agent was not asked", 120)
    pids = json.loads((tmp_path / "pids").read_text())
    assert all(map(lives, pids))
    program.send_signal(signal.SIGKILL)
    program.wait()
    until(lambda: not any(map(lives, pids)), "the agent still runs")
    done = solovox("ask", "--text", "what is 6 times 7?", "--set", "brain.kind=local", cwd=tmp_path)
    (line,) = [one for one in done.stderr.splitlines() if "was killed" in one]
    assert line.startswith("a server here was killed; what it had started was ended: python")
    assert f"({pids[0]})" in line
