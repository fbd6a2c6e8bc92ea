"""How what Claude Code wants to do is said before a yes (law N5). Pure but for the paths of files.

Rule: what it is called with is said, but for what changes nothing, what is said in other words, and what stands in a file.
"""

from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from solovox.acts.paths import WorkFolder
from solovox.brains.claude.risk import Kind
from solovox.brains.spoken_acts import count_changes, lines, run, touch
from solovox.ports import Json, SaidAct

Given = Json
SERVED: Final = "mcp__"


def say_act(tool: str, given: Given, place: WorkFolder, kind: Kind) -> SaidAct:
    """What is done to what, where, and what changes there."""
    if (make := KNOWN.get(tool)) is not None:
        return make(given, place)
    if tool == "Bash":
        more = _without(given, "command", "description", "timeout", "dangerouslyDisableSandbox")
        return run(_text(given, "command"), place, fenced=kind is not Kind.GRAVE, more=more)
    if tool.startswith(SERVED):
        server, _, name = tool.removeprefix(SERVED).partition("__")
        return SaidAct((f"call {name} of {server}".replace("_", " "),), given)
    return SaidAct((f"use {tool}".replace("_", " "),), given)


def _say_edit(given: Given, place: WorkFolder) -> SaidAct:
    edits = given.get("edits")
    each = edits if isinstance(edits, list) else [given]
    known = [one for one in each if isinstance(one, Mapping)]
    counts = count_changes((_text(one, "old_string"), _text(one, "new_string")) for one in known)
    everywhere = ["wherever it stands"] * any(one.get("replace_all") is True for one in known)
    more = _without(given, "file_path", "old_string", "new_string", "replace_all", "edits")
    return touch("edit", _text(given, "file_path"), place, *counts, *everywhere, more=more)


def _say_write(given: Given, place: WorkFolder) -> SaidAct:
    count = lines(len(_text(given, "content").splitlines()))
    return touch(
        "write", _text(given, "file_path"), place, count, more=_without(given, "file_path", "content")
    )


def _cell(given: Given, place: WorkFolder) -> SaidAct:
    count = lines(len(_text(given, "new_source").splitlines()))
    more = _without(given, "notebook_path", "new_source")
    return touch("edit", _text(given, "notebook_path"), place, count, more=more)


def _read(name: str) -> Callable[[Given, WorkFolder], SaidAct]:
    return lambda given, place: touch("read", _text(given, name), place, more=_without(given, name))


def _say_search(does: str) -> Callable[[Given, WorkFolder], SaidAct]:
    def made(given: Given, place: WorkFolder) -> SaidAct:
        found, inside = place.locate_path(_text(given, "path"))
        where = [f"in {place.name}"] if inside else [f"in {found}", f"outside of {place.name}"]
        return SaidAct((f"{does} {_text(given, 'pattern')}", *where), _without(given, "pattern", "path"))

    return made


def _say_fetch(given: Given, _: WorkFolder) -> SaidAct:
    url = _text(given, "url")
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        host = ""
    return SaidAct((f"fetch {url}", *[f"from {host}"] * bool(host)), _without(given, "url"))


def _asked_the_web(given: Given, _: WorkFolder) -> SaidAct:
    return SaidAct((f"search the web for {_text(given, 'query')}",), _without(given, "query"))


def _say_beginning(given: Given, place: WorkFolder) -> SaidAct:
    return SaidAct(("begin to do what was planned", f"in {place.name}"), _without(given, "plan"))


KNOWN: Final[Mapping[str, Callable[[Given, WorkFolder], SaidAct]]] = {
    "Edit": _say_edit, "ExitPlanMode": _say_beginning, "Glob": _say_search("look for files"), "Grep": _say_search("search for"),
    "LS": _read("path"), "MultiEdit": _say_edit, "NotebookEdit": _cell, "NotebookRead": _read("notebook_path"),
    "Read": _read("file_path"), "WebFetch": _say_fetch, "WebSearch": _asked_the_web, "Write": _say_write,
}  # fmt: skip


def _text(given: Given, name: str) -> str:
    return str(given.get(name) or "")


def _without(given: Given, *names: str) -> Given:
    """What else it is called with."""
    return {name: value for name, value in given.items() if name not in names}
