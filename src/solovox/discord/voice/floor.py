"""Several people, one microphone: who has the floor, and what the others' sound comes to.

A *saying* is what one speaker says without a pause. Sound comes in as it arrives, and goes out as one stream that keeps
pace with the caller's clock. Nothing here reads a clock or waits.

F1  The stream has no holes: at millisecond t it is t - `begins` long. Where no one is heard it is silent.
F2  Each piece of it has one source. Silence is of whoever was heard last, so that the end of speech is heard as theirs;
    before anyone has spoken it is `SEVERAL`'s.
F3  Whoever begins first has the floor until they pause: `PAUSE_MS` without sound, said and given. What others say
    meanwhile follows, saying by saying, in the order in which they began.
F4  At most `WAITING_MS` of sound waits, with the pauses between. If there would be more, and two or more have said it, all of it is mixed: these
    sayings sound at once, to their ends, and are of `SEVERAL`. Whoever begins afterwards waits for the floor again. The saying that has
    the floor then turns from its speaker's to `SEVERAL`'s in its middle: its words count as `SEVERAL`'s (A4, `shell/links/listener.py`).
F5  No sample of a speaker is lost, doubled or overtaken, mixed or not. The exceptions are counted in `dropped`: what one
    speaker sends faster than it can be heard (`MOST_MS`), and who is one too many (`SPEAKERS`).
F6  A saying begins `LEAD_MS` after it was said. Sound that comes later than it was said by no more than that leaves no gap
    in it; else only the silence that was given meanwhile. What was silence when it was said, for more than `SLACK_MS`, is
    kept as silence of that length, also where the saying has to wait.
F7  What each speaker says is also given apart, mixed or not: the same samples, with their place in the stream.
"""

from bisect import insort
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, groupby
from typing import Final

import numpy as np

from solovox.core.units import MIC_RATE, SEVERAL, SourceId

PER_MS: Final = MIC_RATE // 1000
LEAD_MS: Final = 60
SLACK_MS: Final = 10
PAUSE_MS: Final = 700
WAITING_MS: Final = 10_000
MOST_MS: Final = 3 * WAITING_MS
"""Of one speaker. Whoever speaks at the pace of the world never has it waiting."""
SPEAKERS: Final = 100

LEAD: Final = LEAD_MS * PER_MS
SLACK: Final = SLACK_MS * PER_MS
PAUSE: Final = PAUSE_MS * PER_MS
WAITING: Final = WAITING_MS * PER_MS
MOST: Final = MOST_MS * PER_MS


@dataclass(frozen=True, slots=True)
class SpokenPiece:
    """What one speaker said of a piece of the stream (F7). `place`: the number of its first sample there, from the piece's
    first on. `waited`: how many samples after it was said it is heard.
    """

    speaker: SourceId
    place: int
    waited: int
    pcm: bytes


@dataclass(frozen=True, slots=True)
class MicrophoneFrame:
    """The next samples of the microphone: 16 kHz mono s16le, of one source. `spoken`: what is heard in it."""

    source: SourceId
    pcm: bytes
    spoken: tuple[SpokenPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """Sound, or a gap (None), and when it was said."""

    said: int
    count: int
    pcm: bytes | None = None

    def cut(self, count: int) -> tuple["_Part", "_Part | None"]:
        """Its first samples, and the rest if there is one."""
        if count >= self.count:
            return self, None
        first, rest = (None, None) if self.pcm is None else (self.pcm[: 2 * count], self.pcm[2 * count :])
        return _Part(self.said, count, first), _Part(self.said + count, self.count - count, rest)


@dataclass(slots=True)
class SpokenStretch:
    """What one speaker says without a pause. Times and lengths are samples since the stream began."""

    speaker: SourceId
    begins: int
    due: int
    """When the next packet comes, if there is no gap."""
    parts: deque[_Part] = field(default_factory=deque)
    """What was not given yet."""
    left: int = 0
    """How long that is."""
    quiet: int = 0
    """How long its silence is by now, since its last sound."""

    def add(self, at: int, pcm: bytes) -> None:
        """The next sound, which was said at `at`."""
        late = at - self.due
        if late > SLACK:
            # Silence that was given meanwhile is part of the gap.
            gap = late if self.parts else max(0, late - self.quiet)
            if gap:
                self._append(_Part(at - gap, gap))
            self.due = at
        self._append(_Part(self.due, len(pcm) // 2, pcm))
        self.due += len(pcm) // 2

    def run(self, at: int) -> int:
        """How many samples from `at` on are of one kind: sound, or silence. 0: it is over."""
        return self.parts[0].count if self.parts else max(0, PAUSE - self.quiet, self.due + PAUSE - at)

    def give(self, count: int) -> _Part | None:
        """The next `count` samples, at most a `run`. None: silence."""
        if not self.parts:
            self.quiet += count
            return None
        part, rest = self.parts.popleft().cut(count)
        self.left -= count
        if rest is not None:
            self.parts.appendleft(rest)
        if part.pcm is None:
            self.quiet += count
            return None
        self.quiet = 0
        return part

    def _append(self, part: _Part) -> None:
        self.parts.append(part)
        self.left += part.count


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
        """What a speaker said: 16 kHz mono s16le, any length, at millisecond `at`."""
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
        given = self._until((now - self._begins) * PER_MS)
        return [
            _join_frames(source, list(parts)) for source, parts in groupby(given, key=lambda one: one.source)
        ]

    def _until(self, end: int) -> Iterator[MicrophoneFrame]:
        while self._given < end:
            self._arrange()
            room = end - self._given
            if self._sounding:
                count = min(room, *(one.run(self._given) for one in self._sounding))
            else:
                count = min(room, *(one.begins + LEAD - self._given for one in self._waiting[:1]), room)
            parts = [(one.speaker, one.give(count)) for one in self._sounding]
            spoken = tuple(
                SpokenPiece(speaker, 0, self._given - part.said, part.pcm)
                for speaker, part in parts
                if part is not None and part.pcm is not None
            )
            self._given += count
            yield MicrophoneFrame(self._source, _mix([one.pcm for one in spoken], count), spoken)

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


def _join_frames(source: SourceId, frames: list[MicrophoneFrame]) -> MicrophoneFrame:
    """One after another, as one."""
    if len(frames) == 1:
        return frames[0]
    spoken, length = [], 0
    for frame in frames:
        spoken += [SpokenPiece(one.speaker, length, one.waited, one.pcm) for one in frame.spoken]
        length += len(frame.pcm) // 2
    return MicrophoneFrame(source, b"".join(one.pcm for one in frames), tuple(spoken))


def _mix(loud: list[bytes], count: int) -> bytes:
    """Their sum; too loud is clipped, never wrapped."""
    if len(loud) < 2:
        return loud[0] if loud else bytes(2 * count)
    total = np.sum([np.frombuffer(part, "<i2") for part in loud], axis=0, dtype=np.int32)
    mixed: bytes = np.clip(total, -32768, 32767).astype("<i2").tobytes()
    return mixed
