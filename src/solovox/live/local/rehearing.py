"""What is heard together with what was told before it, divided: the words told before, as they are heard now, and the new ones.

Rule 1: each word that is heard now is in exactly one share, in its order.
Rule 2: where it is not clear to which share a word belongs, it is new: what is new is never left out.
Rule 3: words that hardly resemble what was told are not divided: then the new sound has to be heard alone.
"""

from dataclasses import dataclass, replace

from solovox.core.phrases import plain


@dataclass(frozen=True, slots=True)
class ToldText:
    """The final text of speech that begins at the sample `first`."""

    first: int
    text: str


@dataclass(frozen=True, slots=True)
class HeardBefore:
    """What was told of speech after which the person may only have paused."""

    told: tuple[ToldText, ...]
    """The oldest first."""
    until: int
    """Speech that begins by this sample goes on with it."""
    woken: bool
    """Whether the wake phrase was in it."""

    @property
    def first(self) -> int:
        """The first sample of it."""
        return self.told[0].first

    def divides(self, text: str) -> tuple["HeardBefore", str] | None:
        """What was told as it is heard now, and the new words. None: it does not resemble what was told (rule 3)."""
        words, shares, unlike, count = text.split(), list[ToldText](), 0, 0
        for one in self.told:
            told = [plain(word) for word in one.text.split()]
            length, differs = _begins(told, [plain(word) for word in words])
            shares.append(ToldText(one.first, " ".join(words[:length])))
            words, unlike, count = words[length:], unlike + differs, count + len(told)
        return None if 2 * unlike > count else (replace(self, told=tuple(shares)), " ".join(words))


def _begins(told: list[str], words: list[str]) -> tuple[int, int]:
    """How many of `words` stand for all that was told, and in how many words they differ (Levenshtein's distance)."""
    row = list(range(len(words) + 1))
    for before, one in enumerate(told):
        left, row[0] = row[0], before + 1
        for at, word in enumerate(words, 1):
            left, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, left + (word != one))
    least = min(row)
    return row.index(least), least
