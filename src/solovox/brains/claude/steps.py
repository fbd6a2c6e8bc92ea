"""What Claude Code does, as steps that a person understands. Pure.

Rule 1: a use of a tool is one step, named by its id: begun, then done or failed.
Rule 2: what changes something says so when it begins, and begins when it was allowed. What was not allowed never began.
Rule 3: the receipt of a change is the id of the use whose result was no error.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Final

from solovox.core.units import StepKind, StepState
from solovox.ports import Json, Step

TITLE: Final = 80
DETAIL: Final = 2_000
RESULT: Final = 600
Given = Json


def begin_step(use: str, tool: str, given: Given, folder: str, *, effects: bool) -> Step:
    """A tool is being used."""
    title, detail = title_use(tool, given, folder), detail_use(tool, given)
    return Step(title, StepKind.TOOL, use, detail, StepState.BEGUN, effects)


def end_step(before: Step, result: str, *, failed: bool) -> Step:
    """The same step, with its short result."""
    state = StepState.FAILED if failed else StepState.DONE
    receipt = before.step if before.effects and not failed else None
    detail = shorten_text("\n\n".join(filter(None, (before.detail, result.strip()[:RESULT]))))
    return Step(before.title, before.kind, before.step, detail, state, before.effects, receipt)


def title_use(tool: str, given: Given, folder: str) -> str:
    """A few words: `Read src/auth.py`, `Run pytest -q`."""
    make = TITLES.get(tool)
    words = make(given, folder) if make else f"Use {tool.removeprefix('mcp__').replace('_', ' ')}"
    line = " ".join(words.split())
    return line if len(line) <= TITLE else line[: TITLE - 1].rstrip() + "…"


def detail_use(tool: str, given: Given) -> str:
    """What is run or written, in whole as far as it is short."""
    match tool:
        case "Bash":
            return shorten_text(_text(given, "command"))
        case "Edit":
            old, new = _text(given, "old_string"), _text(given, "new_string")
            lines = [f"-{line}" for line in old.splitlines()] + [f"+{line}" for line in new.splitlines()]
            return shorten_text("\n".join(lines))
        case "Write":
            return shorten_text(_text(given, "content"))
        case "NotebookEdit":
            return shorten_text(_text(given, "new_source"))
        case _:
            return shorten_text(json.dumps(given, ensure_ascii=False, default=str)) if given else ""


def result_text(content: object) -> str:
    """The text of a tool's result."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        blocks = (one for one in content if isinstance(one, Mapping))
        return "\n".join(str(one.get("text") or f"({one.get('type', 'something')})") for one in blocks)
    return ""


def shorten_text(text: str) -> str:
    """The beginning, where it is long."""
    return text if len(text) <= DETAIL else text[: DETAIL - 1] + "…"


def near(path: str, folder: str) -> str:
    """A path as the person would write it."""
    try:
        return str(PurePath(path).relative_to(folder))
    except ValueError:
        return path


def _text(given: Given, name: str) -> str:
    return str(given.get(name) or "")


def _file(verb: str, name: str = "file_path") -> Callable[[Given, str], str]:
    return lambda given, folder: f"{verb} {near(_text(given, name), folder) or 'a file'}"


def _bash(given: Given, folder: str) -> str:
    return (
        f"Run {_text(given, 'command').strip().splitlines()[0]}" if _text(given, "command").strip() else "Run"
    )


TITLES: Final[Mapping[str, Callable[[Given, str], str]]] = {
    "Bash": _bash,
    "Edit": _file("Edit"),
    "Glob": lambda given, _: f"Look for files {_text(given, 'pattern')}",
    "Grep": lambda given, _: f"Search for {_text(given, 'pattern')}",
    "NotebookEdit": _file("Edit", "notebook_path"),
    "Read": _file("Read"),
    "Task": lambda given, _: f"Ask an assistant: {_text(given, 'description')}",
    "TodoWrite": lambda given, _: "Plan the next steps",
    "ExitPlanMode": lambda given, _: "Propose a plan",
    "WebFetch": lambda given, _: f"Fetch {_text(given, 'url')}",
    "WebSearch": lambda given, _: f"Search the web for {_text(given, 'query')}",
    "Write": _file("Write"),
}
