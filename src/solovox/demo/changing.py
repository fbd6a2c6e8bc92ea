"""Changes of files: each is an edit that the agent's program asks the person for. What is told follows from what came of it. Pure."""

import re
import shlex
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from solovox.demo.conversation import Ended, UseOutcome
from solovox.demo.desk import Desk, Hit, Work
from solovox.demo.finding import FoundName, body, escaped, find_file, find_name, is_test
from solovox.demo.names import VALUE, named, stands_for, written_like
from solovox.demo.places import groups, replacement
from solovox.demo.telling import at, count, difference, joined, listed, nothing
from solovox.demo.wishes import Append, Change, Create, Delete, Rename, number_of, unquoted

NEAR: Final = 20
"""Lines between two places that are changed in one edit."""
EDITS: Final = 6
"""Edits of one answer."""
UNITS: Final = frozenset(
    "second seconds minute minutes hour hours day days percent times ms milliseconds pixels euros dollars bytes".split()
)
TRUTH: Final = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
COMMENTS: Final = {
    ".py": "# ",
    ".sh": "# ",
    ".toml": "# ",
    ".yaml": "# ",
    ".yml": "# ",
    ".sql": "-- ",
    ".md": "",
}


def kept(outcome: UseOutcome) -> str:
    """Nothing was changed, and why."""
    why = outcome.why_not
    return f"I did not change anything: {why[0].lower() + why[1:] if not why.startswith('I ') else why}"


def change(desk: Desk, wish: Change) -> Work[str]:
    """A value that has a name, or a text."""
    place = (yield from find_file(desk, wish.place)) if wish.place else None
    what = wish.what if place or not wish.place else f"{wish.what} {wish.place}"
    literal = unquoted(what)
    if literal is None:
        found = yield from find_name(desk, what, place or "")
        values = (
            [one for one in found.named if (line := named(one.text)) and VALUE.match(line.value)]
            if found
            else []
        )
        if found and values:
            return (yield from _value(desk, found, values, wish))
        if found and found.named and re.fullmatch(r"[A-Za-z_]\w*", wish.new) and not wish.old:
            return (yield from rename(desk, Rename(what, wish.new, place or "")))
    old = literal or (unquoted(wish.old) or wish.old if wish.old else what)
    hits = [one for one in (yield from desk.find(escaped(old))) if place in (None, one.path)]
    if not hits:
        return nothing(old)
    hits.sort(key=lambda one: (old not in one.text, is_test(one.path)))
    return (yield from _text(desk, hits, old, unquoted(wish.new) or wish.new))


def _value(desk: Desk, found: FoundName, values: Sequence[Hit], wish: Change) -> Work[str]:
    hit = values[0]
    lines = yield from desk.read(hit.path)
    desk.about(found.name, hit.path, hit.line)
    if hit.line > len(lines):
        return nothing(found.name)
    line = lines[hit.line - 1]
    setting = named(line)
    value = VALUE.match(setting.value) if setting else None
    if setting is None or value is None:
        return nothing(found.name)
    new = valued(value[0], wish.new)
    start = line.index(setting.value, line.index(setting.name) + len(setting.name))
    changed = line[:start] + new + line[start + len(value[0]) :]
    where = at(hit.path, hit.line)
    if changed == line:
        return f"`{found.name}` is {new} already, in {where}."
    old = valued(value[0], wish.old) if wish.old else value[0]
    surprise = f" You said {old}." if old != value[0] else ""
    fits = replacement(lines, range(hit.line - 1, hit.line), [changed])
    first = f"`{found.name}` is {value[0]} in {where}.{surprise} I would make it {new}."
    got = yield from desk.edit(hit.path, fits.old, fits.new, first)
    if not got.done:
        return f"{kept(got)} `{found.name}` in {where}, is still {value[0]}."
    others = [one for one in values[1:] if one.path != hit.path]
    also = f"It is also set in {listed([at(one.path, one.line) for one in others[:3]])}." if others else ""
    return joined(
        f"Done. `{found.name}` is {new} now, in {where}. It was {value[0]}. {also}".strip(),
        difference([line], [changed]),
    )


def valued(old: str, new: str) -> str:
    """What was said for a new value, written as the old one is."""
    plain = unquoted(new)
    words = new.split()
    while plain is None and len(words) > 1 and words[-1].lower() in UNITS and number_of(" ".join(words[:-1])):
        words.pop()
    number = number_of(" ".join(words)) if plain is None else None
    if old[0] in "\"'`":
        return old[0] + (plain if plain is not None else number or new) + old[0]
    if old.lower() in TRUTH and new.lower() in TRUTH:
        pair = next(
            (one for one in (("true", "false"), ("on", "off"), ("yes", "no")) if old.lower() in one),
            ("true", "false"),
        )
        said = pair[0] if TRUTH[new.lower()] else pair[1]
        return said.capitalize() if old[0].isupper() else said
    if number is not None:
        return number
    if re.match(r"-?\d", old):
        return new if re.fullmatch(r"[\w.]+", new) else f'"{plain or new}"'
    return new


def _text(desk: Desk, hits: Sequence[Hit], old: str, new: str) -> Work[str]:
    """The first place of a text."""
    hit = hits[0]
    lines = yield from desk.read(hit.path)
    desk.about("", hit.path, hit.line)
    line = lines[hit.line - 1] if hit.line <= len(lines) else ""
    changed = (
        line.replace(old, new)
        if old in line
        else re.sub(re.escape(old), lambda _: new, line, flags=re.IGNORECASE)
    )
    if changed == line:
        return nothing(old)
    where = at(hit.path, hit.line)
    fits = replacement(lines, range(hit.line - 1, hit.line), [changed])
    got = yield from desk.edit(
        hit.path, fits.old, fits.new, f"I found it in {where}. I would write {new!r} in place of {old!r}."
    )
    if not got.done:
        return f"{kept(got)} {where[0].upper() + where[1:]}, is as it was."
    more = f"It stands in {count(len(hits) - 1, 'other line')} too." if len(hits) > 1 else ""
    return joined(f"Done, in {where}. {more}".strip(), difference([line], [changed]))


def rename(desk: Desk, wish: Rename) -> Work[str]:
    """A name, wherever it stands; or a file."""
    if re.fullmatch(r"\S+\.\w{1,5}", wish.old) or wish.old.lower().endswith(" file"):
        return (yield from _rename_file(desk, wish))
    place = (yield from find_file(desk, wish.place)) if wish.place else None
    found = yield from find_name(desk, wish.old, place or "")
    if found is None:
        return nothing(wish.old)
    new = written_like(unquoted(wish.new) or wish.new, found.name)
    desk.about(found.name)
    if new == found.name:
        return f"It is called `{new}` already."
    whole = re.compile(rf"(?<![\w-]){re.escape(found.name)}(?![\w-])")
    paths = list(dict.fromkeys(one.path for one in [*found.named, *found.hits]))
    edits, done = 0, 0
    told: list[str] = []
    for path in paths:
        lines = yield from desk.read(path)
        wanted = [n for n, line in enumerate(lines) if whole.search(line)]
        spans = groups(wanted, NEAR)
        for span in spans:
            if edits == EDITS:
                return joined(
                    _renamed(found.name, new, done, told), "There are more places. Ask me again for the rest."
                )
            changed = [whole.sub(new, one) for one in lines[span.start : span.stop]]
            fits = replacement(lines, span, changed)
            here = [n for n in wanted if n in span]
            first = (
                f"`{found.name}` stands in {count(len(here), 'line')} of `{path}`. I would call it `{new}`."
            )
            got = yield from desk.edit(path, fits.old, fits.new, first)
            edits += 1
            if not got.done:
                return f"{kept(got) if not done else got.why_not} {_renamed(found.name, new, done, told)}".strip()
            done += len(here)
            told.append(f"- `{path}`, {_lines(here)}")
            lines = [*lines[: span.start], *changed, *lines[span.stop :]]
    desk.about(new)
    return _renamed(found.name, new, done, told)


def _lines(numbers: Sequence[int]) -> str:
    shown = [str(one + 1) for one in numbers]
    return f"{'line' if len(shown) == 1 else 'lines'} {listed(shown)}"


def _renamed(old: str, new: str, done: int, told: Sequence[str]) -> str:
    if not done:
        return f"It is still called `{old}`."
    return joined(f"Renamed `{old}` to `{new}` in {count(done, 'line')}:", "\n".join(told))


def _rename_file(desk: Desk, wish: Rename) -> Work[str]:
    path = yield from find_file(desk, wish.old)
    if path is None:
        return nothing(wish.old)
    source = PurePosixPath(path)
    name = wish.new if "." in wish.new else written_like(wish.new, source.stem) + source.suffix
    target = str(source.with_name(PurePosixPath(name).name))
    got = yield from desk.run(
        f"mv -n {shlex.quote(path)} {shlex.quote(target)}",
        f"Rename {path}",
        f"I would rename `{path}` to `{target}`.",
    )
    return f"Done. `{path}` is `{target}` now." if got.done else kept(got)


def append(desk: Desk, wish: Append) -> Work[str]:
    """A line at the end of a file; a comment, above what is defined."""
    text = unquoted(wish.text) or wish.text
    found = None
    path = yield from find_file(desk, wish.place)
    if path is None:
        found = yield from find_name(desk, wish.place)
        if found is None or not found.named:
            return nothing(wish.place)
        path = found.named[0].path
    lines = yield from desk.read(path)
    if not lines:
        got = yield from desk.write(path, f"{text}\n", f"`{path}` is empty. I would write the line.")
        return f"Done. `{path}` has its first line." if got.done else kept(got)
    if found:
        n = min(found.named[0].line, len(lines)) - 1
        indent = lines[n][: len(lines[n]) - len(lines[n].lstrip())]
        new = [f"{indent}{COMMENTS.get(PurePosixPath(path).suffix, '// ')}{text}", lines[n]]
    else:
        n = len(lines) - 1
        new = [lines[n], text]
    fits = replacement(lines, range(n, n + 1), new)
    line = n + 1 if found else n + 2
    desk.about("", path, line)
    got = yield from desk.edit(path, fits.old, fits.new, f"I would add it to {at(path, line)}.")
    if not got.done:
        return f"{kept(got)} `{path}` is as it was."
    return joined(
        f"Done. It is in {at(path, line)}.", difference([], [one for one in new if one != lines[n]])
    )


def create(desk: Desk, wish: Create) -> Work[str]:
    """A new file."""
    name = wish.name
    files = yield from desk.files()
    if name in files:
        return f"`{name}` is there already. Tell me what to change in it."
    text = unquoted(wish.text) or wish.text
    got = yield from desk.write(name, f"{text}\n" if text else "", f"I would make a new file, `{name}`.")
    desk.about("", name)
    return f"Done. `{name}` is there." if got.done else kept(got)


def delete(desk: Desk, wish: Delete) -> Work[str]:
    """A file, a line, or a definition."""
    if wish.line:
        path = yield from find_file(desk, wish.what or "it")
        if path is None:
            return nothing(wish.what or "that file")
        lines = yield from desk.read(path)
        if not 0 < wish.line <= len(lines):
            return f"`{path}` has only {count(len(lines), 'line')}."
        return (yield from _without(desk, path, lines, range(wish.line - 1, wish.line)))
    path = (
        None
        if re.search(r"\b(?:function|class|method)\b", wish.what)
        else (yield from find_file(desk, wish.what))
    )
    if path is not None and not (stands_for(wish.what) and desk.subject.name):
        desk.about("", path)
        got = yield from desk.run(f"rm {shlex.quote(path)}", f"Delete {path}", f"I would delete `{path}`.")
        return (
            f"Done. `{path}` is deleted."
            if got.done
            else f"I did not delete anything: {_lower(got)} `{path}` is still there."
        )
    found = yield from find_name(desk, wish.what)
    if found is None or not found.named:
        return nothing(wish.what)
    hit = found.named[0]
    lines = yield from desk.read(hit.path)
    return (yield from _without(desk, hit.path, lines, body(lines, hit.line - 1)))


def _lower(outcome: UseOutcome) -> str:
    why = outcome.why_not
    return why if why.startswith("I ") else why[0].lower() + why[1:]


def _without(desk: Desk, path: str, lines: Sequence[str], span: range) -> Work[str]:
    desk.about("", path, span.start + 1)
    blank = span.start
    while (
        blank > 0
        and not lines[blank - 1].strip()
        and (span.stop == len(lines) or not lines[span.stop].strip())
    ):
        blank -= 1
    span = range(blank, span.stop)
    if len(span) == len(lines):
        return f"That is all that `{path}` has. Ask me to delete the file."
    fits = replacement(lines, span, [])
    gone = lines[span.start : span.stop]
    what = f"line {span.start + 1}" if len(span) == 1 else f"lines {span.start + 1} to {span.stop}"
    got = yield from desk.edit(path, fits.old, fits.new, f"I would remove {what} of `{path}`.")
    if not got.done:
        return f"{kept(got)} `{path}` is as it was."
    return joined(f"Done. I removed {what} of `{path}`.", difference(gone, []))


def undo(desk: Desk, edits: Sequence[tuple[str, str, str]]) -> Work[str]:
    """The edits of the last answer that changed something, as (file, what stood there, what stands there now), the last first."""
    if not edits:
        return "I have not changed any file in this talk, so there is nothing to undo."
    told: list[str] = []
    for path, old, new in edits:
        lines = yield from desk.read(path)
        if "\n".join(lines).count(new) != 1:
            return joined(*told, f"`{path}` is not as I left it. I did not touch it.")
        line = "\n".join(lines)[: "\n".join(lines).index(new)].count("\n") + 1
        got = yield from desk.edit(path, new, old, f"I would put back what stood in {at(path, line)}.")
        desk.about("", path, line)
        if got.ended is not Ended.DONE:
            return joined(*told, f"{kept(got)} My change in `{path}` stays.")
        told.append(
            joined(f"I put it back, in {at(path, line)}.", difference(new.split("\n"), old.split("\n")))
        )
    return joined(*told)
