"""The signs of sums and what they are called: "twelve times seven" is 12 * 7."""

import re
from contextlib import suppress
from typing import Final

from solovox.lang.en.numbers import digits, number_at
from solovox.lang.tables import read_tables

LONGEST: Final = 300
MOST_TOKENS: Final = 100
_TOKEN: Final = re.compile(r"\s*(?:(\d[\d,]*(?:\.\d+)?|\.\d+)|([a-z]+(?:'[a-z]+)?)|(\*\*|[-+*/^()%×÷−!√]))")
_BY_LENGTH: Final = sorted(
    ((said.split(), sign or "-") for said, (sign,) in read_tables("solovox.lang.en", "sums.txt")[""].items()),
    key=lambda pair: -len(pair[0]),
)
_BINDING: Final = frozenset(["/", "^", "^2", "^3", "!", "sqrt", "cbrt"])
_SIGNS: Final = {"×": "*", "÷": "/", "−": "-", "**": "^", "√": "sqrt"}


_CHANGED: Final = (
    (re.compile(r"(?:add|sum up|the sum of) (.+) (?:and|with) (.+)"), r"\1 plus \2"),
    (re.compile(r"add (.+) to (.+)"), r"\2 plus (\1)"),
    (re.compile(r"(?:subtract|take) (.+) from (.+)"), r"\2 minus (\1)"),
    (re.compile(r"(?:multiply|the product of) (.+) (?:by|with|and) (.+)"), r"\1 times \2"),
    (re.compile(r"divide (.+) by (.+)"), r"\1 divided by \2"),
)


class NotASum(ValueError):
    """This can't be calculated; one line that can be read aloud."""


def sum_in(text: str) -> str | None:
    """The sum that a text is, and nothing else: "subtract 5 from 12" is "12 minus (5)"."""
    for pattern, written in _CHANGED:
        text = pattern.sub(written, text) if pattern.fullmatch(text) else text
    with suppress(NotASum):
        found = signs(text)
        if any(one[0].isdigit() for one in found) and any(not one[0].isdigit() for one in found):
            return text
    return None


def signs(text: str) -> list[str]:
    """The numbers and signs of a sum: `12`, `+`, `sqrt`. Raises `NotASum`."""
    found: list[str] = []
    at, text = 0, text.casefold().strip(" ?.=")
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotASum(f"I can't calculate with {text[at:].strip()[:20]!r}")
        number, word, sign = match.groups()
        found.append(word or (digits(number) or number if number else _SIGNS.get(sign, sign)))
        at = match.end()
    if len(found) > MOST_TOKENS:
        raise NotASum("that sum is too long")
    return _phrases(found)


def _phrases(words: list[str]) -> list[str]:
    out: list[str] = []
    at = 0
    # "10 divided by half of 4" could be two sums: what binds closer than the words show.
    implied = binding = False
    while at < len(words):
        number = number_at(words, at) if words[at].isalpha() else None
        if number:
            out.append(number.digits.removesuffix("th"))
            at += number.words
            continue
        for phrase, said in _BY_LENGTH:
            if words[at : at + len(phrase)] == phrase:
                implied, binding = implied or said[1:].endswith("*"), binding or said in _BINDING
                out += re.findall(r"\d+|sqrt|cbrt|\S", said)
                at += len(phrase)
                break
        else:
            if words[at].isalpha() and words[at] not in ("sqrt", "cbrt"):
                raise NotASum(f"I can't calculate with {words[at][:20]!r}")
            binding = binding or words[at] in _BINDING
            out.append(words[at])
            at += 1
    if implied and binding:
        raise NotASum("that sum needs brackets")
    return out
