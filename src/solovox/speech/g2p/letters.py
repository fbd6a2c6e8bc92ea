"""Letters to sounds: the last resort for a word no dictionary holds.

Ordered rules (`letters.txt`); at each place the longest rule that fits wins. Made for names and coined words: the
result is always sayable, seldom perfect.
"""

import re
from importlib.resources import files
from typing import Final


def read_pairs(name: str) -> list[tuple[str, str]]:
    """The pairs of a file beside this one: writing, and sound."""
    lines = files("solovox.speech.g2p").joinpath(name).read_text(encoding="utf-8").splitlines()
    pairs = [pair.partition(" ") for line in lines if line[0] != "#" for pair in line.split(", ")]
    return [(written, sound) for written, _, sound in pairs]


def _compile(rule: str) -> re.Pattern[str]:
    core = re.match(r"\^?([a-z]+)", rule)
    assert core is not None
    rest = rule[core.end() :].replace("V", "[aeiouy]").replace("C", "[bcdfgjklmnpqstvz]")
    return re.compile(
        rf"{'^' if rule[0] == '^' else ''}({core[1]})(?={rest})"
        if rest
        else core[0].replace(core[1], f"({core[1]})")
    )


_COMPILED: Final = [
    (_compile(rule), sound)
    for rule, sound in sorted(read_pairs("letters.txt"), key=lambda pair: -len(pair[0]))
]
_VOWEL: Final = re.compile("[æɛɪɑʌAIOWYiuɔəɜʊ]")


def sounds(word: str) -> str:
    """Kokoro phonemes for a word of plain letters; a word without any vowel sound comes out empty."""
    lower = re.sub("[^a-z]", "", word.lower())
    out, at = "", 0
    while at < len(lower):
        for pattern, sound in _COMPILED:
            match = pattern.match(lower, at) if not pattern.pattern.startswith("^") or at == 0 else None
            if match is not None:
                out += sound
                at = match.end(1)
                break
        else:
            at += 1
    return stress_first_vowel(out)


def stress_first_vowel(bare: str) -> str:
    """Puts the main stress on the first vowel that can carry it."""
    full = re.search("[æɛɪɑʌAIOWYiuɔɜʊ]", bare)
    weak = _VOWEL.search(bare)
    where = full or weak
    return f"{bare[: where.start()]}ˈ{bare[where.start() :]}" if where else ""
