"""Small repairs of what a recogniser wrote: loops taken out, and a few phrases it always mishears.

Rule 1: nothing is invented: a repair only takes words away, or changes a phrase of `phrases.txt`.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from solovox.core.transcripts import plain

_FEWEST_REPEATS = {1: 4, 2: 4, 3: 3, 4: 3, 5: 3}
"""Words in a row → how many repetitions make them a loop; longer runs: two."""
_LONGEST_LOOP = 24


@cache
def _phrases() -> Mapping[str, tuple[str, bool]]:
    """`phrases.txt` as heard → meant, and whether only where it is a whole sentence."""
    text = files("solovox.speech.stt").joinpath("phrases.txt").read_text(encoding="utf-8")
    lines = [line.split("=") for line in text.splitlines() if "=" in line and not line.startswith("#")]
    return {heard.strip(" ."): (meant.strip(), heard.startswith(".")) for heard, meant in lines}


@cache
def _pattern() -> re.Pattern[str]:
    kinds: dict[bool, list[str]] = {False: [], True: []}
    for phrase in sorted(_phrases(), key=len, reverse=True):
        kinds[_phrases()[phrase][1]].append(re.escape(phrase))
    anywhere, alone = "|".join(kinds[False]), "|".join(kinds[True])
    sentence = rf"(?:^|(?<=[.?!]\s))(?:{alone})(?=[.!]?$|[.!]\s)"
    return re.compile(rf"\b(?:{anywhere})\b|{sentence}", re.IGNORECASE)


def mend(text: str) -> str:
    """The phrases of `phrases.txt` as they were meant; a capital stays a capital."""

    def meant(found: re.Match[str]) -> str:
        word, _ = _phrases()[found.group().lower()]
        return word[0].upper() + word[1:] if found.group()[0].isupper() else word

    return _pattern().sub(meant, text)


def without_repeats(text: str) -> str:
    """The text with each loop (the same words again and again, in a row) reduced to one round."""
    words = text.split()
    keys = [plain(word) for word in words]
    at = 0
    while at < len(words):
        for length in range(1, min(_LONGEST_LOOP, (len(words) - at) // 2) + 1):
            rounds = 1
            while keys[at : at + length] == keys[at + rounds * length : at + (rounds + 1) * length]:
                rounds += 1
            if rounds >= _FEWEST_REPEATS.get(length, 2):
                del words[at + length : at + rounds * length]
                del keys[at + length : at + rounds * length]
                break
        at += 1
    return " ".join(words)
