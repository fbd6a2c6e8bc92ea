"""Edits of a file: blocks of what stands there and of what shall stand there instead.

    <<<<<<< SEARCH
    what stands there, to the letter
    =======
    what shall stand there
    >>>>>>> REPLACE

Rule 1: what is searched stands there exactly once, or nothing of the file is changed. Nothing is guessed.
Rule 2: the blocks are applied in their order, each to what the ones before made.
"""

import re
from textwrap import shorten
from typing import Final

MOST: Final = 100
"""Blocks of one edit."""
_BLOCK: Final = re.compile(
    r"^<{7} SEARCH[ \t]*\n(?P<before>.*?\n|)={7}[ \t]*\n(?P<after>.*?\n|)>{7} REPLACE[ \t]*$",
    re.DOTALL | re.MULTILINE,
)


class CannotEdit(Exception):
    """Why it cannot be done, in one line that a writer can act upon."""


def edited(text: str, body: str) -> str:
    """The text with the edits of `body`. Raises `CannotEdit`."""
    blocks = [*_BLOCK.finditer(body)]
    if not blocks:
        raise CannotEdit("it has no block of <<<<<<< SEARCH, =======, >>>>>>> REPLACE")
    if len(blocks) > MOST:
        raise CannotEdit(f"it has more than {MOST} blocks")
    if _BLOCK.sub("", body).strip():
        raise CannotEdit("there is text outside of its blocks, or a block is not whole")
    for block in blocks:
        text = _replaced(text, block["before"], block["after"])
    return text


def _replaced(text: str, before: str, after: str) -> str:
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
