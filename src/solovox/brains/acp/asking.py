"""What an agent asks a yes for: what the person reads and hears, and which of its options is picked.

Rule 1: a yes is for once: `allow_once` is picked or nothing is allowed. What lasts (`allow_always`) never is.
Rule 2: all that the tool would be called with, and the whole change, is in the text that the person says yes to. Its title is
the agent's own word, and stands beside it.
Rule 3: what it would do with its own hands is grave: what it says of that is its word, and we cannot give it back (law A7). What it
has us write can be undone, but for a file outside of the workspace, one that holds secrets or is run, and what is too large to be shown.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from solovox.acts.allowed import command_alone, command_of
from solovox.acts.paths import WorkFolder
from solovox.brains.acp.frames import objects, text_of
from solovox.brains.acp.tool import Edit
from solovox.brains.spoken_acts import count_changes, run, touch
from solovox.ports import Act, Json, SaidAct

ALLOW: Final = "allow_once"
REJECT: Final = "reject_once"
CANCELLED: Final[Json] = {"outcome": {"outcome": "cancelled"}}
RISKS: Final[Mapping[str, str]] = {
    "edit": "it changes files",
    "delete": "it deletes files",
    "move": "it moves or renames files",
    "execute": "it runs a command on this machine",
    "fetch": "it sends a request to the network",
    "switch_mode": "it may then do more without asking",
    "read": "it looks at what the agent did not expect to be allowed to see",
}
UNTOLD: Final = "the agent does not say what it would do, only what it calls it"
TOO_LARGE: Final = "the change is too large to be shown"


def option(options: object, kind: str) -> str:
    """The id of the first option of a kind; empty if it has none."""
    return next(
        (text_of(one.get("optionId")) for one in objects(options) if one.get("kind") == kind),
        "",
    )


def pick_option(name: str) -> Json:
    """The answer to the agent: this option; none of them, if it is empty."""
    return {"outcome": {"outcome": "selected", "optionId": name}} if name else CANCELLED


def act(kind: str, title: str, raw: object, edits: Sequence[Edit], folder: Path) -> Act:
    """What the person is asked. `raw`: what the tool would be called with: all of it is shown, whatever the agent says of itself
    (`kind`, `title`). A command that can be freed is written as Claude Code's is: so the page knows it."""
    if isinstance(raw, Mapping) and (alone := command_to_free(kind, raw, edits, folder)):
        said = run(alone, WorkFolder(str(folder)), fenced=False)
        called = f"; the agent calls it: {title}" if title else ""
        called_with = json.dumps({**raw, "command": alone}, ensure_ascii=False, separators=(",", ":"))
        return Act(f"Bash {called_with}", RISKS["execute"] + called, grave=True, spoken=said)
    runs = kind == "execute" or bool(command_of(raw))
    given, same = raw, list[str]()
    if isinstance(raw, Mapping) and not runs:
        same = _name_fields_shown(raw, edits)
        given = {name: value for name, value in raw.items() if name not in same}
    named = [f"as above: {canonical(same)}"] * bool(same)
    parts = [*(edit.diff(folder) for edit in edits), *named, *_lines(given)]
    whys = [*_doubts(edits, folder), *[UNTOLD] * (not parts or (runs and not command_of(raw)))]
    called = f"the agent calls it: {title}" if parts and title else ""
    risk = "; ".join(filter(None, (*(whys or [RISKS.get(kind, "")]), called)))
    return Act(
        "\n".join(parts) or title, risk, grave=True, spoken=_say_act(given, edits, folder) if parts else None
    )


def command_to_free(kind: str, raw: object, edits: Sequence[Edit], folder: Path) -> str:
    """The command of the shell that it would run in the folder, and nothing else: it can be freed there. Empty: something else. What the agent
    calls no command, or only a title says, is none."""
    return command_alone(raw, folder) if kind == "execute" and not edits else ""


def writing(edit: Edit, folder: Path, unkept: str = "") -> Act:
    """What the person is asked before a file is written for the agent. `unkept`: why that could not be undone."""
    doubts = [*_doubts((edit,), folder), *[f"it cannot be undone: {unkept}"] * bool(unkept)]
    said = _say_act(None, [edit], folder)
    return Act(edit.diff(folder), "; ".join(doubts) or RISKS["edit"], grave=bool(doubts), spoken=said)


def _say_act(given: object, edits: Sequence[Edit], folder: Path) -> SaidAct | None:
    """What a voice says of it: each file that changes, or the command; and what else is `given` with it. None: it is said as it is shown."""
    place = WorkFolder(str(folder))
    more = {} if given is None else given
    if not isinstance(more, Mapping):
        return None
    if command := command_of(more):
        return run(
            command, place, fenced=False, more={name: more[name] for name in more if name != "command"}
        )
    said = [
        touch(
            "write" if edit.old is None else "edit",
            edit.path,
            place,
            *(() if edit.is_large else count_changes([(edit.old or "", edit.new)])),
        )
        for edit in edits
    ]
    return SaidAct(tuple(part for one in said for part in one.parts), more) if said else None


def _doubts(edits: Sequence[Edit], folder: Path) -> Iterator[str]:
    """Why changes of files are not simply ones of the workspace that can be seen."""
    yield from filter(None, map(WorkFolder(str(folder)).leads, (edit.path for edit in edits)))
    if any(edit.is_large for edit in edits):
        yield TOO_LARGE


def _name_fields_shown(raw: Json, edits: Sequence[Edit]) -> list[str]:
    """The names of those fields that say what the diffs show."""
    texts = {text for edit in edits for text in (edit.path, edit.old, edit.new) if text is not None}
    return [name for name, value in raw.items() if isinstance(value, str) and value in texts]


def _lines(raw: object) -> Iterator[str]:
    """All of it, a line for each field; a line of a value begins further in. What is nothing but a command is that alone."""
    if raw in (None, "", {}, []):
        return
    if not isinstance(raw, Mapping):
        yield raw if isinstance(raw, str) else canonical(raw)
    elif set(raw) == {"command"} and (command := command_of(raw)):
        yield command
    else:
        for name, value in raw.items():
            command = command_of(raw) if name == "command" else ""
            text = command or (value if isinstance(value, str) else canonical(value))
            yield f"{name}: {text}".replace("\n", "\n    ")


def canonical(value: object) -> str:
    """As JSON, in one line."""
    return json.dumps(value, ensure_ascii=False)
