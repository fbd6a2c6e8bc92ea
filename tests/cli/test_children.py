"""What we have started ends with us, whatever ends us (law L5): real processes, killed where they cannot say goodbye."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from solovox.ports import children, children_watch

pytestmark = pytest.mark.slow

PATIENCE = 20
"""Seconds, on a busy machine."""
STARTS = """
import asyncio, os, sys
from solovox.ports import children
async def main():
    left = children.remember(__import__("pathlib").Path(sys.argv[1]))
    print(*left, sep="\\n", file=sys.stderr, flush=True)
    agent = await children.{how}([sys.executable, "-c", {agent!r}, sys.argv[1]], stdin=-1, stdout=-1)
    print(agent.pid, (await agent.stdout.readline()).decode(), flush=True)
    {then}
asyncio.run(main())
"""
AGENT = """
import os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "300"])
apart = subprocess.Popen(["sleep", "301"], start_new_session=True)
print(child.pid, apart.pid, flush=True)
signal.pause()
"""
"""It hears nothing, and has a child in its group and another in a session of its own."""
WAIT = "await asyncio.sleep(300)"


def lives(pid):
    """Whether it runs: a zombie does not."""
    return pid in children_watch._processes()


def until(true, what, patience=PATIENCE):
    by = time.monotonic() + patience
    while not true():
        assert time.monotonic() < by, what
        select.select([], [], [], 0.02)


def begun(folder, how="start_child", agent=AGENT, then=WAIT):
    """A server of ours, and the ids of what it has started."""
    text = STARTS.format(how=how, agent=agent, then=then)
    server = subprocess.Popen(
        [sys.executable, "-c", text, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    return server, [int(pid) for pid in server.stdout.readline().split()]


def ended(server, by=signal.SIGKILL):
    server.send_signal(by)
    server.wait(PATIENCE)
    for pipe in (server.stdin, server.stdout, server.stderr):
        if pipe is not None:
            pipe.close()


@pytest.mark.parametrize("how", ["start_child", "beside"])
def test_L5_a_killed_server_leaves_no_agent_nor_what_the_agent_has_started(tmp_path, how):
    server, pids = begun(tmp_path, how)
    assert len(pids) == 3
    assert all(map(lives, pids))
    ended(server)
    until(lambda: not any(map(lives, pids)), "it still runs")
    # The next start names it, once.
    until(
        lambda: "ended" in "".join(one.read_text() for one in (tmp_path / "children").glob("*")), "no record"
    )
    for told in (True, False):
        (line, *_) = [*begun_again(tmp_path), ""]
        assert line.startswith("a server here was killed; what it had started was ended: python") is told
        assert (f"({pids[0]})" in line) is told
    until(lambda: not list((tmp_path / "children").glob("*")), "a record is left")


def begun_again(folder):
    """What a server says that starts next, and ends as it should."""
    server, _ = begun(folder, agent="print(1, flush=True)", then="await agent.wait()")
    return [line for line in server.communicate(timeout=PATIENCE)[1].splitlines() if line]


def test_L5_an_agent_that_ends_by_itself_has_the_time_for_it_and_is_not_named(tmp_path):
    # The time that it takes to end is what is tested: there is a second for it.
    agent = "import sys, time; print(1, flush=True); sys.stdin.read(); time.sleep(0.3); open(sys.argv[1] + '/saved', 'w')"
    server, (pid, _) = begun(tmp_path, agent=agent)
    ended(server)
    until(lambda: not lives(pid), "it still runs")
    assert (tmp_path / "saved").exists()
    until(lambda: not list((tmp_path / "children").glob("*")), "a record is left")
    assert begun_again(tmp_path) == []


def test_L5_an_agent_that_ends_with_its_input_leaves_nothing_that_it_has_started_apart(tmp_path):
    agent = """
import os, subprocess, sys
apart = subprocess.Popen(["sleep", "301"], start_new_session=True, stdin=-3)
print(apart.pid, flush=True)
os.read(0, 1)
os._exit(0)
"""
    then = f"await children.start_child(['true']); {WAIT}"
    server, pids = begun(tmp_path, agent=agent, then=then)
    noted = lambda: "".join(one.read_text() for one in (tmp_path / "children").glob("*"))  # noqa: E731
    until(lambda: "\ttrue\n" in noted(), "the watch has not looked")
    ended(server)
    until(lambda: not any(map(lives, pids)), "it still runs")
    until(lambda: "ended" in noted(), "no record")
    (line,) = begun_again(tmp_path)
    # The agent may still be there when the watch looks: then it is the one that is named.
    named = (f"{children_watch.CHILD} ({pids[1]})", f"({pids[0]})")
    assert any(one in line for one in named), line


def watch_of(folder):
    """The watch that knows of what was begun."""
    found = folder / "children"
    until(lambda: any("begun" in one.read_text() for one in found.glob("*")), "no watch")
    (watch,) = [int(one.name.partition("-")[0]) for one in found.iterdir()]
    return watch


def test_L5_what_outlives_the_watch_too_is_named_with_what_ends_it(tmp_path):
    server, pids = begun(tmp_path)
    os.kill(watch_of(tmp_path), signal.SIGKILL)
    ended(server)
    try:
        assert lives(pids[0])
        (line,) = begun_again(tmp_path)
        assert "still runs: python" in line
        assert line.endswith(f"kill -- -{pids[0]}")
    finally:
        children_watch.signal_whole(pids, signal.SIGKILL)


def test_L5_a_watch_that_was_killed_has_another_in_its_place(tmp_path):
    again = "second = await children.start_child(['sleep', '300']); print(second.pid, flush=True); await asyncio.sleep(300)"
    wait = "await asyncio.get_running_loop().run_in_executor(None, input); " + again
    text = STARTS.format(how="start_child", agent="print(1, flush=True)", then=wait)
    server = subprocess.Popen(
        [sys.executable, "-c", text, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    server.stdout.readline()
    watch = watch_of(tmp_path)
    os.kill(watch, signal.SIGKILL)
    until(lambda: not lives(watch), "the watch still runs")
    server.stdin.write("\n")
    server.stdin.flush()
    pid = _next(server)
    assert lives(pid)
    ended(server)
    until(lambda: not lives(pid), "it still runs")


def _next(server):
    """The next number that it says."""
    while not (line := server.stdout.readline().strip()):
        pass
    return int(line)


def test_L5_an_agent_that_is_ended_leaves_nothing_that_has_left_its_group():
    with children.open_child([sys.executable, "-c", AGENT], stdout=subprocess.PIPE) as agent:
        pids = [agent.pid, *map(int, agent.stdout.readline().split())]
        children.end(agent.pid)
    until(lambda: not any(map(lives, pids)), "it still runs")
