"""What a writer streams, taken apart while it comes: prose, and files.

    A tip calculator.
    <file path="index.html">…all of it…</file>
    <edit path="style.css">…blocks of SEARCH and REPLACE…</edit>
    <remove path="old.js"/>

M5. However the text is cut into pieces, the same comes of it: the same files, opened and closed in the same order, with the
    same text, and the same prose. A file is whole if, and only if, its closing tag came.

The first line break behind an opening tag is not part of the file. A fence that is wrapped around all of a file is left out.
A page that came in a fence (```html) instead of tags is `index.html`. Line ends become one sign.
Whether a path is a good one is not known here (`paths.py`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

LONGEST_TAG: Final = 300
"""Characters. What is longer is no tag."""
PAGE: Final = "index.html"
FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class FileOpened:
    """A file begins. `edits`: what follows changes it; else it is all of it."""

    path: str
    edits: bool = False


@dataclass(frozen=True, slots=True)
class FileText:
    """The next piece of the file that was opened last."""

    text: str


@dataclass(frozen=True, slots=True)
class FileClosed:
    """It is whole."""


@dataclass(frozen=True, slots=True)
class FileTruncated:
    """The text ended in the middle of it."""


@dataclass(frozen=True, slots=True)
class FileRemoved:
    """A file is to go."""

    path: str


@dataclass(frozen=True, slots=True)
class ProseWrote:
    """The next piece of what is no file."""

    text: str


Streamed = FileOpened | FileText | FileClosed | FileTruncated | FileRemoved | ProseWrote

_TAG: Final = re.compile(
    r"""<(?P<name>file|edit|remove)\s+path\s*=\s*(?:"(?P<double>[^"<>]*)"|'(?P<single>[^'<>]*)')\s*/?>"""
)
_BEGINS: Final = re.compile(r"<(?:f(?:i(?:l(?:e)?)?)?|e(?:d(?:i(?:t)?)?)?|r(?:e(?:m(?:o(?:v(?:e)?)?)?)?)?)?")
_NAMED: Final = re.compile(r"<(?:file|edit|remove)\s[^<>]*")
_LINE: Final = re.compile(r"```[\w-]{0,40}[ \t]{0,8}")
_PAGE: Final = re.compile(r"```html?[ \t]{0,8}\n\s{0,8}<(?:!doctype|html)", re.IGNORECASE)
_PAGE_FIRST: Final = len("```html") + 40
"""Characters of a line that begins with a fence, until which it is known whether a page begins there."""
_END_OF_FENCE: Final = re.compile(r"(?:^|\n)```[ \t\n]{0,8}\Z")
_CLOSING_FENCE: Final = re.compile(r"\n```[ \t]{0,8}(?:\n|\Z)")
_AT_ONCE: Final = 4_096
"""Characters that are looked through together: to pass one of many costs as much as all of them."""
_HELD: Final = 32
"""Characters at the end of what came of a file: they may belong to what closes it."""


@dataclass(frozen=True, slots=True)
class _Inside:
    """A file that is open: what closes it, and whether a fence is wrapped around its text."""

    closing: str
    fenced: bool = False
    begun: bool = False
    """What stands behind its tag was seen."""
    keeps_fences: bool = False


class FileStream:
    """Reads one answer. `feed` takes pieces; `finish` says that no more come."""

    def __init__(self) -> None:
        self._text = ""
        """What came and is not told yet."""
        self._inside: _Inside | None = None
        self._line_begins = True
        """Whether `_text` stands at the beginning of a line; only of prose."""
        self._any = False
        """Whether a file was opened."""
        self._return = False
        """Whether a carriage return waits for what follows it."""

    def feed(self, piece: str) -> Iterator[Streamed]:
        """What this piece completes."""
        for at in range(0, len(piece), _AT_ONCE):
            part = ("\r" if self._return else "") + piece[at : at + _AT_ONCE]
            self._return = part.endswith("\r")
            self._text += (part[:-1] if self._return else part).replace("\r\n", "\n")
            yield from self._read_events(last=False)

    def finish(self) -> Iterator[Streamed]:
        """What is left, and whether a file was cut off."""
        if self._return:
            self._text, self._return = self._text + "\r", False
        yield from self._read_events(last=True)
        if self._inside is not None:
            self._inside = None
            yield FileTruncated()

    def _read_events(self, *, last: bool) -> Iterator[Streamed]:
        going = True
        while going and (self._text or last):
            before = (len(self._text), self._inside)
            if self._inside is None:
                yield from self._prose(last=last)
            elif not self._inside.begun:
                self._begin(self._inside, last=last)
            else:
                yield from self._file(self._inside, last=last)
            going = (len(self._text), self._inside) != before

    def _prose(self, *, last: bool) -> Iterator[Streamed]:
        """Up to the next thing that is no prose, or that may become it."""
        at = self._next_mark()
        if at:
            yield self._pass_prose(at)
        elif self._text.startswith("<"):
            yield from self._tag(last=last)
        elif self._text:
            yield from self._fence(last=last)

    def _next_mark(self) -> int:
        """Where a `<` stands, or a fence that begins a line; else the end."""
        tag = self._text.find("<")
        if not self._any and self._line_begins and self._text.startswith(FENCE[: len(self._text)]):
            return 0
        fence = -1 if self._any else self._text.find("\n`")
        found = [one for one in (tag, fence + 1 if fence >= 0 else -1) if one >= 0]
        return min(found, default=len(self._text))

    def _pass_prose(self, count: int) -> ProseWrote:
        told, self._text = self._text[:count], self._text[count:]
        self._line_begins = told.endswith("\n")
        return ProseWrote(told)

    def _tag(self, *, last: bool) -> Iterator[Streamed]:
        end = self._text.find(">", 0, LONGEST_TAG)
        if end < 0:
            may = bool(_NAMED.fullmatch(self._text) or _BEGINS.fullmatch(self._text))
            if last or not may or len(self._text) >= LONGEST_TAG:
                yield self._pass_prose(1)
            return
        found = _TAG.fullmatch(self._text[: end + 1])
        if found is None:
            yield self._pass_prose(1)
            return
        path, name = found["double"] if found["double"] is not None else found["single"], found["name"]
        self._text, self._any, self._line_begins = self._text[end + 1 :], True, False
        if name == "remove":
            yield FileRemoved(path)
        else:
            self._inside = _Inside(f"</{name}>", keeps_fences=path.lower().endswith(".md"))
            yield FileOpened(path, edits=name == "edit")

    def _fence(self, *, last: bool) -> Iterator[Streamed]:
        """A line that begins with a fence, or may: a page, or prose."""
        if _PAGE.match(self._text):
            self._text, self._any = self._text[self._text.index("\n") + 1 :], True
            self._inside = _Inside(FENCE, begun=True)
            yield FileOpened(PAGE)
        elif last or len(self._text) >= _PAGE_FIRST or not _may_be_page(self._text):
            yield self._pass_prose(1)

    def _begin(self, inside: _Inside, *, last: bool) -> None:
        """Behind the tag: leave out a line break, and the line of a fence."""
        rest = self._text.removeprefix("\n")
        line, ended, after = rest.partition("\n")
        may_be_fenced = not ended and rest.startswith(FENCE[: len(rest)]) and len(line) < LONGEST_TAG
        if may_be_fenced and not last:
            return
        fenced = not inside.keeps_fences and bool(ended) and bool(_LINE.fullmatch(line))
        self._text = after if fenced else rest
        self._inside = _Inside(inside.closing, fenced=fenced, begun=True)

    def _file(self, inside: _Inside, *, last: bool) -> Iterator[Streamed]:
        if inside.closing == FENCE:
            found = _CLOSING_FENCE.search(self._text)
            if (
                found is not None
                and not last
                and found.end() == len(self._text)
                and not found[0].endswith("\n")
            ):
                found = None  # the line may go on
            end, after = (found.start() + 1, found.end()) if found else (-1, 0)
        else:
            end = self._text.find(inside.closing)
            after = end + len(inside.closing)
        if end < 0:
            known = len(self._text) if last else max(0, len(self._text) - _HELD)
            told, self._text = self._text[:known], self._text[known:]
            if told:
                yield FileText(told)
            return
        told, self._text, self._inside = self._text[:end], self._text[after:], None
        if inside.fenced:
            told = _END_OF_FENCE.sub("\n", told)
        if told:
            yield FileText(told)
        yield FileClosed()


def _may_be_page(text: str) -> bool:
    """Whether more of it may make it a page in a fence."""
    line, ended, after = text.partition("\n")
    if not ended:
        plain = line.lower().rstrip(" \t")
        return "```html".startswith(plain) or plain in ("```html", "```htm")
    if not re.fullmatch(r"```html?[ \t]{0,8}", line, re.IGNORECASE):
        return False
    rest = after.lstrip().lower()
    return len(after) - len(after.lstrip()) <= 8 and (
        "<!doctype".startswith(rest) or "<html".startswith(rest)
    )
