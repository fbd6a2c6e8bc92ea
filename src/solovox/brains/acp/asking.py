"""What an agent asks a yes for: what the person reads and hears, and which of its options is picked.

Rule 1: a yes is for once: `allow_once` is picked or nothing is allowed. What lasts (`allow_always`) never is.
Rule 2: the whole command, and the whole change, is in the text that the person says yes to.
Rule 3: what deletes is grave, and what is so where the tools are known (`claude/risk.py`): a command that cannot be undone,
an edit of a file that holds secrets or lies outside of the workspace.
"""

import os.path
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from solovox.brains.acp.edits import Edit, shown
from solovox.brains.acp.frames import objects, printable, text_of
from solovox.brains.claude.risk import Reach, judge
from solovox.ports import Act

ALLOW: Final = "allow_once"
REJECT: Final = "reject_once"
CANCELLED: Final[Mapping[str, Any]] = {"outcome": {"outcome": "cancelled"}}
LOOKS: Final = frozenset(("read", "search", "think", "fetch", "switch_mode"))
"""Kinds of tools that change nothing outside. Each other may; `other` says nothing of itself."""
RISKS: Final[Mapping[str, str]] = {
    "edit": "it changes files",
    "delete": "it deletes files",
    "move": "it moves or renames files",
    "execute": "it runs a command on this machine",
    "fetch": "it sends a request to the network",
    "switch_mode": "it may then do more without asking",
    "read": "it looks at what the agent did not expect to be allowed to see",
}
LONGEST_SAID: Final = 60


def option(options: Any, kind: str) -> str:
    """The id of the first option of a kind; empty if it has none."""
    return next(
        (text_of(one.get("optionId")) for one in objects(options) if one.get("kind") == kind),
        "",
    )


def picked(name: str) -> Mapping[str, Any]:
    """The answer to the agent: this option; none of them, if it is empty."""
    return {"outcome": {"outcome": "selected", "optionId": name}} if name else CANCELLED


def act(kind: str, title: str, raw: Any, edits: Sequence[Edit], folder: Path) -> Act:
    """What the person is asked. `raw`: what the tool would be called with."""
    command = command_of(title, raw) if kind == "execute" else ""
    parts = [command or title, *(edit.diff(folder) for edit in edits)]
    if not command and not edits and isinstance(raw, Mapping) and raw:
        parts += [f"{name}: {value}" for name, value in raw.items()]
    said, risk, grave = _said(kind, title, command, edits, folder), RISKS.get(kind, ""), kind == "delete"
    for tool, given in _alike(command, edits):
        judged = judge(tool, given, Reach(str(folder), resolve=os.path.realpath))
        if judged.grave:
            said, risk, grave = judged.said, judged.risk, True
    return Act("\n".join(parts), said, risk, grave)


def _alike(command: str, edits: Sequence[Edit]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What it is, as a tool whose risk is known."""
    if command:
        yield "Bash", {"command": command}
    for edit in edits:
        yield "Edit", {"file_path": edit.path}


def writing(edit: Edit, folder: Path) -> Act:
    """What the person is asked before a file is written for the agent."""
    name = shown(edit.path, folder)
    found = act("edit", f"write {name}", None, (edit,), folder)
    return found if found.grave else replace(found, said=f"write {Path(name).name}")


def command_of(title: str, raw: Any) -> str:
    """The command of a tool call that runs one; its title, where it does not say."""
    found = raw.get("command") if isinstance(raw, Mapping) else None
    if isinstance(found, list) and found and all(isinstance(one, str) for one in found):
        return shlex.join(found)
    return found if isinstance(found, str) and found.strip() else title


def _said(kind: str, title: str, command: str, edits: Sequence[Edit], folder: Path) -> str:
    if command:
        return printable(f"run {command}", LONGEST_SAID)
    if edits:
        names = list(dict.fromkeys(Path(shown(edit.path, folder)).name for edit in edits))
        return printable(f"{kind if kind != 'other' else 'edit'} {' and '.join(names)}", LONGEST_SAID)
    return printable(title, LONGEST_SAID)
