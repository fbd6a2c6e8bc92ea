"""How big the core is. A statement and a `case` count once each, however many lines they take; imports and docstrings do not.

All of `core/` counts but the two vocabularies. State is what the dataclasses keep, but for the choices of a profile, the words
of a language, units, and decisions, which do not outlive a step.
"""

import ast
from collections.abc import Iterable
from typing import Final

CORE_STATEMENTS: Final = 3_562
"""The aim is 2,500; `docs/decisions/2026-11-23-what-the-core-weighs.md` says how far it came, and why."""
VOCABULARIES: Final = {f"src/solovox/core/{name}.py" for name in ("commands", "events")}
STATELESS: Final = VOCABULARIES | {
    f"src/solovox/core/{name}.py" for name in ("listening/decision", "policy", "sense", "sentences", "units")
}


def core_numbers(files: Iterable[tuple[str, str]]) -> str:
    """How big the core is, in one line: all of it but the two vocabularies, and what it keeps as state."""
    core = [(path, text) for path, text in files if path.startswith("src/solovox/core/")]
    fields: dict[str, list[ast.AnnAssign]] = {}
    for path, text in core:
        for node in ast.walk(ast.parse(text)) if path not in STATELESS else ():
            if isinstance(node, ast.ClassDef) and any(
                "dataclass" in ast.unparse(d) for d in node.decorator_list
            ):
                fields[node.name] = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    statements_of_all = sum(statements(text) for path, text in core if path not in VOCABULARIES)
    every = [field for record in fields.values() for field in record]
    booleans = sum(ast.unparse(field.annotation) == "bool" for field in every)
    most = max(fields, key=lambda name: len(fields[name]), default="")
    return (
        f"core: {statements_of_all} statements, {len(every)} fields of state, {booleans} of them booleans; "
        f"the largest record: {most}, {len(fields.get(most, ()))} fields"
    )


def statements(text: str) -> int:
    """How many statements and cases; imports and docstrings do not count."""
    quiet = (ast.Import, ast.ImportFrom)
    return sum(
        isinstance(node, ast.match_case)
        or (
            isinstance(node, ast.stmt)
            and not isinstance(node, quiet)
            and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        )
        for node in ast.walk(ast.parse(text))
    )
