"""Classifies a markdown line from as few characters as possible, and says a whole block: by what it is and how long, not by what is
in it."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from solovox.lang.tables import read_tables

_TABLES: Final = read_tables("solovox.text.markdown", "fences.txt")
SHELLS: Final = frozenset(
    "sh bash zsh fish shell console terminal powershell ps1 pwsh cmd bat batch shell-session shellsession".split()
)
LIST: Final = "list"
"""Behind a fence: a list of which the text has said what is to be said."""
DIAGRAMS: Final = frozenset(("mermaid", "plantuml", "graphviz"))
DIFFS: Final = frozenset(("diff", "patch", "udiff"))
_VOWEL_LETTERS: Final = ("HTML", "XML", "HTTP", "SVG")


def language_of(info: str) -> str:
    """The language that the words behind a fence name; some editors write the lines and the file there."""
    first = (info.split() or [""])[0].strip("{}.").casefold()
    lines, _, path = first.rpartition(":")
    if lines.replace(":", "").isdecimal():
        return path.rpartition(".")[2]
    return first.partition(",")[0] if lines == "" else lines.partition(":")[0]


def code_block(language: str, lines: int) -> str:
    """A block of code."""
    if language == LIST and lines:
        return "the whole list is on screen."
    if language in DIAGRAMS:
        return "a diagram, on screen."
    if lines == 0:
        return "an empty code block, on screen."
    if language in SHELLS and lines == 1:
        return "a shell command, on screen."
    (noun,) = _TABLES["nouns"].get(language) or (f"{_name(language)} code block".strip(),)
    return f"{_article(noun)} {noun} of {count_things(lines, 'line')}, on screen."


def diff(added: int, removed: int) -> str:
    """A block that says what changes."""
    if not removed:
        return f"a diff: {count_things(added, 'line')} added, on screen."
    return f"a diff: {count_things(added, 'line')} added, {removed} removed, on screen."


def count_things(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _name(language: str) -> str:
    if language in SHELLS:
        return "shell"
    if language in _TABLES[""]:
        return _TABLES[""][language][0]
    return language.capitalize() if language.isalpha() and len(language) <= 20 else ""


def _article(noun: str) -> str:
    return "an" if noun[0] in "AEIOU" or noun.startswith(_VOWEL_LETTERS) else "a"


HEAD: Final = 200
"""The kind of a line depends on this many of its first characters at most."""
ROW: Final = 1000
"""Whether a line belongs to a block depends on this many of its first characters at most."""


class LineKind(Enum):
    """What a line opens."""

    BLANK = auto()
    SILENT = auto()
    """A thematic break, the underline of a heading, the address of a link: nothing to say."""
    FENCE = auto()
    INDENTED = auto()
    """Code that is four spaces in."""
    FORMULA = auto()
    TABLE = auto()
    TRACE = auto()
    """Where an error came from, as programs print it."""
    PATCH = auto()
    """A diff that is in no fence."""
    LITERAL = auto()
    """JSON that is in no fence."""
    TREE = auto()
    """A drawing of lines: a tree of folders, a box."""
    HEADING = auto()
    ITEM = auto()
    QUOTE = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A classified line: `skip` characters of marks stand before its content."""

    kind: LineKind
    skip: int = 0
    lead: str = ""
    """What is said instead of the marks: the number of an item."""
    fence: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Follows:
    """What stands above a line."""

    open: bool = False
    """A paragraph goes on from the line before."""
    listed: bool = False
    """Indented lines belong to an item of a list."""


TOP: Final = Follows()


class Row(Enum):
    """What a line is to the block above it."""

    WITHIN = auto()
    LAST = auto()
    BEHIND = auto()
    """Not part of it any more."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The lines of a block so far; of a paragraph, its line breaks and pieces."""

    lines: int = 0
    added: int = 0
    removed: int = 0

    def with_line(self, block: BlockLine, line: str) -> "Tally":
        """One more line. Neither the line under the head of a table counts, nor an empty one in code that is indented."""
        change = "" if line.startswith(("+++ ", "--- ", "***")) else line[:1]
        silent = block.kind in (LineKind.TABLE, LineKind.INDENTED) and not line.strip("|:->\t ")
        return Tally(self.lines + (not silent), self.added + (change == "+"), self.removed + (change == "-"))


_UNDECIDED: Final = re.compile(
    r"[ \t]*(?:[-*+•_=~`#>$\\ \t]*|\d{1,9}(?:[.)][ \t]*)?|(?:[-*+•]|\d{1,9}[.)])[ \t]+[`~]*)"
)
_WAITS: Final = re.compile(
    r" {0,3}\[(?!\^)[^\]\n]{0,99}(?:\](?::[^\n]*)?)?|[ \t]{2,}a(?:t(?: [^\n]*)?)?|[{\[][ \t]*(?:[\[{\"][^\n]*)?"
)
"""A line that may yet be something else than text."""
_RULE: Final = re.compile(
    r"[ \t]*(?:(?:-[ \t]*)+|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)| {0,3}\[(?!\^)[^\]\n]{1,99}\]:[ \t]*\S+[^\n]*"
)
"""A thematic break, or the address of a link."""
_FENCE: Final = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([^`\n]*)")
_HEADING: Final = re.compile(r"[ \t]*#{1,6}[ \t]+(?=\S)")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|(\d{1,9})[.)])[ \t]+(?=\S)")
_QUOTE: Final = re.compile(r"[ \t]*>(?![=\d])[ \t]?")
_DELIMITER: Final = re.compile(r"[ \t|:-]*-[ \t|:-]*")
_TRACE_HEAD: Final = "Traceback (most recent call last):"
_PATCHES: Final = ("diff --git ", "*** Begin Patch", "@@ -")


@dataclass(frozen=True, slots=True)
class _Lines:
    """The lines of a block, each by its beginning."""

    first: re.Pattern[str]
    within: re.Pattern[str]
    last: re.Pattern[str] | None = None
    """If it does not end before what is not within."""
    alone: re.Pattern[str] | None = None
    """A first line that is also the last."""


def _lines(*patterns: str) -> _Lines:
    return _Lines(*(re.compile(one) for one in patterns))


_PRINTED: Final = {
    LineKind.PATCH: _lines("|".join(map(re.escape, _PATCHES)), ".", r"\*{3} End Patch[ \t]*\Z"),
    LineKind.TRACE: _lines(
        rf"{re.escape(_TRACE_HEAD)}|[ \t]{{2,}}at .*(?::\d+\)?|\(native\)|<anonymous>\)?|Native Method\))[ \t]*\Z",
        r"[ \t]",
    ),
    LineKind.TREE: _lines("[ \t]*[\u2500-\u259f]", "[ \t]*[\u2500-\u259f]"),
    LineKind.LITERAL: _lines(
        r"[{\[][ \t]*\Z|(?:\{[ \t]*\"|\[[ \t]*[{\[\"])(?:.*[}\]{\[,][ \t]*\Z|.{198,})",
        r".*\S",
        r"[}\]]",
        r".*[}\]]\s*\Z",
    ),
}
"""What a program printed, though in no fence."""
_BLOCKS: Final = {
    **_PRINTED,
    LineKind.INDENTED: _lines(r" {4}|\t| {1,3}\t", r" {4}|\t| {1,3}\t|\s*\Z"),
    LineKind.FORMULA: _lines(
        r"[ \t]*(?:\$\$|\\\[)", r".*\S", r".*(?:\$\$|\\\])", r"[ \t]*(?:\$\$|\\\[).*(?:\$\$|\\\])"
    ),
    LineKind.TABLE: _lines(r"[ \t]*\|", r".*\|"),
}
BLOCKS: Final = frozenset((LineKind.FENCE, *_BLOCKS))


def classify(head: str, complete: bool, follows: Follows = TOP) -> BlockLine | None:
    """The line that begins with `head`; None when more of it must be seen.

    `complete` says that the line ends with `head`, or that `head` is as long as `HEAD`.
    """
    if not complete and _may_change(head):
        return None
    if not head.strip():
        return BlockLine(LineKind.BLANK)
    if _FENCE.match(head):
        if not complete:
            return None
        if fence := _fence(head):
            return fence
    if not follows.open and not follows.listed and _begins(LineKind.INDENTED, head) and not _ITEM.match(head):
        return BlockLine(LineKind.INDENTED)
    if _begins(LineKind.FORMULA, head):
        return BlockLine(LineKind.FORMULA) if complete else None
    if _RULE.fullmatch(head):
        return BlockLine(LineKind.SILENT)
    return _classify_printed(head) or _prose(head, complete)


def _begins(kind: LineKind, head: str) -> bool:
    return _BLOCKS[kind].first.match(head) is not None


def _may_change(head: str) -> bool:
    """Whether more of a line could make it something else."""
    if not head.strip() or _UNDECIDED.fullmatch(head) or _WAITS.fullmatch(head):
        return True
    return any(one.startswith(head) for one in (*_PATCHES, _TRACE_HEAD))


def _fence(head: str, lead: str = "") -> BlockLine | None:
    found = _FENCE.fullmatch(head)
    if found is None:
        return None
    indent = len(head) - len(head.lstrip(" \t"))
    return BlockLine(LineKind.FENCE, skip=indent, lead=lead, fence=found[1], language=language_of(found[2]))


def _classify_printed(head: str) -> BlockLine | None:
    return next((BlockLine(kind) for kind in _PRINTED if _begins(kind, head)), None)


def prints_code(text: str) -> bool:
    """Whether a paragraph is code that is in no fence."""
    printed = _classify_printed(text.partition("\n")[0][:HEAD])
    return printed is not None and printed.kind in (LineKind.PATCH, LineKind.LITERAL)


def is_delimiter(line: str) -> bool:
    """Whether a line is the `--- | ---` under the head of a table."""
    return "|" in line and _DELIMITER.fullmatch(line) is not None


def row(block: BlockLine, line: str, *, first: bool) -> Row:
    """What a line is to a block; of a long one its first `ROW` characters are enough."""
    if block.kind is LineKind.FENCE:
        bare = line.lstrip(" \t>").rstrip()
        return Row.LAST if len(bare) >= len(block.fence) and not bare.strip(block.fence[0]) else Row.WITHIN
    lines = _BLOCKS[block.kind]
    ends = lines.alone if first else lines.last
    if ends is not None and ends.match(line):
        return Row.LAST
    return Row.WITHIN if first or lines.within.match(line) else Row.BEHIND


def describe_block(block: BlockLine, tally: Tally) -> str:
    """How a whole block is said: by what it is, not by what is in it."""
    changes = tally.added + tally.removed
    if block.kind is LineKind.PATCH or (block.language in DIFFS and changes):
        return block.lead + diff(tally.added, tally.removed)
    rows, lines = count_things(max(1, tally.lines - 1), "row"), count_things(tally.lines, "line")
    known = _SAID.get(block.kind)
    return (
        known.format(rows=rows, lines=lines)
        if known
        else block.lead + code_block(block.language, tally.lines)
    )


_SAID: Final = {
    LineKind.FORMULA: "a formula, on screen.",
    LineKind.TABLE: "a table of {rows}, on screen.",
    LineKind.TRACE: "a stack trace, on screen.",
    LineKind.LITERAL: "some code, on screen.",
    LineKind.TREE: "a tree of {lines}, on screen.",
}


def _prose(head: str, complete: bool) -> BlockLine | None:
    if _begins(LineKind.TABLE, head):
        return BlockLine(LineKind.TABLE)
    for kind, pattern in ((LineKind.HEADING, _HEADING), (LineKind.ITEM, _ITEM), (LineKind.QUOTE, _QUOTE)):
        found = pattern.match(head)
        if found:
            number = found[1] if kind is LineKind.ITEM else None
            lead = f"{number}, " if number else ""
            if kind is LineKind.ITEM and _FENCE.match(head, found.end()):
                if not complete:
                    return None
                if fence := _fence(" " * found.end() + head[found.end() :], lead):
                    return fence
            return BlockLine(kind, skip=found.end(), lead=lead)
    return BlockLine(LineKind.TEXT, skip=len(head) - len(head.lstrip()))
