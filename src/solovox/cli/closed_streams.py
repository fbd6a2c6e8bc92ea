"""Streams of this process whose reader has gone: a terminal that was closed, a pipe that was."""

import os
import select
import sys
from contextlib import suppress
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
