"""Decides at each mark of a paragraph whether a piece may end there.

Nothing is cut inside a code span, a link, a tag or brackets, if they close on their line and near.
Every decision looks at most `SPAN` (for an address `TARGET`) characters ahead.
"""

import re
from dataclasses import dataclass
from typing import Final

from solovox.text import inline
from solovox.text.blocks import HEAD, ROW, is_delimiter
from solovox.text.sentences import ENDS, WIDE_ENDS, EndVerdict, sentence_end, skip_closers

LONGEST: Final = 300
"""Prose without a sentence end is cut at a space before this many characters."""
SPAN: Final = 200
TARGET: Final = 1000
FIRST_WORDS: Final = 2
"""The fewest words of a clause that is released first."""

CLAUSE: Final = ",;:—–"
MARK: Final = re.compile(f"[{re.escape(ENDS + WIDE_ENDS + CLAUSE)}\n`(<|~\\[]")
_RUN: Final = re.compile(f"[{re.escape(ENDS + WIDE_ENDS)}]{{1,50}}|`{{1,20}}")
_AFTER_DIGIT: Final = re.compile(r"[\d%]\s?\Z")
_ENTITY: Final = re.compile(r"&#?\w{1,8};\Z")
_CLOSING: Final = {
    "(": re.compile(r"\)|\n"),
    "<": re.compile(r">|\n"),
    "[": re.compile(r"\]|\n"),
    "~": re.compile(r"~~|\n"),
}


@dataclass(frozen=True, slots=True)
class Here:
    """What is known about the paragraph at the mark."""

    start: int
    """Where the next piece begins."""
    final: bool
    first: bool
    """Nothing was released yet: a clause is enough."""
    heads_table: bool
    """This may turn out to be the head of a table."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Nothing ends before `at`; `safe` when all before it is closed."""

    at: int
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece ends before `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class LineBreak:
    """The line ends at `at`."""

    at: int


@dataclass(frozen=True, slots=True)
class TableHead:
    """The paragraph is the head of a table."""


MarkMeaning = GoOn | Cut | LineBreak | TableHead


def decide(text: str, at: int, here: Here) -> MarkMeaning | None:
    """What the mark `text[at]` means; None when more text is needed."""
    mark = text[at]
    if mark == "\n":
        return LineBreak(at)
    if mark in CLAUSE:
        return _clause(text, at, here) if here.first else GoOn(at + 1)
    if mark == "`":
        return _code(text, at, here.final)
    if mark == "[":
        return _link(text, at, here.final)
    if mark == "<":
        return _tag(text, at, here.final)
    if mark == "~":
        return _struck(text, at, here.final)
    if mark == "(":
        return _until(_CLOSING["("], text, at + 1, SPAN) or _literal(text, at + 1, SPAN, here.final)
    if mark == "|":
        return _table(text, at, here.final) if here.heads_table else GoOn(at + 1)
    return _sentence(text, at, here)


def _sentence(text: str, at: int, here: Here) -> MarkMeaning | None:
    if text[at] == "." and text[here.start : at].strip().isdecimal() and at - here.start < 4:
        return GoOn(at + 1)  # the number of a heading
    end = sentence_end(text, at, here.final, here.start)
    if end is EndVerdict.UNSURE:
        return None
    if end is EndVerdict.NO:
        run = _RUN.match(text, at)
        return GoOn(run.end() if run else at + 1)
    return Cut(end)


def _clause(text: str, at: int, here: Here) -> MarkMeaning | None:
    if text[at] == ";" and _ENTITY.search(text, max(here.start, at - 10), at + 1):
        return GoOn(at + 1)
    end = skip_closers(text, at + 1)
    if end == len(text) or (
        text[at] in "—–" and end + 1 == len(text) and _AFTER_DIGIT.search(text, here.start, at)
    ):
        return GoOn(at + 1) if here.final else None
    if text[at] in "—–" and (
        text[end].isdecimal()
        or (text[end + 1 : end + 2].isdecimal() and _AFTER_DIGIT.search(text, here.start, at))
    ):
        return GoOn(at + 1)  # a minus, or a range
    dash = text[at] == "—" or (text[at] == "–" and at > here.start and text[at - 1].isspace())
    if (text[end].isspace() or dash) and len(inline.say(text[here.start : end]).split()) >= FIRST_WORDS:
        return Cut(end)
    return GoOn(at + 1)


def _code(text: str, at: int, final: bool) -> MarkMeaning | None:
    run = _RUN.match(text, at)
    begin = run.end() if run else at + 1
    if begin == len(text):
        return GoOn(begin) if final else None
    closing = re.compile(f"(?<!`)`{{{begin - at}}}(?!`)|\n")
    found = closing.search(text, begin, begin + SPAN)
    if found and found.end() == len(text) and not final:
        return None
    if found and found.group() != "\n":
        return GoOn(found.end(), safe=True)
    return GoOn(begin) if found else _literal(text, begin, SPAN, final)


def _link(text: str, at: int, final: bool) -> MarkMeaning | None:
    label = _until(_CLOSING["["], text, at + 1, SPAN) or _literal(text, at + 1, SPAN, final)
    if label is None or not label.safe:
        return label
    if label.at == len(text):
        return label if final else None
    if text[label.at] not in "([":
        return GoOn(at + 1)
    closing = _CLOSING[text[label.at]]
    begin = label.at + 1
    return _until(closing, text, begin, TARGET) or _literal(text, begin, TARGET, final)


def _tag(text: str, at: int, final: bool) -> MarkMeaning | None:
    if at + 1 == len(text):
        return GoOn(at + 1) if final else None
    if not (text[at + 1].isalpha() or text[at + 1] in "/!"):
        return GoOn(at + 1)
    return _until(_CLOSING["<"], text, at + 1, SPAN) or _literal(text, at + 1, SPAN, final)


def _struck(text: str, at: int, final: bool) -> MarkMeaning | None:
    if at + 2 > len(text) - 1:
        return GoOn(at + 1) if final else None
    if text[at + 1] != "~" or text[at + 2].isspace():
        return GoOn(at + 1)
    return _until(_CLOSING["~"], text, at + 2, SPAN) or _literal(text, at + 2, SPAN, final)


def _until(closing: re.Pattern[str], text: str, begin: int, limit: int) -> GoOn | None:
    """The index after the close of the span that opened before `begin`; `begin` if the line ends first."""
    found = closing.search(text, begin, begin + limit)
    if found is None:
        return None
    return GoOn(begin) if found.group() == "\n" else GoOn(found.end(), safe=True)


def _literal(text: str, begin: int, limit: int, final: bool) -> GoOn | None:
    """Nothing closes it near: it is a plain character; None while it may still close."""
    return GoOn(begin) if final or len(text) >= begin + limit else None


def _table(text: str, at: int, final: bool) -> MarkMeaning | None:
    end = text.find("\n", at, at + ROW)
    if end < 0:
        return _literal(text, at + 1, ROW, final)
    below = text[end + 1 : end + 1 + HEAD]
    line, newline, _ = below.partition("\n")
    if line.strip("|:- \t"):
        return GoOn(at + 1)
    if newline or final or len(below) == HEAD:
        return TableHead() if is_delimiter(line) else GoOn(at + 1)
    return None
