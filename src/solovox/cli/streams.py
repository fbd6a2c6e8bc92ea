"""Streams of this process whose reader has gone: a terminal that was closed, a pipe that was."""

import os
import re
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, TextIO

GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL


def silence(stream: TextIO) -> None:
    """Drop what is left for a stream that is closed: the interpreter must not try to write it again at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        stream.flush()
    except (OSError, ValueError):
        pass


def silence_closed() -> None:
    """What is written from now on to stdout, stderr or the screen, where it is closed, goes nowhere, and fails nothing."""
    for stream in (sys.stdout, sys.stderr, sys.__stderr__):
        if stream is not None and _is_closed(stream):
            silence(stream)


def _is_closed(stream: TextIO) -> bool:
    with suppress(OSError, ValueError):
        asked = select.poll()
        asked.register(stream.fileno(), 0)
        return any(found & GONE for _, found in asked.poll(0))
    return False


# C libraries that write to stderr by themselves, in threads of their own, in the middle of a screen.
#
# Rule 1: what they write is read line by line: noise is dropped, all else is passed on.
# Rule 2: what we write goes straight to where stderr went before.

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


# Ctrl-C while libraries are loaded: some of them swallow what is raised in them, and the signal would be lost.


@contextmanager
def interruptible() -> Iterator[None]:
    """SIGINT, and what is taken for it, ends the block: at once or, where that was swallowed or became another error, at the end of the block. Raises `KeyboardInterrupt`."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # whoever takes it, or ignores it, knows why
        return
    came = False

    def taken(_signal: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, taken)
    try:
        yield
    except Exception:
        if came:  # it was taken for an error of the library
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if came:
        raise KeyboardInterrupt
