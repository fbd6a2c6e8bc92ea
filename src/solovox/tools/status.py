"""How the project stands: its branch and changes, how large it is and in which languages, and its newest commit."""

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from pathlib import PurePosixPath
from typing import Final, assert_never

from solovox.ports import Json, Tool, ToolResult, children
from solovox.text.markdown.blocks import count_things
from solovox.tools.json_schema import takes
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


NO_GIT: Final = "It is not under git."
NO_LANGUAGE: Final = "No file is in a language that I know."
LANGUAGES: Final = {
    ending: language
    for language, endings in (
        ("Python", ".py .pyi"), ("TypeScript", ".ts .tsx .mts"), ("JavaScript", ".js .jsx .mjs .cjs"), ("HTML", ".html .htm"),
        ("CSS", ".css .scss"), ("C", ".c .h"), ("C++", ".cpp .cc .cxx .hpp .hh"), ("C sharp", ".cs"), ("Java", ".java"),
        ("Kotlin", ".kt .kts"), ("Swift", ".swift"), ("Go", ".go"), ("Rust", ".rs"), ("Ruby", ".rb"), ("PHP", ".php"),
        ("Lua", ".lua"), ("R", ".r"), ("Haskell", ".hs"), ("Scala", ".scala"), ("Dart", ".dart"), ("SQL", ".sql"),
        ("shell", ".sh .bash .zsh"), ("Markdown", ".md"), ("JSON", ".json"), ("TOML", ".toml"), ("YAML", ".yaml .yml"),
    )
    for ending in endings.split()
}  # fmt: skip
"""Languages by the endings of names, as they are said."""


class About(Enum):
    """What is asked of the project."""

    CHANGES = "changes"
    SIZE = "size"
    LANGUAGES = "languages"
    COMMIT = "commit"


class ProjectStatus(Tool):
    """The state of the workspace in a few short sentences."""

    name = "get_project_status"
    description = (
        "The state of the project: its branch and uncommitted changes, its size, its languages, and its newest "
        "commit; or one of these (`about`)."
    )
    parameters = takes({"about": {"type": "string", "enum": [one.value for one in About]}})
    effects = False
    looks_inside = True
    read_aloud = True

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def run(self, arguments: Json) -> ToolResult:
        """`On branch main. 2 changed files: a.py, b.py. It has 9 files. 7 files are Python. The newest commit, …`"""
        asked = arguments.get("about")
        report = await self._git(_STATUS)
        return ToolResult(
            await self._tell_about(About(asked), report) if asked else await self._whole(report)
        )

    async def _whole(self, report: str | None) -> str:
        """Each in turn; what there is not is left out."""
        about = [one for one in About if report is not None or one is not About.COMMIT]
        told = [await self._tell_about(one, report) for one in about]
        return " ".join(one for one in told if one != NO_LANGUAGE)

    async def _tell_about(self, about: About, report: str | None) -> str:
        match about:
            case About.CHANGES:
                return _changes(report) if report is not None else NO_GIT
            case About.SIZE:
                return _size(await self._names())
            case About.LANGUAGES:
                return _languages(await self._names())
            case About.COMMIT:
                return await self._commit() if report is not None else NO_GIT
            case _:
                assert_never(about)

    async def _commit(self) -> str:
        subject, _, when = (await self._git(_NEWEST) or "").strip().partition("\n")
        return f"The newest commit, {when}: {subject.rstrip('.')}." if subject else "There is no commit yet."

    async def _names(self) -> list[str]:
        return await asyncio.to_thread(lambda: list(self._workspace.files()))

    async def _git(self, asked: Sequence[str]) -> str | None:
        """What git reports; None when there is no git, no repository, or no answer in time."""
        out = await children.said_by(
            [*_GIT, *asked],
            seconds=LIMIT_SECONDS,
            cwd=self._workspace.root,
            env={**os.environ, **_QUIET},
        )
        return None if out is None else out.decode(errors="replace")


def _size(names: Sequence[str]) -> str:
    most = "at least " if len(names) == MOST_FILES else ""
    return f"It has {most}{count_things(len(names), 'file')}."


def _languages(names: Sequence[str]) -> str:
    """`7 files are Python, 2 Markdown and 1 JSON.`, by the endings of their names."""
    by_language = Counter(LANGUAGES.get(PurePosixPath(name).suffix.casefold(), "") for name in names)
    del by_language[""]
    common = by_language.most_common(MOST_NAMED)
    if not common:
        return NO_LANGUAGE
    (first, number), rest = common[0], [f"{count} {language}" for language, count in common[1:]]
    verb = "is" if number == 1 else "are"
    told = [f"{count_things(number, 'file')} {verb} {first}", *rest]
    return f"{' and '.join([*([', '.join(told[:-1])] if told[1:] else []), told[-1]])}."


def _changes(report: str) -> str:
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
    return f"{count_things(len(names), noun)}: {', '.join(names[:MOST_NAMED])}{more}."
