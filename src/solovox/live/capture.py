"""What went over the wire, kept for study: one line of JSON a frame, scrubbed.

Rule 1: no key (it is in no frame; known secrets are searched for nevertheless), no handle (each is replaced by
`handle-1`, `handle-2`, … so that it can be followed), no session id.
Rule 2: sound is cut to its length unless the person wants it kept: `"data": "…4 of 1280 bytes"`.
Rule 3: a frame that is not JSON is kept as its length alone.

A line: `{"at": milliseconds, "way": "up" | "down", "frame": …}`. The first line says what it is.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from solovox.live.connection import Way

FORMAT: Final = "solovox-{}-live-capture/1"
MASK: Final = "********"
HANDLES: Final = frozenset({"handle", "newHandle", "new_handle"})
IDS: Final = frozenset({"sessionId", "session_id"})
DATA: Final = "data"
SHORTEST: Final = 6
"""A secret with fewer characters would be found everywhere."""


class Scrubber:
    """Frames as lines. `write` takes a line with its end; `now` gives milliseconds."""

    def __init__(
        self,
        write: Callable[[str], object],
        now: Callable[[], int],
        secrets: Iterable[str] = (),
        *,
        sound: bool = False,
    ) -> None:
        self._write = write
        self._now = now
        self._secrets = tuple(one for one in secrets if len(one) >= SHORTEST)
        self._sound = sound
        self._handles: dict[str, str] = {}
        self.frames = 0

    def begin(self, service: str, **about: str) -> None:
        """The first line."""
        self._write(json.dumps({"format": FORMAT.format(service), **about}) + "\n")

    def see(self, way: Way, frame: bytes) -> None:
        """One frame, as it was on the wire (a `Tap`)."""
        self.frames += 1
        try:
            kept = self._clean(json.loads(frame), "")
        except ValueError:
            kept = f"{len(frame)} bytes that are not JSON"
        line = json.dumps({"at": self._now(), "way": way.value, "frame": kept}, ensure_ascii=False)
        for secret in self._secrets:
            line = line.replace(secret, MASK)
        self._write(line + "\n")

    def _clean(self, value: Any, key: str) -> Any:
        match value:
            case dict():
                return dict(self._items(value))
            case list():
                return [self._clean(one, key) for one in value]
            case str() if key in HANDLES:
                return self._handles.setdefault(value, f"handle-{len(self._handles) + 1}")
            case str() if key in IDS:
                return MASK
            case str() if key == DATA and not self._sound:
                return f"{value[:4]}… {len(value) * 3 // 4} bytes"
            case _:
                return value

    def _items(self, value: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        for name, one in value.items():
            yield name, self._clean(one, name)
