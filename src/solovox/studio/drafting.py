"""An app's files while a writer writes: the files that were there, and what came since.

Nothing of a draft is saved. What is refused, does not fit, or is not whole becomes a line for the writer.
"""

import re
from collections.abc import Iterator
from textwrap import shorten
from typing import Final

from solovox.ports.projects import LARGEST_FILE, MOST_FILES, Files
from solovox.ports.workshop import FileBegan, FileEnded, FileWrote
from solovox.studio.file_stream import (
    FileClosed,
    FileOpened,
    FileRemoved,
    FileText,
    FileTruncated,
    ProseWrote,
    Streamed,
)
from solovox.studio.paths import wrong_with_path

# Edits of a file: blocks of what stands there and of what shall stand there instead.
#
#     <<<<<<< SEARCH
#     what stands there, to the letter
#     =======
#     what shall stand there
#     >>>>>>> REPLACE
#
# Rule 1: what is searched stands there exactly once, or nothing of the file is changed. Nothing is guessed.
# Rule 2: the blocks are applied in their order, each to what the ones before made.

MOST: Final = 100
"""Blocks of one edit."""
_BLOCK: Final = re.compile(
    r"^<{7} SEARCH[ \t]*\n(?P<before>.*?\n|)={7}[ \t]*\n(?P<after>.*?\n|)>{7} REPLACE[ \t]*$",
    re.DOTALL | re.MULTILINE,
)


class CannotEdit(Exception):
    """Why it cannot be done, in one line that a writer can act upon."""


def apply_edits(text: str, body: str) -> str:
    """The text with the edits of `body`. Raises `CannotEdit`."""
    blocks = [*_BLOCK.finditer(body)]
    if not blocks:
        raise CannotEdit("it has no block of <<<<<<< SEARCH, =======, >>>>>>> REPLACE")
    if len(blocks) > MOST:
        raise CannotEdit(f"it has more than {MOST} blocks")
    if _BLOCK.sub("", body).strip():
        raise CannotEdit("there is text outside of its blocks, or a block is not whole")
    for block in blocks:
        text = _replace_block(text, block["before"], block["after"])
    return text


def _replace_block(text: str, before: str, after: str) -> str:
    """The last line break of a block belongs to its marks where the line goes on in the file."""
    wanted, put = before.removesuffix("\n"), after.removesuffix("\n")
    if not wanted.strip():
        raise CannotEdit("a block searches nothing")
    found = text.find(wanted)
    if found < 0 or found != text.rfind(wanted):  # of itself, too, it may stand in the midst
        line = shorten(wanted.strip().splitlines()[0], 80, placeholder="…")
        where = "does not stand in it" if found < 0 else "stands in it more than once"
        raise CannotEdit(f"what it searches {where}: {line!r}")
    if not put and f"{wanted}\n" in text and not after:
        return text.replace(f"{wanted}\n", "", 1)
    return text.replace(wanted, put, 1)


MOST_PROSE: Final = 4_000
"""Characters that are kept of it."""
LONGEST_LINE: Final = 200
MOST_OPENED: Final = 4 * MOST_FILES
"""Files that one answer may begin: one may be written more than once, and not for ever."""
_MARKS: Final = re.compile(r"^\s*(?:#+|[-*>]|\d+\.)\s+|[*_`]+", re.MULTILINE)
_FENCES: Final = re.compile(r"^```.*$", re.MULTILINE)
_SENTENCE: Final = re.compile(r"(.+?[.!?])(?:\s|$)", re.DOTALL)


class TooMuch(Exception):
    """A writer does not come to an end. One line."""


class Draft:
    """Takes an answer apart (`FileStream`) into files; says what is to be told of it."""

    def __init__(self, files: Files) -> None:
        self._files = dict(files)
        self._path = ""
        self._edits = False
        self._text: list[str] = []
        self._size = 0
        self._prose: list[str] = []
        self._opened = 0
        self.wrong: list[str] = []
        """Lines for the writer."""

    @property
    def files(self) -> Files:
        """As they are now."""
        return dict(self._files)

    @property
    def line(self) -> str:
        """The first sentence of its prose."""
        plain = _MARKS.sub("", _FENCES.sub("", "".join(self._prose))).strip()
        first = re.split(r"\n\s*\n", plain, maxsplit=1)[0]
        found = _SENTENCE.match(first)
        line = " ".join((found[1] if found else first).split())
        return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1]}…"

    def take(self, event: Streamed) -> Iterator[FileBegan | FileWrote | FileEnded]:
        """What came next. Raises `TooMuch`."""
        match event:
            case ProseWrote(text):
                if sum(map(len, self._prose)) < MOST_PROSE:
                    self._prose.append(text)
            case FileOpened(path, edits):
                yield from self._open(path, edits=edits)
            case FileText(text):
                yield from self._write(text)
            case FileClosed():
                yield from self._close()
            case FileTruncated():
                self.wrong.append(f"{self._path} broke off: write all of it again")
            case FileRemoved(path):
                if self._files.pop(path, None) is None:
                    self.wrong.append(f"{path!a} cannot be removed: it is not there")

    def _open(self, path: str, *, edits: bool) -> Iterator[FileBegan]:
        self._opened += 1
        if self._opened > MOST_OPENED:
            raise TooMuch(f"what writes the app began more than {MOST_OPENED} files")
        self._path, self._edits, self._text, self._size = path, edits, [], 0
        if wrong := wrong_with_path(path):
            self._path = ""
            self.wrong.append(f"no file can be called {path[:60]!a}: {wrong}")
        else:
            yield FileBegan(path)

    def _write(self, text: str) -> Iterator[FileWrote]:
        if not self._path:
            return
        self._size += len(text)
        if self._size > LARGEST_FILE:
            raise TooMuch(f"what writes the app wrote more than {LARGEST_FILE} characters into {self._path}")
        self._text.append(text)
        yield FileWrote(self._path, text)

    def _close(self) -> Iterator[FileEnded]:
        path, text = self._path, "".join(self._text)
        if not path:
            return
        if self._edits:
            before = self._files.get(path)
            if before is None:
                self.wrong.append(f"{path} is not there: write all of it, as a file")
                return
            try:
                text = apply_edits(before, text)
            except CannotEdit as error:
                self.wrong.append(f"the edit of {path} was not made: {error}. Write all of {path}")
                return
        self._files[path] = text
        yield FileEnded(path, len(text))
