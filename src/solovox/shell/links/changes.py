"""What a brain says that it has changed, as an event: without escapes, and bounded. Pure.

Rule: what was left out is told: the files in the last entry, with their lines; the lines of the diff in its last line.
"""

from collections.abc import Iterable
from typing import Final

from solovox.core.events import BrainChanged
from solovox.core.units import FileChange, RunId
from solovox.ports import Changed
from solovox.text.escapes import without_escapes

FILES: Final = 200
PATH: Final = 1_000
"""Characters of a path. Of a longer one the end is kept."""
DIFF: Final = 200_000
"""Characters."""


def changes_of(run: RunId, changed: Changed) -> BrainChanged:
    """The event."""
    files = [_clean(file) for file in changed.files]
    if len(files) > FILES:
        rest = files[FILES - 1 :]
        files = [*files[: FILES - 1], _summed(f"({len(rest)} more files)", rest)]
    return BrainChanged(run, tuple(files), _bounded(without_escapes(changed.diff)))


def _clean(file: FileChange) -> FileChange:
    path = " ".join(without_escapes(file.path).split())
    path = path if len(path) <= PATH else f"…{path[1 - PATH :]}"
    return FileChange(path or "(no name)", max(0, file.added), max(0, file.removed))


def _summed(path: str, files: Iterable[FileChange]) -> FileChange:
    counts = [(file.added, file.removed) for file in files]
    return FileChange(path, sum(added for added, _ in counts), sum(removed for _, removed in counts))


def _bounded(diff: str) -> str:
    """All of it or, where that is too long, whole lines from its beginning."""
    if len(diff) <= DIFF:
        return diff
    kept = diff[: DIFF - 100]
    kept = kept[: kept.rfind("\n") + 1] or f"{kept}\n"
    left = diff[len(kept) :]
    return f"{kept}… {left.count(chr(10)) + (not left.endswith(chr(10)))} more lines are left out: {len(left)} characters"
