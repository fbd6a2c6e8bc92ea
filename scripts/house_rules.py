"""The rules of the house, each a function from one file to what it breaks.

Run as a program it prints what the tree breaks. `tests/test_house_rules.py` runs it over the tree,
and every rule over a sample that breaks it. An exception is a line of `house_exceptions.py`.

How sizes are counted: a file by its lines; a function from `def` to its last line, docstring
included, decorators not; a class by the functions in its body and by its fields (annotated names in
the body, and names given to `self` in `__init__`); parameters without `self` and `cls`. The core is
counted in `house_core.py`.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from house_core import core_numbers
from house_exceptions import ALLOWED, Allowed, idle, place
from house_names import participles
from house_phrases import dialect
from house_vendors import addresses, vendors

ROOT: Final = Path(__file__).resolve().parent.parent

FILE_LINES: Final = 400
FUNCTION_LINES: Final = 45
PAGE_LINES: Final = 60
CLASS_METHODS: Final = 20
CLASS_FIELDS: Final = 12
PARAMETERS: Final = 7

ROOMS_WITHOUT_A_DOOR: Final = {
    "utils",
    "util",
    "common",
    "base",
    "manager",
    "helper",
    "helpers",
    "handler",
    "misc",
}
CORE_IMPORTS: Final = {
    "dataclasses", "enum", "typing", "collections.abc", "functools", "itertools",
    "operator", "math", "bisect", "string", "re", "fractions", "unicodedata",
}  # fmt: skip
FEW_FRIENDS: Final = {
    "src/solovox/testing/": ("solovox.core", "solovox.ports", "solovox.testing"),
    "tests/laws/": ("solovox.core", "solovox.lang"),
    "src/solovox/wire/": ("solovox.core", "solovox.ports", "solovox.wire", "solovox.view"),
}
CLOCK_READERS: Final = {
    "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns",
    "process_time", "localtime", "gmtime", "now", "utcnow", "today",
}  # fmt: skip
CLOCK_OWNERS: Final = {"time", "datetime", "date", "loop"}
TASK_STARTERS: Final = {"create_task", "ensure_future", "gather"}
CLOCK_HOME: Final = {"src/solovox/shell/clock.py"}
TASK_HOME: Final = {"src/solovox/shell/session.py", "src/solovox/shell/supervisor.py"}


@dataclass(frozen=True, slots=True)
class Source:
    """One file of the project: its path from the root with `/`, and its text."""

    path: str
    text: str

    @property
    def is_python(self) -> bool:
        """Whether it holds Python."""
        return self.path.endswith(".py")

    @property
    def in_package(self) -> bool:
        """Whether it is part of what is shipped."""
        return self.path.startswith("src/solovox/") and self.is_python

    @property
    def in_tests(self) -> bool:
        """Whether it is a test or serves one."""
        return self.path.startswith("tests/") and self.is_python


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule broken at one place."""

    rule: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where} [{self.rule}] {self.what}"


Rule = Callable[[Source], Iterator[Finding]]


@cache
def _tree(text: str) -> ast.Module:
    """What a file says, parsed once for all the rules."""
    return ast.parse(text)


@cache
def _nodes(text: str) -> tuple[ast.AST, ...]:
    """Everything in a file, walked once for all the rules."""
    return tuple(ast.walk(_tree(text)))


def _at(source: Source, node: ast.AST) -> str:
    return f"{source.path}:{getattr(node, 'lineno', 1)}"


def _dotted(node: ast.expr) -> str:
    """`a.b.c` of a chain of names; the empty string for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            left = _dotted(value)
            return f"{left}.{attr}" if left else ""
        case _:
            return ""


def _imported(nodes: Iterable[ast.AST]) -> Iterator[tuple[ast.AST, str]]:
    """Every module that is imported, and every name imported from one, with dots."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((node, f"{module}.{name.name}") for name in node.names)


def sizes(source: Source) -> Iterator[Finding]:
    """Nothing is longer than one can hold in the head; a release's changes are a page."""
    page = max(len(one.splitlines()) for one in source.text.split("\n## "))
    if source.path == "CHANGELOG.md" and page > PAGE_LINES:
        yield Finding("sizes", source.path, f"{page} lines of a release, at most {PAGE_LINES}")
    if not source.is_python:
        return
    lines = source.text.count("\n")
    if lines > FILE_LINES:
        yield Finding("sizes", source.path, f"{lines} lines, at most {FILE_LINES}")
    for node in _nodes(source.text):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _function_size(source, node)
        elif isinstance(node, ast.ClassDef):
            yield from _class_size(source, node)


def _function_size(source: Source, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
    where = f"{source.path}:{node.name}"
    length = (node.end_lineno or node.lineno) - node.lineno + 1
    if length > FUNCTION_LINES:
        yield Finding("sizes", where, f"{length} lines, at most {FUNCTION_LINES}")
    taken = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    count = len([name for name in taken if name not in ("self", "cls")])
    # A test asks for fixtures and examples by name.
    if count > PARAMETERS and not node.name.startswith("test_"):
        yield Finding("sizes", where, f"{count} parameters, at most {PARAMETERS}")


def _class_size(source: Source, node: ast.ClassDef) -> Iterator[Finding]:
    where = f"{source.path}:{node.name}"
    functions = [item for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
    if len(functions) > CLASS_METHODS:
        yield Finding("sizes", where, f"{len(functions)} methods, at most {CLASS_METHODS}")
    fields = {
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign)
        and isinstance(item.target, ast.Name)
        and not ast.unparse(item.annotation).startswith(("ClassVar", "Final"))
    }
    for function in functions:
        if function.name == "__init__":
            fields |= {
                item.attr
                for item in ast.walk(function)
                if isinstance(item, ast.Attribute)
                and isinstance(item.ctx, ast.Store)
                and _dotted(item.value) == "self"
            }
    if len(fields) > CLASS_FIELDS:
        yield Finding("sizes", where, f"{len(fields)} fields, at most {CLASS_FIELDS}")


def late_imports(source: Source) -> Iterator[Finding]:
    """An import of ours inside a function hides a cycle."""
    if not source.in_package:
        return
    for function in _nodes(source.text):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node, name in _imported(ast.walk(function)):
                if name.startswith(("solovox", ".")):
                    yield Finding("late_imports", _at(source, node), f"{name} inside {function.name}")


def reach_ins(source: Source) -> Iterator[Finding]:
    """`a.b._private` reads another's diary."""
    if not source.in_package:
        return
    for node in _nodes(source.text):
        if (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
            and not isinstance(node.value, ast.Name)
        ):
            yield Finding("reach_ins", _at(source, node), f"{ast.unparse(node)} is private to another")


def clocks(source: Source) -> Iterator[Finding]:
    """One file reads the clock."""
    if not source.in_package or source.path in CLOCK_HOME:
        return
    nodes = _nodes(source.text)
    for node, name in _imported(nodes):
        module, _, last = name.rpartition(".")
        if module == "time" and last in CLOCK_READERS:
            yield Finding("clocks", _at(source, node), f"imports {name}")
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in CLOCK_READERS:
            owner = node.value.func if isinstance(node.value, ast.Call) else node.value
            last = _dotted(owner).rpartition(".")[2]
            if last.strip("_") in CLOCK_OWNERS or last in ("get_running_loop", "get_event_loop"):
                yield Finding("clocks", _at(source, node), f"{ast.unparse(node)} reads a clock")


def task_starts(source: Source) -> Iterator[Finding]:
    """Tasks live in a TaskGroup; the groups that outlive a call live in the shell. A test may start what it cancels."""
    if not source.in_package or source.path in TASK_HOME:
        return
    nodes = _nodes(source.text)
    for node, name in _imported(nodes):
        if name in {f"asyncio.{starter}" for starter in TASK_STARTERS}:
            yield Finding("task_starts", _at(source, node), f"imports {name}")
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in TASK_STARTERS:
            owner = node.value.func if isinstance(node.value, ast.Call) else node.value
            last = _dotted(owner).rpartition(".")[2]
            if last == "asyncio" or last.endswith("loop"):
                yield Finding("task_starts", _at(source, node), f"{ast.unparse(node)}: use a TaskGroup")


def rooms(source: Source) -> Iterator[Finding]:
    """A room named utils has no door."""
    if source.is_python:
        for part in Path(source.path).with_suffix("").parts:
            if part in ROOMS_WITHOUT_A_DOOR:
                yield Finding("rooms", source.path, f"{part!r} says nothing; put it beside its noun")


def openings(source: Source) -> Iterator[Finding]:
    """A file says what it is before it begins."""
    if source.in_package and source.text.strip() and ast.get_docstring(_tree(source.text)) is None:
        yield Finding("openings", source.path, "has no docstring")


def core_imports(source: Source) -> Iterator[Finding]:
    """The core knows itself and a few quiet modules of the standard library."""
    if not source.path.startswith("src/solovox/core/"):
        return
    for node, name in _imported(_nodes(source.text)):
        known = name in CORE_IMPORTS or name.rpartition(".")[0] in CORE_IMPORTS
        if not known and not name.startswith("solovox.core."):
            yield Finding("core_imports", _at(source, node), f"{name} is not on the core's list")


def few_friends(source: Source) -> Iterator[Finding]:
    """Some folders know even less of us than their layer allows."""
    for folder, friends in FEW_FRIENDS.items():
        if source.path.startswith(folder) and source.is_python:
            for node, name in _imported(_nodes(source.text)):
                if name.startswith("solovox") and not f"{name}.".startswith(tuple(f"{f}." for f in friends)):
                    yield Finding("few_friends", _at(source, node), f"{folder} may not know {name}")


def honest_tests(source: Source) -> Iterator[Finding]:
    """Tests replace nothing of ours, wait for no clock and leave nothing out."""
    if not source.in_tests:
        return
    nodes = _nodes(source.text)
    for node, name in _imported(nodes):
        if name.startswith(("unittest.mock", "mock", "pytest_mock")):
            yield Finding("honest_tests", _at(source, node), f"imports {name}")
    banned = (
        "time.sleep", "pytest.skip", "pytest.xfail", "pytest.importorskip", "unittest.skip", "unittest.mock",
    )  # fmt: skip
    for node in nodes:
        if isinstance(node, ast.Attribute):
            name = _dotted(node)
            mark = name.startswith("pytest.mark.") and node.attr in ("skip", "skipif", "xfail")
            if name in banned or mark or name.endswith(("monkeypatch.setattr", "mocker.patch")):
                yield Finding("honest_tests", _at(source, node), f"{name}")


# Written in pieces, or this file would break its own rule.
_REGISTRIES: Final = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb" + "ian.org")  # fmt: skip
_PLACES: Final = (
    r"(?<![\w.])/wo" + r"rk/\w",
    r"(?<![\w.])/ro" + r"ot/\w",
    r"(?<![\w.])/ho" + r"me/[a-z]",
    r"/tm" + r"p/brief",
)
LEAKS: Final = tuple(re.compile(p, re.IGNORECASE) for p in (*map(re.escape, _REGISTRIES), *_PLACES))


def leaks(source: Source) -> Iterator[Finding]:
    """No registry, no machine: what is written holds anywhere."""
    lines = source.text.splitlines()
    if not any(pattern.search("\n".join(lines)) for pattern in LEAKS):  # most files: a hundred times as fast
        return
    for number, line in enumerate(lines, 1):
        for pattern in LEAKS:
            if found := pattern.search(line):
                yield Finding("leaks", f"{source.path}:{number}", f"names {found.group()!r}")


WORDS: Final = {
    "locks": (addresses, "is an option or an address"),
    "phrases": (dialect, "says neither how much nor who"),
    "vendor_names": (vendors, "belongs into its adapter"),
    "names": (participles, "is a participle: a verb and its object say what is done"),
}


def words(source: Source) -> Iterator[Finding]:
    """Words that are out of place where they stand, by each rule on words."""
    for rule, (find, why) in WORDS.items():
        for number, found in find(source.path, source.text):
            yield Finding(rule, f"{source.path}:{number}", f"{found!r} {why}")


RULES: Final[tuple[Rule, ...]] = (
    sizes, late_imports, reach_ins, clocks, task_starts, rooms, openings,
    core_imports, few_friends, honest_tests, leaks, words,
)  # fmt: skip


def tracked() -> list[Source]:
    """Every text file of the project that git keeps, as it is in the working tree."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    found = []
    for path in listed.stdout.split("\0"):
        file = ROOT / path
        if path and file.is_file():
            data = file.read_bytes()
            if b"\0" not in data[:8192]:
                found.append(Source(path, data.decode("utf-8", errors="replace")))
    return found


def excused(finding: Finding, allowed: tuple[Allowed, ...] = ALLOWED) -> bool:
    """Whether an exception covers it."""
    return any((a.rule, a.where) == (finding.rule, place(finding.where)) for a in allowed)


@cache
def found(source: Source) -> tuple[Finding, ...]:
    """What one file breaks, excused or not."""
    return tuple(f for rule in RULES for f in rule(source))


def broken(sources: list[Source]) -> list[Finding]:
    """What the tree breaks and nothing excuses."""
    return [f for source in sources for f in found(source) if not excused(f)]


if __name__ == "__main__":
    tree = tracked()
    print(core_numbers([(one.path, one.text) for one in tree]))
    findings = [*map(str, broken(tree)), *idle((f.rule, f.where) for one in tree for f in found(one))]
    for finding in findings:
        print(finding)
    sys.exit(bool(findings))
