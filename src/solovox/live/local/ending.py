"""How likely it is that a person who pauses has finished: what three witnesses tell, weighed together.

The turn detector judges the voice. The recogniser tells by the marks that it would write whether the sentence is complete. The
words tell by themselves whether a person ends with them.

Rule 1: words that hardly ever end a sentence ("and", "the") are no end, whatever the others tell.
Rule 2: a witness that is missing, or not asked yet, tells nothing either way.
Rule 3: without words there is only the voice's witness; so where their marks and their sense are not known, but words that
break off are no end.

The weights are a logistic regression over the even takes of `benches/turns`, rounded. There the voice tells hardly anything:
its pauses were cut into one breath. It counts for little, and not for nothing, for people's voices do fall.
"""

import math
from dataclasses import dataclass
from typing import Final

from solovox.live.local.breaks import breaks_off, hangs

_EVEN: Final = -0.75
_BY_VOICE: Final = 0.05
_BY_MARKS: Final = 0.41
_BY_SENSE: Final = 0.28
_ASKED: Final = 1.0
"""What a question mark adds."""
_FURTHEST: Final = 5.0
"""No witness is surer than this, in log-odds."""


@dataclass(frozen=True, slots=True)
class EndEvidence:
    """What is known at a pause. Probabilities (0 to 1) that it is the end; None: not known."""

    words: str | None
    voice: float | None = None
    marks: float | None = None
    sense: float | None = None
    """By the words themselves."""

    @property
    def hangs(self) -> bool:
        """Whether the words surely go on (rule 1)."""
        return self.words is not None and hangs(self.words)

    @property
    def likely(self) -> float:
        """The probability that it is the end."""
        if self.words is None:
            return 0.0 if self.voice is None else self.voice
        if self.hangs:
            return 0.0
        if self.marks is None and self.sense is None:
            return 0.0 if self.voice is None or breaks_off(self.words) else self.voice
        odds = _EVEN + _ASKED * self.words.rstrip().endswith("?")
        odds += _BY_VOICE * _odds(self.voice) + _BY_MARKS * _odds(self.marks)
        odds += _BY_SENSE * _odds(self.sense)
        return 1.0 / (1.0 + math.exp(-odds))


def _odds(likely: float | None) -> float:
    if likely is None:
        return 0.0
    least = 1e-9
    odds = math.log(max(likely, least) / max(1.0 - likely, least))
    return max(-_FURTHEST, min(_FURTHEST, odds))
