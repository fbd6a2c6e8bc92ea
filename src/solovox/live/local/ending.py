"""How likely it is that a person who pauses has finished: what three witnesses tell, weighed together.

The turn detector judges the voice. The recogniser tells by the marks that it would write whether the sentence is complete. The
words tell by themselves whether a person ends with them.

Rule 1: words that hardly ever end a sentence ("and", "the") are no end, whatever the others tell; nor is a group of digits.
Rule 2: a witness that is missing, or not asked yet, tells nothing either way.
Rule 3: without words there is only the voice's witness; so where their marks and their sense are not known, but words that
break off are no end.

The weights are a logistic regression over the even takes of `benches/turns`, rounded. There the voice tells hardly anything:
its pauses were cut into one breath. It counts for little, and not for nothing, for people's voices do fall.
"""

import math
import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from solovox.core.transcripts import plain
from solovox.lang.en.words import HANGING
from solovox.lang.pack import HangingWords

# Whether words show that the speaker has not finished, as a recogniser writes them.
#
# Rule 1: only words that hardly ever end a sentence count, as its language has them. "that", "on" and "in" are not: "stop that", "log in".
# Rule 2: words hang whatever mark the recogniser puts: it hears a question in any rising voice. A preposition may end a question that
# asks for what would follow it ("who did you send it to?", "is this the one that you asked for?").
# Rule 3: a recogniser writes a mark where a sentence ends. Three words or more without one are not complete; fewer may be.
# Rule 4: digits that are said one by one are said in groups, with pauses between them. How many will come is not known, so only as many
# as a telephone number has are all. A recogniser writes them apart, or in one number, as amounts, years and ports. One number is taken for
# digits where it stands alone: "415", "my number is 415"; not "line 415", "415 lines", "25".
# Rule 5: a short clause that begins with "if" or "when", and has no comma, waits for its other half.

_LONGEST_CLAUSE: Final = 6
"""In words. A longer clause probably has its other half."""
_UNMARKED: Final = 2
"""Words that may go without a mark at their end: "stop", "go on"."""
_WHOLE: Final = 10
"""Digits of a telephone number."""
_AMOUNT: Final = re.compile(r"(?:(?<![\d-])\d{1,2}(?:, \d{3,4})+|\d{4}-\d\d-\d\d)\W*$")
"""A date; and so Whisper writes "three hundred and twelve": "3, 112"."""


def hangs(text: str, known: HangingWords = HANGING) -> bool:
    """Whether it ends with a word that hardly ever ends a sentence, in digits, or before it asks anything: "and", "the", "can you please"
    (rules 1, 2 and 4)."""
    words, marked = plain(text).split(), text.rstrip().endswith(("?", "!"))
    if not words:
        return False
    if words[-1] in known.leaves_over:
        return not (marked and _left_over(text, known))
    return words[-1] in known.goes_on or known.unasked(text) or (not marked and _dictates(text, known))


def _left_over(text: str, known: HangingWords) -> bool:
    """Whether the last sentence may end with a preposition: something before it is what would follow it."""
    words = plain(re.split(r"[.?!]\s", text.strip())[-1]).split()
    return not known.taken_before.isdisjoint(words) or not known.subjects.isdisjoint(words[2:-1])


def _dictates(text: str, known: HangingWords) -> bool:
    """Whether it ends within digits that are said one by one: "415", "The pin is 4-7", "four one five"."""
    words = [word for one in re.split(r"[\s-]+", text.casefold()) if (word := one.strip(".,;:…()+"))]
    digits = list(takewhile(lambda word: word.isdecimal() or word in known.digits, reversed(words)))
    count = sum(len(word) if word.isdecimal() else 1 for word in digits)
    if not 2 <= count < _WHOLE or known.point.issuperset(words[-len(digits) - 1 : -len(digits)] or [""]):
        return False
    named = words[: -len(digits)][-1:]
    if (not named and len(digits) > 1) or (known.unnamed.issuperset(named) and len(digits[-1]) > 2):
        return True
    if _AMOUNT.search(text):
        return False
    apart = len(digits) > 1
    return all(word[0] == "0" or (apart and (len(word) != 2 or word in known.digits)) for word in digits)


def breaks_off(text: str, known: HangingWords = HANGING) -> bool:
    """Whether the sentence is surely not complete."""
    words, written = plain(text).split(), text.rstrip()
    if hangs(text, known):
        return True
    if not words or written.endswith(("?", "!")):
        return False
    if len(words) > _UNMARKED and (written.endswith("...") or not written.endswith(".")):
        return True
    return words[0] in known.leads_in and _UNMARKED < len(words) <= _LONGEST_CLAUSE and "," not in text


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
    language: HangingWords = HANGING

    @property
    def hangs(self) -> bool:
        """Whether the words surely go on (rule 1)."""
        return self.words is not None and hangs(self.words, self.language)

    @property
    def likely(self) -> float:
        """The probability that it is the end."""
        if self.words is None:
            return 0.0 if self.voice is None else self.voice
        if self.hangs:
            return 0.0
        if self.marks is None and self.sense is None:
            return 0.0 if self.voice is None or breaks_off(self.words, self.language) else self.voice
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
