"""A journal that keeps no sound of what was not said to us (law T6).

Rule 1: the sound of the microphone is held back until it is known whether it belongs to an utterance that was told with words, or in which
the wake phrase was heard. Then it is kept. All other sound is kept as silence of the same length, so that samples stay where they are.
Rule 2: at most `MOST` waits. What is older is kept as silence.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from solovox.core.commands import Command
from solovox.core.events import Event, LocalTranscript, SpeechConfirmed, WakeHeard
from solovox.core.units import MIC, MIC_RATE, AudioSpan
from solovox.ports import Journal

MOST: Final = 60 * MIC_RATE
BEFORE: Final = 2 * MIC_RATE
"""How long sound waits between utterances: an utterance is told after it has begun."""
WIDTH: Final = 2


class SparedSound:
    """Port `Journal`, before another one."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._held: deque[tuple[AudioSpan, bytes]] = deque()
        self._captured = 0
        self._undecided: deque[int] = deque()
        """The first sample of each utterance of which it is not known yet."""
        self._ours: deque[tuple[int, int | None]] = deque()
        """What is kept: from which sample, and to which; None: it goes on."""

    def append(self, at: int, event: Event, commands: Sequence[Command]) -> None:
        """As the journal behind it."""
        self._journal.append(at, event, commands)
        match event:
            case SpeechConfirmed(first=first):
                self._undecided.append(first)
            case WakeHeard(sample=sample):
                begun = [one for one in self._undecided if one <= sample]
                if begun:
                    self._keep(begun[-1], None)
            case LocalTranscript(final=True, span=span, text=text):
                self._decided(span, kept=bool(text.strip()))
            case _:
                return
        self._release()

    def sound(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep it, or hold it back."""
        if span.stream != MIC:
            self._journal.sound(span, pcm)
            return
        self._held.append((span, pcm))
        self._captured = span.end
        self._release()

    async def sync(self) -> None:
        """As the journal behind it."""
        await self._journal.sync()

    async def aclose(self) -> None:
        """What is not known to be ours is not kept."""
        self._undecided.clear()
        self._release(self._captured)
        await self._journal.aclose()

    def _keep(self, first: int, end: int | None) -> None:
        self._ours = deque(one for one in self._ours if one[0] != first)
        self._ours.append((first, end))

    def _decided(self, span: AudioSpan, *, kept: bool) -> None:
        begun = [one for one in self._undecided if one <= span.first]
        for one in begun:
            self._undecided.remove(one)
        woken = any(first in begun and end is None for first, end in self._ours)
        if kept or woken:
            self._keep(min([*begun[-1:], span.first]), span.end)

    def _release(self, to: int | None = None) -> None:
        """Hand on what is decided: up to the first utterance that is not, or to a little before now."""
        if to is None:
            ours = {first for first, end in self._ours if end is None}
            open_ones = [one for one in self._undecided if one not in ours]
            to = min([*open_ones, self._captured - (0 if ours else BEFORE)])
            to = max(to, self._captured - MOST)
        while self._held and self._held[0][0].end <= to:
            span, pcm = self._held.popleft()
            self._journal.sound(span, self._spared(span, pcm))
            while self._ours and (end := self._ours[0][1]) is not None and end <= span.first:
                self._ours.popleft()

    def _spared(self, span: AudioSpan, pcm: bytes) -> bytes:
        kept = bytearray(len(pcm))
        for first, end in self._ours:
            begin = max(first, span.first) - span.first
            last = (span.end if end is None else min(end, span.end)) - span.first
            if begin < last:
                kept[WIDTH * begin : WIDTH * last] = pcm[WIDTH * begin : WIDTH * last]
        return bytes(kept)
