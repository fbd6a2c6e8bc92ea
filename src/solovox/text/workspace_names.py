"""The names of a workspace, ready to be found by how they are said."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from solovox.text.code_talk import common
from solovox.text.sound_keys import sound_key
from solovox.text.spoken_forms import pieces, spoken_forms

FEWEST_LETTERS: Final = 2
MOST_LETTERS: Final = 60
_SHARED: Final = 0.45
"""How many of its pairs of sounds a name must share to be compared at all."""


@dataclass(frozen=True, slots=True)
class SpokenName:
    """One way to say a name. `stem`: without the ending of a file."""

    name: str
    key: str
    stem: bool = False


class NameLexicon:
    """Names by their sounds. Words that are ordinary English alone are never found: they are heard as they are."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(
            name
            for name in names
            if FEWEST_LETTERS <= len(name) <= MOST_LETTERS and any(c.isalpha() for c in name)
        )
        self._letters = {letters(name): name for name in sorted(self.names, key=lambda one: (-len(one), one))}
        self._ways: list[SpokenName] = []
        self._by_key: dict[str, list[SpokenName]] = {}
        self._pairs: dict[str, list[int]] = {}
        for name in sorted(self.names, key=lambda one: (len(one), one)):
            for way in _ways(name):
                self._by_key.setdefault(way.key, []).append(way)
                for pair in set(_pairs(way.key)):
                    self._pairs.setdefault(pair, []).append(len(self._ways))
                self._ways.append(way)

    def exact(self, key: str) -> list[SpokenName]:
        """The names that sound so."""
        return self._by_key.get(key, [])

    def written(self, word: str) -> str | None:
        """The name that is written so, but for the size of its letters and for its signs; ordinary words are none."""
        bare = letters(word)
        if common(bare):
            return None
        return word if word in self.names else self._letters.get(bare)

    def sounds(self, name: str) -> tuple[str, ...]:
        """The keys of the ways to say a name."""
        return tuple(way.key for way in _ways(name))

    def near(self, key: str, shared: float = _SHARED) -> list[SpokenName]:
        """The names that share much of this sound: that part of its pairs."""
        wanted = set(_pairs(key))
        found: Counter[int] = Counter()
        for pair in wanted:
            found.update(self._pairs.get(pair, ()))
        least = shared * len(wanted)
        return [self._ways[at] for at, count in found.items() if count >= least]


def letters(word: str) -> str:
    """Its letters and digits, in lower case."""
    return "".join(c for c in word.lower() if c.isalnum())


EMPTY: Final = NameLexicon(())


def _pairs(key: str) -> list[str]:
    bare = "".join(c for c in key if c not in "aeiou") or key
    return [one + other for one, other in pairwise(f"^{bare}$")]


def _ways(name: str) -> list[SpokenName]:
    parts = pieces(name)
    if not parts or not name.isascii() or (len(parts) == 1 and common(parts[0]) and name.strip("_.") == name):
        return []
    found: Mapping[str, SpokenName] = {
        (key := sound_key(form)): SpokenName(name, key) for form in spoken_forms(name)
    }
    stem, dot, _ = name.rpartition(".")
    if dot and stem.strip("."):
        more = {(key := sound_key(form)): SpokenName(name, key, stem=True) for form in spoken_forms(stem)}
        found = {**more, **found} if len(pieces(stem)) > 1 or stem.isupper() else found
    return list(found.values())
