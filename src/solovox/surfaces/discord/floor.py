"""Several people, one microphone: who has the floor, and what the others' sound comes to.

A *saying* is what one speaker says without a pause. Sound comes in as it arrives, and goes out as one stream that keeps
pace with the caller's clock. Nothing here reads a clock or waits.

F1  The stream has no holes: at millisecond t it is t - `begins` long. Where no one is heard it is silent.
F2  Each piece of it has one source. Silence is of whoever was heard last, so that the end of speech is heard as theirs.
F3  Whoever begins first has the floor until they pause: `PAUSE_MS` without sound, said and given. What others say
    meanwhile follows, saying by saying, in the order in which they began.
F4  At most `WAITING_MS` of sound waits, with the pauses between. If there would be more, and two or more have said it, all of it is mixed: these
    sayings sound at once, to their ends, and are of `SEVERAL`. Whoever begins afterwards waits for the floor again.
F5  No sample of a speaker is lost, doubled or overtaken, mixed or not. The exceptions are counted in `dropped`: what one
    speaker sends faster than it can be heard (`MOST_MS`), and who is one too many (`SPEAKERS`).
F6  A saying begins `LEAD_MS` after it came: a lost packet is waited for as long (`order.py`). Packets that are late by no
    more than that leave no gap in it; by no more than `SLACK_MS`, only the silence that was given meanwhile. A longer gap
    is kept as silence, also where the saying has to wait.
"""

from bisect import insort
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Final

import numpy as np

from solovox.core.units import MIC_RATE, SourceId

PER_MS: Final = MIC_RATE // 1000
LEAD_MS: Final = 60
SLACK_MS: Final = 100
PAUSE_MS: Final = 700
WAITING_MS: Final = 10_000
MOST_MS: Final = 3 * WAITING_MS
"""Of one speaker. Whoever speaks at the pace of the world never has it waiting."""
SPEAKERS: Final = 100
SEVERAL: Final = SourceId("several")
"""Whose sound it is that was mixed: of no one alone. So is the silence before anyone has spoken."""

LEAD: Final = LEAD_MS * PER_MS
SLACK: Final = SLACK_MS * PER_MS
PAUSE: Final = PAUSE_MS * PER_MS
WAITING: Final = WAITING_MS * PER_MS
MOST: Final = MOST_MS * PER_MS


@dataclass(frozen=True, slots=True)
class MicrophoneFrame:
    """The next samples of the microphone: 16 kHz mono s16le, of one source."""

    source: SourceId
    pcm: bytes


@dataclass(slots=True)
class SpokenStretch:
    """What one speaker says without a pause. Times and lengths are samples since the stream began."""

    speaker: SourceId
    begins: int
    due: int
    """When the next packet comes, if there is no gap."""
    parts: deque[bytes | int] = field(default_factory=deque)
    """What was not given yet: sound, or the length of a gap."""
    left: int = 0
    """How long that is."""
    quiet: int = 0
    """How long its silence is by now, since its last sound."""

    def add(self, at: int, pcm: bytes) -> None:
        """The next sound, which came at `at`."""
        late = at - self.due
        if late > SLACK:
            self.due = at
            # Silence that was given meanwhile is part of the gap.
            gap = late if self.parts else max(0, late - self.quiet)
            if gap:
                self.parts.append(gap)
                self.left += gap
        self.parts.append(pcm)
        self.left += len(pcm) // 2
        self.due += len(pcm) // 2

    def run(self, at: int) -> int:
        """How many samples from `at` on are of one kind: sound, or silence. 0: it is over."""
        if self.parts:
            part = self.parts[0]
            return part if isinstance(part, int) else len(part) // 2
        return max(0, PAUSE - self.quiet, self.due + PAUSE - at)

    def give(self, count: int) -> bytes | None:
        """The next `count` samples, at most a `run`. None: silence."""
        if not self.parts:
            self.quiet += count
            return None
        part = self.parts.popleft()
        self.left -= count
        if isinstance(part, int):
            self.quiet += count
            if part > count:
                self.parts.appendleft(part - count)
            return None
        self.quiet = 0
        if len(part) > 2 * count:
            self.parts.appendleft(part[2 * count :])
        return part[: 2 * count]


class OneFloor:
    """The floor of one channel, from `begins` on (a millisecond of the caller's clock)."""

    def __init__(self, begins: int = 0) -> None:
        self._begins = begins
        self._given = 0
        """Samples of the stream."""
        self._source = SEVERAL
        """Whose silence it is now."""
        self._saying: dict[SourceId, SpokenStretch] = {}
        """The newest of each speaker that is not over."""
        self._sounding: list[SpokenStretch] = []
        """Who has the floor: one, or several who are mixed."""
        self._following: list[SpokenStretch] = []
        """What is mixed after an earlier saying of the same speaker."""
        self._mixed = False
        self._waiting: list[SpokenStretch] = []
        """In the order in which they began."""
        self.dropped = 0
        """Samples that were not taken (F5)."""

    @property
    def holder(self) -> SourceId | None:
        """Who has the floor; `SEVERAL` if they are mixed."""
        return self._source if self._sounding else None

    @property
    def waiting_ms(self) -> int:
        """How much was said and not given yet, in milliseconds."""
        return sum(one.left for one in self._there()) // PER_MS

    def hear(self, speaker: SourceId, at: int, pcm: bytes) -> None:
        """What a speaker said: 16 kHz mono s16le, any length, which came at millisecond `at`."""
        if not pcm:
            return
        came = (at - self._begins) * PER_MS
        saying = self._saying.get(speaker)
        if (saying is None and len(self._saying) >= SPEAKERS) or self._too_much(speaker, len(pcm) // 2):
            self.dropped += len(pcm) // 2
            return
        if saying is None or came - saying.due >= PAUSE:
            saying = self._saying[speaker] = SpokenStretch(speaker, came, came)
            insort(self._waiting, saying, key=lambda one: one.begins)
        saying.add(came, pcm)

    def take(self, now: int) -> list[MicrophoneFrame]:
        """The stream from where it was taken last to millisecond `now`."""
        pieces: list[tuple[SourceId, list[bytes]]] = []
        for source, pcm in self._until((now - self._begins) * PER_MS):
            if not pieces or pieces[-1][0] != source:
                pieces.append((source, []))
            pieces[-1][1].append(pcm)
        return [MicrophoneFrame(source, b"".join(parts)) for source, parts in pieces]

    def _until(self, end: int) -> Iterator[tuple[SourceId, bytes]]:
        while self._given < end:
            self._arrange()
            room = end - self._given
            if self._sounding:
                count = min(room, *(one.run(self._given) for one in self._sounding))
            else:
                count = min(room, *(one.begins + LEAD - self._given for one in self._waiting[:1]), room)
            pcm = _mix([one.give(count) for one in self._sounding], count)
            self._given += count
            yield self._source, pcm

    def _arrange(self) -> None:
        """Whoever is over leaves the floor; the next one takes it."""
        for over in [one for one in self._sounding if not one.run(self._given)]:
            self._sounding.remove(over)
            if self._saying.get(over.speaker) is over:
                del self._saying[over.speaker]
        if not self._sounding and not self._following:
            self._mixed = False
            if self._waiting and self._waiting[0].begins + LEAD <= self._given:
                self._sounding.append(self._waiting.pop(0))
                self._source = self._sounding[0].speaker
        if self._behind() > WAITING and (self._mixed or self._of_two()):
            self._following += self._waiting
            self._waiting.clear()
            self._mixed = True
            self._source = SEVERAL
        sounding = {one.speaker for one in self._sounding}
        for one in list(self._following):
            if one.speaker not in sounding:
                sounding.add(one.speaker)
                self._following.remove(one)
                self._sounding.append(one)

    def _behind(self) -> int:
        """What waits for the floor. What is mixed has it."""
        return _length(self._waiting if self._mixed else chain(self._sounding, self._waiting))

    def _of_two(self) -> bool:
        return len({one.speaker for one in chain(self._sounding, self._waiting)}) > 1

    def _too_much(self, speaker: SourceId, count: int) -> bool:
        return count + _length(one for one in self._there() if one.speaker == speaker) > MOST

    def _there(self) -> Iterator[SpokenStretch]:
        return chain(self._sounding, self._following, self._waiting)


def _length(sayings: Iterable[SpokenStretch]) -> int:
    """How long they take to be heard, one after another, with the pauses between."""
    return sum(one.left + PAUSE for one in sayings) - PAUSE


def _mix(parts: list[bytes | None], count: int) -> bytes:
    """Their sum; too loud is clipped, never wrapped."""
    loud = [part for part in parts if part is not None]
    if len(loud) < 2:
        return loud[0] if loud else bytes(2 * count)
    total = np.sum([np.frombuffer(part, "<i2") for part in loud], axis=0, dtype=np.int32)
    mixed: bytes = np.clip(total, -32768, 32767).astype("<i2").tobytes()
    return mixed
