"""A public function is named by a verb and its object: one past participle alone does not say what it does."""

import ast
from collections.abc import Iterator
from typing import Final

IRREGULAR: Final = frozenset(
    "begun bought bound broken brought built caught chosen done drawn driven fallen fed felt forgotten found given gone "
    "got grown heard held hidden kept known laid led lent lost made meant met paid proven said seen sent shown sold "
    "spent spoken spun stood struck stuck sung swept taken taught thought thrown told torn understood undone woken "
    "won woven written".split()
)
NO_PARTICIPLES: Final = frozenset("embed exceed feed heed need proceed seed shed speed succeed".split())
VALUES: Final = frozenset({"property", "cached_property", "setter", "overload", "command", "group"})
"""What makes a name of a value, or the word that a person types."""


def participles(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Line and name of each public function or method of the package, properties aside, that is called by one past participle."""
    if path.startswith("src/solovox/") and path.endswith(".py"):
        yield from _named_by_one(ast.parse(text))


def _named_by_one(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _named_by_one(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = {
                getattr(mark, "attr", getattr(mark, "id", "")) for mark in map(_called, node.decorator_list)
            }
            regular = node.name.endswith("ed") and node.name not in NO_PARTICIPLES
            if not marks & VALUES and "_" not in node.name and (regular or node.name in IRREGULAR):
                yield node.lineno, node.name


def _called(mark: ast.expr) -> ast.expr:
    return mark.func if isinstance(mark, ast.Call) else mark
