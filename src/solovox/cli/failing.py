"""How a command fails: one line on stderr, and an exit code.

Rule 1: an error of the system (a file, a folder, disk space, memory) ends in one line anywhere; only a bug of ours
prints a traceback.
Rule 2: a line has no control characters, is at most `LONGEST` characters long, and names commands as they were called.
"""

import errno
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

import click

from solovox.text.escapes import without_escapes


def clean(text: str) -> str:
    """Text without control sequences and control characters, but for line ends and tabs."""
    kept = without_escapes(text)
    return "".join(c for c in kept if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))


def mark_unprintable(text: str) -> str:
    """One line, with a mark in the place of what cannot be printed."""
    return "".join(one if one.isprintable() else "·" for one in text)


FAILED: Final = 1
"""Exit code: it was tried and failed."""
WRONG: Final = 2
"""Exit code: it could not be tried."""
LONGEST: Final = 1_000
ANOTHER: Final = "name another place"
ROOM: Final = "make room, or name another place"
TODO: Final[Mapping[int, tuple[str, int]]] = {
    errno.ENOSPC: (ROOM, FAILED),
    errno.EDQUOT: (ROOM, FAILED),
    errno.EFBIG: (ROOM, FAILED),
    errno.EIO: ("look after the disk", FAILED),
    errno.ENOMEM: ("close other programs, or give it more memory", FAILED),
    errno.EMFILE: ("let it open more files: ulimit -n", FAILED),
    errno.ENFILE: ("close other programs", FAILED),
    errno.EAGAIN: ("let it start more threads: ulimit -u", FAILED),
    errno.EACCES: ("name another place, or allow it", WRONG),
    errno.EPERM: ("name another place, or allow it", WRONG),
    errno.EROFS: (ANOTHER, WRONG),
    errno.ENAMETOOLONG: ("name a shorter one", WRONG),
    errno.ENOENT: (ANOTHER, WRONG),
    errno.ENOTDIR: (ANOTHER, WRONG),
    errno.EISDIR: (ANOTHER, WRONG),
    errno.ELOOP: (ANOTHER, WRONG),
}
MEMORY: Final = "there is not enough memory for it: close other programs, or give it less"
NO_MEMORY: Final = re.compile(
    r"bad.?alloc|(?:cannot|failed to) allocate|can't start new thread|failed to map segment", re.IGNORECASE
)
"""How libraries report a lack of memory."""
PATHLIB: Final = ("Symlink loop", "Could not determine home directory")
"""Messages of `pathlib` for paths that lead nowhere; these errors have no type of their own."""
_COMMAND: Final = re.compile(
    r"(?<![\w./'-])solovox(?= (?:ask|talk|install|doctor|models|timeline|replay|sessions|profiles|config|agent|corrections)\b)"
)


class Failure(click.ClickException):
    """One clear line that says what to do."""

    exit_code: int = WRONG  # type: ignore[misc]  # click's is a class variable; ours differs by instance

    def __init__(self, message: str, exit_code: int = WRONG) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code

    def show(self, file: IO[str] | None = None) -> None:
        """Print it."""
        tell(self.message, file)


def tell(message: str, file: IO[str] | None = None) -> None:
    """The one line."""
    text = clean(" ".join(message[: 10 * LONGEST].split()))
    line = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    click.echo(f"solovox: {as_called(line)}", file=file, err=True)


def explain_system_error(error: BaseException) -> tuple[str, int] | None:
    """An error of the system as one line, and the exit code; None for any other error."""
    if isinstance(error, BaseExceptionGroup):
        found = [explain_system_error(one) for one in error.exceptions]
        return found[0] if None not in found else None
    if isinstance(error, MemoryError) or (isinstance(error, Exception) and NO_MEMORY.search(str(error))):
        return MEMORY, FAILED
    if isinstance(error, RecursionError):
        return "what was given is nested too deeply", WRONG
    if isinstance(error, RuntimeError) and str(error).startswith(PATHLIB):
        return f"{str(error).rstrip('.')}: {ANOTHER}", WRONG
    if isinstance(error, OSError):
        return in_words(error), TODO.get(error.errno or 0, ("", FAILED))[1]
    return None


def in_words(error: OSError) -> str:
    """A file's name, what is wrong with it, and what to do."""
    todo = TODO.get(error.errno or 0, ("", FAILED))[0]
    what = error.strerror or str(error) or type(error).__name__
    name = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    return ": ".join(part for part in (name, what, todo) if part)


def as_called(text: str, program: str | None = None) -> str:
    """Commands in a text as they can be typed here: the program may not be on the path."""
    called = program or _program()
    return _COMMAND.sub(lambda _: called, text)


def _program() -> str:
    """The command by which this program was called."""
    started = Path(sys.argv[0] if sys.argv else "")
    if started.name == "__main__.py" and started.parent.name == "solovox":
        return f"{_near(Path(sys.executable))} -m solovox"
    if started.name != "solovox" or shutil.which("solovox") == str(started):
        return "solovox"
    return _near(started)


def _near(path: Path) -> str:
    """From the current folder, if it is below it."""
    try:
        return str(path.absolute().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
