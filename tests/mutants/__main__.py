"""Run the mutants: each must turn a test of its law red. `make mutants` runs all of them, `make test` as many as fit into a minute.

One process imports what all tests need and nothing of ours. For each mutant it forks a child that imports the package with one file
changed in memory and runs the tests; and once for the same tests with nothing changed, when all must pass. A record on this machine
(`.mutants`) holds a digest of all that decides what becomes of a mutant: itself, its file, its tests' files. What is in it is not run
again, unless all are. A seed says in which order they are run: the day, if none is given.
"""

import argparse
import ast
import contextlib
import hashlib
import importlib
import importlib.machinery
import importlib.util
import math
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from mutants.mutant import LISTS, ROOT, TESTS, Mutant, changed, fits, read

SEEN = ROOT / ".mutants"
SECONDS = 120
"""Of the processor. A test that works for ever shows nothing: it is ended, and its mutant counts as green."""
WAITING = 6
"""Times as long by the clock: so is one that waits for ever. A machine with other work is no failure."""
NEUTRAL = """
    _hypothesis_pytestplugin asyncio click httpx2 hypothesis hypothesis.internal.conjecture.engine hypothesis.stateful
    hypothesis.strategies msgspec numpy pytest_asyncio.plugin rich.console soundfile soxr ssl trustme
    websockets.asyncio.client websockets.asyncio.server
"""
OPTIONS = [
    "-qq",
    "-x",
    "-s",
    "--assert=plain",
    "--hypothesis-profile=mutant",
    "-m",
    "not weights and not wide",
]
OPTIONS += [
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:solovox",  # our own plugin imports what may be changed
    "-W",
    "ignore::pytest.PytestAssertRewriteWarning",
    str(TESTS),
]
RED, GREEN, NO_TEST, UNTOUCHED = range(10, 14)
VERDICTS = {
    RED: "red with nothing changed",
    GREEN: "still green",
    NO_TEST: "no test ran",
    UNTOUCHED: "the tests never import what it changes",
    -signal.SIGKILL: "it never ended",
    -signal.SIGXCPU: "it never ended",
}


@dataclass(frozen=True)
class Trial:
    """Tests, and the change that must turn them red; without one they must be green."""

    files: tuple[Path, ...]
    names: str
    mutant: Mutant | None = None
    path: Path | None = None
    """The file that is changed."""

    def __str__(self):
        return str(self.mutant or f"{self.names} in {', '.join(path.name for path in self.files)}")

    @property
    def wanted(self):
        return RED if self.mutant else GREEN


class Changed(importlib.machinery.SourceFileLoader):
    """Finds and loads the one module that is changed."""

    def __init__(self, path, tree):
        parts = path.relative_to(ROOT / "src").with_suffix("").parts
        super().__init__(".".join(parts).removesuffix(".__init__"), str(path))
        self._code = compile(tree, str(path), "exec")
        self.used = False

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname):
        self.used = True
        return self._code


class Runner:
    """A plugin of pytest: where tests would be collected a child is forked for each trial, and goes on from there alone."""

    def __init__(self, trials, seconds, until, rooms, heard):
        self._trials, self._seconds, self._until = trials, seconds, until
        self._rooms, self._heard = rooms, heard
        self._changed = None
        self._child = False
        self._ran = self._failed = 0

    def pytest_collection(self, session):
        waiting, running = list(enumerate(self._trials))[::-1], selectors.DefaultSelector()
        while waiting or running.get_map():
            if time.monotonic() > self._until:
                waiting.clear()
            while waiting and len(running.get_map()) < (os.cpu_count() or 1):
                number, trial = waiting.pop()
                room = self._rooms / str(number)
                room.mkdir()
                alive, held = os.pipe()  # closed when the child is gone
                if not (child := os.fork()):
                    return self._become(session.config, trial, room)
                os.close(held)
                until = time.monotonic() + WAITING * self._seconds
                running.register(alive, selectors.EVENT_READ, (trial, child, room, until))
            for key, _ in running.select(1):
                trial, child, room, _ = key.data
                running.unregister(key.fd)
                os.close(key.fd)
                end(child)
                code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
                self._heard(trial, code, (room / "told").read_text())
            for key in running.get_map().values():
                _, child, _, until = key.data
                if time.monotonic() > until:
                    end(child)
        return True  # nothing is left to be collected

    def _become(self, config, trial, room):
        """The child: the tests of one trial, and then the end."""
        self._child = True
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(self._seconds), math.ceil(self._seconds)))
        with (room / "told").open("w") as told:
            os.dup2(told.fileno(), 1)
            os.dup2(told.fileno(), 2)
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(room)
        os.environ["PYTHONPATH"] = str(ROOT / "src")
        sys.path.insert(0, str(ROOT / "src"))
        if trial.mutant:
            tree = changed(trial.mutant, trial.path)
            os.environ["PYTHONPATH"] = str(beside(room, trial.path, tree))
            self._changed = Changed(trial.path, tree)
            sys.meta_path.insert(0, self._changed)
        config.option.keyword, config.args = trial.names, [str(path) for path in trial.files]

    def pytest_runtest_logreport(self, report):
        # What cannot be imported or set up is no test that found something.
        self._ran += report.when == "call"
        self._failed += report.when == "call" and report.failed

    def pytest_unconfigure(self):
        if self._child:
            sys.stdout.flush()
            os._exit(self._verdict())

    def _verdict(self):
        if not self._ran:
            return NO_TEST
        if not self._failed:
            return GREEN
        return RED if self._changed is None or self._changed.used else UNTOUCHED


def beside(room, path, tree):
    """For the programs that a test starts: a folder with the package, all of it links but the file that is changed."""
    here, there = ROOT / "src", room / "package"
    there.mkdir()
    for name in path.relative_to(here).parts:
        for one in here.iterdir():
            if one.name != name:
                (there / one.name).symlink_to(one)
        here, there = here / name, there / name
        if here != path:
            there.mkdir()
    there.write_text(ast.unparse(tree))
    return room / "package"


def end(child):
    """It and all that it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


@cache
def written(path):
    """What a file says."""
    return path.read_text()


def digest(trial):
    """Of all that decides what becomes of it."""
    decides = [repr(trial.mutant), written(trial.path), *map(written, trial.files)]
    return hashlib.sha256("\n".join(decides).encode()).hexdigest()[:20]


def seen():
    """The digests of those that were seen red."""
    return {line.split()[0] for line in SEEN.read_text().splitlines()} if SEEN.exists() else set()


def found(lists):
    """A trial for each mutant. Says which do not fit, and then has none."""
    pairs = [(one, fits(one)) for file in lists for one in read(file.read_text())]
    for one, paths in pairs:
        if len(paths) != 1:
            where = ", ".join(sorted({str(path.relative_to(ROOT)) for path in paths}))
            print(f"{one}\n    fits {len(paths)} times: {where}")
    if all(len(paths) == 1 for _, paths in pairs):
        return [Trial(tuple(one.files), one.names, one, path) for one, (path,) in pairs]
    return []


def listed(name):
    """The list of this name, here or anywhere."""
    here = Path(__file__).parent / f"{name}.txt"
    return here if here.exists() else Path(name)


def in_turn(due):
    """Each with the same tests with nothing changed before it, unless they stand there already."""
    turn = {}
    for trial in due:
        turn |= {Trial(trial.files, trial.names): None, trial: None}
    return list(turn)


def held(trials, seconds, within):
    """Run them; after so many seconds none is begun. Returns those that ended, and of these those that ended as they should."""
    for name in NEUTRAL.split():
        importlib.import_module(name)
    over, well, until = set(), set(), time.monotonic() + within

    def heard(trial, code, told):
        over.add(trial)
        if code == trial.wanted:
            well.add(trial)
        else:
            print(f"{trial}\n    {VERDICTS.get(code, f'ended with {code}')}\n{told[-2_000:]}", flush=True)

    with tempfile.TemporaryDirectory() as rooms:
        sys.dont_write_bytecode, sys.pycache_prefix = False, f"{rooms}/compiled"
        pytest.main(OPTIONS, plugins=[Runner(trials, seconds, until, Path(rooms), heard)])
    return over, well


def main():
    """Returns 0 if each that ran ended as it should."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--all", action="store_true", help="also those that were seen red")
    parser.add_argument("--of", type=listed, action="append", help="the mutants of this list, and no record")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of the processor that one may take")
    parser.add_argument("--within", type=float, default=math.inf, help="seconds; then no other is begun")
    parser.add_argument("--seed", default=time.strftime("%Y-%m-%d"), help="any word: their order")
    given = parser.parse_args()
    every = found(given.of or LISTS)
    known = set() if given.all or given.of else seen()
    due = [trial for trial in every if digest(trial) not in known]
    if given.within < math.inf:
        Random(given.seed).shuffle(due)
    begin = time.monotonic()
    over, well = held(in_turn(due), given.seconds, given.within) if due else (set(), set())
    if every and not given.of:
        proved = {trial for trial in well.intersection(due) if Trial(trial.files, trial.names) in well}
        red = known | set(map(digest, proved))
        SEEN.write_text("".join(f"{digest(one)} {one}\n" for one in every if digest(one) in red))
    same, ran = over.difference(due), over.intersection(due)
    used = os.times()
    print(
        f"{len(every)} mutants: {len(every) - len(due)} seen red before, {len(ran)} run (order {given.seed}), {len(well & ran)} red;"
        f" their tests unchanged: {len(well & same)} of {len(same)} green; {time.monotonic() - begin:.0f} s,"
        f" {used.children_user + used.children_system:.0f} s of CPU"
    )
    return 0 if every and len(well) == len(over) else 1


if __name__ == "__main__":
    sys.exit(main())
