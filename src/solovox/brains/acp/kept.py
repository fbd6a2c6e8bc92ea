"""The id of an agent's last session: one small file for each workspace and command."""

import contextlib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

LONGEST: Final = 500


def place(state: Path, folder: Path, command: Sequence[str]) -> Path:
    """Where it is kept."""
    name = hashlib.sha256("\0".join((str(folder), *command)).encode(errors="replace")).hexdigest()[:32]
    return state / "acp" / name


def last(kept: Path | None) -> str:
    """The id; empty if none is kept, or it cannot be read."""
    if kept is None:
        return ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found = kept.read_text()
        return found if len(found) <= LONGEST and found.isprintable() else ""
    return ""


def keep(kept: Path | None, session: str) -> None:
    """Keep it, for the person alone. A disk that is full loses no answer."""
    if kept is None or not session or len(session) > LONGEST or last(kept) == session:
        return
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = kept.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(session)
        new.replace(kept)
