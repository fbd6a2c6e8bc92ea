"""The packets of one SSRC in order and in time, and what stands for those that are lost. Nothing here reads a clock.

Rule 1: a packet in order is given at once, as of when it was said: packets that follow one another in RTP's time
follow one another here, however they came. What is said after a pause is said when it comes.
Rule 2: what is missing is waited for until `HOLD_MS` after it was due. Then it is made up: up to `CONCEALED` frames in
a row, the one before a packet that is there by what that packet says of it (FEC). So sound goes on while packets are
lost, and takes no longer for it. The rest of a longer gap is silence, which is not made here: RTP says how long it is.
Rule 3: nothing is made up after Discord's silence: the speech has ended.
Rule 4: a packet that comes after a later one was given, or twice, is left out and counted. One that is late and in order
is given behind what was made up meanwhile: the sound is longer by that. Numbers wrap at 65,536, times at 2^32.
Rule 5: a number that is `FAR` away begins a new stream. At most `HELD` packets wait behind a gap.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from solovox.discord.voice.packets import SILENCE

FRAME_MS: Final = 20
HOLD_MS: Final = 50
"""Less than the floor's lead: what is made up is there before it is missed."""
CONCEALED: Final = 5
HELD: Final = 25
FAR: Final = 1_000
PER_MS: Final = 48
"""RTP counts samples at 48 kHz."""


class Means(Enum):
    """How 20 ms of sound are made."""

    DECODE = "decode"
    """Of their packet."""
    RECOVER = "recover"
    """Of the packet after them, which repeats them roughly."""
    CONCEAL = "conceal"
    """Of what was heard before."""


@dataclass(frozen=True, slots=True)
class SentFrame:
    """A packet's number, its time (samples at 48 kHz), and what it says."""

    number: int
    time: int
    opus: bytes


@dataclass(frozen=True, slots=True)
class NextFrame:
    """The next frame to be made, and the millisecond at which it was said. `opus` is empty where it is concealed."""

    means: Means
    at: int
    opus: bytes = b""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A moment of RTP's time and the caller's: those of the packet that was given last."""

    time: int
    at: int

    def of(self, time: int) -> int:
        """The millisecond of an RTP time."""
        return self.at + _signed_distance(time - self.time, 32) // PER_MS


class PacketOrder:
    """Packets in, frames in order out. Milliseconds are of the caller's clock."""

    def __init__(self) -> None:
        self._next: int | None = None
        self._anchor = _Anchor(0, 0)
        self._end = 0
        """Until when sound was given."""
        self._quiet = True
        """No speech has begun, or it has ended."""
        self._made_up = 0
        """How many frames, since a packet was given."""
        self._held: dict[int, SentFrame] = {}
        """By number; all of them after `_next`."""
        self.late = 0
        self.concealed = 0
        """Frames that were made up, with FEC or without."""

    def add(self, now: int, sent: SentFrame) -> list[NextFrame]:
        """A packet that came at millisecond `now`. Returns what is to be made, in order."""
        given: list[NextFrame] = []
        away = 0 if self._next is None else _signed_distance(sent.number - self._next, 16)
        if self._next is None or abs(away) >= FAR:
            given, away = self._all(), 0
            self._next, self._end = sent.number, max(now, self._end)
            self._anchor = _Anchor(sent.time, self._end)
        if away < 0 or sent.number in self._held:
            self.late += 1
            return given
        if not self._held and now > self._end + HOLD_MS:
            self._begin(now, sent, lost=away > 0)
        self._held[sent.number] = sent
        given += self._in_order(now)
        return given + (self._all() if len(self._held) > HELD else self.release(now))

    def release(self, now: int) -> list[NextFrame]:
        """What cannot wait any longer: what stands for lost packets, and what came behind them."""
        given: list[NextFrame] = []
        while now > self._end + HOLD_MS:
            if self._held:
                given += self._towards(now)
            elif not self._quiet and self._made_up < CONCEALED:
                given.append(self._make_up(Means.CONCEAL))
            else:
                break
        return given

    def _begin(self, now: int, sent: SentFrame, *, lost: bool) -> None:
        """The first packet after a pause. RTP's time says how long it was, unless the speech had ended, or it cannot be."""
        if self._quiet or abs(now - self._anchor.of(sent.time)) > HOLD_MS:
            # What was lost just before it may still come, or be known from it.
            self._anchor = _Anchor(sent.time, now + FRAME_MS * lost)
            self._end = now

    def _in_order(self, now: int) -> list[NextFrame]:
        given: list[NextFrame] = []
        while self._held:
            first = self._first()
            if first.number != self._next and self._anchor.of(first.time) > self._end:
                break
            given.append(self._give(now, first))
        return given

    def _towards(self, now: int) -> list[NextFrame]:
        """One step over the gap, to the first packet behind it."""
        first = self._first()
        missing = (min(self._anchor.of(first.time), now) - self._end) // FRAME_MS
        if missing > 1 and self._made_up < CONCEALED:
            return [self._make_up(Means.CONCEAL)]
        self._end += FRAME_MS * max(0, missing - 1)
        before = [self._make_up(Means.RECOVER, first.opus)] if missing > 0 else []
        return [*before, self._give(now, first), *self._in_order(now)]

    def _all(self) -> list[NextFrame]:
        """Whatever is held, with nothing between."""
        given: list[NextFrame] = []
        while self._held:
            given.append(self._give(self._end, self._first()))
        return given

    def _make_up(self, means: Means, opus: bytes = b"") -> NextFrame:
        made = NextFrame(means, self._end, opus)
        self._end += FRAME_MS
        self._made_up += 1
        self.concealed += 1
        return made

    def _give(self, now: int, sent: SentFrame) -> NextFrame:
        # Nothing is said after it came.
        at = max(self._end, min(self._anchor.of(sent.time), now))
        self._held.pop(sent.number)
        self._next, self._anchor = (sent.number + 1) % 65_536, _Anchor(sent.time, at)
        self._end, self._made_up, self._quiet = at + FRAME_MS, 0, sent.opus == SILENCE
        return NextFrame(Means.DECODE, at, sent.opus)

    def _first(self) -> SentFrame:
        begins = self._next or 0
        return min(self._held.values(), key=lambda one: _signed_distance(one.number - begins, 16))


def _signed_distance(distance: int, bits: int) -> int:
    """A distance on a circle of `bits` bits; negative: it lies before."""
    half = 1 << (bits - 1)
    return (distance + half) % (2 * half) - half
