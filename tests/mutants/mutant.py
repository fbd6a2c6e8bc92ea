"""A mutant: a small change to the package that breaks a law, and where it fits.

It is small and plausible: the line somebody might write on a bad day. It is found by what the code says, not by how
it is set: both are parsed. So form, comments, and the file that something stands in do not matter. A list has blocks:

    G6 core.judge: reader_timing words      the law; the folder; the function, where that leaves a doubt; the file of
    - share >= 1 / 4 and rest               the tests and words of their names, if not all tests of the law see it.
    + share >= 1 / 4                        An expression, statements one behind the other, or a `case`: what it is,
                                            and what it becomes. Nothing: it goes.
"""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "solovox"
TESTS = ROOT / "tests"
LISTS = tuple(
    Path(__file__).parent / name
    for name in ("core.txt", "acts.txt", "server.txt", "pages.txt", "corrections.txt", "studio.txt")
)
HEAD = re.compile(r"([A-Z]\d+) ([a-z_]+)(?:\.(\w+))?(?:: (\S+)((?: \S+)*))?")


@dataclass(frozen=True)
class Mutant:
    """What it breaks, where, and what it changes into what."""

    law: str
    folder: str
    """Of the package: it fits in one of its files."""
    inside: str
    """A function or a class; empty: any."""
    tests: str
    """The file whose tests must turn red, `folder/name`; empty: each of the folder that carries the law's id."""
    words: tuple[str, ...]
    """In the names of these tests."""
    old: str
    new: str

    def __str__(self):
        return f"{self.law} {self.folder}: {' '.join(self.old.split())[:80]}"

    @property
    def files(self):
        """Where its tests are."""
        if self.tests:
            return [TESTS / f"{self.tests}.py"]
        pattern = "test_*_laws.py" if self.folder == "core" else "test_*.py"
        return [
            path
            for path in sorted((TESTS / self.folder).glob(pattern))
            if f"_{self.law}_" in path.read_text()
        ]

    @property
    def names(self):
        """The names of its tests, as pytest selects them."""
        return " and ".join([f"_{self.law}_", *self.words])


def mutants():
    """All of them."""
    return [one for file in LISTS for one in read(file.read_text())]


def read(text):
    """The mutants of a list."""
    return [
        _mutant(block.splitlines()) for block in re.split(r"\n\n+", text.strip()) if not block.startswith("#")
    ]


def _mutant(lines):
    head = HEAD.fullmatch(lines[0])
    if head is None or not re.fullmatch(r"-+\+*", "".join(line[0] for line in lines[1:])):
        raise ValueError(f"no mutant: {lines}")
    law, folder, inside, tests, words = (group or "" for group in head.groups())
    if tests:
        where, _, name = tests.rpartition("/")
        tests = f"{where or folder}/test_{name}"
    old, new = ("\n".join(line[2:] for line in lines[1:] if line[0] == mark) for mark in "-+")
    return Mutant(law, folder, inside, tests, tuple(words.split()), old, new)


class Place(NamedTuple):
    """Where something stands: in a field of a piece of code, in a list there if that is one, and in which functions and classes."""

    parent: ast.AST
    field: str
    at: int | None
    names: tuple[str, ...]

    @property
    def here(self):
        """What stands there, and what stands behind it in its list."""
        value = getattr(self.parent, self.field)
        return [value] if self.at is None else value[self.at :]


def places(tree):
    """The places of a file, by the type of what stands there."""
    found = defaultdict(list)

    def walk(node, names):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = (*names, node.name)
        for field, value in ast.iter_fields(node):
            for at, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(one, ast.AST):
                    found[type(one)].append(Place(node, field, at, names))
                    walk(one, names)

    walk(tree, ())
    return found


@cache
def files_of(folder):
    """The files of a folder of the package, each with its places."""
    return [(path, places(ast.parse(path.read_text()))) for path in sorted((PACKAGE / folder).rglob("*.py"))]


def same(one, other):
    """Whether two pieces of code say the same."""
    if isinstance(one, ast.AST):
        names = [name for name in one._fields if name != "ctx"]
        return type(one) is type(other) and all(
            same(getattr(one, name), getattr(other, name)) for name in names
        )
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@cache
def parsed(old, new):
    """Both, as pieces of code of one kind: an expression each, or statements, or cases."""
    if old.startswith("case "):
        return _cases(old), _cases(new)
    try:
        return [ast.parse(old, mode="eval").body], [ast.parse(new, mode="eval").body]
    except SyntaxError:
        return ast.parse(old).body, ast.parse(new).body


def _cases(text):
    lines = "".join(f"    {line}\n" for line in text.splitlines())
    return ast.parse(f"match _:\n{lines}").body[0].cases if text else []


def fitting(mutant, found):
    """The places of a file that it fits."""
    old, _ = parsed(mutant.old, mutant.new)
    return [
        place
        for place in found[type(old[0])]
        if (not mutant.inside or mutant.inside in place.names) and same(place.here[: len(old)], old)
    ]


def fits(mutant):
    """The files that it fits, each as often as it does. One is right."""
    return [path for path, found in files_of(mutant.folder) for _ in fitting(mutant, found)]


def changed(mutant, path):
    """The file that it fits with the change made, parsed."""
    tree = ast.parse(path.read_text())
    (place,) = fitting(mutant, places(tree))
    old, new = parsed(mutant.old, mutant.new)
    if place.at is None:
        setattr(place.parent, place.field, new[0])
    else:
        whole = getattr(place.parent, place.field)
        whole[place.at : place.at + len(old)] = new
        if not whole:
            whole.append(ast.Pass())
    return ast.fix_missing_locations(tree)
