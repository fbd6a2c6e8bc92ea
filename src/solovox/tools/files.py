"""Listing, reading and searching the workspace, as tools. The looking itself is in `workspace`.

What is empty is said to be, in a line of its own (`ASIDE`): no result is empty (law C1).
"""

import asyncio
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import Final, TypeVar

from solovox.ports import ASIDE, Json, Tool, ToolResult
from solovox.tools.json_schema import takes
from solovox.tools.workspace import MOST_FILES, FileRefused, How, Workspace, print_name

DEFAULT_LINES: Final = 20
MOST_LINES: Final = 200
PROSE: Final = frozenset(("", ".md", ".txt", ".rst"))
"""How the names of files end whose lines are read as they are."""

T = TypeVar("T")


class ListFiles(Tool):
    """Names, one a line; folders end in a slash."""

    name = "list_files"
    description = "List the files and folders in a folder of the workspace, or every file (`deep`)."
    parameters = takes(
        {
            "path": {"type": "string", "maxLength": 300, "description": "Relative; the root by default."},
            "deep": {"type": "boolean", "description": "Every file of the workspace, without folders."},
        }
    )
    effects = False
    looks_inside = True

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def run(self, arguments: Json) -> ToolResult:
        """The names, then `… and 12 more` if there were too many."""
        if arguments.get("deep"):
            found = await _look_in_thread(lambda stop: list(self._workspace.files(stop)))
            if isinstance(found, ToolResult):
                return found
            more = "there may be more" if len(found) == MOST_FILES else ""
            return _lines([print_name(name) for name in found], more, "no files")
        listing = await _look_in_thread(lambda stop: self._workspace.entries(arguments.get("path") or "."))
        if isinstance(listing, ToolResult):
            return listing
        names = [print_name(name) for name in listing.names]
        return _lines(names, f"and {listing.more} more" if listing.more else "", "the folder is empty")


class ReadFileHead(Tool):
    """The first lines of a file: prose as it is, anything else as code, of which a voice says what it is."""

    name = "read_file_head"
    description = "Read the first lines of a text file in the workspace."
    parameters = takes(
        {
            "path": {
                "type": "string",
                "minLength": 1,
                "maxLength": 300,
                "description": "Relative to the workspace.",
            },
            "lines": {"type": "integer", "minimum": 1, "maximum": MOST_LINES},
        },
        "path",
    )
    effects = False
    looks_inside = True
    read_aloud = True

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def run(self, arguments: Json) -> ToolResult:
        """The lines as they are, then `…` if the file goes on. What is no prose stands between fences."""
        lines = int(arguments.get("lines", DEFAULT_LINES))
        head = await _look_in_thread(lambda stop: self._workspace.head(arguments["path"], lines))
        if isinstance(head, ToolResult):
            return head
        if not head.more and not "".join(head.lines).strip():
            return ToolResult(f"{ASIDE}the file is empty")
        text = "\n".join([*head.lines, *(["…"] if head.more else [])])
        path = PurePosixPath(arguments["path"])
        suffix = path.suffix.casefold()
        if suffix in PROSE and (suffix or path.name.isupper()):  # LICENSE is prose, Makefile is not
            return ToolResult(text)
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        return ToolResult(f"{fence}{suffix.removeprefix('.')}\n{text}\n{fence}")


class SearchFiles(Tool):
    """Which lines contain a text."""

    name = "search_files"
    description = "Search the text of the workspace's files, whatever the case."
    parameters = takes(
        {
            "text": {"type": "string", "minLength": 2, "maxLength": 200},
            "how": {
                "type": "string",
                "enum": [how.value for how in How],
                "description": "As whole words, or only where it is defined; anywhere by default.",
            },
        },
        "text",
    )
    effects = False
    looks_inside = True

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def run(self, arguments: Json) -> ToolResult:
        """`path:line: text`, one a line."""
        how = How(arguments.get("how", How.ANYWHERE.value))
        found = await _look_in_thread(lambda stop: self._workspace.search(arguments["text"], stop, how))
        if isinstance(found, ToolResult):
            return found
        matches, more = found
        lines = [f"{print_name(match.path)}:{match.line}: {match.text}" for match in matches]
        return _lines(lines, "and more" if more else "", "no file contains it")


def _lines(lines: Sequence[str], more: str, none: str) -> ToolResult:
    """A line each, and what there is to say about them all."""
    aside = more if lines else none
    return ToolResult("\n".join([*lines, *([f"{ASIDE}{aside}"] if aside else [])]))


async def _look_in_thread(look: Callable[[Callable[[], bool]], T]) -> T | ToolResult:
    """What `look` finds in a worker thread, which is told to stop when this is cancelled."""
    stopped = threading.Event()
    try:
        return await asyncio.to_thread(look, stopped.is_set)
    except FileRefused as refused:
        return ToolResult(str(refused), failed=True)
    finally:
        stopped.set()
