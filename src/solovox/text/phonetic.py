"""How near two writings are in sound. English, by rule and without a dictionary: rough, and the same everywhere.

A key has one letter for each sound. What recognisers confuse is one sound here: voiced and voiceless ("log", "lock"),
and all vowels.
"""

import re
from functools import lru_cache
from typing import Final

_RULES: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"^(?:kn|gn|pn)", "n"),
        (r"^wr", "r"),
        (r"^ps", "s"),
        (r"^x", "s"),
        (r"mb$", "m"),
        (r"(?<=[aeiou])gh(?=t|$)", ""),
        (r"gh", "k"),
        (r"ph", "f"),
        (r"tch|ch|sh|sch|ti(?=on)|ssi(?=on)|ci(?=a|o)", "x"),
        (r"th", "t"),
        (r"ck|q", "k"),
        (r"c(?=[eiy])", "s"),
        (r"c", "k"),
        (r"dge|dg|j|g(?=[eiy])", "x"),
        (r"x(?<=[aeiou]x)", "ks"),
        (r"(?<=[^aeiouy])e$", ""),
        (r"h", ""),
        (r"w(?![aeiouy])", ""),
        (r"[aeiouy]+", "a"),
    )
)
_FOLDED: Final = str.maketrans("bdgvzw", "ptkfsf")
_DOUBLED: Final = re.compile(r"(.)\1+")


@lru_cache(maxsize=4_096)
def sound_key(word: str) -> str:
    """The sounds of a word, which is in lower case."""
    key = re.sub(r"[^a-z]", "", word)
    for pattern, sound in _RULES:
        key = pattern.sub(sound, key)
    return _DOUBLED.sub(r"\1", key.translate(_FOLDED))


def unlike(one: list[str], other: list[str]) -> float:
    """Which part of the sounds differs between words said one behind the other and others: 0 none, 1 all. A vowel counts
    half."""
    first, second = ("".join(map(sound_key, words)) for words in (one, other))
    if not (first and second):
        return 1.0
    return _distance(first, second) / max(_weight(first), _weight(second))


def _cost(sound: str) -> float:
    return 0.5 if sound == "a" else 1.0


def _weight(key: str) -> float:
    return sum(map(_cost, key))


def _distance(one: str, other: str) -> float:
    """What turns one key into the other (Levenshtein 1966, with a cost for each sound)."""
    row = [_weight(other[:at]) for at in range(len(other) + 1)]
    for sound in one:
        before, row = row, [row[0] + _cost(sound)]
        for at, there in enumerate(other):
            changed = 0.0 if sound == there else max(_cost(sound), _cost(there))
            row.append(min(before[at] + changed, before[at + 1] + _cost(sound), row[at] + _cost(there)))
    return row[-1]
