"""Where sentences end, decided only by text that has already come.

A verdict on a mark depends on the characters up to the first letter of the next token, never on
how much more has arrived. So a stream cut into any chunks gives the same sentences as the whole.
English first; the full-width marks of Chinese and Japanese end a sentence by themselves.

Where paragraphs begin is told of a text in pieces: what was skipped goes on with the next one (law N7).
"""

import re
from enum import Enum, auto
from typing import Final, Literal

from solovox.lang.en.word_lists import word_list

ENDS: Final = ".!?…"
WIDE_ENDS: Final = "。！？"
CLOSERS: Final = frozenset("\"'”’»)]}*_`~")
OPENERS: Final = frozenset("\"'“‘«([{*_~#>-–—")

NEVER_LAST: Final = word_list("never_last")
"""Abbreviations after which the sentence always goes on."""
BEFORE_NUMBERS: Final = word_list("before_numbers")
"""Abbreviations after which the sentence goes on when a number follows."""

_FAR: Final = 50
"""Runs of marks, closers or spaces longer than this are not followed."""
_TOKEN_BEFORE: Final = re.compile(r"[^\s\"'“‘«(\[{*_`~—–/]{1,20}$")
_ACRONYM: Final = re.compile(r"[A-Za-z](?:\.[A-Za-z])+")


class EndVerdict(Enum):
    """Why a mark is not (yet) an end."""

    NO = auto()
    UNSURE = auto()
    """More text is needed."""


SentenceEnd = int | Literal[EndVerdict.NO, EndVerdict.UNSURE]
"""The index just after the sentence, or a verdict."""


def sentence_end(text: str, at: int, final: bool = False, start: int = 0) -> SentenceEnd:
    """Whether the mark `text[at]` ends a sentence that began at `start`.

    `final` says that no more text will come. Nothing before `start` is looked at.
    """
    size = len(text)
    after = at + 1
    while after < min(size, at + _FAR) and text[after] in ENDS + WIDE_ENDS:
        after += 1
    closed = skip_closers(text, after)
    if closed == size:
        return size if final else EndVerdict.UNSURE
    if text[at] in WIDE_ENDS:
        return closed
    if not text[closed].isspace():
        return EndVerdict.NO
    word = _token_before(text, at, start) if text[at] == "." and after == at + 1 else ""
    if word.casefold() in NEVER_LAST:
        return EndVerdict.NO
    return _by_next_token(text, closed, word, quoted=closed > after, final=final)


def skip_closers(text: str, at: int) -> int:
    """The index after any closing quotes, brackets and emphasis marks from `at` on."""
    far = min(len(text), at + _FAR)
    while at < far and text[at] in CLOSERS:
        at += 1
    return at


def _token_before(text: str, at: int, start: int) -> str:
    found = _TOKEN_BEFORE.search(text[max(start, at - 20) : at])
    return found.group() if found else ""


def _by_next_token(text: str, closed: int, word: str, quoted: bool, final: bool) -> SentenceEnd:
    at = closed
    far = min(len(text), closed + _FAR)
    while at < far and text[at] in " \t":
        at += 1
    if at < far and text[at] == "\n":
        return closed
    while at < far and (text[at] in OPENERS or text[at] == " "):
        at += 1
    if at == closed + _FAR:
        return closed
    if at == len(text):
        return closed if final else EndVerdict.UNSURE
    following = text[at]
    if following.islower():
        hard = word == "" and text[closed - 1] in "!?" and not quoted
        return closed if hard else EndVerdict.NO
    if word.casefold() in BEFORE_NUMBERS and following.isdigit():
        return EndVerdict.NO
    initial = len(word) == 1 and word.isupper() and word != "I"
    acronym = _ACRONYM.fullmatch(word) is not None and word.casefold() not in ("a.m", "p.m")
    if (initial or acronym) and following.isalnum():
        return EndVerdict.NO
    return closed


_BLANK: Final = re.compile(r"\n[ \t\r]*\n")


def ends_whole(text: str) -> bool:
    """Whether a text that ends here ends with a sentence. (3. may be 3.14.)"""
    last = text.rstrip().rstrip("".join(CLOSERS))
    return last.endswith(tuple(ENDS + WIDE_ENDS)) and not last[-2:-1].isdigit()


class Paragraphs:
    """A text that arrives in deltas, and is released in pieces, one behind the other."""

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._start = 0
        """Where the kept text begins in the whole text."""
        self._released = 0

    def feed(self, delta: str) -> None:
        """More of the text."""
        self._kept.append(delta)

    def begins(self, shown_to: int) -> bool:
        """Whether the next piece, which stands for the text up to `shown_to`, begins a paragraph: there is a blank line
        before its last words, or it is the first piece."""
        text = "".join(self._kept)
        piece = text[: shown_to - self._start].rstrip()
        first = self._released == 0
        self._released = max(self._released, shown_to)
        self._kept, self._start = [text[len(piece) :]], self._start + len(piece)
        return first or _BLANK.search(piece) is not None
