"""A page of an app as its own text with places: what is changed in a tag is changed there, and everything else stays to the letter. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser


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

    def named(self, *names: str) -> Iterator[PageTag]:
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

    def written(self) -> str:
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
