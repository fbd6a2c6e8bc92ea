"""What a person can have changed by voice: a closed union. Another kind of change is a class here, and mypy names where it is decided."""

from dataclasses import dataclass
from enum import Enum


class LookPart(Enum):
    """What has a colour or a size of its own. The value: how a line calls it."""

    ACCENT = "the accent"
    BUTTONS = "the buttons"
    BACKGROUND = "the background"
    CARDS = "the cards"
    TEXT = "the text"
    TITLE = "the title"
    SPACE = "the space"
    PAGE = "the page"
    CORNERS = "the corners"


class Action(Enum):
    """What a button can do in every app (`shared/actions.js`). The value: `data-action`."""

    RESET = "reset"
    DARK = "dark"
    LARGER = "larger"
    SMALLER = "smaller"


class PageEnd(Enum):
    """A place in the page."""

    TOP = "at the top"
    BOTTOM = "at the bottom"


@dataclass(frozen=True, slots=True)
class Recolour:
    """Another colour for a part: `#rrggbb`, and how it was called."""

    part: LookPart
    value: str
    called: str


@dataclass(frozen=True, slots=True)
class RecolourButton:
    """Another colour for one button."""

    button: str
    value: str
    called: str


@dataclass(frozen=True, slots=True)
class SetScheme:
    """Light or dark, whatever the system wishes."""

    dark: bool


@dataclass(frozen=True, slots=True)
class Resize:
    """A part larger (`by` above 1) or smaller."""

    part: LookPart
    by: float


@dataclass(frozen=True, slots=True)
class SetCorners:
    """Round corners, or square ones."""

    round: bool


@dataclass(frozen=True, slots=True)
class SetStyle:
    """One of the words of a closed table for a CSS variable: a font, its weight, how the title stands."""

    variable: str
    value: str
    done: str
    """What the line says."""


@dataclass(frozen=True, slots=True)
class SetColumns:
    """The parts side by side, in as many columns."""

    count: int


@dataclass(frozen=True, slots=True)
class Retitle:
    """Another name for the app."""

    title: str


@dataclass(frozen=True, slots=True)
class Relabel:
    """Another text for a label, a button or a heading."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class AddAction:
    """A button that does something. `called`: what stands on it."""

    action: Action
    called: str


@dataclass(frozen=True, slots=True)
class AddText:
    """A text of the person's."""

    text: str
    at: PageEnd


@dataclass(frozen=True, slots=True)
class AddEmoji:
    """A small picture in the title, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Hide:
    """A part, a field, a button or a text goes. It stays in the file: what counts with it goes on."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowAgain:
    """It comes back."""

    name: str


@dataclass(frozen=True, slots=True)
class Move:
    """A part goes to an end of the page, or beside another one (`beside`; TOP: above it)."""

    name: str
    to: PageEnd
    beside: str = ""


@dataclass(frozen=True, slots=True)
class SetField:
    """Another value that a field has at first."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class SetCurrency:
    """Another money, by its code."""

    code: str


Change = (
    Recolour | RecolourButton | SetScheme | Resize | SetCorners | SetStyle | SetColumns | Retitle | Relabel | AddAction | AddText
    | AddEmoji | Hide | ShowAgain | Move | SetField | SetCurrency
)  # fmt: skip
