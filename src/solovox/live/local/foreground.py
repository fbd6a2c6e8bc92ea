"""Whose speech it is, by its loudness: the person is nearer to the microphone than who else is heard.

Rule 1: speech far below the person's own is another's, or what is left of a voice of ours. It neither begins nor goes
on with an utterance, so that a pause ends although they talk on.
Rule 2: speech is as loud as its loudest two frames in a row of the last 0.3 s, for between its vowels it is quiet, and a word may
fade. One frame alone tells nothing: a click is as loud as a voice.
Rule 3: how loud the person is follows their speech, and not its loudest moment: up with a time constant of 0.2 s, down with one of
5 s. So who turns away, or moves off, is still the person, and what is loud once is soon forgotten.
Rule 4: ten seconds after their speech ended no level is known, and whoever speaks is the person: a turn is over by then.
"""

from collections import deque
from dataclasses import replace
from typing import Final

from solovox.core.units import MIC_RATE
from solovox.live.local.cascade_types import SpeechFrame

_FORGOTTEN: Final = 10 * MIC_RATE
"""Samples without speech of the person, after which they are not known any more."""
_FADES: Final = 3 * MIC_RATE // 10
"""Samples for which a word may fade."""
_VOWELS: Final = MIC_RATE // 2
"""Samples in which speech has been as loud as it is."""
_UP: Final = MIC_RATE // 5
_DOWN: Final = 5 * MIC_RATE
"""Time constants, in samples."""
_SILENT: Final = float("-inf")


class Foreground:
    """Frames in, in order; out come the same, with no probability of speech where it is not the person's."""

    def __init__(self, speech: float, below: float) -> None:
        """`speech`: probability from which a frame is speech. `below`: dB under the person's at which it is another's."""
        self._speech = speech
        self._below = below
        self._level: float | None = None
        """How loud the person is."""
        self._recent = deque[tuple[int, float]]()
        """Where the newest frames end, and the level of each with the one before it, if both are speech."""
        self._before = _SILENT
        self._heard = 0
        """The end of the person's last speech."""

    def of(self, frame: SpeechFrame) -> SpeechFrame:
        """The frame as it counts."""
        self._hear(frame)
        if frame.end - self._heard > _FORGOTTEN:
            self._level = None
        loud = max(frame.level, self._loudest(frame.end - _FADES))
        if self._level is not None and loud < self._level - self._below:
            return replace(frame, probability=0.0)
        if frame.probability >= self._speech:
            self._heard = frame.end
            self._follow(self._loudest(frame.end - _VOWELS), frame.count)
        return frame

    def _hear(self, frame: SpeechFrame) -> None:
        level = frame.level if frame.probability >= self._speech else _SILENT
        self._recent.append((frame.end, min(level, self._before)))
        self._before = level
        while self._recent[0][0] <= frame.end - _VOWELS:
            self._recent.popleft()

    def _loudest(self, since: int) -> float:
        return max(both for end, both in self._recent if end > since)

    def _follow(self, loud: float, count: int) -> None:
        if loud == _SILENT:
            return
        if self._level is None:
            self._level = loud
        further = loud - self._level
        self._level += further * count / (_UP if further > 0 else _DOWN)
