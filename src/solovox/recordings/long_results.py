"""Results of tools that are too long for the journal, beside it: `results/<effect>.txt` in the session's folder.

Rule 1: a file has the whole result, without secrets and terminal control sequences, and is private to its owner.
Rule 2: all of a session's together have at most `MOST` bytes. What does not fit, or cannot be written, is not kept, and said.
Rule 3: replay never needs them: the journal has what the caller was told.
"""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from solovox.ports import NotKept
from solovox.text.escapes import without_escapes
from solovox.wire.whole import whole

FOLDER: Final = "results"
MOST: Final = 16 * 1024 * 1024


class LongResults:
    """Those of one session, whose folder this is. Blocks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used = 0

    def put(self, effect: int, text: str, black: Callable[[str], str]) -> str:
        """Keep it; `black` takes the secrets out. Returns its place in the folder. Raises `NotKept`."""
        if len(text) > MOST:
            raise NotKept(f"it is longer than the {MOST >> 20} MiB that a session keeps of results")
        data = str(whole(black(without_escapes(text)))).encode()
        if self._used + len(data) > MOST:
            raise NotKept(f"the {MOST >> 20} MiB that a session keeps of results are full")
        place = f"{FOLDER}/{effect}.txt"
        path = self._folder / place
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            _write(path, data)
        except OSError as error:
            raise NotKept(f"it could not be written: {error.strerror}") from None
        self._used += len(data)
        return place


def _write(path: Path, data: bytes) -> None:
    """A new file, whole or not at all."""
    out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(out, "wb") as file:
            file.write(data)
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink()
        raise
