"""What is said of an act of an agent before a yes: what is done to what, whole; where; and what changes there (law N5). Pure but for
the paths of files.

Rule: what is in a file is not said, but how much of it changes: it stands on the screen.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher

from solovox.acts.paths import WorkFolder
from solovox.ports import Json, SaidAct


def run(command: str, place: WorkFolder, *, fenced: bool, more: Json | None = None) -> SaidAct:
    """A command. `fenced`: it runs behind our fence."""
    parts = (f"run {command.strip()}", f"in {place.name}", *["with no fence around it"] * (not fenced))
    return SaidAct(parts, more or {})


def touch(does: str, path: str, place: WorkFolder, *how: str, more: Json | None = None) -> SaidAct:
    """Something is done to a file. `how`: what changes in it."""
    found, inside = place.locate_path(path)
    return SaidAct((f"{does} {found}", f"{'in' if inside else 'outside of'} {place.name}", *how), more or {})


def count_changes(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """How many lines come and go, by what stood there and what will."""
    added = removed = 0
    for old, new in pairs:
        before, after = old.splitlines(), new.splitlines()
        for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            removed += b - a if kind != "equal" else 0
            added += d - c if kind != "equal" else 0
    counts = ((added, "added"), (removed, "removed"))
    return tuple(f"{lines(count)} {what}" for count, what in counts if count)


def lines(count: int) -> str:
    """A number of lines, in words."""
    return "1 line" if count == 1 else f"{count} lines"
