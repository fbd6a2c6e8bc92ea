"""What is on the demonstration model's desk: the tools that the agent's program offers, and what they gave. Pure.

Work is a generator: it yields the next use of a tool and is sent its outcome, so that what was done already can be gone through again from the
messages alone. Each operation uses what is offered: `Grep` and `Glob`, or `Bash` in their place.
"""

import posixpath
import re
import shlex
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from solovox.demo.conversation import Ended, UseOutcome

ROUNDS: Final = 12
"""Uses of tools in an answer."""
FILES: Final = 300
MATCHES: Final = 600
LONGEST: Final = 200_000
"""Characters of a result that are looked at."""
SKIPPED: Final = (".git", "node_modules", ".venv", "__pycache__", ".pytest_cache", "dist", "build")
_LINE: Final = re.compile(r" *(\d+)[\t→](.*)")
_CUT: Final = re.compile(r"\((?:Showing \d+ of|Results are truncated)")
_NOTE: Final = re.compile(rf"No files found|Found \d+ files?|\[Showing|{_CUT.pattern}")
_MATCH: Final = re.compile(r"(?:\./)?(.+?):(\d+):(.*)")


@dataclass(frozen=True, slots=True)
class Do:
    """The next use of a tool. `first`: what is said before it."""

    tool: str
    given: Mapping[str, Any]
    first: str = ""


T = TypeVar("T")
Work = Generator[Do, UseOutcome, T]


@dataclass(frozen=True, slots=True)
class Hit:
    """A line that was found."""

    path: str
    line: int
    text: str


@dataclass(slots=True)
class Subject:
    """What the talk is about, for "it" and "there"."""

    name: str = ""
    path: str = ""
    line: int = 0


@dataclass(slots=True)
class Desk:
    """The tools, by their name with the fields that they take; and what the talk is about."""

    tools: Mapping[str, frozenset[str]]
    folder: str = ""
    subject: Subject = field(default_factory=Subject)
    read_already: dict[str, list[str]] = field(default_factory=dict)

    def has(self, *names: str) -> bool:
        """Whether one of them is offered."""
        return any(name in self.tools for name in names)

    def about(self, name: str = "", path: str = "", line: int = 0) -> None:
        """What the next "it" means."""
        old = self.subject
        self.subject = Subject(name or old.name, path or old.path, line or (0 if path else old.line))

    def files(self) -> Work[list[str]]:
        """The files of the workspace."""
        if self.has("Glob"):
            got = yield self._do("Glob", pattern="**/*")
            if self.has("Grep") and any(map(_CUT.match, got.text.splitlines()[-1:])):
                # It was cut short, and what git keeps may be all of it. A search leaves that out.
                got = yield self._do("Grep", pattern="^", output_mode="files_with_matches")
        elif self.has("Bash"):
            skip = " ".join(f"-not -path '*/{one}/*'" for one in SKIPPED)
            got = yield self._do("Bash", command=f"find . -type f {skip} | sort | head -n {FILES}")
        else:
            return []
        lines = got.text[:LONGEST].splitlines() if got.done else []
        found = [self.short(one) for one in lines if one.strip() and not _NOTE.match(one)]
        return [one for one in found if not set(one.split("/")) & set(SKIPPED)][:FILES]

    def find(self, pattern: str) -> Work[list[Hit]]:
        """The lines that fit a regular expression, whatever the case."""
        if self.has("Grep"):
            got = yield self._do("Grep", pattern=pattern, output_mode="content", **{"-n": True, "-i": True})
        elif self.has("Bash"):
            skip = " ".join(f"--exclude-dir={one}" for one in SKIPPED)
            wanted = shlex.quote(pattern)
            got = yield self._do("Bash", command=f"grep -rnIiE {skip} -e {wanted} . | head -n {MATCHES}")
        else:
            return (yield from self._find_by_reading(pattern))
        matches = map(_MATCH.fullmatch, got.text[:LONGEST].splitlines()) if got.done else ()
        hits = [Hit(self.short(one[1]), int(one[2]), one[3]) for one in matches if one]
        return [one for one in hits if not set(one.path.split("/")) & set(SKIPPED)][:MATCHES]

    def read(self, path: str) -> Work[list[str]]:
        """The lines of a file; none if it cannot be read."""
        if path in self.read_already:
            return self.read_already[path]
        if self.has("Read"):
            got = yield self._do("Read", file_path=self.whole(path))
        elif self.has("Bash"):
            got = yield self._do("Bash", command=f"cat -n {shlex.quote(path)}")
        else:
            return []
        found = map(_LINE.fullmatch, got.text[:LONGEST].split("\n")) if got.done else ()
        lines = [one[2] for one in found if one]
        if lines and not lines[-1]:  # behind the last newline
            lines.pop()
        self.read_already[path] = lines
        return lines

    def edit(self, path: str, old: str, new: str, first: str = "") -> Work[UseOutcome]:
        """One place of a file, which was read."""
        if not self.has("Edit"):
            return UseOutcome(Ended.FAILED, "I was given no tool that edits files")
        self.read_already.pop(path, None)
        return (yield self._do("Edit", first, file_path=self.whole(path), old_string=old, new_string=new))

    def write(self, path: str, content: str, first: str = "") -> Work[UseOutcome]:
        """A whole new file."""
        if not self.has("Write"):
            return UseOutcome(Ended.FAILED, "I was given no tool that writes files")
        return (yield self._do("Write", first, file_path=self.whole(path), content=content))

    def run(self, command: str, about: str, first: str = "") -> Work[UseOutcome]:
        """A command of the shell."""
        if not self.has("Bash"):
            return UseOutcome(Ended.FAILED, "I was given no tool that runs commands")
        return (yield self._do("Bash", first, command=command, description=about))

    def short(self, path: str) -> str:
        """A path from the workspace."""
        inside = path.removeprefix(self.folder.rstrip("/") + "/") if self.folder else path
        return inside.removeprefix("./")

    def whole(self, path: str) -> str:
        """A path as the program wants it."""
        return posixpath.join(self.folder, path)

    def _do(self, tool: str, first: str = "", /, **given: object) -> Do:
        fields = self.tools[tool]
        return Do(tool, {name: value for name, value in given.items() if name in fields}, first)

    def _find_by_reading(self, pattern: str) -> Work[list[Hit]]:
        """Without any tool that searches: in what was read."""
        fits, path = re.compile(pattern, re.IGNORECASE), self.subject.path or "README.md"
        lines = yield from self.read(path)
        return [Hit(path, n, line) for n, line in enumerate(lines, 1) if fits.search(line)]


def offered(tools: Sequence[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """The tools of a request, with the fields of each."""
    found = {}
    for tool in tools:
        schema = tool.get("input_schema") or {}
        found[str(tool.get("name"))] = frozenset(schema.get("properties") or ())
    needs = {
        "Glob": {"pattern"},
        "Grep": {"pattern", "output_mode", "-n"},
        "Read": {"file_path"},
        "Edit": {"file_path", "old_string", "new_string"},
        "Write": {"file_path", "content"},
        "Bash": {"command"},
    }
    return {name: found[name] for name, fields in needs.items() if name in found and fields <= found[name]}
