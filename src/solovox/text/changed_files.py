"""What was changed, in one line: "src/auth.py +3 −1, tests/test_auth.py +1"."""

from collections.abc import Sequence
from typing import Final

from solovox.core.units import FileChange

NAMED: Final = 8
"""How many files are named. The others are counted."""


def changed_files(files: Sequence[FileChange]) -> str:
    """The files, with the lines that came and went."""
    named = [_one(file) for file in files[:NAMED]]
    more = [f"{len(files) - NAMED} more"] if len(files) > NAMED else []
    return ", ".join(named + more) or "nothing"


def _one(file: FileChange) -> str:
    counts = ((file.added, f"+{file.added}"), (file.removed, f"\N{MINUS SIGN}{file.removed}"))
    return " ".join([file.path, *(told for count, told in counts if count)])
