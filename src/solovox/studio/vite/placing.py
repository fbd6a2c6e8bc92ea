"""Which of an app's files Vite takes in, and which it only copies. Pure.

Rule 1: the app stays the same. What can be taken in without a difference goes to `src/`: the page's style sheets, its
modules with what they import, and its classic scripts, joined in the order in which they run (`joining.py`). Everything else
keeps its place, below `public/`.
Rule 2: an app with further pages keeps all of its files below `public/`: those pages name them, too.
Rule 3: there is always one module of ours, in which whoever goes on can import packages.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from typing import Final

from solovox.ports.projects import Files
from solovox.studio.checking import imports

# A page of an app as its own text with places: what is changed in a tag is changed there, and everything else stays to the letter. Pure.


@dataclass(slots=True)
class PageTag:
    """A start tag: from `at` to before `end` in the text. `text`: what stands in a script; `over`: where its end tag ends."""

    name: str
    attrs: dict[str, str]
    at: int
    end: int
    text: str = ""
    over: int = 0


@dataclass(slots=True)
class AppPage:
    """The tags of a text, in their order, and what is to be changed in it."""

    source: str
    tags: list[PageTag] = field(default_factory=list)
    body_ends: int = -1
    _edits: list[tuple[int, int, str]] = field(default_factory=list)

    def find_tags(self, *names: str) -> Iterator[PageTag]:
        """The tags of these names."""
        return (one for one in self.tags if one.name in names)

    def set(self, tag: PageTag, name: str, value: str) -> None:
        """Another value for an attribute that the tag has."""
        raw = self.source[tag.at : tag.end]
        found = re.search(rf"(?i)(?<=[\s\"'])({re.escape(name)}\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s>]+)", raw)
        assert found is not None, "it was read from there"
        tag.attrs[name] = value
        self._edits.append((tag.at + found.start(), tag.at + found.end(), f'{found[1]}"{escape(value)}"'))

    def mark(self, tag: PageTag, name: str) -> None:
        """An attribute without a value, at the end of a tag."""
        at = tag.end - (2 if self.source[: tag.end].endswith("/>") else 1)
        self._edits.append((at, at, f" {name}"))

    def insert(self, at: int, text: str) -> None:
        """A text before a place; -1: at the end of the body."""
        at = at if at >= 0 else self.body_ends if self.body_ends >= 0 else len(self.source)
        self._edits.append((at, at, text))

    def remove(self, tag: PageTag) -> None:
        """A script, with what stands in it."""
        self._edits.append((tag.at, tag.over or tag.end, ""))

    def write_text(self) -> str:
        """The text with its changes."""
        parts, done = [], 0
        for at, end, text in sorted(self._edits, key=lambda one: one[:2]):
            parts += [self.source[done:at], text]
            done = end
        return "".join([*parts, self.source[done:]])


def read_page(text: str) -> AppPage:
    """Whatever the text is, there is one."""
    reader = _Reader(text)
    reader.feed(text)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page = AppPage(text)
        self._lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = self._here()
        known = {name: value or "" for name, value in reversed(attrs)}  # of two of a name, the first counts
        self.page.tags.append(PageTag(tag, known, at, at + len(self.get_starttag_text() or "")))

    def handle_data(self, data: str) -> None:
        if self.page.tags and self.page.tags[-1].name == "script" and not self.page.tags[-1].over:
            self.page.tags[-1].text += data

    def handle_endtag(self, tag: str) -> None:
        over = self.page.source.find(">", self._here()) + 1 or len(self.page.source)
        if tag == "body":
            self.page.body_ends = self._here()
        if tag == "script" and self.page.tags and self.page.tags[-1].name == "script":
            self.page.tags[-1].over = over


# Classic scripts as one module, where it makes no difference. Pure.
#
# Classic scripts share their names with each other, with the page's attributes (`onclick`) and with `window`; a module shares
# nothing, and is strict. So they are joined only where all of this holds:
#
# Rule 1: each is a file of the app that says "use strict" first, and none runs whenever it came (`async`).
# Rule 2: nothing but these scripts can call their names: no script stands in the page, no attribute is code, and what they make
# global by `var` or `function` is not asked of `window`.
# Rule 3: what a module has not is not used: `this` of the whole script, `document.currentScript`, `document.write`, `eval`.

_STRICT: Final = re.compile(r"\s*(?:(?://[^\n]*\n|/\*.*?\*/)\s*)*[\"']use strict[\"']", re.DOTALL)
_CLASSIC: Final = frozenset({"", "text/javascript", "application/javascript"})
_NOT_IN_MODULES: Final = re.compile(
    r"\)\(\s*this\b|^this\b|\bdocument\.(?:currentScript|write)|\beval\(|\bnew Function\(|\bimportScripts\("
    r"|\b(?:window|self|globalThis)\s*\[",
    re.MULTILINE,
)
_GLOBAL: Final = re.compile(r"\b(?:var|function\*?)\s+([\w$]+)")
_ASKED: Final = re.compile(r"\b(?:window|self|globalThis|this)\.([\w$]+)")


@dataclass(frozen=True, slots=True)
class JoinedScripts:
    """`paths`: in the order in which they run. `tags`: where they stand in the page."""

    paths: Sequence[str]
    tags: Sequence[PageTag]


def join_scripts(page: AppPage, files: Files) -> JoinedScripts | None:
    """The classic scripts of a page. None: they must stay what they are."""
    tags = [one for one in page.find_tags("script") if one.attrs.get("type", "").lower() in _CLASSIC]
    late = [one for one in tags if "defer" in one.attrs]
    ordered = [*(one for one in tags if one not in late), *late]
    paths = [normpath(one.attrs.get("src", "")) for one in ordered]
    texts = [files.get(path, "") for path in paths]
    made = {name for text in texts for name in _GLOBAL.findall(text)}
    asked = {name for text in texts for name in _ASKED.findall(text)}
    stays = (
        any("async" in one.attrs for one in tags)
        or any(not _STRICT.match(text) or _NOT_IN_MODULES.search(text) for text in texts)
        or len({*paths}) < len(paths)
        or made & asked
        or _page_calls(page)
    )
    return None if stays else JoinedScripts(paths, ordered)


def _page_calls(page: AppPage) -> bool:
    """Whether the page itself has code that could call a name."""
    inline = any(not one.attrs.get("src") and one.text.strip() for one in page.find_tags("script"))
    return inline or any(
        name.startswith("on") or value.lower().lstrip().startswith("javascript:")
        for tag in page.tags
        for name, value in tag.attrs.items()
    )


PAGE: Final = "index.html"
IGNORE: Final = "vite-ignore"
"""An attribute by which Vite leaves an element as it is."""
NEW: Final = "// Import packages here. The app's own scripts run before this one, as they did.\n"
_READ_BY_VITE: Final[Mapping[str, Sequence[str]]] = {
    "audio": ("src",), "embed": ("src",), "image": ("href", "xlink:href"), "img": ("src", "srcset"), "input": ("src",),
    "link": ("href", "imagesrcset"), "object": ("data",), "script": ("src",), "source": ("src", "srcset"), "track": ("src",),
    "use": ("href", "xlink:href"), "video": ("src", "poster"),
}  # fmt: skip
"""Attributes in which Vite looks for files to take in."""
_NAMES_FILES: Final = re.compile(r"url\(|@import|image-set\(", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlacedApp:
    """`page`: index.html; `main`: our own module in `taken`; `taken`: below `src/`; `copied`: below `public/`."""

    page: str
    main: str
    taken: Mapping[str, str]
    copied: Mapping[str, str]


def place_files(files: Files) -> PlacedApp:
    """Where all files of an app go."""
    page = read_page(files[PAGE])
    rest = {path: text for path, text in files.items() if path != PAGE}
    taken: dict[str, str] = {}
    scripts: JoinedScripts | None = None
    if not any(path.endswith((".html", ".htm")) for path in rest):
        _take_styles(page, rest, taken)
        _take_modules(page, rest, taken)
        scripts = join_scripts(page, rest)
    joins = scripts.paths if scripts is not None else ()
    copied = {path: text for path, text in rest.items() if path not in taken and path not in joins}
    main = next(name for name in ("main.js", "start.js", "vite-main.js") if name not in taken)
    tag = f'<script type="module" src="/src/{main}"></script>'
    if scripts is None or not joins:
        page.insert(-1, tag)
        taken[main] = NEW
    else:
        page.insert(min(one.at for one in page.find_tags("script")), tag)
        for one in scripts.tags:
            page.remove(one)
        taken[main] = "\n".join(f"{rest[path].rstrip()}\n" for path in joins)
    _leave_alone(page, gone=scripts.tags if scripts is not None else ())
    return PlacedApp(page.write_text(), main, taken, copied)


def _take_styles(page: AppPage, rest: Files, taken: dict[str, str]) -> None:
    """A sheet that names files stays beside them."""
    for link in page.find_tags("link"):
        path = normpath(link.attrs.get("href", ""))
        if link.attrs.get("rel") == "stylesheet" and path in rest and not _NAMES_FILES.search(rest[path]):
            taken[path] = rest[path]
            page.set(link, "href", f"/src/{path}")


def _take_modules(page: AppPage, rest: Files, taken: dict[str, str]) -> None:
    for script in page.find_tags("script"):
        if script.attrs.get("type") != "module" or "src" not in script.attrs:
            continue
        path = normpath(script.attrs["src"])
        whole = _find_imports(path, rest)
        if whole is not None:
            taken |= {one: rest[one] for one in whole}
            page.set(script, "src", f"/src/{path}")


def _find_imports(path: str, rest: Files) -> set[str] | None:
    """A module and all that it imports; None: not all of it is here."""
    found, left = set[str](), [path]
    while left:
        one = left.pop()
        if one in found:
            continue
        if one not in rest:
            return None
        found.add(one)
        for address in imports(rest[one]):
            if not address.startswith(("./", "../")):
                return None
            left.append(normpath(join(dirname(one), address)))
    return found


def _leave_alone(page: AppPage, gone: Sequence[PageTag]) -> None:
    """What names a file that is only copied is no business of Vite's."""
    for tag in page.find_tags(*_READ_BY_VITE):
        names = [tag.attrs.get(name, "") for name in _READ_BY_VITE[tag.name]]
        if tag not in gone and any(name and not name.startswith("/src/") for name in names):
            page.mark(tag, IGNORE)
