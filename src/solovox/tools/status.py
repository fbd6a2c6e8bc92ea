"""How the project stands: its branch and changes by git, else how many files it has."""

import asyncio
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any, Final

from solovox.ports import ToolResult
from solovox.tools.workspace import MOST_FILES, Workspace

LIMIT_SECONDS: Final = 10.0
MOST_NAMED: Final = 3

# A repository's own settings may name a program to run; none of those is run for a look.
_GIT: Final = (
    "git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false",
    "status", "--porcelain=v1", "--branch", "--ignore-submodules=all",
)  # fmt: skip
_QUIET: Final = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


class ProjectStatus:
    """The state of the workspace in a sentence or two."""

    name = "project_status"
    description = "The state of the project: branch and uncommitted changes, or how many files it has."
    parameters: Mapping[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
    effects = False

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def run(self, arguments: Mapping[str, Any]) -> ToolResult:
        """`On branch main. 2 files changed: a.py, b.py. 1 new file: c.py.`"""
        report = await _git_status(str(self._workspace.root))
        if report is not None:
            return ToolResult(_told(report))
        names = await asyncio.to_thread(lambda: list(self._workspace.files()))
        kinds = Counter(PurePosixPath(name).suffix for name in names)
        common = [f"{count} {kind[1:]}" for kind, count in kinds.most_common(4) if kind][:MOST_NAMED]
        most = "at least " if len(names) == MOST_FILES else ""
        tail = f", among them {', '.join(common)}" if common else ""
        return ToolResult(f"It is not under git. It has {most}{_counted(len(names), 'file')}{tail}.")


async def _git_status(root: str) -> str | None:
    """What git reports; None when there is no git, no repository, or no answer in time."""
    try:
        git = await asyncio.create_subprocess_exec(
            *_GIT,
            cwd=root,
            env={**os.environ, **_QUIET},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return None
    try:
        async with asyncio.timeout(LIMIT_SECONDS):
            out, _ = await git.communicate()
    except TimeoutError:
        return None
    finally:
        if git.returncode is None:
            git.kill()
            await git.wait()
    return out.decode(errors="replace") if git.returncode == 0 else None


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
