"""Mutants of the core that a machine picks: each a small change inside a function, and what the fast tests of the core say to it.

    python -m mutants.machine --count 40 --seed 1

All changes of these kinds are numbered by what they are (file, function, before, after), a seed chooses among them: the same ones
as long as their code stays. One process imports the core and collects its tests once. They run once with nothing changed, and which
statements they run is noted; then a child is forked for each mutant, which is given the changed function in place of the right one and
runs the tests that come by the changed statement, the shortest first, until one fails or does not end. A mutant that no test sees is
printed and turns the run red: a test must see it, or a line of `survivors.txt` say why none can.
"""

import argparse
import contextlib
import gc
import hashlib
import json
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from types import FunctionType

import pytest

from mutants.changes import changes, codes, made
from mutants.mutant import PACKAGE, ROOT, TESTS

SURVIVORS = Path(__file__).parent / "survivors.txt"
OPTIONS = """
    -qq -s --assert=plain --hypothesis-profile=mutant -p no:cacheprovider -p no:xdist
    -W ignore::pytest.PytestAssertRewriteWarning
""".split()
LONG = """
    test_people test_policy_changes test_reader_pace test_reader_timing test_unseen_histories test_worlds hash_seed
    as_often_as_they_like
    two_people_in_every_order several_people_and_nothing
""".split()
"""Files and tests that are left out: four fifths of the time, and of 200 mutants they saw one that no other test did."""
OPTIONS += ["-m", "not weights and not wide", "-k", " and ".join(f"not {name}" for name in LONG)]
OPTIONS += [str(TESTS / "core")]
PATIENCE = 10
"""Times as much of the processor as a test takes with nothing changed: then it never ends, which is to be seen."""
LEAST = 4
"""Seconds of the processor that a test has in any case."""
SHARES = 16
"""Children among which the run with nothing changed is divided, so that none has all that takes long."""
MEMORY = 4 << 30
"""Bytes that a child may have: a mutant that never ends may grow, too."""
GREEN, RED, FAILED = range(3)


def explained():
    """The ids of those that no test can see, each with why."""
    lines = SURVIVORS.read_text().splitlines() if SURVIVORS.exists() else []
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def chosen(count, seed):
    """So many of all, by seed, without those that are explained."""
    files = sorted((PACKAGE / "core").rglob("*.py"))
    known = explained()
    every = [one for path in files for one in changes(path, path.read_text())]
    due = [one for one in every if one.id not in known]
    due.sort(key=lambda one: hashlib.sha256(f"{seed} {one.id}".encode()).digest())
    return len(every), due[:count]


def put(change):
    """Give each function that has this code, or one within it, the changed one."""

    def place(code):
        return code.co_filename, code.co_qualname, code.co_firstlineno

    new = {place(one): one for one in codes(made(change, change.path.read_text())) if change.is_in(one)}
    gc.unfreeze()
    for one in gc.get_objects():
        # `isinstance` would ask a proxy for its class, and what it stood for may be gone.
        if type(one) is FunctionType and place(one.__code__) in new:
            one.__code__ = new[place(one.__code__)]


class Machine:
    """A plugin of pytest: what is collected is run here, in children."""

    def __init__(self, picked, room):
        self.picked, self.room = picked, room
        self.green, self.sick = [], ""
        self.failed = False
        self.seconds = {}
        """Of the processor that each test takes with nothing changed."""

    def pytest_runtest_logstart(self, nodeid, location):
        if nodeid in self.seconds:  # of a busy machine a child has little, and no less of its time
            signal.setitimer(signal.ITIMER_PROF, LEAST + PATIENCE * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report):
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session):
        items, shares = session.items, range(SHARES)
        for _ in self._children({n: self._tracing(items, range(n, len(items), SHARES)) for n in shares}):
            pass
        notes = [json.loads(line) for n in shares for line in self._notes(n)]
        if bad := [items[at].nodeid for at, well, *_ in notes if not well] or len(notes) < len(items):
            self.sick = f"with nothing changed: {bad}"
            return True
        notes.sort(key=lambda note: note[2])
        self.seconds = {items[at].nodeid: seconds for at, _, seconds, _ in notes}
        tests = [[items[at] for at, *_, hit in notes if n in hit] for n in range(len(self.picked))]
        for n, how in self._children({n: self._trying(n, its) for n, its in enumerate(tests)}):
            if how == GREEN:
                self.green.append(one := self.picked[n])
                print(f"no test sees {one} ({len(tests[n])} tests come by; line {one.lines[0]})", flush=True)
            elif how == FAILED:
                self.sick = f"could not be run: {self.picked[n]}"
        return True

    def _notes(self, n):
        file = self.room / f"{n}.json"
        return file.read_text().splitlines() if file.exists() else []

    def _children(self, work):
        """Each piece of work in a child of its own, as many at a time as there are cores. Yields how each ended."""
        waiting, running = list(work.items())[::-1], selectors.DefaultSelector()
        try:
            while waiting or running.get_map():
                while waiting and len(running.get_map()) < (os.cpu_count() or 1):
                    n, piece = waiting.pop()
                    alive, held = os.pipe()
                    if not (child := os.fork()):
                        self._be_child(n, piece)
                    os.close(held)
                    running.register(alive, selectors.EVENT_READ, (n, child))
                for key, _ in running.select():
                    n, child = key.data
                    running.unregister(key.fd)
                    os.close(key.fd)
                    kill(child)
                    yield n, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        finally:  # also when we are stopped
            for key in running.get_map().values():
                kill(key.data[1])

    def _be_child(self, n, piece):
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with (self.room / f"{n}.told").open("w") as told:
            os.dup2(told.fileno(), 1)
            os.dup2(told.fileno(), 2)
            code = FAILED
            with contextlib.suppress(BaseException):
                code = piece()
            told.flush()
            os._exit(code)

    def _run(self, items):
        """Run tests one after the other, as pytest does. Yields each when it has ended."""
        for one, then in zip(items, [*items[1:], None], strict=True):
            self.failed = False
            one.config.hook.pytest_runtest_protocol(item=one, nextitem=then)
            yield one

    def _trying(self, n, items):
        """To run with one change the tests that come by, until one sees it."""

        def trying():
            put(self.picked[n])
            with contextlib.suppress(MemoryError):
                return RED if any(self.failed for _ in self._run(items)) else GREEN
            return RED

        return trying

    def _tracing(self, items, mine):
        """To note which of the changed statements each test comes by, and how long it takes."""
        within, hit = {}, set()

        def calls(frame, event, arg):
            code = frame.f_code
            if code not in within:
                within[code] = by_line = defaultdict(set)
                for n, one in enumerate(self.picked):
                    for line in range(one.lines[0], one.lines[1] + 1) if one.is_in(code) else ():
                        by_line[line].add(n)
            return lines if within[code] else None

        def lines(frame, event, arg):
            hit.update(within[frame.f_code].get(frame.f_lineno, ()))
            return lines

        def tracing():
            numbers = {id(items[at]): at for at in mine}
            with (self.room / f"{mine.start}.json").open("w") as notes:
                sys.settrace(calls)
                begin = time.process_time()
                for item in self._run([items[at] for at in mine]):
                    spent = time.process_time() - begin
                    notes.write(json.dumps([numbers[id(item)], not self.failed, spent, sorted(hit)]) + "\n")
                    hit.clear()
                    begin = time.process_time()
                sys.settrace(None)
            return GREEN

        return tracing


def kill(child):
    """It and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def main():
    """Returns 0 if a test sees each."""
    parser = argparse.ArgumentParser(prog="python -m mutants.machine", description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", default="1", help="any word; the same word chooses the same")
    given = parser.parse_args()
    begin = time.monotonic()
    every, picked = chosen(given.count, given.seed)
    with tempfile.TemporaryDirectory() as room:
        machine = Machine(picked, Path(room))
        pytest.main([*OPTIONS, f"--rootdir={ROOT}"], plugins=[machine])
    if machine.sick:
        print(machine.sick)
    used = os.times()
    print(
        f"{len(picked)} of {every} mutants of the core, picked by a machine (seed {given.seed}): {len(machine.green)} that no test"
        f" sees; {time.monotonic() - begin:.0f} s, {used.children_user + used.children_system:.0f} s of CPU"
    )
    return 1 if machine.sick or machine.green else 0


if __name__ == "__main__":
    sys.exit(main())
