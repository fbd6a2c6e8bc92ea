"""Mutants of the core that a machine picks: each a small change inside a function, and what the fast tests of the core say to it.

    python -m mutants.machine --count 40 --seed 1

All changes of these kinds are numbered by what they are (file, function, before, after), a seed chooses among them: the same ones
as long as their code stays. One process imports the core and collects its tests once. They run once with nothing changed, and which
statements they run is noted; then a child is forked for each mutant, which is given the changed function in place of the right one and
runs the tests that come by the changed statement, the shortest first, until one fails or does not end. A mutant that no test sees is
printed and turns the run red: a test must see it, or a line of `survivors.txt` say why none can.
"""

import argparse
import ast
import contextlib
import copy
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
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from mutants.mutant import PACKAGE, ROOT, TESTS

SURVIVORS = Path(__file__).parent / "survivors.txt"
OPTIONS = """
    -qq -s --assert=plain --hypothesis-profile=mutant -p no:cacheprovider -p no:xdist
    -W ignore::pytest.PytestAssertRewriteWarning
""".split()
LONG = """
    test_people test_policy_changes test_reader_pace test_reader_timing test_unseen_histories test_worlds hash_seed
    as_often_as_they_like so_can_they_with_a_live_model_alone hundreds_of_others push_those_of_an_ear_out
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
SWAPPED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip
GREEN, RED, FAILED = range(3)
NAMES = {"max": "min", "min": "max", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Change:
    """One change inside a function."""

    path: Path
    function: str
    """The outermost one, with its class."""
    lines: tuple[int, int]
    """Of its statement, or of the head of it: first and last. Whoever evaluates what is changed comes by one of them."""
    old: str
    new: str
    nth: int
    """Of the same changes in this function."""
    number: int
    """Of all changes of the file."""

    @property
    def id(self):
        """What it is called in `survivors.txt`: it goes with its code."""
        told = f"{self.path.relative_to(PACKAGE)} {self.function} {self.old} {self.new} {self.nth}"
        return hashlib.sha256(told.encode()).hexdigest()[:8]

    def is_in(self, code):
        """Whether it changes what this code is a part of."""
        name = code.co_qualname
        here = name == self.function or name.startswith(f"{self.function}.<locals>")
        return here and code.co_filename == str(self.path)

    def __str__(self):
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.id} {self.path.relative_to(PACKAGE)} {self.function}: {old} → {new or 'nothing'}"


def without(node, field, at):
    """A copy of a node with one entry of a list less."""
    other = copy.copy(node)
    setattr(other, field, [one for n, one in enumerate(getattr(node, field)) if n != at])
    return other


def becomes(node):
    """What an expression or a statement may become."""
    match node:
        case ast.Compare(ops=[op], left=left, comparators=right) if type(op) in SWAPPED:
            yield ast.Compare(left, [SWAPPED[type(op)]()], right)
        case ast.BoolOp(op=op, values=values):
            for n in range(len(values)):
                rest = without(node, "values", n)
                yield rest if len(values) > 2 else rest.values[0]
            yield ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.BinOp(op=op, left=left, right=right) if type(op) in SWAPPED:
            yield ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name], ast.Load()), args, keywords)
        case ast.Call(func=ast.Name(id="replace"), keywords=keywords):
            yield from (without(node, "keywords", n) for n, one in enumerate(keywords) if one.arg)
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield ast.Pass()
        case ast.If(test=test) | ast.While(test=test):
            for value in (True, False):
                other = copy.copy(node)
                other.test = ast.copy_location(ast.Constant(value), test)
                yield other
        case ast.match_case(guard=ast.expr()):
            other = copy.copy(node)
            other.guard = None
            yield other


def told(node, other):
    """A change as it is written. Of what has a body: its head."""
    if isinstance(node, ast.If | ast.While):
        return f"if {ast.unparse(node.test)}", f"if {ast.unparse(other.test)}"
    if isinstance(node, ast.match_case):
        return (
            f"case {ast.unparse(node.pattern)} if {ast.unparse(node.guard)}",
            f"case {ast.unparse(node.pattern)}",
        )
    return ast.unparse(node), "" if isinstance(other, ast.Pass) else ast.unparse(other)


def where(node):
    """Its first and last line; of what has a body: of its head."""
    match node:
        case ast.match_case():
            return node.pattern.lineno, (node.guard or node.pattern).end_lineno
        case ast.If() | ast.While():
            node = node.test
    return node.lineno, node.end_lineno


def is_whole(node, parent):
    """Whether it is a statement, or an expression that is none's part: the head of one with a body."""
    return isinstance(node, ast.stmt | ast.match_case) or (
        isinstance(node, ast.expr) and isinstance(parent, ast.If | ast.While | ast.For | ast.Match)
    )


def spots(tree):
    """Each place in a function that may become something else: the place, the node, the function's name, and the lines."""

    def walk(node, names, inside, lines):
        for field, value in ast.iter_fields(node):
            if field in ("decorator_list", "returns", "annotation", "args") and isinstance(
                node, ast.FunctionDef | ast.AnnAssign | ast.ClassDef
            ):
                continue  # none of it runs when the function does
            for at, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(one, ast.AST) or isinstance(
                    one, ast.Raise
                ):  # the text of an error is nobody's law
                    continue
                its = where(one) if is_whole(one, node) else lines
                if inside:
                    yield node, field, at, one, ".".join(names), its
                named = isinstance(one, ast.FunctionDef | ast.ClassDef) and not inside
                names_there = (*names, one.name) if named else names
                yield from walk(one, names_there, inside or isinstance(one, ast.FunctionDef), its)

    yield from walk(tree, (), False, None)


def changes(path, text):
    """All changes of a file, each with the tree in which it is made."""
    seen, number = Counter(), 0
    for place in spots(ast.parse(text)):
        *_, node, function, lines = place
        for other in becomes(node):
            old, new = told(node, other)
            seen[function, old, new] += 1
            yield Change(path, function, lines, old, new, seen[function, old, new], number)
            number += 1


def made(change, text):
    """The code of a file with one change made."""
    tree = ast.parse(text)
    number = 0
    for parent, field, at, node, *_ in spots(tree):
        for other in becomes(node):
            if number == change.number:
                if not isinstance(other, ast.match_case):
                    ast.copy_location(other, node)
                if at is None:
                    setattr(parent, field, other)
                else:
                    getattr(parent, field)[at] = other
                keep_names(tree, text)
                return compile(ast.fix_missing_locations(tree), str(change.path), "exec")
            number += 1
    raise ValueError(f"no such change: {change}")


def keep_names(tree, text):
    """A function within a function goes on naming what it is given of the outer one, used or not: else it could not be put
    in the place of one that was made before."""
    given = {(one.co_name, one.co_firstlineno): one.co_freevars for one in codes(compile(text, "", "exec"))}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (names := given.get((node.name, node.lineno))):
            node.body += ast.parse(f"if False: {', '.join(names)}").body


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


def codes(code):
    """A code and all that is in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)


def put(change):
    """Give each function that has this code, or one within it, the changed one."""

    def place(code):
        return code.co_filename, code.co_qualname, code.co_firstlineno

    new = {place(one): one for one in codes(made(change, change.path.read_text())) if change.is_in(one)}
    gc.unfreeze()
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and place(one.__code__) in new:
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
