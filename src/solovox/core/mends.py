"""What was meant, where something else was heard: whole words in the place of whole words.

Rule 1: longest first, and what was put in is not looked at again: mends never chain.
Rule 2: what stands beside them stays as it was, and the raw words are kept by whoever has them.

K2  Words are put in for words: a mend without words takes nothing away.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

BEFORE: Final = r"(?<!\w)(?<!\w[.'’/-])"
AFTER: Final = r"(?!\w|[.'’/-]\w)"
"""Around whole words nothing is joined to them: "core" is not in "core.py"."""


class MendWhy(Enum):
    """Where a mend comes from."""

    CORRECTION = "correction"
    """The person's own."""
    LEXICON = "lexicon"
    """A name of the workspace."""
    LOOP = "loop"
    """Written again by the recogniser where there was no sound."""


@dataclass(frozen=True, slots=True)
class Mend:
    """`meant` in the place of `heard`, which are whole words, in lower case."""

    heard: str
    meant: str
    why: MendWhy

    def is_of(self, heard: str, meant: str) -> bool:
        """Whether it puts these words in the place of those."""
        return (self.heard.casefold(), self.meant) == (heard.casefold(), meant)


def pool_mends(known: tuple[Mend, ...], new: tuple[Mend, ...]) -> tuple[Mend, ...]:
    """All of them, each once."""
    return tuple(dict.fromkeys((*known, *new)))


def mend_text(text: str, mends: Iterable[Mend]) -> str:
    """The text with each mend applied wherever its words are. Of two for the same words, the person's own counts."""
    out, at = [], 0
    for start, end, mend in _found(text, mends):
        out += [text[at:start], mend.meant]
        at = end
    return "".join([*out, text[at:]])


def find_applied(text: str, mends: Iterable[Mend]) -> tuple[Mend, ...]:
    """The mends that `mended` makes use of, in the order of their words in the text."""
    return tuple(dict.fromkeys(mend for _, _, mend in _found(text, mends)))


def _found(text: str, mends: Iterable[Mend]) -> list[tuple[int, int, Mend]]:
    """Where the words of each mend are, from where to where."""
    found: dict[int, tuple[int, int, Mend]] = {}
    taken: set[int] = set()
    for mend in sorted(mends, key=lambda one: (-len(one.heard), one.why is not MendWhy.CORRECTION)):
        for match in whole(mend.heard).finditer(text) if mend.heard.strip() and mend.meant.strip() else ():
            place = range(match.start(), match.end())
            if taken.isdisjoint(place):
                taken.update(place)
                found[match.start()] = (match.start(), match.end(), mend)
    return [found[start] for start in sorted(found)]


def whole(words: str) -> re.Pattern[str]:
    """Finds these words, in any case."""
    inner = r"\s+".join(re.escape(word) for word in words.split())
    return re.compile(BEFORE + inner + AFTER, re.IGNORECASE)
