"""`--log-json`: one line on stderr for each event and the commands that answered it.

What a person said, and what may repeat it, is left out (its length stays) unless `words` is true.
"""

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import IO, Any

from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.ports import Clock
from solovox.recordings import codec, private


class JsonLog:
    """A fold over a session that writes what it sees."""

    def __init__(self, clock: Clock, out: IO[str], words: bool) -> None:
        self._clock = clock
        self._out = out
        self._words = words

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Write one line."""
        line = {
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
