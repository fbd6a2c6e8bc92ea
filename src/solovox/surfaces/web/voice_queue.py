"""The sound of reads on its way to a far end that may be slow, may be gone for a moment, or may be replaced. Samples of 24 kHz.

Rule 1: sound is kept until it is reported as played. A far end that is back, or another one, goes on exactly there (`rewind`).
Rule 2: reads are sent in the order in which their sound came, and nothing of a read after it was flushed.
Rule 3: what is reported never falls, and is never more than was sent. Who has played some of a read has played all that was sent before.
Rule 4: a read is whole when that is said, or when the sound of a later one comes. It may go on after that, if its sound had to wait (law G6).
"""

from dataclasses import dataclass, field
from typing import Final

from solovox.core.units import ReadId

REMEMBERED: Final = 64
"""Reads that are over and of which it is known how much was played."""
WIDTH: Final = 2


@dataclass(frozen=True, slots=True)
class VoicePiece:
    """The next sound to send: of which read, and with which sample it begins. `last`: no more of this read follows."""

    read: ReadId
    first: int
    pcm: bytes
    last: bool


@dataclass(slots=True)
class _Sounding:
    read: ReadId
    pcm: bytearray = field(default_factory=bytearray)
    """From sample `played` on."""
    sent: int = 0
    played: int = 0
    whole: bool = False
    told: bool = False
    """Whether its end was sent."""

    @property
    def came(self) -> int:
        return self.played + len(self.pcm) // WIDTH


class VoiceQueue:
    """Sound in by `play`, out by `take`."""

    def __init__(self) -> None:
        self._reads: dict[ReadId, _Sounding] = {}
        self._over: dict[ReadId, tuple[int, bool]] = {}
        """How much was played of reads that are over, and whether they were flushed, the newest last."""

    @property
    def ahead(self) -> int:
        """Samples that were sent and are not reported as played."""
        return sum(one.sent - one.played for one in self._reads.values())

    @property
    def idle(self) -> bool:
        """Whether nothing is left to play."""
        return all(not one.pcm for one in self._reads.values())

    @property
    def held(self) -> int:
        """Bytes of sound that are kept."""
        return sum(len(one.pcm) for one in self._reads.values())

    def play(self, read: ReadId, pcm: bytes) -> None:
        """The next sound of a read."""
        one = self._reads.get(read)
        if one is None:
            known = self._over.get(read)
            played, flushed = known or (0, False)
            if flushed:
                return
            for before in tuple(self._reads):
                self.end(before)
            one = self._reads[read] = _Sounding(read, sent=played, played=played, whole=known is not None)
        one.pcm += pcm
        one.told = False

    def end(self, read: ReadId) -> None:
        """All sound of a read has come, as far as is known."""
        if (one := self._reads.get(read)) is not None:
            one.whole = True
            self._close(one)
        elif read not in self._over:
            self._remember(read, 0)

    def take(self, room: int, least: int) -> VoicePiece | None:
        """At most `room` samples to send now. Less than `least` only if there is no more yet."""
        for one in self._reads.values():
            left = one.came - one.sent
            if left:
                if room < min(left, least):
                    return None
                count, first = min(left, room), one.sent
                one.sent += count
                begin = (first - one.played) * WIDTH
                pcm = bytes(memoryview(one.pcm)[begin : begin + count * WIDTH])
                one.told = one.whole and one.sent == one.came
                return VoicePiece(one.read, first, pcm, one.told)
            if one.whole and not one.told:
                one.told = True
                self._close(one)
                return VoicePiece(one.read, one.sent, b"", last=True)
        return None

    def report(self, read: ReadId, samples: int) -> list[tuple[ReadId, int]]:
        """`samples` of a read were played in all, and all that was sent before. The reads whose count changed, with it."""
        if read not in self._reads:
            return []
        changed = []
        for one in tuple(self._reads.values()):
            now = min(samples, one.sent) if one.read == read else one.sent
            if now > one.played:
                changed.append((one.read, now))
                self._count_played(one, now)
            if one.read == read:
                break
        return changed

    def reckon(self, ahead: int) -> list[tuple[ReadId, int]]:
        """Only the newest `ahead` samples are not played yet. The reads whose count changed, with it."""
        changed = []
        for one in reversed(list(self._reads.values())):
            waiting = min(ahead, one.sent - one.played)
            ahead -= waiting
            if one.sent - waiting > one.played:
                changed.append((one.read, one.sent - waiting))
        for read, samples in changed:
            self._count_played(self._reads[read], samples)
        return changed[::-1]

    def flush(self, read: ReadId) -> tuple[int, int]:
        """Forget the sound of a read. How much of it was played and how much was sent, in all."""
        one = self._reads.pop(read, None)
        if one is None:
            known, _ = self._over.pop(read, (0, False))
            self._remember(read, known, flushed=True)
            return known, known
        self._remember(read, one.played, flushed=True)
        return one.played, one.sent

    def rewind(self) -> None:
        """What was sent and not played is to be sent again."""
        for one in self._reads.values():
            one.sent, one.told = one.played, False

    def clear(self) -> None:
        """Forget all sound."""
        for read in tuple(self._reads):
            self.flush(read)

    def _count_played(self, one: _Sounding, samples: int) -> None:
        del one.pcm[: (samples - one.played) * WIDTH]
        one.played = samples
        self._close(one)

    def _close(self, one: _Sounding) -> None:
        """A read of which all was played is over, when its end was sent."""
        if one.told and not one.pcm:
            del self._reads[one.read]
            self._remember(one.read, one.played)

    def _remember(self, read: ReadId, played: int, *, flushed: bool = False) -> None:
        self._over[read] = (played, flushed)
        while len(self._over) > REMEMBERED:
            del self._over[next(iter(self._over))]
