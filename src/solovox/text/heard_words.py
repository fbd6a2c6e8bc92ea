"""The words of a transcript, and which of them a recogniser may have written for one name."""

import re
from dataclasses import dataclass
from typing import Final

from solovox.text.code_talk import STOP_WORDS

MOST_HEARD: Final = 400
"""Words of a transcript that are looked at."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+")
_JOINT: Final = re.compile(r"[\s_/.\-–:,]*|\? ")
_STOP: Final = re.compile(r"[.:]\s")


@dataclass(frozen=True, slots=True)
class TranscriptWord:
    """A word with its place, in characters."""

    text: str
    first: int
    end: int

    @property
    def low(self) -> str:
        """In lower case."""
        return self.text.lower().replace("’", "'")

    @property
    def letter(self) -> bool:
        """Whether it is the name of a letter."""
        return len(self.text) == 1 and self.text not in ("a", "I")

    @property
    def capitals(self) -> bool:
        """Whether it is several letters, read one by one."""
        return len(self.text) > 1 and self.text.isupper()


def heard_words(text: str) -> list[TranscriptWord]:
    """The first words, as many as are looked at."""
    return [TranscriptWord(found.group(), *found.span()) for found in _WORD.finditer(text)][:MOST_HEARD]


def joined(text: str, one: TranscriptWord, other: TranscriptWord) -> bool:
    """Whether two words that follow one another may be parts of one name."""
    between = text[one.end : other.first]
    if _JOINT.fullmatch(between) is None:
        return False
    return not _STOP.match(between) or one.letter or other.letter or one.capitals


def stops(word: TranscriptWord) -> bool:
    """Whether it is mostly no part of a name."""
    return word.low in STOP_WORDS and not word.letter
