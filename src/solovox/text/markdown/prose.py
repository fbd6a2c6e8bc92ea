"""Decides at each mark of a paragraph whether a piece may end there.

Nothing is cut inside a code span, a link, a tag or brackets, if they close on their line and near.
Every decision looks at most `SPAN` (for an address `TARGET`) characters ahead.
"""

import re
from enum import Enum, auto
from typing import Final

from solovox.text.markdown import inline
from solovox.text.markdown.blocks import HEAD, ROW, is_delimiter
from solovox.text.sentences import ENDS, WIDE_ENDS, EndVerdict, sentence_end, skip_closers

LONGEST: Final = 300
"""Prose without a sentence end is cut at a space before this many characters."""
SPAN: Final = 200
TARGET: Final = 1000
FIRST_WORDS: Final = 2
"""The fewest words of a clause that is released first."""

CLAUSE: Final = ",;:—–"
MARK: Final = re.compile(f"[{re.escape(ENDS + WIDE_ENDS + CLAUSE)}\n`(<|~\\[]")
_RUN: Final = re.compile(f"[{re.escape(ENDS + WIDE_ENDS)}]{{1,50}}|`{{1,20}}|.", re.DOTALL)
_AFTER_DIGIT: Final = re.compile(r"[\d%]\s?\Z")
_ENTITY: Final = re.compile(r"&#?\w{1,8};\Z")
_NEVER: Final = r"(?!)"
_SPANS: Final[dict[str, tuple[re.Pattern[str], ...]]] = {
    mark: tuple(re.compile(one) for one in patterns)
    for mark, *patterns in (
        ("`", "`", rf"(`{{1,20}})(?!`)[^\n]{{1,{SPAN}}}?(?<!`)\1(?!`)", r"\Z"),
        ("(", r"\(", rf"\([^)\n]{{0,{SPAN}}}\)", _NEVER),
        ("<", r"<(?:[^\W\d_]|[/!]|\Z)", rf"<[^>\n]{{1,{SPAN}}}>", _NEVER),
        ("~", r"~(?:\Z|~(?:\S|\Z))", rf"~~\S[^\n]{{0,{SPAN}}}?~~", _NEVER),
        ("[", r"\[", rf"\[[^\]\n]{{0,{SPAN}}}\](?:\([^)\n]{{0,{TARGET}}}\)|\[[^\]\n]{{0,{TARGET}}}\])?", r"\Z|[(\[]"),
    )
}  # fmt: skip
"""How a span begins, what it is, and what behind it may make it longer."""


class Meaning(Enum):
    """What a mark says of the paragraph up to some place."""

    GO_ON = auto()
    CLOSED = auto()
    """All before is outside of spans."""
    CUT = auto()
    """A piece ends."""
    LINE_BREAK = auto()
    TABLE = auto()
    """It is the head of a table."""


Decision = tuple[Meaning, int]


def decide(text: str, at: int, *, start: int, final: bool, first: bool, heads_table: bool) -> Decision | None:
    """What the mark `text[at]` means, and up to where; None when more text is needed.

    The next piece begins at `start`. If it is the `first`, a clause is enough. `heads_table`: it may yet head a table.
    """
    mark = text[at]
    if mark == "\n":
        return Meaning.LINE_BREAK, at
    if mark in CLAUSE:
        return _clause(text, at, start, final=final) if first else _past(at)
    if mark in _SPANS:
        return _span(text, at, final=final)
    if mark == "|":
        return _table(text, at, final=final) if heads_table else _past(at)
    return _sentence(text, at, start, final=final)


def _past(at: int) -> Decision:
    return Meaning.GO_ON, at + 1


def _sentence(text: str, at: int, start: int, *, final: bool) -> Decision | None:
    if text[at] == "." and text[start:at].strip().isdecimal() and at - start < 4:
        return _past(at)  # the number of a heading
    end = sentence_end(text, at, final, start)
    if end is EndVerdict.UNSURE:
        return None
    return (Meaning.GO_ON, _run(text, at)) if end is EndVerdict.NO else (Meaning.CUT, end)


def _run(text: str, at: int) -> int:
    found = _RUN.match(text, at)
    return found.end() if found else at + 1


def _clause(text: str, at: int, start: int, *, final: bool) -> Decision | None:
    if text[at] == ";" and _ENTITY.search(text, max(start, at - 10), at + 1):
        return _past(at)
    end = skip_closers(text, at + 1)
    range_ = text[at] in "—–" and _AFTER_DIGIT.search(text, start, at) is not None
    if end == len(text) or (range_ and end + 1 == len(text)):
        return _past(at) if final else None
    if text[at] in "—–" and (text[end].isdecimal() or (range_ and text[end + 1].isdecimal())):
        return _past(at)  # a minus, or a range
    dash = text[at] == "—" or (text[at] == "–" and at > start and text[at - 1].isspace())
    if (text[end].isspace() or dash) and len(inline.say(text[start:end]).split()) >= FIRST_WORDS:
        return Meaning.CUT, end
    return _past(at)


def _span(text: str, at: int, *, final: bool) -> Decision | None:
    """Over a span that closes near, if its mark begins one."""
    begins, span, longer = _SPANS[text[at]]
    if not begins.match(text, at):
        return _past(at)
    near = text[at : at + SPAN + 50 + TARGET * (text[at] == "[")]
    known = final or len(text) > at + len(near) or "\n" in near
    found = span.match(text, at)
    if found and (known or not longer.match(text, found.end())):
        return Meaning.CLOSED, found.end()
    return (Meaning.GO_ON, _run(text, at)) if known else None


def _table(text: str, at: int, *, final: bool) -> Decision | None:
    end = text.find("\n", at, at + ROW)
    if end < 0:
        return _past(at) if final or len(text) > at + ROW else None
    below = text[end + 1 : end + 1 + HEAD]
    line, newline, _ = below.partition("\n")
    if line.strip("|:- \t"):
        return _past(at)
    if newline or final or len(below) == HEAD:
        return (Meaning.TABLE, at) if is_delimiter(line) else _past(at)
    return None
