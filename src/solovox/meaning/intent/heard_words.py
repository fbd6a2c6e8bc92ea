"""What was said, as words that know where they stand, and which of them an argument has taken."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from solovox.text.matching import ComparableWord, words


@dataclass(slots=True)
class HeardWords:
    """An utterance. `taken` holds the places of words that belong to an argument already."""

    text: str
    words: list[ComparableWord] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.words = list(_words(self.text))

    @property
    def norms(self) -> list[str]:
        """The words in comparable form; a number is its digits."""
        return [word.norm for word in self.words]

    def pauses(self, at: int) -> bool:
        """Whether a comma or a full stop stands before a word."""
        between = self.text[self.words[at - 1].end : self.words[at].first] if at else ""
        return any(sign in between for sign in ",;.!?")

    def within(self, first: int, end: int) -> tuple[int, int] | None:
        """The words that stand between two places of the text; None: there is none."""
        places = [at for at, word in enumerate(self.words) if first <= word.first and word.end <= end]
        return (places[0], places[-1] + 1) if places else None

    def take(self, places: Iterable[int]) -> None:
        """These words are spoken for."""
        self.taken.update(places)

    def verbatim(self, first: int, end: int) -> str:
        """The text of the words from `first` to before `end`, as it was heard; empty for none."""
        if first >= end:
            return ""
        return self.text[self.words[first].first : self.words[end - 1].end]


@lru_cache(maxsize=16)
def _words(text: str) -> tuple[ComparableWord, ...]:
    """Remembered: one utterance is held against many tools."""
    return tuple(words(text))
