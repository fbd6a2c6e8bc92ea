"""What an HTML page loads, runs and leaves open, read by the standard library's parser.

Browsers mend much that is wrong. Told is only what changes what the person sees: an end that closes nothing, an element
that is never closed and swallows what follows (a script, a style, a title, a comment).
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

_VOID: Final = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_MAY_STAY_OPEN: Final = frozenset(
    "html head body p li dt dd option optgroup thead tbody tfoot tr td th colgroup caption rt rp".split()
)
_SWALLOW: Final = frozenset({"script", "style", "title", "textarea"})
_LOADS: Final = {
    "script": "src", "img": "src", "audio": "src", "video": "src", "source": "src", "track": "src", "iframe": "src",
    "embed": "src", "object": "data", "input": "src", "image": "href", "use": "href",
}  # fmt: skip
_LINKS: Final = frozenset({"stylesheet", "icon", "manifest", "modulepreload", "preload"})
_DEEPEST: Final = 500


@dataclass(frozen=True, slots=True)
class InlineScript:
    """A script that stands in the page."""

    text: str
    module: bool


@dataclass(slots=True)
class Markup:
    """What was found in a page."""

    loads: list[tuple[str, str]] = field(default_factory=list)
    """Tag and address of what is loaded with it."""
    sends: list[str] = field(default_factory=list)
    """Addresses to which forms are sent."""
    scripts: list[InlineScript] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    has_content: bool = False


def read_markup(text: str) -> Markup:
    """What is in a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.finish_markup()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Markup()
        self._open: list[tuple[str, int]] = []
        self._raw: list[str] = []
        self._module = False
        self._runs = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self._load(tag, named)
        if tag not in ("html", "head", "body", "meta", "link", "title", "script", "style"):
            self.found.has_content = True
        if tag in _SWALLOW:
            kind = named.get("type", "").lower()
            self._module = kind == "module"
            self._runs = tag != "script" or kind in (
                "",
                "module",
                "text/javascript",
                "application/javascript",
            )
            self._raw.clear()
        if tag not in _VOID and len(self._open) < _DEEPEST:
            self._open.append((tag, self.getpos()[0]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._load(tag, {name: value or "" for name, value in attrs})
        if tag in _SWALLOW:  # in HTML such a tag is an open one
            self._open.append((tag, self.getpos()[0]))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style"):
            text = "".join(self._raw)
            if tag == "style":
                self.found.styles.append(text)
            elif self._runs and text.strip():
                self.found.has_content = True
                self.found.scripts.append(InlineScript(text, self._module))
            self._raw.clear()
        if tag in _VOID or tag == "p":
            return
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                self._leave([one for one in self._open[at + 1 :] if one[0] not in _MAY_STAY_OPEN])
                del self._open[at:]
                return
        if tag not in _MAY_STAY_OPEN:
            self.found.wrong.append(f"</{tag}> at line {self.getpos()[0]} closes nothing")

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1][0] in ("script", "style"):
            self._raw.append(data)
        elif data.strip() and not (self._open and self._open[-1][0] == "title"):
            self.found.has_content = True

    def finish_markup(self) -> Markup:
        """What was found, when all of it was read."""
        self._leave([one for one in self._open if one[0] not in _MAY_STAY_OPEN])
        return self.found

    def _leave(self, still_open: list[tuple[str, int]]) -> None:
        self.found.wrong += [f"<{tag}> of line {line} is not closed" for tag, line in still_open]

    def _load(self, tag: str, named: dict[str, str]) -> None:
        if tag == "link":
            if _LINKS & {*named.get("rel", "").lower().split()}:
                self.found.loads.append((tag, named.get("href", "")))
        elif tag == "form":
            self.found.sends.append(named.get("action", ""))
        elif (attribute := _LOADS.get(tag)) and attribute in named:
            self.found.loads.append((tag, named[attribute]))
