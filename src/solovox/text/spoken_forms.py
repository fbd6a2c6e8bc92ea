"""How a name of code is said: `user_profile.py` is "user profile pie", "user profile dot P Y" and so on.

Signs may be said or not, so they are left out on both sides; letters, numbers and words are drawn together.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final

from solovox.text.code_talk import said_as
from solovox.text.sounds import folded

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
    ways = [_ways(part.lower(), capitals=len(part) < 5 and part.isupper()) for part in _PIECES.findall(name)]
    whole = [drawn(way.split()) for way in said_as().get(name.lower(), ())]
    made = (drawn(word for way in chosen for word in way.split()) for chosen in product(*ways))
    found = dict.fromkeys([*islice(made, MOST_FORMS), *whole])
    before = ("dunder", "under", "thunder") if name.startswith("__") else ("",)
    return tuple(dunder + form for form in found if form for dunder in before)


def drawn(words: Iterable[str]) -> str:
    """Words as they are said, drawn together: signs left out, numbers digit by digit."""
    return "".join(_drawn([word.lower() for word in words]))


def _drawn(words: Sequence[str]) -> Iterator[str]:
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
            yield _SAID.get(word, folded("".join(c for c in word if c.isalnum())))


def _ways(piece: str, *, capitals: bool) -> list[str]:
    """How a piece may be said. Letters are heard as letters, or as the words that their names are: "csv" is "see SV"."""
    ways = [piece, *said_as().get(piece, ())]
    spelled = [way for way in ways if all(len(part) == 1 for part in way.split())]
    if not spelled and 1 < len(piece) <= 5 and (capitals or not re.search("[aeiouy]", piece)):
        spelled = [piece]
    named = ["".join(_LETTERS.get(c, c) for c in way.lower() if c != " ") for way in spelled if len(way) > 1]
    return list(dict.fromkeys([*ways, *named]))
