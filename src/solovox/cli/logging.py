"""`--log-json`: one line on stderr for each event and the commands that answered it.

What a person said, and what may repeat it, is left out (its length stays) unless `words` is true.
"""

import json
import logging
import traceback
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


def settle(
    out: IO[str] | None, tell: Callable[[str], None] | None = None, level: int = logging.WARNING
) -> None:
    """Have our log written to `out`, as JSON; without it, what is of this level or above is told as a line for a person. Without either it goes
    nowhere: only where all of it is told in another way."""
    ours = logging.getLogger("solovox")
    plain = logging.NullHandler() if tell is None else _Plain(tell, level)
    ours.handlers[:] = [plain if out is None else _Lines(out)]
    ours.setLevel(logging.INFO)
    ours.propagate = False


class _Plain(logging.Handler):
    """The message alone, as a line for a person. Of an error its class and where it was raised: its own message may repeat what was said."""

    def __init__(self, tell: Callable[[str], None], level: int = logging.WARNING) -> None:
        super().__init__(level)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage().partition("\n")[0]
        if record.exc_info and (error := record.exc_info[1]) is not None:
            frames = traceback.extract_tb(error.__traceback__)[-1:]
            places = "".join(f" at {one.filename.rpartition('/')[2]}:{one.lineno}" for one in frames)
            line += f" ({type(error).__name__}{places})"
        self._tell(line)
