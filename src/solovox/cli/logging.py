"""`--log-json`: one line on stderr for each event and the commands that answered it.

What a person said, and what may repeat it, is left out (its length stays) unless `words` is true.
"""

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import IO, Any

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.ports import Clock
from solovox.recordings import codec, private


class JsonLog:
    """A fold over a session that writes what it sees."""

    def __init__(self, clock: Clock, out: IO[str], words: bool, session: str = "") -> None:
        self._clock = clock
        self._out = out
        self._words = words
        self._session = {"session": session} if session else {}
        """Which of many it is."""

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Write one line."""
        line = {
            **self._session,
            "at": self._clock.now(),
            "event": type(event).__name__,
            **self._fields(event),
            "commands": [type(one).__name__ for one in commands],
        }
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")

    def _fields(self, event: Event) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(codec.encoded(event))
        if not self._words:
            found |= {
                name: f"[{len(getattr(event, name))} characters]" for name in private.marked(type(event))
            }
        return {field.name: found[field.name] for field in fields(event) if field.name in found}


class _Lines(logging.Handler):
    """What the shell logs (kinds of trouble and class names, never words), as lines of the same kind."""

    def __init__(self, out: IO[str]) -> None:
        super().__init__(logging.INFO)
        self._out = out

    def emit(self, record: logging.LogRecord) -> None:
        line = {"level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")


def settle(out: IO[str] | None) -> None:
    """Have our log written to `out`; without it, nowhere: what a person must know they are told."""
    ours = logging.getLogger("solovox")
    ours.handlers[:] = [logging.NullHandler() if out is None else _Lines(out)]
    ours.setLevel(logging.INFO)
    ours.propagate = False


class _Plain(logging.Handler):
    """The message alone, as a line for a person."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.WARNING)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())


def tell_of(name: str, tell: Callable[[str], None] | None) -> None:
    """What this part of ours logs is told to the person, too. None: no longer."""
    logging.getLogger(name).handlers[:] = [] if tell is None else [_Plain(tell)]
