"""Which name, file or line of the workspace the person means. Pure: what is not known yet is asked of the desk."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from solovox.demo.desk import Desk, Hit, Work
from solovox.demo.names import NAMED_LINES, core, loose, named, nearest, parts, stands_for

_TOKEN: Final = re.compile(r"[A-Za-z_]\w*")
_SPECIAL: Final = re.compile(r"([.^$*+?()\[\]{}|\\])")


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name of the workspace, and the lines on which it stands."""

    name: str
    hits: Sequence[Hit]

    @property
    def named(self) -> list[Hit]:
        """Where it is defined or set: code first, its tests last."""
        found = [one for one in self.hits if (line := named(one.text)) and line.name == self.name]
        return sorted(found, key=lambda one: (is_test(one.path), one.path, one.line))

    @property
    def uses(self) -> list[Hit]:
        """Where else it stands."""
        return [one for one in self.hits if one not in self.named]


def escaped(text: str) -> str:
    """A search for exactly this text, for any of the tools that search."""
    return _SPECIAL.sub(r"\\\1", text)


def is_test(path: str) -> bool:
    """Whether a file holds tests, by its name."""
    return "test" in path.lower()


def find_name(desk: Desk, phrase: str, place: str = "") -> Work[FoundName | None]:
    """The name that a phrase means; in a file, if one is named."""
    if stands_for(phrase):
        if not desk.subject.name:
            return None
        phrase = desk.subject.name
    flat = "".join(core(phrase))
    hits = yield from desk.find(loose(phrase))
    tokens = Counter(
        one
        for hit in hits
        for one in [*_TOKEN.findall(hit.text), *_key(hit.text)]
        if "".join(parts(one)) == flat
    )
    name = max(tokens, key=lambda one: (one == phrase, tokens[one]), default=None)
    if name is None:
        index = yield from desk.find(NAMED_LINES)
        name = nearest(phrase, [line.name for hit in index if (line := named(hit.text))])
        if name is None:
            return None
        hits = yield from desk.find(escaped(name))
    whole = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    found = [one for one in hits if whole.search(one.text)]
    inside = [one for one in found if one.path == place] if place else found
    return FoundName(name, inside or found)


def _key(line: str) -> list[str]:
    """The name of a setting, which may have hyphens and dots."""
    found = named(line)
    return [found.name] if found else []


def find_file(desk: Desk, phrase: str) -> Work[str | None]:
    """The file that a phrase means."""
    if stands_for(phrase):
        return desk.subject.path or None
    files = yield from desk.files()
    return named_file(phrase, files)


def named_file(phrase: str, files: Sequence[str]) -> str | None:
    """By its path, its name, its name without the ending, or what is nearly that."""
    wanted = phrase.lower().removeprefix("the ").removeprefix("file ").strip()
    exact = [one for one in files if wanted in (one.lower(), PurePosixPath(one).name.lower())]
    if exact:
        return exact[0]
    if re.fullmatch(r"\S+\.\w+", wanted) and not any(_near(wanted, one) for one in files):
        return None
    by_name: dict[str, str] = {}
    for one in sorted(files, key=is_test):
        path = PurePosixPath(one)
        by_name.setdefault(path.stem, one)
        by_name.setdefault(path.name, one)
    best = nearest(phrase, by_name)
    return by_name[best] if best else None


def _near(wanted: str, path: str) -> bool:
    return nearest(wanted, [PurePosixPath(path).name]) is not None


def body(lines: Sequence[str], at: int) -> range:
    """The lines, counted from 0, of what is defined at one of them."""
    deep = _indent(lines[at])
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > deep):
        end += 1
    if end < len(lines) and _indent(lines[end]) == deep and lines[end].strip()[0] in "})]":
        end += 1
    while end > at + 1 and not lines[end - 1].strip():
        end -= 1
    return range(at, end)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def enclosing(lines: Sequence[str], at: int) -> str:
    """The name of what a line stands in; empty for the file itself."""
    for n in range(at - 1, -1, -1):
        found = named(lines[n])
        if found and not found.value and _indent(lines[n]) < _indent(lines[at]) and at in body(lines, n):
            return found.name
    return ""
