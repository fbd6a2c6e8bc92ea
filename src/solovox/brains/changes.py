"""What has changed in a folder since a moment, as git sees it: in a repository of our own, beside the folder's.

Rule 1: nothing of the person's repository is read or written but the files themselves: no index, no object, no hook, no filter
and no setting of theirs. What `.gitignore` leaves out is left out.
Rule 2: a folder that is too large, or a machine without git, has no changes that are known (None). It is not an error.
"""

import asyncio
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from solovox.ports import Changed, FileChange, children

SECONDS: Final = 10.0
"""How long git may take. A folder that takes longer is too large."""
SETTINGS: Final = (
    "core.compression=0", "core.looseCompression=0", "core.quotePath=false", "core.autocrlf=false", "core.fsmonitor=false",
    "core.hooksPath=/dev/null", "gc.auto=0", "core.attributesFile=/dev/null", "core.excludesFile=/dev/null",
)  # fmt: skip


class FolderChanges:
    """What changes in `folder` in each answer. What git saw of it is in a folder of our own, made when it is needed first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._git = shutil.which("git")
        self._store: TemporaryDirectory[str] | None = None
        self._before: str | None = None
        self._marked = False
        self._marking = asyncio.Lock()

    def begin(self) -> None:
        """An answer begins."""
        self._before, self._marked = None, False

    def close(self) -> None:
        """Nothing of it is kept."""
        if self._store is not None:
            self._store.cleanup()
            self._store = None

    async def mark(self) -> None:
        """Something may change now. What has changed is counted from the first of these on."""
        async with self._marking:
            if not self._marked:
                self._before = await self._tree()
                self._marked = True

    async def since(self) -> Changed | None:
        """What has changed since `mark`. None: nothing, or it cannot be known."""
        if self._before is None or (now := await self._tree()) is None or now == self._before:
            return None
        trees = ("--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", self._before, now)
        counted, diff = await self._run("diff", "--numstat", "-z", *trees), await self._run("diff", *trees)
        if counted is None or diff is None:
            return None
        return Changed([_change(line) for line in counted.split("\0") if line], diff)

    async def _tree(self) -> str | None:
        """The name of the folder's content."""
        if self._store is None:
            self._store = TemporaryDirectory(prefix="solovox-", ignore_cleanup_errors=True)
            await self._run("init", "--quiet", "--bare", self._store.name)
        if await self._run("add", "--all", "--ignore-errors", "--", ".") is None:
            return None
        tree = await self._run("write-tree")
        return tree.strip() if tree else None

    async def _run(self, *arguments: str) -> str | None:
        """What git says; None if it failed, or took too long."""
        if self._git is None or self._store is None:
            return None
        settings = [part for one in SETTINGS for part in ("-c", one)]
        said = await children.said_by(
            [self._git, *settings, *arguments],
            seconds=SECONDS, cwd=self._folder, env=self._environment(arguments[0], self._store.name),
        )  # fmt: skip
        return None if said is None else said.decode("utf-8", "replace")

    def _environment(self, command: str, store: str) -> Mapping[str, str]:
        """Git's variables: none of the person's."""
        kept = {
            name: text for name, text in os.environ.items() if name in ("PATH", "LANG", "LC_ALL", "TMPDIR")
        }
        ours = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_OPTIONAL_LOCKS": "0"}
        where = {} if command == "init" else {"GIT_DIR": store, "GIT_WORK_TREE": str(self._folder)}
        return {**kept, **ours, **where, "GIT_TERMINAL_PROMPT": "0", "HOME": store}


def _change(line: str) -> FileChange:
    """A line of `--numstat`. What is not text has no lines: `-`."""
    added, removed, path = line.split("\t", 2)
    return FileChange(path, _count(added), _count(removed))


def _count(text: str) -> int:
    return int(text) if text.isdecimal() else 0
