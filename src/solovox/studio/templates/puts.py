"""Putting values into a page: the only ways in which what was said gets there. The parser's writer escapes all of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from bs4 import BeautifulSoup

from solovox.studio.templates.markup import new, one, value_of


@dataclass(frozen=True, slots=True)
class PutAttribute:
    """An attribute of the element that a selector finds."""

    target: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class PutText:
    """All text of an element; of a field of many lines, what stands in it."""

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class PutOption:
    """The option of a select that is chosen at first, by its value."""

    target: str
    option: str


@dataclass(frozen=True, slots=True)
class PutItems:
    """The items of a list."""

    target: str
    items: tuple[str, ...]


Put = PutAttribute | PutText | PutOption | PutItems


def put(page: BeautifulSoup, puts: Iterable[Put]) -> bool:
    """Put them in; False: one of them has no place here."""
    done = [_put(page, each) for each in puts]
    return all(done)


def _put(page: BeautifulSoup, each: Put) -> bool:
    target = one(page, each.target)
    if target is None:
        return False
    match each:
        case PutAttribute():
            target[each.name] = each.value
        case PutText():
            target.string = each.text
        case PutOption():
            options = target.select("option")
            if not any(value_of(option, "value") == each.option for option in options):
                return False
            for option in options:
                option.attrs.pop("selected", None)
                if value_of(option, "value") == each.option:
                    option["selected"] = ""
        case PutItems():
            target.clear()
            target.extend([new(page, "li", item) for item in each.items])
        case _:
            assert_never(each)
    return True
