"""C libraries that write to stderr by themselves, in threads of their own, in the middle of a screen.

Rule 1: what they write is read line by line: noise is dropped, all else is passed on.
Rule 2: what we write goes straight to where stderr went before.
"""

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

NOISE: Final = re.compile(
    rb"^Expression '.*' failed in '|^ALSA lib |^Cannot connect to server|^jack server is not running|/dev/dsp|^JackShmReadWritePtr"
)
"""PortAudio's, ALSA's, JACK's and OSS's: they say nothing that a person could act on. A device that is gone is told by us."""
PATIENCE_SECONDS: Final = 1.0
"""A child that still holds our stderr is not waited for longer."""


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """No noise of libraries on stderr until the block ends."""
    sys.stderr.flush()
    there = os.dup(2)
    reads, writes = os.pipe()
    os.dup2(writes, 2)
    os.close(writes)
    passing = threading.Thread(target=_pass_on, args=(reads, there), name="stderr", daemon=True)
    passing.start()
    before = sys.stderr, sys.__stderr__
    with os.fdopen(os.dup(there), "w", buffering=1, encoding="utf-8", errors="backslashreplace") as ours:
        sys.stderr = sys.__stderr__ = ours  # type: ignore[misc] # a screen is drawn on `__stderr__`
        try:
            yield
        finally:
            sys.stderr, sys.__stderr__ = before  # type: ignore[misc]
            os.dup2(there, 2)
            passing.join(PATIENCE_SECONDS)
            with suppress(OSError, ValueError):  # the terminal is gone
                ours.flush()
            if not passing.is_alive():
                os.close(there)


def _pass_on(reads: int, there: int) -> None:
    with os.fdopen(reads, "rb") as lines, suppress(OSError):
        for line in lines:
            if not NOISE.search(line):
                os.write(there, line)
        return
