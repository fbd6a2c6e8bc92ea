"""Whose speech it is, by its loudness: the person is nearer to the microphone than who else is heard.

Rule 1: speech far below the person's own is another's, or what is left of a voice of ours. It neither begins nor goes
on with an utterance, so that a pause ends although they talk on.
Rule 2: how loud the person is follows from their loudest speech. Four seconds after it ended no level is known, and whoever
speaks is the person: a turn is over by then.
Rule 3: what follows within 0.3 s of the person's speech is theirs however quiet: the end of a word.
Rule 4: one frame alone tells nothing: a click is as loud as a voice.
"""

from dataclasses import replace
from typing import Final

from solovox.core.units import MIC_RATE
from solovox.live.local.cascade_types import SpeechFrame

_FORGOTTEN: Final = 4 * MIC_RATE
"""Samples without speech of the person, after which they are not known any more."""
_FADES: Final = 3 * MIC_RATE // 10
"""Samples for which a word may fade."""


class Foreground:
    """Frames in, in order; out come the same, with no probability of speech where it is not the person's."""

    def __init__(self, speech: float, below: float) -> None:
        """`speech`: probability from which a frame is speech. `below`: dB under the person's at which it is another's."""
        self._speech = speech
        self._below = below
        self._loudest: float | None = None
        self._before = float("-inf")
        """The level of the frame before, if that was speech."""
        self._heard = 0
        """The end of the person's last speech."""

    def of(self, frame: SpeechFrame) -> SpeechFrame:
        """The frame as it counts."""
        if self._loudest is not None and frame.end - self._heard > _FORGOTTEN:
            self._loudest = None
        if self._loudest is not None and frame.level < self._loudest - self._below:
            self._before = float("-inf")
            return frame if frame.end - self._heard <= _FADES else replace(frame, probability=0.0)
        if frame.probability < self._speech:
            self._before = float("-inf")
            return frame
        both, self._before = min(frame.level, self._before), frame.level
        self._loudest = max(both, float("-inf") if self._loudest is None else self._loudest)
        self._heard = frame.end
        return frame
