"""Written English to spoken English: the first way of each of a text's units (`text.spoken_units`), for the dictionaries.

Rule 1: every reading is total. Any text gives tokens; what cannot be said is silent, never an error.
Rule 2: a token completes the characters up to its `end`. Of several words said for one piece of
writing ("5 ms" → "five milliseconds") only the last completes it.
Rule 3: ends never fall.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import groupby
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.speech.g2p.lexicon import SPLIT_WHOLE
from solovox.text.closed import NUMBER_WORDS, SCALE_WORDS
from solovox.text.names.code_talk import common
from solovox.text.spoken.alike import SHORT
from solovox.text.spoken.figures import month
from solovox.text.spoken.forms import Unit, UnitKind
from solovox.text.spoken.spoken_units import units


class TokenKind(Enum):
    """How a token is said."""

    WORD = auto()
    """By the dictionaries."""
    LETTERS = auto()
    """Letter by letter."""
    MARK = auto()
    """Punctuation: a pause or a tune."""


@dataclass(frozen=True, slots=True)
class Token:
    """Something said. It completes the text up to character `end`."""

    text: str
    end: int
    kind: TokenKind = TokenKind.WORD


_SPELLED_BEHIND_A_DOT: Final = word_list("spelled_behind_a_dot")
"""Ends of the names of files that are letters."""
_MARKS: Final = frozenset(".,!?;:—…")
_GROUPS: Final = SCALE_WORDS - {"hundred"}
_SHORT_GROUP: Final = 2
"""Words, with "thousand", of which no rest is needed: "two thousand five hundred"."""
_WRITTEN: Final = re.compile("[A-Za-z'’]+(?:-[A-Za-z'’]+)*")


def tokens(text: str) -> list[Token]:
    """What is said for `text`, in order. The last token's `end` is at most len(text)."""
    out: list[Token] = []
    read = units(text, pauses=True)
    shouted = text.isupper() and sum(unit.kind is UnitKind.WORD for unit in read) > 2
    at = 0
    while at < len(read):
        whole = _one_word(text, read, at)
        if whole > at + 1:
            end = read[whole - 1].end
            out.append(Token(text[read[at].first : end].replace("’", "'"), end))
        elif not _stands_for_more(text, read, at):
            out += _tokenise_unit(read[at], behind_dot=bool(out) and out[-1].text == "dot")
        at = max(whole, at + 1)
    return [_calm(token) for token in out] if shouted else out


def _calm(token: Token) -> Token:
    """A word of a text in capitals: "IT" is none of letters there."""
    known = token.kind is TokenKind.WORD and common(token.text.casefold())
    return replace(token, text=token.text.casefold()) if known else token


def _one_word(text: str, read: list[Unit], at: int) -> int:
    """Behind the last of the units that the dictionaries know as one word: "GitHub", "well-known"."""
    found = _WRITTEN.match(text, read[at].first)
    if found is None or not ("-" in found[0] or _bare(found[0]).removesuffix("'s") in SPLIT_WHOLE):
        return at
    end = at
    while (
        end < len(read)
        and read[end].end <= found.end()
        and (read[end].kind is UnitKind.WORD or not read[end].aloud)
    ):
        end += 1
    return end if read[end - 1].end == found.end() else at


def _bare(written: str) -> str:
    return written.casefold().replace("’", "'")


def _stands_for_more(text: str, read: list[Unit], at: int) -> bool:
    """Whether a point is that of an abbreviation within a sentence."""
    mark, before = read[at], read[at - 1] if at else None
    return (
        mark.kind is UnitKind.PAUSE
        and mark.written == "."
        and before is not None
        and before.end == mark.first
        and (before.written.casefold() in SHORT or month(before.written) != "")
        and bool(text[mark.end :].strip())
    )


def _tokenise_unit(unit: Unit, *, behind_dot: bool) -> Iterator[Token]:
    """The words of a unit: capitals as letters, which are said in one breath."""
    if unit.kind is UnitKind.PAUSE:
        yield Token(unit.aloud, unit.end, TokenKind.MARK)
        return
    if unit.kind is UnitKind.WORD and unit.aloud == unit.written:
        spelled = behind_dot and unit.written.casefold() in _SPELLED_BEHIND_A_DOT
        said = [
            (
                unit.written.upper() if spelled else unit.written,
                TokenKind.LETTERS if spelled else TokenKind.WORD,
            )
        ]
    else:
        said = list(
            _in_groups(list(_words(unit.aloud))) if unit.kind is UnitKind.NUMBER else _words(unit.aloud)
        )
    said = [
        one for one in said if one[1] is TokenKind.MARK or any(c.isascii() and c.isalnum() for c in one[0])
    ]
    for place, (word, kind) in enumerate(said, start=1):
        yield Token(word, unit.end if place == len(said) else unit.first, kind)


def _in_groups(said: Sequence[tuple[str, TokenKind]]) -> Iterator[tuple[str, TokenKind]]:
    """A long number with a rest behind its millions and its thousands: run together, its groups are heard as other numbers."""
    for place, (word, kind) in enumerate(said, start=1):
        yield word, kind
        if (
            word in _GROUPS
            and place > _SHORT_GROUP
            and said[place : place + 1]
            and said[place][0] in NUMBER_WORDS
        ):
            yield ",", TokenKind.MARK


def _words(aloud: str) -> Iterator[tuple[str, TokenKind]]:
    for letters, run in groupby(aloud.split(), lambda word: word.isalpha() and word.isupper()):
        if letters:
            yield "".join(run), TokenKind.LETTERS
            continue
        for word in run:
            if bare := word.rstrip(",:"):
                yield bare, TokenKind.WORD
            if word != bare:
                yield word[-1], TokenKind.MARK
