"""The words of a transcript, which of them a recogniser may have written for one name, and whether a name of code is likely where
they stand: "call parse header", not "she read me the header".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.text.names.code_talk import STOP_WORDS, foreign, kind
from solovox.text.names.sounds import sound_key
from solovox.text.names.workspace_names import SIGN_WORDS, draw_together

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


def may_join(text: str, one: TranscriptWord, other: TranscriptWord) -> bool:
    """Whether two words that follow one another may be parts of one name."""
    between = text[one.end : other.first]
    if _JOINT.fullmatch(between) is None:
        return False
    return not _STOP.match(between) or one.letter or other.letter or one.capitals


def windows(text: str, words: Sequence[TranscriptWord], most: int) -> Iterator[Sequence[TranscriptWord]]:
    """All runs of words that may be one name, of at most `most` words."""
    for first in range(len(words)):
        for end in range(first + 1, min(first + most, len(words)) + 1):
            if end - first > 1 and not may_join(text, *words[end - 2 : end]):
                break
            yield words[first:end]


def sound_of(words: Iterable[TranscriptWord]) -> str:
    """How they sound, drawn together."""
    return sound_key(draw_together(word.low for word in words))


def nameless(words: Iterable[TranscriptWord]) -> bool:
    """Whether there is nothing in these words that could be a name."""
    return all(word.low in STOP_WORDS or word.low in SIGN_WORDS or word.text.isdecimal() for word in words)


def stops(word: TranscriptWord) -> bool:
    """Whether it is mostly no part of a name."""
    return word.low in STOP_WORDS and not word.letter


_IN_SENTENCE: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_ARTICLES: Final = word_list("before_nouns_or_verbs")
"""Before these words it is a noun or a verb of the sentence, and not a name."""
_AUXILIARIES: Final = word_list("auxiliaries")
_QUESTIONS: Final = word_list("question_words")
"""Before "does", a name is what is asked about: "what does parse header return?"."""
_TO: Final = word_list("to_things")
"""Before "to" a thing follows, and before others something to be done: "switch to main", "try to call"."""
_OF_ONE: Final = frozenset("the my our this your".split())
"""Before the one file of its kind: "the read me"."""
_BEGINS: Final = word_list("verbs_of_names")
"""What follows a name that begins a sentence."""


@dataclass(frozen=True)
class Place:
    """A part of a text, in characters."""

    text: str
    first: int
    end: int

    @cached_property
    def words(self) -> str:
        """The part."""
        return self.text[self.first : self.end]

    @cached_property
    def before(self) -> list[str]:
        """The words of its sentence that come before it, in lower case."""
        return _IN_SENTENCE.findall(re.split(r"[.?!]\s", self.text[: self.first].lower())[-1])

    @cached_property
    def after(self) -> list[str]:
        """The words of its sentence that follow it, in lower case."""
        return _IN_SENTENCE.findall(re.split(r"[.?!](?:\s|$)", self.text[self.end :].lower())[0])

    @cached_property
    def elsewhere(self) -> bool:
        """Whether its sentence speaks of other things than code."""
        return any(foreign(word) for word in (*self.before, *self.after))


def names_here(place: Place, name: str) -> bool:
    """Whether the common words there are meant as this name."""
    before, after = place.before, place.after
    last, following = (before or [""])[-1], (after or [""])[0]
    if kind(last) or kind(following):
        return True
    if place.elsewhere:
        return False
    content = [word for word in _IN_SENTENCE.findall(place.words.lower()) if word not in STOP_WORDS]
    if len(content) >= 3:
        return True
    if last in _AUXILIARIES and (len(before) == 1 or before[-2] in _QUESTIONS):
        return True
    if last == "to" and before[-2:-1] and before[-2] in _TO:
        return True
    if name.partition(".")[0].isupper() and last in _OF_ONE:
        return True
    return following in _BEGINS if not before else last not in _ARTICLES
