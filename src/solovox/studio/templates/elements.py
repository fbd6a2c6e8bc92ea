"""Elements of a page by the names that a person has for them: what is written on a button, a label or a heading, or `data-part`.

Rule 1: an exact name goes before one that only has the words in it; what stands first in the page goes before what follows.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from bs4 import BeautifulSoup, Tag

from solovox.studio.templates.markup import one, text_of, value_of

Named = tuple[str, Tag, Tag]
_NOUNS: Final = frozenset(
    "the my a an part section box card field button switch toggle input area label heading view panel".split()
)
_FIXED: Final = {
    "subtitle": "#subtitle", "sub title": "#subtitle", "description": "#subtitle", "tagline": "#subtitle",
    "line under title": "#subtitle", "line below title": "#subtitle", "text under title": "#subtitle", "intro": "#subtitle", "introduction": "#subtitle",
    "title": "h1", "headline": "h1", "footer": "#footer", "note": ".note", "notes at top": ".note",
}  # fmt: skip


def words(name: str) -> tuple[str, ...]:
    """What counts of a name: lower case, without nouns of place, plurals folded."""
    found = re.findall(r"[^\W_]+", name.lower())
    kept = [word for word in found if word not in _NOUNS] or found
    return tuple(
        word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word for word in kept
    )


def named(page: BeautifulSoup) -> Iterator[Named]:
    """Names, the element that each stands for, and the one that says it. One element may have several."""
    for part in page.select("[data-part]"):
        yield from ((name, part, part) for name in value_of(part, "data-part").split("|"))
    for button in page.select("button"):
        yield text_of(button), button, button
    for label in page.select("label"):
        field = label.find_parent(class_="field")
        yield text_of(label), field or label, label
    for heading in page.select("h2, h3, legend, summary"):
        section = heading.find_parent(["section", "fieldset", "details"])
        yield text_of(heading), section or heading, heading
    for term in page.select("dt, .hint, .subtitle"):
        yield text_of(term), term, term


def find(page: BeautifulSoup, name: str) -> Tag | None:
    """The element of this name; None: there is none."""
    said = name.lower().strip()
    bare = re.sub(r"\b(?:the|my|its) ", "", said)
    if (selector := _FIXED.get(bare)) and (fixed := one(page, selector)):
        return fixed
    return _match(page, name, lambda found: found[1])


def said_by(page: BeautifulSoup, name: str) -> Tag | None:
    """The element whose own text is this name: a label, a button, a heading."""
    return _match(page, name, lambda found: found[2] if not found[2].has_attr("data-part") else None)


def _match(page: BeautifulSoup, name: str, pick: Callable[[Named], Tag | None]) -> Tag | None:
    wanted, bare, kind = words(name), _bare(name), _kind(name)
    fits: tuple[Callable[[str], bool], ...] = (
        lambda have: _bare(have) == bare,
        lambda have: words(have) == wanted,
        lambda have: bool(wanted) and set(wanted) <= set(words(have)),
    )
    for fit in fits:
        for found in named(page):
            if fit(found[0]) and (kind is None or found[2].name == kind) and (tag := pick(found)):
                return tag
    return None


def _bare(name: str) -> str:
    return re.sub(r"^(?:the|my|its) | (?:button|part|section|field|box)$", "", name.lower().strip())


def _kind(name: str) -> str | None:
    """The kind of element that a name insists on: "the start button"."""
    last = name.lower().split()[-1:] or [""]
    return {"button": "button", "switch": "button", "toggle": "button", "label": "label"}.get(last[0])


def field(page: BeautifulSoup, name: str) -> Tag | None:
    """The control whose label has this name."""
    label = _match(page, name, lambda found: found[2] if found[2].name == "label" else None)
    control = one(page, f"#{value_of(label, 'for')}") if label and value_of(label, "for") else None
    return control if control and control.name in ("input", "select", "textarea") else None


def part_of(tag: Tag) -> Tag | None:
    """The part of the page in which an element is: what stands directly in `main`."""
    here: Tag | None = tag
    while here is not None and (here.parent is None or here.parent.name != "main"):
        here = here.parent
    return here


def parts(page: BeautifulSoup) -> list[str]:
    """What a person can name, one for each part that is to be seen."""
    return [
        value_of(part, "data-part").split("|")[0] for part in page.select("main > [data-part]:not([hidden])")
    ]
