"""Changes of code that a machine makes: what an expression or a statement of a function may become, and the code with one of them."""

import ast
import copy
import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from mutants.mutant import PACKAGE

SWAPPED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add,
}  # fmt: skip
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


def codes(code):
    """A code and all that is in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes(one)
