"""The words of a request: tokens with their places, and the numbers among them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from solovox.lang.en.numbers import digits, number_at

LONGEST: Final = 4_000
"""Characters of a request that are read."""
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+(?:,\d{3})*(?:\.\d+)?|[^\s\w]|_")
_QUOTED: Final = re.compile(r"[\"“„]([^\"“”„]{1,80})[\"”“]|(?<!\w)['‘]([^'‘’]{1,80})['’](?!\w)")
_NAMED: Final = re.compile(
    r"\b(?:called|named|titled|with the (?:title|name))\s+(.+?)(?=\s+(?:with|that|which|for|and)\b|[,.;:!?]|$)", re.IGNORECASE
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RequestToken:
    """One word, number or sign; `first` and `end` are places in the text."""

    text: str
    first: int
    end: int

    @property
    def low(self) -> str:
        """In lower case."""
        return self.text.lower().replace("’", "'")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that was said. `first` and `end` are places among the tokens."""

    value: float
    first: int
    end: int

    @property
    def shown(self) -> str:
        """As it is written: 18, 2.5."""
        return plain(self.value)


def plain(value: float) -> str:
    """A number without needless decimals."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


@dataclass(frozen=True)
class AppRequest:
    """What a person asked for."""

    text: str

    @cached_property
    def tokens(self) -> Sequence[RequestToken]:
        """All of them, in their order."""
        return [RequestToken(found.group(), *found.span()) for found in _TOKEN.finditer(self.text[:LONGEST])]

    @cached_property
    def lows(self) -> list[str]:
        """The tokens in lower case."""
        return [token.low for token in self.tokens]

    @cached_property
    def figures(self) -> Sequence[Figure]:
        """The numbers, written as digits or as words, in their order."""
        return list(self._figures())

    def _figures(self) -> Iterator[Figure]:
        words = [digits(low) or low for low in self.lows]
        spoken = [word for word in words if word != "-"]  # twenty-five
        places = [at for at, word in enumerate(words) if word != "-"]
        at = 0
        while at < len(spoken):
            number = number_at(spoken, at) if spoken[at] else None
            if number is not None and re.fullmatch(r"[\d.]+", number.digits):
                last = places[at + number.words - 1]
                half = self.runs("and a half", last + 1)
                minus = (
                    places[at] > 0
                    and self.lows[places[at] - 1] in ("minus", "-")
                    and _apart(self, places[at])
                )
                value = float(number.digits) + 0.5 * half
                yield Figure(-value if minus else value, places[at], last + 1 + 3 * half)
                at += number.words
            else:
                at += 1

    def runs(self, phrase: str, at: int) -> bool:
        """Whether these words stand at this token."""
        words = phrase.lower().split()
        return self.lows[at : at + len(words)] == words

    def before(self, phrase: str, at: int) -> bool:
        """Whether these words end before this token."""
        return at >= len(phrase.split()) and self.runs(phrase, at - len(phrase.split()))

    def places(self, phrase: str) -> Iterator[int]:
        """The tokens at which these words begin."""
        return (at for at in range(len(self.lows)) if self.runs(phrase, at))

    @cached_property
    def title(self) -> str | None:
        """The name that the person gave: in quotes, or after "called"."""
        if named := _NAMED.search(self.text):
            return named.group(1).strip("\"'“”‘’ ")
        quoted = _QUOTED.search(self.text)
        return (quoted.group(1) or quoted.group(2)).strip() if quoted else None


def _apart(request: AppRequest, at: int) -> bool:
    """Whether the sign before this token is its minus, and no hyphen of a word."""
    sign = request.tokens[at - 1]
    return sign.text != "-" or (
        sign.end == request.tokens[at].first and request.text[sign.first - 1 : sign.first] in (" ", "")
    )
