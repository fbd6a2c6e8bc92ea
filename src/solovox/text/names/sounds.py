"""How words sound.

Words that sound the same are one word (`folded`): homophones, names with several writings, British and American spelling; they are data,
`same_sound.txt`. Roughly, they have a key of letters for sounds, by which is told how far two are from one another: vowels count little, and
so do sounds that are made at the same place of the mouth.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from math import inf
from typing import Final

_OUR: Final = re.compile(
    "(col|fav|hon|behavi|lab|neighb|flav|harb|hum|rum|vap|od|arm|endeav|savi|splend|tum|vig|parl|rig|sav|cand|clam"
    "|demean|ferv)our"
)
_RE: Final = re.compile("(cent|theat|met|lit|fib|calib|lust|spect|sab|somb|meag)re(d|s|)$")
_DOUBLED: Final = re.compile(
    "(trave|cance|mode|labe|signa|fue|leve|channe|counse|dia|equa|marve|pane|quarre|riva|spira|tota|tunne|jewe|penci)l"
    "(led|ling|ler|lers)$"
)
_OGUE: Final = re.compile("(catal|dial|anal|monol|epil|prol)ogue")
_ISE: Final = re.compile("is(e|ed|es|ing|ation|ations|er|ers)$")


def _groups() -> Iterator[dict[str, str]]:
    """By their sound, and by their writing: the word that stands for each."""
    for part in (
        files("solovox.text.names").joinpath("same_sound.txt").read_text(encoding="utf-8").split("[spelling]")
    ):
        lines = [line for line in part.splitlines() if not line.startswith("#")]
        groups = [group.split() for line in lines for group in line.split("|")]
        yield {word: group[0] for group in groups for word in group}


_SOUNDS, _SPELLED = _groups()


def fold_sound(word: str) -> str:
    """The writing that stands for all that sound like it; `word` is in lower case."""
    word = _SPELLED.get(word, word)
    if len(word) > 4:
        word = _RE.sub(r"\1er\2", _OUR.sub(r"\1or", word))
        word = _OGUE.sub(r"\1og", _DOUBLED.sub(lambda found: found[1] + found[2], word))
        word = word.replace("yse", "yze").replace("ysing", "yzing")
        word = _ISE.sub(r"iz\1", word) if len(word) > 5 else word
    return _SOUNDS.get(word, word)


_RULES: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        ("^kn|^gn", "n"), ("^wr", "r"), ("^ps", "s"), ("sch", "sk"), ("tch|ch", "C"), ("sh|tion|sion", "S"), ("ph", "f"),
        ("th", "0"), ("igh", "i"), ("gh", "g"), ("ck", "k"), ("qu", "kw"), ("q", "k"), ("x", "ks"), ("dg", "j"),
        ("c(?=[eiy])", "s"), ("c", "k"), (r"([^aeiou\d])\1", r"\1"), ("wh", "w"), ("mb$", "m"),
        ("ee|ea|ie|ei|ey|i|y", "i"), ("ai|ay|a", "a"), ("oo|ou|ew|ue|ui|u", "u"), ("oa|ow|o", "o"),
        ("(?<=[^aeiou])e$", ""), ("([aeiou])[aeiou]+", r"\1"),
    )
)  # fmt: skip
_VOWELS: Final = frozenset("aeiou")
_NEAR: Final = frozenset(
    frozenset(pair) for pair in "bp dt gk vf zs mn jg jC Ck CS Ss 0t 0d 0f vb lr vw jS kg jd js".split()
)
"""Sounds that recognisers take for one another."""
_LITTLE: Final = 0.35


@lru_cache(maxsize=65_536)
def sound_key(letters: str) -> str:
    """The key of letters in lower case, without spaces."""
    for pattern, sound in _RULES:
        letters = pattern.sub(sound, letters)
    return letters


def _alike(one: str, other: str) -> float:
    if one == other:
        return 0.0
    near = (one in _VOWELS and other in _VOWELS) or frozenset((one, other)) in _NEAR
    return _LITTLE if near else 1.0


_KEY_SOUNDS: Final = "abcdefghijklmnopqrstuvwxyzCS0"
_EXCHANGE: Final = {one: {other: _alike(one, other) for other in _KEY_SOUNDS} for one in _KEY_SOUNDS}
_COST: Final = {one: _LITTLE if one in _VOWELS else 0.6 if one in "hrwtd" else 1.0 for one in _KEY_SOUNDS}
"""Of a sound that is there or not."""


def distance(one: str, other: str, most: float) -> float:
    """What it costs to make one key of the other; infinite if that is more than `most`."""
    if abs(len(one) - len(other)) * _LITTLE > most:
        return inf
    costs = [_COST.get(letter, 1.0) for letter in other]
    row = [0.0]
    for cost in costs:
        row.append(row[-1] + cost)
    for letter in one:
        gone, exchange = _COST.get(letter, 1.0), _EXCHANGE.get(letter, {})
        above, row[0] = row[0], row[0] + gone
        left = least = row[0]
        for at, cost in enumerate(costs, 1):
            changed = above + exchange.get(other[at - 1], 1.0)
            above = row[at]
            cheapest = above + gone
            if left + cost < cheapest:
                cheapest = left + cost
            if changed < cheapest:
                cheapest = changed
            row[at] = left = cheapest
            if left < least:
                least = left
        if least > most:
            return inf
    return row[-1] if row[-1] <= most else inf


def unlike(one: str, other: str) -> float:
    """Which part of the sounds differs between two words, or phrases without their spaces: 0 none, 1 all."""
    first, second = (sound_key(re.sub(r"[^a-z]", "", letters)) for letters in (one, other))
    if not (first and second):
        return 1.0
    return distance(first, second, inf) / max(_weight(first), _weight(second))


def _weight(key: str) -> float:
    return sum(_COST.get(sound, 1.0) for sound in key)


def near_sounds(one: str, other: str) -> bool:
    """Whether the one may be heard as the other."""
    return _EXCHANGE.get(one, {}).get(other, float(one != other)) < 1
