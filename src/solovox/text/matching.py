"""Are these the same words? Case, punctuation and the way numbers are written do not count.

Used to compare a transcript with what was meant, where only the words count. Law G6 is stricter: see `following`.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from solovox.lang.en.numbers import SCALES, digits, number_at

_TOKEN: Final = re.compile(r"[$€£]?\d[\d,]*(?:\.\d+)*(?:st|nd|rd|th)?%?|[^\W_]+(?:['’][^\W_]+)*|[%&]")
_CURRENCY: Final = {"$": "dollars", "€": "euros", "£": "pounds"}
_SHORT_SCALES: Final = {"k": "thousand", "m": "million", "mn": "million", "b": "billion", "bn": "billion"}
"""Letters behind an amount of money: `$5m`. Behind another number they may be metres or bytes."""
_SIGNS: Final = {"%": "percent", "&": "and"}
_SPELLINGS: Final = {"okay": "ok", "per cent": "percent", "gonna": "going to", "wanna": "want to"}


@dataclass(frozen=True, slots=True)
class ComparableWord:
    """One word in comparable form, and where it stands: `text[first:end]`. A number may span several."""

    norm: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Errors:
    """What turns the reference into the hypothesis, by words."""

    substituted: int
    deleted: int
    inserted: int
    reference: int

    @property
    def count(self) -> int:
        """All errors together."""
        return self.substituted + self.deleted + self.inserted

    @property
    def rate(self) -> float:
        """The word error rate; of an empty reference, 0 or 1."""
        return self.count / self.reference if self.reference else float(self.count > 0)


def words(text: str) -> list[ComparableWord]:
    """The words of a text in comparable form."""
    plain = _money_last([word for found in _TOKEN.finditer(text) for word in _token(found)])
    norms = [word.norm for word in plain]
    joined: list[ComparableWord] = []
    at = 0
    while at < len(plain):
        number = number_at(norms, at)
        last = plain[at + number.words - 1] if number else plain[at]
        joined.append(ComparableWord(number.digits if number else norms[at], plain[at].first, last.end))
        at += number.words if number else 1
    return joined


def normalise(text: str) -> list[str]:
    """The comparable forms alone."""
    return [word.norm for word in words(text)]


def same(one: str, other: str) -> bool:
    """Whether two texts are the same words."""
    return normalise(one) == normalise(other)


def errors(reference: str, hypothesis: str) -> Errors:
    """The fewest word errors between two texts (Levenshtein 1966, on words)."""
    return compare(normalise(reference), normalise(hypothesis))


def compare(reference: Sequence[str], hypothesis: Sequence[str]) -> Errors:
    """As `errors`, for words already in comparable form. Time and memory: n x m and m."""
    row = [(at, 0, 0, at) for at in range(len(hypothesis) + 1)]
    for word in reference:
        before, row = row, [(row[0][0] + 1, row[0][1], row[0][2] + 1, row[0][3])]
        for at, other in enumerate(hypothesis):
            if word == other:
                row.append(before[at])
                continue
            cost, substituted, deleted, inserted = before[at]
            choices = [(cost + 1, substituted + 1, deleted, inserted)]
            cost, substituted, deleted, inserted = before[at + 1]
            choices.append((cost + 1, substituted, deleted + 1, inserted))
            cost, substituted, deleted, inserted = row[at]
            choices.append((cost + 1, substituted, deleted, inserted + 1))
            row.append(min(choices, key=lambda choice: choice[0]))
    _, substituted, deleted, inserted = row[-1]
    return Errors(substituted, deleted, inserted, len(reference))


def _money_last(plain: list[ComparableWord]) -> list[ComparableWord]:
    """`$5 million` and `$5m` are said "five million dollars"."""
    for at in range(len(plain) - 2):
        amount, money, scale = plain[at : at + 3]
        if money.end != amount.first or money.norm not in _CURRENCY.values():
            continue
        norm = _SHORT_SCALES.get(scale.norm) if scale.first == amount.end else scale.norm
        if norm in SCALES:
            plain[at + 1 : at + 3] = [ComparableWord(str(norm), scale.first, scale.end), money]
    return plain


def _token(found: re.Match[str]) -> list[ComparableWord]:
    raw, first, end = found.group(), found.start(), found.end()
    tail: list[ComparableWord] = []
    if raw in _SIGNS:
        return [ComparableWord(_SIGNS[raw], first, end)]
    if raw[0] in _CURRENCY:
        tail.append(ComparableWord(_CURRENCY[raw[0]], first, first + 1))
        raw, first = raw[1:], first + 1
    if raw.endswith("%"):
        tail.append(ComparableWord("percent", end - 1, end))
        raw, end = raw[:-1], end - 1
    raw = raw.rstrip(",")
    folded = unicodedata.normalize("NFKC", raw).casefold().replace("'", "").replace("’", "")
    plain = digits(folded) or _SPELLINGS.get(folded, folded)
    return [*(ComparableWord(part, first, end) for part in plain.split()), *tail]
