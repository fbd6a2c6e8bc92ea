"""What each way of saying a change means. The ways are data: `ways.txt`.

Rule 1: whoever adds a word there names it here, or nothing loads.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from solovox.studio.templates.changes import (
    Action,
    AddAction,
    AddEmoji,
    AddText,
    Change,
    Hide,
    LookPart,
    Move,
    PageEnd,
    Recolour,
    RecolourButton,
    Relabel,
    Resize,
    Retitle,
    SetColumns,
    SetCorners,
    SetCurrency,
    SetField,
    SetScheme,
    SetStyle,
    ShowAgain,
)
from solovox.studio.templates.colours import colour
from solovox.studio.templates.emojis import emoji
from solovox.studio.templates.loose import loosely
from solovox.studio.templates.request import AppRequest
from solovox.studio.templates.values import currency

LONGEST_TEXT: Final = 200
"""Characters of a text, a title or a label that is set."""
Means = Callable[[re.Match[str]], Change | None]
_QUOTES: Final = "\"'“”‘’ .!?"
_COUNTS: Final = {"one": 1, "a single": 1, "single": 1, "two": 2, "three": 3}
_REST: Final = frozenset(
    ("everything", "everything else", "all", "all else", "the rest", "rest", "the others")
)
_NOT_NAMES: Final = frozenset("there it this that everything a".split())


@dataclass(frozen=True, slots=True)
class SpokenWay:
    """A pattern for the whole sentence, and what it means; None: it does not after all."""

    said: re.Pattern[str]
    means: Means


def _part(found: re.Match[str], otherwise: LookPart) -> LookPart:
    groups = found.groupdict()
    return next((part for part in LookPart if groups.get(part.name.lower())), otherwise)


def _colour(found: re.Match[str]) -> Change | None:
    part = _part(found, LookPart.ACCENT)
    said = re.sub(
        r"^(?:to |in |into |a |be |the colou?r )+", "", found["colour"].strip(), flags=re.IGNORECASE
    )
    dark = re.fullmatch(r"(?P<dark>dark|darker)|light|lighter|bright", said, re.IGNORECASE)
    if dark and part in (LookPart.ACCENT, LookPart.BACKGROUND):
        return SetScheme(dark=bool(dark["dark"]))
    value = colour(said)
    return Recolour(part, value, said.lower()) if value else None


def _button(found: re.Match[str]) -> Change | None:
    value = colour(re.sub(r"^(?:to |in )", "", found["colour"]))
    return RecolourButton(found["name"].strip(), value, found["colour"].lower()) if value else None


def _size(found: re.Match[str]) -> Change:
    step = 1.1 if found["little"] else 1.45 if found["much"] else 1.22
    return Resize(_part(found, LookPart.TEXT), step if found["up"] else 1 / step)


def _scheme(found: re.Match[str]) -> Change:
    return SetScheme(dark=found["scheme"].lower() != "light")


def _title(found: re.Match[str]) -> Change | None:
    new = found["new"].strip(_QUOTES)[:LONGEST_TEXT]
    return Retitle(new) if new and new.lower() not in ("it", "me", "back") else None


def _title_or_look(found: re.Match[str]) -> Change | None:
    """What the title should be: "in the middle", "Our Trip"."""
    return loosely(found.group()) or _title(found)


def _label(found: re.Match[str]) -> Change | None:
    old, new = found["old"].strip(_QUOTES), found["new"].strip(_QUOTES)[:LONGEST_TEXT]
    return Relabel(old, new) if old and new and not colour(new) else None


def _field(found: re.Match[str]) -> Change | None:
    name, value = found["name"].strip(), found["value"].strip(_QUOTES)[:LONGEST_TEXT]
    return SetField(name, value) if name.split()[0].lower() not in _NOT_NAMES and value else None


def _money(found: re.Match[str]) -> Change | None:
    code = currency(AppRequest(found["money"]))
    return SetCurrency(code) if code else None


def _emoji(found: re.Match[str]) -> Change:
    return AddEmoji(found["emoji"].lower())


def _known_emoji(found: re.Match[str]) -> Change | None:
    return _emoji(found) if emoji(found["emoji"]) else None


def _columns(found: re.Match[str]) -> Change:
    count = found["count"].lower()
    return SetColumns(_COUNTS.get(count) or int(count))


def _move(found: re.Match[str]) -> Change:
    name, way = found["name"].strip(), (found["end"] or found["way"]).lower()
    top = way in ("top", "start", "beginning", "first", "up", "above", "before", "over")
    beside = (found["beside"] or "").strip()
    return Move(name, PageEnd.TOP if top else PageEnd.BOTTOM, "" if beside.lower() in _REST else beside)


def _text(at: PageEnd) -> Means:
    def means(found: re.Match[str]) -> Change | None:
        text = found["text"].strip(_QUOTES)[:LONGEST_TEXT]
        return AddText(text, at) if text else None

    return means


def _add(action: Action, called: str) -> Means:
    def means(found: re.Match[str]) -> Change:
        says = (found.groupdict().get("says") or "").strip(_QUOTES)[:LONGEST_TEXT]
        return AddAction(action, says or called)

    return means


def _fixed(change: Change) -> Means:
    return lambda _: change


_FONTS: Final = {
    "font_serif": ('Georgia, "Times New Roman", serif', "took a serif font"),
    "font_plain": ("system-ui, sans-serif", "took a plain font"),
    "font_mono": ('ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace', "took a typewriter's font"),
    "font_hand": ('"Comic Sans MS", "Chalkboard SE", "Comic Neue", cursive', "took a handwritten font"),
    "font_round": ('ui-rounded, "Nunito", "Varela Round", system-ui, sans-serif', "took a rounded font"),
}
MEANINGS: Final[Mapping[str, Means]] = {
    "title": _title,
    "title_or_look": _title_or_look,
    "title_middle": _fixed(SetStyle("--title-align", "center", "centred the title")),
    "title_left": _fixed(SetStyle("--title-align", "left", "put the title on the left")),
    "title_capitals": _fixed(SetStyle("--title-case", "uppercase", "put the title in capitals")),
    "title_small": _fixed(SetStyle("--title-case", "lowercase", "put the title in small letters")),
    "emoji": _emoji,
    "known_emoji": _known_emoji,
    "reset": _add(Action.RESET, "Reset"),
    "dark": _add(Action.DARK, "Dark mode"),
    "larger": _add(Action.LARGER, "Larger text"),
    "smaller": _add(Action.SMALLER, "Smaller text"),
    "button": _button,
    "label": _label,
    "scheme": _scheme,
    "colour": _colour,
    **{name: _fixed(SetStyle("--font", value, done)) for name, (value, done) in _FONTS.items()},
    "bold": _fixed(SetStyle("--font-weight", "650", "made the text bold")),
    "not_bold": _fixed(SetStyle("--font-weight", "400", "made the text plain")),
    "no_shadow": _fixed(SetStyle("--shadow", "none", "took the shadows away")),
    "no_border": _fixed(SetStyle("--border", "0", "took the borders away")),
    "border": _fixed(SetStyle("--border", "3px", "drew thicker borders")),
    "size": _size,
    "round": _fixed(SetCorners(round=True)),
    "square": _fixed(SetCorners(round=False)),
    "spacious": _fixed(Resize(LookPart.SPACE, 1.5)),
    "compact": _fixed(Resize(LookPart.SPACE, 1 / 1.5)),
    "wider": _fixed(Resize(LookPart.PAGE, 1.4)),
    "narrower": _fixed(Resize(LookPart.PAGE, 1 / 1.4)),
    "columns": _columns,
    "side_by_side": _fixed(SetColumns(2)),
    "money": _money,
    "move": _move,
    "top_text": _text(PageEnd.TOP),
    "bottom_text": _text(PageEnd.BOTTOM),
    "hide": lambda found: Hide(found["name"]),
    "show": lambda found: ShowAgain(found["name"]),
    "field": _field,
}


@cache
def ways() -> tuple[SpokenWay, ...]:
    """All of them, in the order in which they are tried."""
    lines = (files(__package__) / "ways.txt").read_text("utf-8").splitlines()
    pairs = [line.split(maxsplit=1) for line in lines if line.strip() and not line.startswith("#")]
    pieces = {name: pattern for name, pattern in pairs if name.startswith("<")}
    return tuple(_way(name, pattern, pieces) for name, pattern in pairs if not name.startswith("<"))


def _way(name: str, pattern: str, pieces: Mapping[str, str]) -> SpokenWay:
    for _ in range(4):  # pieces have pieces
        pattern = re.sub(r"(?<!\?P)<\w+>", lambda found: pieces[found.group()], pattern)
    return SpokenWay(re.compile(pattern, re.IGNORECASE), MEANINGS[name])


def meanings(said: str) -> Iterator[Change]:
    """What a sentence may mean, the most likely first."""
    for way in ways():
        if (found := way.said.fullmatch(said)) and (change := way.means(found)):
            yield change
    if change := loosely(said):
        yield change
