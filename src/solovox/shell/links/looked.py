"""What a tool has seen, as the text of a turn: as a person would tell it. Nothing of it is lost: what is not said is shown.

Rule 1: a short list is said in one sentence ("3 files: a.py, b.py and c.py."). Of a long one it is said how many and which
come first; all of it stands below.
Rule 2: words are words: a short text stays as it is. A long one is shown whole, and said by what it is.
Rule 3: what a tool says about its result (`ASIDE`) is said in a sentence of its own.
"""

import re
from collections.abc import Sequence
from typing import Final

from solovox.ports import ASIDE
from solovox.text.markdown.blocks import LIST

MOST_NAMED: Final = 6
"""Things of a list that are said, all of them;"""
FIRST_NAMED: Final = 3
"""and of a longer one."""
MOST_LINES: Final = 6
MOST_CHARACTERS: Final = 400
"""A text with more is read in short."""
LONGEST_THING: Final = 60
"""Characters: a line of a list is a name, or a few words."""

_FOLDER: Final = re.compile(r"[^\s/][^/]*(?:/[^\s/][^/]*)*/")
_FILE: Final = re.compile(
    r"(?:[^\s/]+/)*(?:\.?[\w+@-]+(?:\.[\w+@-]+)*\.[A-Za-z]\w{0,9}|\.[A-Za-z][\w.-]*|[A-Z]\w*file|[A-Z]{4,})"
)
_PLACE: Final = re.compile(r"([^\s:][^:]*):(\d+): ")
_SENTENCE: Final = re.compile(r"[.!?…:;,]$|[.!?:] ")
_MARKED: Final = re.compile(r"\s*(?:[-*+•#>|{}<\[\]\"`~]|\d+[.)]\s|\s{4})")
"""Markdown, or what a program prints: it has a way to be said already."""


def as_answer(seen: str) -> str:
    """`seen`, or a sentence that tells it and, where that is not all of it, `seen` below it."""
    lines = [line.rstrip() for line in seen.splitlines() if line.strip()]
    things = [line for line in lines if not line.startswith(ASIDE)]
    asides = [line.removeprefix(ASIDE).strip() for line in lines if line.startswith(ASIDE)]
    if not things:
        return " ".join(map(_aside, asides)) or seen
    if all(map(_PLACE.match, things)):
        return _show_list(_places(things), asides, lines, whole=False)
    if _is_list(things):
        return _show_list(_tell_list(things), asides, lines, whole=len(things) <= MOST_NAMED)
    if len(seen) <= MOST_CHARACTERS and len(lines) <= MOST_LINES:
        return seen
    return _fence(seen, "text")


def _is_list(things: Sequence[str]) -> bool:
    """Names, or a few words on each line. A single line is one only if it is a name."""
    if len(things) == 1:
        return bool(_FOLDER.fullmatch(things[0]) or _FILE.fullmatch(things[0]))
    return not any(len(one) > LONGEST_THING or _SENTENCE.search(one) or _MARKED.match(one) for one in things)


def _tell_list(things: Sequence[str]) -> str:
    """`2 files in src: a.py and b.py`; `1 folder, docs, and 2 files, a.py and b.py`."""
    folders = [one for one in things if _FOLDER.fullmatch(one)]
    files = [one for one in things if _FILE.fullmatch(one)]
    many = len(things) > MOST_NAMED
    if len(folders) + len(files) < len(things):
        return f"{len(things)} lines, such as {_some(things, many)}" if many else _some(things, many)
    place = _in_common(things)
    where = f" in {place}" if place else ""
    groups = []
    for group, noun in ((folders, "folder"), (files, "file")):
        if group:
            named = _some([one.removeprefix(f"{place}/").rstrip("/") for one in group], many)
            more = "such as " if many and len(group) > FIRST_NAMED else ""
            groups.append((f"{len(group)} {noun}{'s' if len(group) > 1 else ''}", f"{more}{named}"))
    if len(groups) == 1:
        [(counted, named)] = groups
        return f"{counted}{where}{',' if named.startswith('such as ') else ':'} {named}"
    return f"{groups[0][0]}, {groups[0][1]}, and {groups[1][0]}, {groups[1][1]}" + (
        where and f", {where.strip()}"
    )


def _some(things: Sequence[str], many: bool) -> str:
    """`a, b and c`: all of them, or the first of many."""
    named = things[:FIRST_NAMED] if many else things
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _in_common(things: Sequence[str]) -> str:
    """The folder that all of them are in."""
    parents = {one.rstrip("/").rpartition("/")[0] for one in things}
    return parents.pop() if len(parents) == 1 else ""


def _places(things: Sequence[str]) -> str:
    """`4 lines of 2 files, first a.py, line 12`."""
    found = [one for one in map(_PLACE.match, things) if one is not None]
    files = len({one[1] for one in found})
    first = f"{found[0][1].rpartition('/')[2]}, line {found[0][2]}"
    if len(found) == 1:
        return f"One line: {first}"
    return f"{len(found)} lines of {files} file{'s' if files > 1 else ''}, first {first}"


def _show_list(told: str, asides: Sequence[str], lines: Sequence[str], *, whole: bool) -> str:
    """What is said, and below it the list if not all of it was said."""
    said = " ".join([_sentence(told), *map(_aside, asides)])
    return said if whole else f"{said}\n\n{_fence(chr(10).join(lines), LIST)}"


def _aside(text: str) -> str:
    return _sentence(text[:1].upper() + text[1:])


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _fence(seen: str, kind: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", seen)), default=0))
    return f"{fence}{kind}\n{seen}\n{fence}"
