"""The packets of one SSRC in order, and what stands for those that are lost. Nothing here reads a clock.

Rule 1: a packet in order is given at once.
Rule 2: behind a gap at most `HELD` packets wait, and none longer than `HOLD_MS` (`release`).
Rule 3: then up to `CONCEALED` frames are made up: the last one by what the next packet says of it (FEC). The rest of a
longer gap is silence, which is not made here.
Rule 4: a packet that comes late or twice is left out and counted. Numbers wrap at 65,536.
Rule 5: a number that is `FAR` away begins a new stream.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

HELD: Final = 3
HOLD_MS: Final = 60
CONCEALED: Final = 5
FAR: Final = 1_000


class Means(Enum):
    """How 20 ms of sound are made."""

    DECODE = "decode"
    """Of their packet."""
    RECOVER = "recover"
    """Of the packet after them, which repeats them roughly."""
    CONCEAL = "conceal"
    """Of what was heard before."""


@dataclass(frozen=True, slots=True)
class NextFrame:
    """The next frame to be made. `opus` is empty where it is concealed."""

    means: Means
    opus: bytes = b""


class PacketOrder:
    """Numbered packets in, frames in order out."""

    def __init__(self) -> None:
        self._next: int | None = None
        self._held: dict[int, bytes] = {}
        """By number; all of them after `_next`."""
        self._since = 0
        """When the first of them came."""
        self.late = 0
        self.concealed = 0
        """Frames that were made up, with FEC or without."""

    def add(self, now: int, number: int, opus: bytes) -> list[NextFrame]:
        """A packet that came at millisecond `now`. Returns what is to be made, in order."""
        away = 0 if self._next is None else _distance(self._next, number)
        given: list[NextFrame] = []
        if abs(away) >= FAR:
            given, away = self._all(), 0
        if away < 0 or number in self._held:
            self.late += 1
            return given
        if not self._held:
            self._since = now
        self._held[number] = opus
        if not away:
            self._next = number
        given += self._in_order()
        return given + (self._over_the_gap() if len(self._held) >= HELD else self.release(now))

    def release(self, now: int) -> list[NextFrame]:
        """What has been held for long enough."""
        given = []
        while self._held and now - self._since >= HOLD_MS:
            given += self._over_the_gap()
        return given

    def _all(self) -> list[NextFrame]:
        """Whatever is held, before another stream begins."""
        given = []
        while self._held:
            given += self._over_the_gap()
        return given

    def _in_order(self) -> list[NextFrame]:
        given = []
        while self._next is not None and self._next in self._held:
            given.append(NextFrame(Means.DECODE, self._held.pop(self._next)))
            self._next = (self._next + 1) % 65_536
        return given

    def _over_the_gap(self) -> list[NextFrame]:
        """Goes on with the first packet behind the gap."""
        begins = self._next or 0
        first = min(self._held, key=lambda number: _distance(begins, number))
        made_up = min(CONCEALED, _distance(begins, first))
        self.concealed += made_up
        given = [NextFrame(Means.CONCEAL)] * (made_up - 1) + [NextFrame(Means.RECOVER, self._held[first])]
        self._next = first
        return given + self._in_order()


def _distance(first: int, then: int) -> int:
    """How many numbers lie from one to the other; negative: it is before."""
    return (then - first + 32_768) % 65_536 - 32_768
