"""What may come of a tool that Claude Code wants to use, and whether the person is asked. Pure but for the paths of files.

Rule 1: what only looks, in the workspace, is free. All that changes something is asked for; edits in the workspace are not,
where the person said so (`edits`). Where Claude only plans, nothing is changed (`plan`).
Rule 2: an edit of a file of the workspace can be undone, and so can a command behind our fence. All else is grave: a command that
nothing fences in, what leaves the workspace, what is sent to another server, what we do not know (law A7).
"""

import os.path
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from solovox.acts.looking import look_at_line
from solovox.acts.paths import OUTSIDE, TOUCHY, WorkFolder
from solovox.ports import Json


class Kind(Enum):
    """What an act can do decides what a yes to it takes (law A7)."""

    FREE = "free"
    """It only looks, in the workspace. It is not asked for."""
    UNDOABLE = "undoable"
    """All that it changes can be given back, or it changes nothing. A yes aloud is enough."""
    GRAVE = "grave"
    """Everything else. It takes a click, a key, or the code that is shown."""


class Rule(Enum):
    """What becomes of a wish."""

    LET = "let"
    """It only looks, or the person has said yes to its like."""
    ASK = "ask"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A wish judged. `risk`: what may come of it, in words that can be read aloud."""

    kind: Kind
    risk: str = ""
    rule: Rule = Rule.ASK
    changes: bool = True
    """Whether it may change something. What does not needs no snapshot."""
    shows: tuple[str, ...] = ()
    """What it looks at elsewhere, which the fence shows it."""
    hides: tuple[str, ...] = ()
    """Files with secrets, which are kept from it."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where it works, and what it may. `fenced`: its commands run behind our fence. `unkept`: why nothing can be undone now."""

    place: WorkFolder
    permissions: str = "ask"
    fenced: bool = False
    unkept: str = ""


EDITS: Final = {
    "Edit": "file_path", "MultiEdit": "file_path", "Write": "file_path", "NotebookEdit": "notebook_path",
}  # fmt: skip
LOOKS: Final = {
    "Read": "file_path", "Glob": "path", "Grep": "path", "LS": "path", "NotebookRead": "notebook_path",
}  # fmt: skip
THOUGHTS: Final = frozenset(
    {"TodoWrite", "Task", "Agent", "ToolSearch", "TaskStop", "BashOutput", "TaskOutput"}
)
"""It talks with itself; what its assistants do is asked for by itself."""
SENT: Final = {
    "WebFetch": "the address is told to another server",
    "WebSearch": "the words are told to another server",
}
PLANS: Final = "this session only plans: nothing is changed. Say what you would do"
UNFENCED: Final = "nothing keeps this command from the rest of the machine"
GOES_ON: Final = "it goes on when the answer is over: what it changes then is not given back"
MOST_HIDDEN: Final = 200
"""Files that are hidden from what looks."""
LEAVES: Final = "it leaves its fence: it may change anything and send it anywhere"
FREE: Final = Judgement(Kind.FREE, rule=Rule.LET, changes=False)


def judge(tool: str, given: Json, limits: Reach) -> Judgement:
    """May it?"""
    judged = _judge_tool(tool, given, limits)
    if not judged.changes:
        return judged
    if limits.permissions == "plan":
        return Judgement(judged.kind, PLANS, Rule.NEVER)
    if judged.kind is Kind.UNDOABLE and limits.unkept:
        return Judgement(Kind.GRAVE, f"it cannot be undone: {limits.unkept}")
    return judged


def _judge_tool(tool: str, given: Json, limits: Reach) -> Judgement:
    if tool in THOUGHTS:
        return FREE
    if tool in EDITS:
        return _edit(str(given.get(EDITS[tool]) or ""), limits)
    if tool in LOOKS:
        return _look(tool, given, limits)
    if tool == "Bash":
        return _command(given, limits)
    if tool == "ExitPlanMode":
        return Judgement(Kind.UNDOABLE, changes=False)
    return Judgement(Kind.GRAVE, SENT.get(tool, "a tool of another server"))


def _edit(path: str, limits: Reach) -> Judgement:
    if why := limits.place.leads(path):
        return Judgement(Kind.GRAVE, why)
    return Judgement(
        Kind.UNDOABLE, "it changes a file", Rule.LET if limits.permissions == "edits" else Rule.ASK
    )


def _look(tool: str, given: Json, limits: Reach) -> Judgement:
    """What looks elsewhere changes nothing; what it finds is told to the model."""
    place = limits.place
    searched = str(given.get({"Glob": "pattern", "Grep": "glob"}.get(tool, "")) or "")
    path = str(given.get(LOOKS[tool]) or place.folder)
    whys = [why for why in map(place.leads, filter(None, (searched, path))) if why]
    found = place.secrets(path) if tool == "Grep" else []
    if TOUCHY in whys or found is None or len(found) > MOST_HIDDEN:
        return Judgement(Kind.GRAVE, TOUCHY, changes=False)
    if whys:
        return Judgement(Kind.UNDOABLE, whys[0], changes=False, hides=tuple(found))
    return replace(FREE, hides=tuple(found))


def _command(given: Json, limits: Reach) -> Judgement:
    line = str(given.get("command") or "")
    if given.get("dangerouslyDisableSandbox"):
        return Judgement(Kind.GRAVE, LEAVES)
    if given.get("run_in_background"):
        return Judgement(Kind.GRAVE, GOES_ON)
    look = look_at_line(line, limits.place)
    if look is not None and (limits.fenced or not look.hides) and len(look.hides) <= MOST_HIDDEN:
        if look.beyond:
            return Judgement(Kind.UNDOABLE, OUTSIDE, changes=False, shows=look.beyond, hides=look.hides)
        return replace(FREE, hides=look.hides)
    return Judgement(Kind.UNDOABLE, "it runs a command") if limits.fenced else Judgement(Kind.GRAVE, UNFENCED)


def without_these(glob: object, hides: Sequence[str]) -> str:
    """What Grep is asked to search in, but for these files. A later glob counts more."""
    names = sorted({re.sub(r"[^\w.-]", "?", os.path.basename(one)) for one in hides})
    return " ".join([*([str(glob)] if glob else []), *(f"!**/{name}" for name in names)])
