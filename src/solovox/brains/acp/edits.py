"""What an agent says it would change in files, as a diff that a person reads; its plan. Pure."""

import contextlib
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from solovox.brains.acp.frames import mapping, objects, printable, text_of

MOST_LINES: Final = 4_000
"""A larger text is not compared: its lines are counted."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A file, or a part of one, before and after. `old`: None where there was none."""

    path: str
    old: str | None
    new: str

    @property
    def is_large(self) -> bool:
        """Whether its lines are only counted."""
        return len((self.old or "").splitlines()) + len(self.new.splitlines()) > MOST_LINES

    def diff(self, folder: Path) -> str:
        """As `diff -u` writes it."""
        name = shown(self.path, folder)
        before, after = (self.old or "").splitlines(), self.new.splitlines()
        origin = "/dev/null" if self.old is None else f"a/{name}"
        if self.is_large:
            return f"--- {origin}\n+++ b/{name}\n@@ {len(before)} lines become {len(after)} @@\n"
        lines = difflib.unified_diff(before, after, origin, f"b/{name}", lineterm="")
        return "".join(f"{line}\n" for line in lines)


def edits(content: Any) -> tuple[Edit, ...]:
    """The edits among the contents of a tool call."""
    return tuple(
        Edit(one["path"], one["oldText"] if isinstance(one.get("oldText"), str) else None, one["newText"])
        for one in objects(content)
        if one.get("type") == "diff" and text_of(one.get("path")) and isinstance(one.get("newText"), str)
    )


def texts(content: Any) -> str:
    """The text among the contents of a tool call: what a command wrote, what a file holds."""
    blocks = [mapping(one.get("content")) for one in objects(content) if one.get("type") == "content"]
    return "\n".join(text for block in blocks if (text := text_of(block.get("text"))))


def shown(path: str, folder: Path) -> str:
    """A path as the person would write it."""
    with contextlib.suppress(ValueError):
        path = str(Path(path).relative_to(folder))
    return printable(path, 300)


def plan(entries: Any) -> tuple[str, str, bool]:
    """A plan as a line, its entries one a line, and whether all are done."""
    signs: Mapping[str, str] = {"completed": "x", "in_progress": ">"}
    found = objects(entries)
    done = sum(one.get("status") == "completed" for one in found)
    now = [text_of(one.get("content")) for one in found if one.get("status") == "in_progress"]
    title = f"plan: {done} of {len(found)} done" + (f", now: {printable(now[0], 60)}" if now else "")
    lines = [
        f"[{signs.get(text_of(one.get('status')), ' ')}] {printable(text_of(one.get('content')), 200)}"
        for one in found[:100]
    ]
    return title, "\n".join(lines), bool(found) and done == len(found)
