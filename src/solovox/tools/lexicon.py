"""The names of a workspace: files, folders, branches, what its sources define, what it depends on.

Rule 1: nothing is read that `tools.workspace` does not show (hidden files, what looks like a secret, what a link leads out to),
nor what git ignores. Branches are names of git's, read by git itself, without the person's hooks and settings.
Rule 2: everything is bounded: files, bytes, names, time.
Rule 3: no talk waits for it: a thread reads, and until it has, the names of before count.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import threading
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

from solovox.ports import children
from solovox.text.names.workspace_names import EMPTY, NameLexicon
from solovox.tools.workspace import FileRefused, Workspace

MOST_NAMES: Final = 10_000
MOST_READ: Final = 1_000
"""Files whose content is looked into."""
MOST_LINES: Final = 2_000
"""Lines of one file."""
GIT_SECONDS: Final = 5.0
_GIT: Final = (
    "git",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.quotePath=false",
)
_DEFINED: Final = re.compile(
    r"\b(?:def|class|function|func|fn|struct|enum|trait|interface|type|module|macro|const|let|var|val)\s+"
    r"(?:\([^)\n]*\)\s*)?([A-Za-z_]\w{2,})|^([A-Z][A-Z0-9_]{2,})\s*(?::[^=\n]*)?=",
    re.MULTILINE,
)
_REQUIREMENT: Final = re.compile(r"^\s*([A-Za-z][\w.-]*)", re.MULTILINE)
_GO_MODULE: Final = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[a-z]+/\S+)\s+v\d", re.MULTILINE)
_VERSION: Final = re.compile(r"v\d+")
_SOURCES: Final = frozenset(
    ".py .pyi .js .jsx .mjs .ts .tsx .vue .svelte .rs .go .c .h .cc .cpp .hpp .cs .java .kt .swift .rb .php .sh".split()
)


def workspace_names(root: Path, stop: Callable[[], bool] = lambda: False) -> list[str]:
    """The names in a folder, at most `MOST_NAMES`, each once: first those that are fewest. Blocks."""
    workspace = Workspace(root)
    tracked = _list_tracked(workspace.root)
    files = [name for name in workspace.files(stop) if tracked is None or name in tracked]
    found = itertools.chain(
        _branches(workspace.root),
        (part for name in files for part in PurePosixPath(name).parts),
        _dependencies(workspace, files),
        _definitions(workspace, files, stop),
    )
    return list(itertools.islice(dict.fromkeys(found), MOST_NAMES))


class WorkspaceLexicon:
    """The lexicon of a folder, which is read anew when something changed there."""

    def __init__(self, root: Path, run: Callable[[Callable[[], None]], None] | None = None) -> None:
        """`run` does a piece of work beside; else a thread does."""
        self._root = root
        self._run = run or _in_thread
        self._lexicon = EMPTY
        self._stamp: object = None
        self._reading = threading.Lock()

    def names(self) -> NameLexicon:
        """As far as they are known. If the folder has changed, they are read again meanwhile."""
        if self._reading.acquire(blocking=False):
            self._run(self._read)
        return self._lexicon

    def _read(self) -> None:
        try:
            stamp = _stamp(self._root)
            if stamp != self._stamp:
                self._lexicon = NameLexicon(workspace_names(self._root))
                self._stamp = stamp
        except OSError:
            pass  # the folder is gone, or may not be read: the names of before count
        finally:
            self._reading.release()


def _in_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="names of the workspace", daemon=True).start()


def _stamp(root: Path) -> object:
    """When folders and sources were changed last: of all that is seen, the newest and how many."""
    workspace = Workspace(root)
    times = [os.stat(workspace.root / name).st_mtime_ns for name in workspace.files()]
    head = workspace.root / ".git" / "HEAD"
    refs = workspace.root / ".git" / "refs" / "heads"
    times += [path.stat().st_mtime_ns for path in (head, refs) if path.exists()]
    return len(times), max(times, default=0)


def _git(root: Path, *arguments: str) -> list[str] | None:
    """What git lists, in pieces; None: there is no git, or no repository."""
    if shutil.which(_GIT[0]) is None:
        return None
    variables = {
        "PATH": os.environ.get("PATH", ""),
        "HOME": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_OPTIONAL_LOCKS": "0",
    }
    try:
        said = children.run_child(
            [*_GIT, "-C", str(root), *arguments],
            seconds=GIT_SECONDS,
            env=variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if said.returncode:
        return None
    return [part for part in said.stdout.decode(errors="replace").split("\0") if part]


def _list_tracked(root: Path) -> frozenset[str] | None:
    """The files that git does not ignore; None: git does not know."""
    files = _git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if files is None and (root / ".git").exists():
        return frozenset()  # which of them are ignored cannot be known
    return None if files is None else frozenset(files)


def _branches(root: Path) -> Iterator[str]:
    listed = _git(root, "for-each-ref", "--format=%(refname:lstrip=2)%00", "--count=500", "refs/heads")
    yield from (name.strip() for name in listed or () if name.strip())


def _dependencies(workspace: Workspace, files: list[str]) -> Iterator[str]:
    for name in files:
        read = _MANIFESTS.get(PurePosixPath(name).name)
        if read is not None or re.fullmatch(r"requirements[\w.-]*\.txt", PurePosixPath(name).name):
            text = _text(workspace, name)
            try:
                yield from (read or _requirements)(text)
            except (ValueError, AttributeError, TypeError, RecursionError):
                continue  # not what its name says: nothing depends on it


def _definitions(workspace: Workspace, files: list[str], stop: Callable[[], bool]) -> Iterator[str]:
    for name in [one for one in files if PurePosixPath(one).suffix in _SOURCES][:MOST_READ]:
        if stop():
            return
        yield from (found[1] or found[2] for found in _DEFINED.finditer(_text(workspace, name)))


def _text(workspace: Workspace, name: str) -> str:
    try:
        return "\n".join(workspace.head(name, MOST_LINES).lines)
    except FileRefused:
        return ""


def _requirements(text: str) -> list[str]:
    return _REQUIREMENT.findall(text)


def _pyproject(text: str) -> Iterator[str]:
    found = tomllib.loads(text)
    project = found.get("project", {})
    groups = [project.get("dependencies", []), *project.get("optional-dependencies", {}).values()]
    groups += found.get("dependency-groups", {}).values()
    for one in itertools.chain.from_iterable(groups):
        if isinstance(one, str):
            yield from _REQUIREMENT.findall(one)[:1]
    yield from found.get("tool", {}).get("poetry", {}).get("dependencies", {})


def _package(text: str) -> Iterator[str]:
    found: dict[str, Any] = json.loads(text)
    for kind in ("dependencies", "devDependencies", "peerDependencies"):
        yield from found.get(kind, {})
    yield from found.get("scripts", {})


def _cargo(text: str) -> Iterator[str]:
    found = tomllib.loads(text)
    for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
        yield from found.get(kind, {})


def _go(text: str) -> Iterator[str]:
    for path in _GO_MODULE.findall(text):
        parts = [part for part in path.split("/") if not _VERSION.fullmatch(part)]
        yield parts[-1]


_MANIFESTS: Final[dict[str, Callable[[str], Any]]] = {
    "pyproject.toml": _pyproject,
    "package.json": _package,
    "Cargo.toml": _cargo,
    "go.mod": _go,
}
