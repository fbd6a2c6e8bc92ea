"""Questions that are answered from the contents of the workspace, with lines. Pure."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from solovox.demo.desk import Desk, Hit, Work
from solovox.demo.finding import FoundName, body, enclosing, escaped, find_file, find_name, named_file
from solovox.demo.names import VALUE, core, named, stands_for
from solovox.demo.telling import CAN, at, code, count, joined, listed, nothing, places
from solovox.demo.wishes import AskAbout, Count, ListIt, Show, Uses

PROJECT: Final = frozenset(
    "project repository repo workspace folder app application codebase program code".split()
)
ENDINGS: Final = {"python": ".py", "javascript": ".js", "typescript": ".ts", "rust": ".rs", "markdown": ".md", "text": ".txt"} | {
    "json": ".json", "go": ".go", "shell": ".sh", "yaml": ".yaml", "toml": ".toml", "html": ".html", "css": ".css",
}  # fmt: skip
COUNTED: Final = {
    "functions": r"^\s*(async )?(def|function|func|fn) ",
    "classes": r"^\s*class ",
    "tests": r"^\s*(async )?(def test|it\(|test\(|func Test)",
    "todos": r"TODO|FIXME",
}
LISTED_FILES: Final = 12


def about(desk: Desk, wish: AskAbout) -> Work[str]:
    """Where something is, what it is, or what it does."""
    words = core(wish.what)
    if words and set(words) <= PROJECT:
        return (yield from _project(desk))
    if re.fullmatch(r"\S*\w\.\w{1,5}", wish.what):
        path = yield from find_file(desk, wish.what)
        if path:
            return (yield from _file(desk, path))
    found = yield from find_name(desk, wish.what)
    if found is None:
        return (yield from _words(desk, wish.what))
    where = found.named
    if not where:
        desk.about(found.name, found.hits[0].path, found.hits[0].line)
        how = f"`{found.name}` is not defined here. It stands in {count(len(found.hits), 'place')}:"
        return joined(how, places(found.hits))
    first = where[0]
    desk.about(found.name, first.path, first.line)
    lines = yield from desk.read(first.path)
    return _told(found, first, lines, wish.want)


def _told(found: FoundName, first: Hit, lines: Sequence[str], want: str) -> str:
    """What is known of a name."""
    line = named(first.text)
    value = VALUE.match(line.value) if line else None
    own = body(lines, first.line - 1) if first.line <= len(lines) else range(0)
    block = [lines[n] for n in own] or [first.text]
    uses = _used(found)
    if line and line.value and value and len(own) <= 1:
        return joined(
            f"`{found.name}` is {value[0]}, in {at(first.path, first.line)}. {uses}", code(first.path, block)
        )
    if want == "does":
        return joined(
            f"`{found.name}` is in {at(first.path, first.line)}. {_what_it_says(block)} {uses}",
            code(first.path, block),
        )
    return joined(
        f"`{found.name}` is defined in {at(first.path, first.line)}. {uses}", code(first.path, block)
    )


def _used(found: FoundName) -> str:
    files = sorted({one.path for one in found.uses})
    if not files:
        return "Nothing else uses it."
    shown = listed([f"`{one}`" for one in files[:3]]) + (" and others" if len(files) > 3 else "")
    return f"It stands in {count(len(found.uses), 'other place')}, in {shown}."


def _what_it_says(block: Sequence[str]) -> str:
    """A definition in sentences: its documentation, what it takes, what it returns."""
    told = []
    text = "\n".join(block)
    if found := re.search(r"\"\"\"(.+?)(?:\"\"\"|\n)|^\s*(?://+|#+|\*) ?(\w.+)$", text, re.MULTILINE):
        told.append(f"It says of itself: {(found[1] or found[2]).strip().rstrip('.')}.")
    if found := re.search(r"\(([^()]*)\)", block[0]):
        taken = [
            one
            for one in (re.split(r"[:=\s]", one.strip())[0] for one in found[1].split(","))
            if one and one != "self"
        ]
        told.append(f"It takes {listed([f'`{one}`' for one in taken])}." if taken else "It takes nothing.")
    if returned := re.findall(r"^\s*return (.+?);?$", text, re.MULTILINE):
        told.append(f"It returns {listed([f'`{one}`' for one in returned[:3]], 'or')}.")
    return " ".join(told)


def uses(desk: Desk, wish: Uses) -> Work[str]:
    """Who calls it."""
    found = yield from find_name(desk, wish.what)
    if found is None:
        return nothing(desk.subject.name or wish.what)
    where = found.named
    first = where[0] if where else found.hits[0]
    desk.about(found.name, first.path, first.line)
    others = found.uses
    if not others:
        return f"Nothing uses `{found.name}`."
    told = []
    for path in list(dict.fromkeys(one.path for one in others))[:3]:
        lines = yield from desk.read(path)
        callers = [
            enclosing(lines, one.line - 1) for one in others if one.path == path and one.line <= len(lines)
        ]
        inside = [f"`{one}`" for one in dict.fromkeys(callers) if one and one != found.name]
        if inside:
            told.append(f"{listed(inside)} in `{path}`")
    callers_told = f"It is used by {listed(told)}." if told else ""
    return joined(
        f"`{found.name}` stands in {count(len(others), 'other place')}. {callers_told}", places(others)
    )


def show(desk: Desk, wish: Show) -> Work[str]:
    """A file, or lines of it."""
    path = yield from find_file(desk, wish.place or "it")
    if path is None and wish.place and not wish.first:
        return (yield from about(desk, AskAbout(wish.place, "where")))
    if path is None:
        return nothing(wish.place or "that file")
    lines = yield from desk.read(path)
    if not wish.first:
        return (yield from _file(desk, path))
    wanted = lines[wish.first - 1 : wish.last]
    desk.about("", path, wish.first)
    if not wanted:
        return f"`{path}` has only {count(len(lines), 'line')}."
    of = f"Line {wish.first}" if wish.first == wish.last else f"Lines {wish.first} to {wish.last}"
    return joined(f"{of} of `{path}`:", code(path, wanted))


def _file(desk: Desk, path: str) -> Work[str]:
    lines = yield from desk.read(path)
    desk.about("", path)
    if not lines:
        return f"`{path}` is empty."
    names = [line.name for one in lines if (line := named(one)) and not line.value]
    inside = f" It defines {listed([f'`{one}`' for one in names[:6]])}." if names else ""
    return joined(f"`{path}` has {count(len(lines), 'line')}.{inside}", code(path, lines))


def _project(desk: Desk) -> Work[str]:
    """What a workspace is, by its readme."""
    files = yield from desk.files()
    if not files:
        return "This folder is empty."
    kinds = Counter(one.rpartition(".")[2] for one in files if "." in one)
    told = (
        f"There are {count(len(files), 'file')}, most of them {kinds.most_common(1)[0][0]}." if kinds else ""
    )
    readme = named_file("readme.md", files) or named_file("readme", files)
    if readme is None:
        return joined(told, "\n".join(f"- `{one}`" for one in files[:LISTED_FILES]))
    lines = yield from desk.read(readme)
    prose = [one for one in lines if one.strip() and not one.startswith(("#", "```", "[", "<", "|"))]
    desk.about("", readme)
    said = f"`{readme}` says: {' '.join(prose[:2])[:300]}" if prose else ""
    return joined(said, told)


def list_it(desk: Desk, wish: ListIt) -> Work[str]:
    """The files, or what is to be done."""
    kind = wish.what.lower().split()
    if kind[-1] == "todos":
        hits = yield from desk.find(COUNTED["todos"])
        return joined(f"There are {count(len(hits), 'note')}:", places(hits)) if hits else "There are none."
    files = yield from desk.files()
    if len(kind) > 1 and kind[0] != "the":
        ending = ENDINGS.get(kind[0], f".{kind[0]}")
        files = [one for one in files if one.endswith(ending) or kind[0] in one.split("/")[-1]]
    if kind[-1] == "folders":
        files = sorted({one.rpartition("/")[0] for one in files if "/" in one})
    if not files:
        return f"There are no {wish.what}."
    more = len(files) - LISTED_FILES
    lines = [f"- `{one}`" for one in files[:LISTED_FILES]] + ([f"- and {more} more"] if more > 0 else [])
    return joined(f"There are {count(len(files), kind[-1].removesuffix('s'))}:", "\n".join(lines))


def count_it(desk: Desk, wish: Count) -> Work[str]:
    """How many there are."""
    if wish.what == "files":
        files = yield from desk.files()
        return f"There are {count(len(files), 'file')}."
    path = (
        (yield from find_file(desk, wish.place))
        if wish.place and not set(core(wish.place)) & PROJECT
        else None
    )
    if wish.what == "lines":
        path = path or desk.subject.path
        if not path:
            return "Of which file?"
        lines = yield from desk.read(path)
        desk.about("", path)
        return f"`{path}` has {count(len(lines), 'line')}."
    hits = [one for one in (yield from desk.find(COUNTED[wish.what])) if path in (None, one.path)]
    noun = {"classes": "class"}.get(wish.what, wish.what.removesuffix("s"))
    return joined(f"There are {count(len(hits), noun)}{f' in `{path}`' if path else ''}.", places(hits))


def _words(desk: Desk, phrase: str) -> Work[str]:
    """Where the words of a phrase stand, those lines first that have most of them."""
    words = [one for one in dict.fromkeys(core(phrase)) if len(one) > 2][:8]
    if stands_for(phrase) or not words:
        return CAN
    hits = yield from desk.find("|".join(map(escaped, words)))
    if not hits:
        files = yield from desk.files()
        path = named_file(phrase, files)
        if path:
            return (yield from _file(desk, path))
        return f"I found nothing about {listed([repr(one) for one in words])} in {count(len(files), 'file')}. {CAN}"
    rare = Counter(one for hit in hits for one in words if one in hit.text.lower())

    def weight(hit: Hit) -> float:
        return sum(1 / rare[one] + 1 for one in words if one in hit.text.lower())

    best = sorted(hits, key=weight, reverse=True)
    first = best[0]
    desk.about("", first.path, first.line)
    lines = yield from desk.read(first.path)
    around = lines[max(0, first.line - 3) : first.line + 4] or [first.text]
    have = [one for one in words if one in first.text.lower()]
    told = f"{listed([repr(one) for one in have])} {'stands' if len(have) == 1 else 'stand'} in {at(first.path, first.line)}."
    near = [one for one in best[1:] if weight(one) > 1][:4]
    return joined(told, code(first.path, around), f"Also:\n\n{places(near)}" if near else "")
