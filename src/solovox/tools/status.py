"""How the project stands: its branch and changes, its newest commit (both by git), and how large it is."""

import asyncio
import os
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import Any, Final, assert_never

from solovox.ports import Tool, ToolResult
from solovox.tools.workspace import MOST_FILES, Workspace

LIMIT_SECONDS: Final = 10.0
MOST_NAMED: Final = 3

# A repository's own settings may name a program to run; none of those is run for a look.
_GIT: Final = (
    "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false",
    "-c", "log.showSignature=false",
)  # fmt: skip
_STATUS: Final = ("status", "--porcelain=v1", "--branch", "--ignore-submodules=all")
_NEWEST: Final = ("log", "-1", "--no-show-signature", "--no-color", "--format=%s%n%cr")
_QUIET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


class About(Enum):
    """What is asked of the project."""

    CHANGES = "changes"
    SIZE = "size"
    COMMIT = "commit"


class ProjectStatus(Tool):
    """The state of the workspace in a sentence or two."""

    description = (
        "The state of the project: its branch and uncommitted changes, how many files it has (`size`), "
        "or its newest commit."
    )
    parameters: Mapping[str, Any] = {
        "type": "object",
        "properties": {"about": {"type": "string", "enum": [one.value for one in About]}},
        "additionalProperties": False,
    }
    effects = False

    def __init__(self, workspace: Workspace, name: str = "project_status") -> None:
        self.name = name
        self._workspace = workspace

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """`On branch main. 2 files changed: a.py, b.py. 1 new file: c.py.`"""
        about = About(arguments.get("about", About.CHANGES.value))
        match about:
            case About.CHANGES:
                report = await self._git(_STATUS)
                return ToolResult(_told(report) if report is not None else await self._without_git())
            case About.SIZE:
                return ToolResult(await self._size())
            case About.COMMIT:
                return ToolResult(await self._commit())
            case _:
                assert_never(about)

    async def _commit(self) -> str:
        subject, _, when = (await self._git(_NEWEST) or "").strip().partition("\n")
        if subject:
            return f"The newest commit, {when}: {subject.rstrip('.')}."
        if await self._git(_STATUS) is None:
            return await self._without_git()
        return "There is no commit yet."

    async def _without_git(self) -> str:
        return f"It is not under git. {await self._size()}"

    async def _size(self) -> str:
        names = await asyncio.to_thread(lambda: list(self._workspace.files()))
        kinds = Counter(PurePosixPath(name).suffix for name in names)
        common = [f"{count} {kind[1:]}" for kind, count in kinds.most_common(4) if kind][:MOST_NAMED]
        most = "at least " if len(names) == MOST_FILES else ""
        tail = f", among them {', '.join(common)}" if common else ""
        return f"It has {most}{_counted(len(names), 'file')}{tail}."

    async def _git(self, asked: Sequence[str]) -> str | None:
        """What git reports; None when there is no git, no repository, or no answer in time.

        It is waited for in a thread, as everything is that takes its own time: a clock that does not wait for
        this machine (`--speed inf`) waits for threads.
        """
        git = _begun(asked, self._workspace.root)
        if git is None:
            return None
        try:
            out = await asyncio.to_thread(_read_to_the_end, git)
        finally:
            if git.returncode is None:
                git.kill()  # it was cancelled; the thread takes it away
        return out.decode(errors="replace") if git.returncode == 0 else None


def _begun(asked: Sequence[str], root: Path) -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(
            [*_GIT, *asked],
            cwd=root,
            env={**os.environ, **_QUIET},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None


def _read_to_the_end(git: subprocess.Popen[bytes]) -> bytes:
    """What it prints, as far as it comes in time."""
    try:
        return git.communicate(timeout=LIMIT_SECONDS)[0]
    except subprocess.TimeoutExpired:
        git.kill()
        return git.communicate()[0]


def _told(report: str) -> str:
    lines = report.splitlines()
    head = lines[0].removeprefix("## ") if lines else ""
    branch = head.removeprefix("No commits yet on ").partition("...")[0]
    where = "On no branch" if head.startswith("HEAD (no branch)") else f"On branch {branch}"
    new = [line[3:] for line in lines[1:] if line.startswith("??")]
    changed = [line[3:] for line in lines[1:] if not line.startswith("??")]
    if not new and not changed:
        return f"{where}. Nothing is changed."
    told = [_group(changed, "changed file")] if changed else []
    told += [_group(new, "new file")] if new else []
    return " ".join([f"{where}.", *told])


def _group(names: list[str], noun: str) -> str:
    more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{_counted(len(names), noun)}: {', '.join(names[:MOST_NAMED])}{more}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
