"""Whether there is a terminal for a screen, and what keeps the writing of libraries off it."""

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Final

COLUMNS: Final = 40
LINES: Final = 12
PACKAGE: Final = "textual"
NEEDED: Final = "for the screen: run: solovox install talk; until then there are plain lines"


def fits(environ: Mapping[str, str]) -> bool:
    """Whether both ends are a terminal that can draw, and is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or environ.get("TERM", "dumb") in ("", "dumb"):
        return False
    with suppress(OSError):
        columns, lines = os.get_terminal_size(sys.stdout.fileno())
        return columns >= COLUMNS and lines >= LINES
    return False


def drawable() -> bool:
    """Whether what draws is installed."""
    return find_spec(PACKAGE) is not None


@contextmanager
def own_screen() -> Iterator[None]:
    """The screen has the terminal; what C libraries write to stderr goes nowhere, unless stderr is a file.

    Textual draws at `sys.__stderr__`, whatever it is: here it is the terminal that stdout is.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    before = sys.__stderr__
    screen = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", errors="replace")
    kept = os.dup(2)
    try:
        sys.__stderr__ = screen  # type: ignore[misc]
        if os.isatty(2):
            with tempfile.TemporaryFile() as aside:
                os.dup2(aside.fileno(), 2)
        yield
    finally:
        sys.__stderr__ = before  # type: ignore[misc]
        os.dup2(kept, 2)
        os.close(kept)
        screen.close()
