"""What an agent does: its tool calls as far as they were told, the changes of files in them as a diff that a person reads, its plan; and
what it promises: that it asks before whatever it changes. Pure but for the paths of files."""

import contextlib
import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from solovox.acts.allowed import command_of
from solovox.acts.looking import only_looks
from solovox.acts.paths import WorkFolder
from solovox.brains.acp.frames import mapping, objects, printable, text_of
from solovox.core.units import StepState
from solovox.ports import Json

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
        name = shorten_path(self.path, folder)
        before, after = (self.old or "").splitlines(), self.new.splitlines()
        origin = "/dev/null" if self.old is None else f"a/{name}"
        if self.is_large:
            return f"--- {origin}\n+++ b/{name}\n@@ {len(before)} lines become {len(after)} @@\n"
        lines = difflib.unified_diff(before, after, origin, f"b/{name}", lineterm="")
        return "".join(f"{line}\n" for line in lines)


def edits(content: object) -> tuple[Edit, ...]:
    """The edits among the contents of a tool call."""
    return tuple(
        Edit(one["path"], one["oldText"] if isinstance(one.get("oldText"), str) else None, one["newText"])
        for one in objects(content)
        if one.get("type") == "diff" and text_of(one.get("path")) and isinstance(one.get("newText"), str)
    )


def texts(content: object) -> str:
    """The text among the contents of a tool call: what a command wrote, what a file holds."""
    blocks = [mapping(one.get("content")) for one in objects(content) if one.get("type") == "content"]
    return "\n".join(text for block in blocks if (text := text_of(block.get("text"))))


def shorten_path(path: str, folder: Path) -> str:
    """A path as the person would write it."""
    with contextlib.suppress(ValueError):
        path = str(Path(path).relative_to(folder))
    return printable(path, 300)


def plan(entries: object) -> tuple[str, str, bool]:
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


LOOKS: Final = frozenset(("read", "search", "think", "fetch", "switch_mode"))
"""Kinds of tools that change nothing outside. Each other may; `other` says nothing of itself."""
LONGEST_TITLE: Final = 120
STATES: Final[Mapping[str, StepState]] = {"completed": StepState.DONE, "failed": StepState.FAILED}


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool call, as far as it was told."""

    name: str
    title: str = ""
    kind: str = "other"
    status: str = "pending"
    content: object = None
    raw: object = None
    output: object = None

    @property
    def effects(self) -> bool:
        """Whether it may change something outside."""
        return self.kind not in LOOKS

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.status in STATES

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What it changes, as far as it says."""
        return edits(self.content)

    def further(self, update: Json) -> "AgentTool":
        """With what an update says; what it leaves out stays. So does each field of a command: its folder may be told once."""
        kind, raw = text_of(update.get("kind")) or self.kind, update.get("rawInput") or self.raw
        if kind == "execute" and isinstance(raw, Mapping) and isinstance(self.raw, Mapping):
            raw = {**self.raw, **raw}
        return replace(
            self,
            title=printable(text_of(update.get("title")), LONGEST_TITLE) or self.title,
            kind=kind,
            status=text_of(update.get("status")) or self.status,
            content=self.content if update.get("content") is None else update["content"],
            raw=raw,
            output=update.get("rawOutput") or self.output,
        )


UNASKED: Final = "did something without asking, though brain.permissions = ask, and was stopped: {}. Set in its own settings that it asks"


class PromiseBroken(Exception):
    """It did something without asking. One line."""


class Promised:
    """What it asked for in one answer, and what it had us write after a yes. `asks`: it has promised to ask."""

    def __init__(self, folder: Path, *, asks: bool) -> None:
        self.asks = asks
        self._folder = folder
        self._asked: set[str] = set()
        self._written: set[Path] = set()
        self.refused: set[str] = set()
        """Calls that the person has refused."""

    def note_question(self, call: AgentTool) -> None:
        """It asks a yes for this."""
        self._asked.add(call.name)

    def wrote(self, path: str) -> None:
        """It had us write this file."""
        self._written.add((self._folder / path).resolve())

    def may_still_ask(self, call: AgentTool) -> bool:
        """Whether it says that it is at this, and has not asked: some say so before they ask."""
        return self.asks and call.effects and not call.over and call.name not in self._asked

    def check(self, call: AgentTool) -> None:
        """It has done this. What only looked, and what we wrote, needed no question of its own. Raises `PromiseBroken`."""
        if not (self.asks and call.effects and call.status == "completed") or call.name in self._asked:
            return
        ours = {(self._folder / edit.path).resolve() for edit in call.edits} <= self._written
        if not (self._written and ours) and not only_looks(
            command_of(call.raw), WorkFolder(str(self._folder))
        ):
            raise PromiseBroken(UNASKED.format(call.title or "a tool"))
