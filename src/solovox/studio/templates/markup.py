"""The page of an app as a tree. What is written is what was read, but for what was changed; every text is escaped by the writer."""

import re
from typing import Final, cast

from bs4 import BeautifulSoup, Tag
from bs4.dammit import EntitySubstitution
from bs4.formatter import HTMLFormatter


class _AsWritten(HTMLFormatter):
    """Attributes in the order in which they stand."""

    def attributes(self, tag: Tag) -> list[tuple[str, str | None]]:
        """Those of a tag; an empty one is its name alone."""
        return [(name, str(value) or None) for name, value in tag.attrs.items()]


_AFTER_DOCTYPE: Final = re.compile(r"^(<!DOCTYPE[^>]*>)\n\n")
"""The parser writes a line break of its own there."""
_AS_WRITTEN: Final = _AsWritten(
    entity_substitution=EntitySubstitution.substitute_xml, void_element_close_prefix=""
)


def parsed(text: str) -> BeautifulSoup:
    """The tree of a page. Whatever the text is, there is one."""
    return BeautifulSoup(text, "html.parser", multi_valued_attributes=None)


def written(page: BeautifulSoup) -> str:
    """Its text. Of a page of ours that was only read it is the same to the letter."""
    return _AFTER_DOCTYPE.sub(r"\1\n", page.decode(formatter=_AS_WRITTEN))


def one(page: Tag, selector: str) -> Tag | None:
    """The first element that a selector finds."""
    return page.select_one(selector)


def value_of(tag: Tag, name: str) -> str:
    """An attribute; "": it has none."""
    return cast(str, tag.attrs.get(name, ""))


def text_of(tag: Tag) -> str:
    """What is read in it, in one line."""
    return " ".join(tag.get_text(" ").split())


def new(page: BeautifulSoup, name: str, text: str, **attributes: str) -> Tag:
    """An element with a text. `data_action`: the attribute `data-action`."""
    tag = page.new_tag(
        name, attrs={key.rstrip("_").replace("_", "-"): one for key, one in attributes.items()}
    )
    tag.string = text
    return tag
