"""A template: a folder of files, and what of a request goes where."""

import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from solovox.core.errors import SolovoxError

_KEPT: Final = ("index.html", "style.css", "app.js")
SHARED: Final = "shared"


class TemplateBroken(SolovoxError):
    """A template's own files are not as they must be: our fault."""


class TemplateParameter(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True
):
    """Something that a request may say. `target`: a selector of where it goes. `units`: words behind its number; `before`: words before
    it. `unknown`: what is said when it cannot be known."""

    name: str
    target: str = ""
    units: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    unknown: str = ""


class NumberParameter(TemplateParameter, frozen=True, tag="number"):
    """The start value of a field. `scales`: units that count as many of its own. `alone`: the values of other parameters that were not
    said, when this one was."""

    least: float
    most: float
    scales: dict[str, float] = {}
    alone: dict[str, float] = {}


class CurrencyParameter(TemplateParameter, frozen=True, tag="currency"):
    """The money of the page."""


class DayParameter(TemplateParameter, frozen=True, tag="date"):
    """A day, as the start value of a field."""


class ItemsParameter(TemplateParameter, frozen=True, tag="list"):
    """The items of a list."""

    most: int


class PairsParameter(TemplateParameter, frozen=True, tag="pairs"):
    """Lines of two parts. `placeholder`: a line for each, where only their number was said; `{n}` counts. `numeric`: the second part is a
    number; `never`: words that no first part has."""

    most: int
    joint: str = " = "
    placeholder: str = ""
    never: tuple[str, ...] = ()
    numeric: bool = False


class TopicParameter(TemplateParameter, frozen=True, tag="topic"):
    """What it is about: goes into the title. `joint`: the word between; "": the one that was said."""

    joint: str = ""


class ChoiceParameter(TemplateParameter, frozen=True, tag="choice"):
    """One option of a select. `choices`: its value, by the words for it. `said`: how the line says it."""

    choices: dict[str, tuple[str, ...]]
    said: dict[str, str] = {}


class UnitsParameter(TemplateParameter, frozen=True, tag="units"):
    """What is converted, from what, to what."""


class ColourParameter(TemplateParameter, frozen=True, tag="colour"):
    """A colour, as the start value of a field."""


AnyParameter = (
    NumberParameter
    | CurrencyParameter
    | DayParameter
    | ItemsParameter
    | PairsParameter
    | TopicParameter
    | ChoiceParameter
    | UnitsParameter
    | ColourParameter
)


class Template(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`name`: how the line calls it. `accent`: its colour. `says`: by which words it is asked for. `line`: what the line adds, piece by
    piece, of what was found; the first of those between `|` of which all was found."""

    id: str
    name: str
    accent: str
    says: tuple[str, ...]
    line: tuple[str, ...] = ()
    parameters: tuple[AnyParameter, ...] = ()
    files: dict[str, str] = {}

    @property
    def title(self) -> str:
        """As it stands above the app."""
        return self.name[:1].upper() + self.name[1:]


def _made(folder: Traversable, shared: Traversable) -> Template:
    try:
        said = tomllib.loads((folder / "template.toml").read_text("utf-8"))
        own = {name: (folder / name).read_text("utf-8") for name in _KEPT}
        looks = (shared / "style.css").read_text("utf-8")
        own["style.css"] = looks + own["style.css"]
        own["actions.js"] = (shared / "actions.js").read_text("utf-8")
        return msgspec.convert(said | {"files": own}, Template)
    except (OSError, ValueError) as wrong:
        raise TemplateBroken(f"the template in {folder.name} cannot be read: {wrong}") from wrong


@cache
def templates() -> tuple[Template, ...]:
    """All of them, by their ids. Reads files: call it first in a thread."""
    here = files(__package__)
    shared = here / SHARED
    found = [_made(one, shared) for one in here.iterdir() if (one / "template.toml").is_file()]
    return tuple(sorted(found, key=lambda one: one.id))
