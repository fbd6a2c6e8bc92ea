"""What changed between two versions of an app."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Final, Literal

from solovox.ports.projects import Files

LONGEST: Final = 200_000
"""Characters of a file beyond which no lines are compared: that could take seconds."""


@dataclass(frozen=True, slots=True)
class FileDiff:
    """One file. `diff`: as `diff -u` writes it; `added` and `removed` count its lines."""

    path: str
    change: Literal["added", "removed", "changed"]
    added: int
    removed: int
    diff: str


def diffs(before: Files, after: Files) -> Sequence[FileDiff]:
    """All files that differ, by their paths."""
    return [
        _diff(path, before.get(path), after.get(path))
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    ]


def _diff(path: str, before: str | None, after: str | None) -> FileDiff:
    change: Literal["added", "removed", "changed"] = (
        "added" if before is None else "removed" if after is None else "changed"
    )
    old, new = (before or "").splitlines(), (after or "").splitlines()
    if before is not None and after is not None and len(before) + len(after) > LONGEST:
        return FileDiff(path, change, len(new), len(old), f"{path} is too long to be compared")
    names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
    lines = [*unified_diff(old, new, *names, lineterm="")]
    added = sum(one.startswith("+") for one in lines[2:])
    removed = sum(one.startswith("-") for one in lines[2:])
    return FileDiff(path, change, added, removed, "\n".join(lines) + "\n" if lines else "")
