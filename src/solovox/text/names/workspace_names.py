"""The names of a workspace, ready to be found by how they are said: `user_profile.py` is "user profile pie", "user profile dot P Y" and so on.

Signs may be said or not, so they are left out on both sides; letters, numbers and words are drawn together.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise, product
from typing import Final

from solovox.text.names.code_talk import common, said_as
from solovox.text.names.sounds import fold_sound, sound_key

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

    def find_written(self, word: str) -> str | None:
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


MOST_FORMS: Final = 32
"""Of one name."""
SIGN_WORDS: Final = frozenset("dot dots point underscore underscores dash hyphen slash colon".split())
_PIECES: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d")
_ONES: Final = "zero wun tu three for five six seven eit nine".split()
_SAID: Final = {
    "to": "tu", "two": "tu", "too": "tu", "four": "for", "ate": "eit", "eight": "eit", "one": "wun", "won": "wun",
}  # fmt: skip
_LETTERS: Final[dict[str, str]] = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        "ay bee see dee ee ef gee aitch eye jay kay el em en oh pee cue ar es tee you vee doubleyou ex why zee".split(),
        strict=True,
    )
)
_TEENS: Final = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def pieces(name: str) -> list[str]:
    """The words, runs of letters and digits of a name, in lower case: `HTTPServer2` is http, server, 2."""
    return [piece.lower() for piece in _PIECES.findall(name)]


@lru_cache(maxsize=65_536)
def spoken_forms(name: str) -> tuple[str, ...]:
    """The ways to say it, each drawn together; the plainest first."""
    ways = [
        _piece_ways(part.lower(), capitals=len(part) < 5 and part.isupper()) for part in _PIECES.findall(name)
    ]
    whole = [draw_together(way.split()) for way in said_as().get(name.lower(), ())]
    made = (draw_together(word for way in chosen for word in way.split()) for chosen in product(*ways))
    found = dict.fromkeys([*islice(made, MOST_FORMS), *whole])
    before = ("dunder", "under", "thunder") if name.startswith("__") else ("",)
    return tuple(dunder + form for form in found if form for dunder in before)


def draw_together(words: Iterable[str]) -> str:
    """Words as they are said, drawn together: signs left out, numbers digit by digit."""
    return "".join(_draw([word.lower() for word in words]))


def _draw(words: Sequence[str]) -> Iterator[str]:
    for at, word in enumerate(words):
        if word in SIGN_WORDS:
            continue
        if word in _TEENS:
            yield "wun" + _ONES[_TEENS.index(word)]
        elif word in _TENS:
            yield _ONES[_TENS.index(word) + 2]
            if not any(following in (*_ONES[1:], *_SAID) for following in words[at + 1 : at + 2]):
                yield "zero"
        elif word.isdecimal() and word.isascii():
            yield from (_ONES[int(digit)] for digit in word)
        else:
            yield _SAID.get(word, fold_sound("".join(c for c in word if c.isalnum())))


def _piece_ways(piece: str, *, capitals: bool) -> list[str]:
    """How a piece may be said. Letters are heard as letters, or as the words that their names are: "csv" is "see SV"."""
    ways = [piece, *said_as().get(piece, ())]
    spelled = [way for way in ways if all(len(part) == 1 for part in way.split())]
    if not spelled and 1 < len(piece) <= 5 and (capitals or not re.search("[aeiouy]", piece)):
        spelled = [piece]
    named = ["".join(_LETTERS.get(c, c) for c in way.lower() if c != " ") for way in spelled if len(way) > 1]
    return list(dict.fromkeys([*ways, *named]))
