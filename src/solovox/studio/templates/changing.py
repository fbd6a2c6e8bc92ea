"""Changes, done to the files of an app by structure: the page as a tree, the style by its variables.

Rule 1: a change that finds nothing to change, or leaves everything as it was, is refused, in a line that says why.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, assert_never

from bs4 import BeautifulSoup, Tag

from solovox.core.errors import SolovoxError
from solovox.studio.templates import looks
from solovox.studio.templates.changes import (
    Action,
    AddAction,
    AddEmoji,
    AddText,
    Change,
    Hide,
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
)  # fmt: skip
from solovox.studio.templates.colours import colour, on
from solovox.studio.templates.days import day
from solovox.studio.templates.elements import field, find, part_of, said_by, words
from solovox.studio.templates.emojis import emoji
from solovox.studio.templates.markup import new, one, text_of, value_of
from solovox.studio.templates.request import AppRequest, plain
from solovox.studio.templates.stylesheet import set_rule

SCRIPT: Final = "actions.js"


class Unchanged(SolovoxError):
    """A change that cannot be done here. One clear line."""


@dataclass
class App:
    """An app while it is changed."""

    page: BeautifulSoup
    css: str
    scripts: Mapping[str, str]
    today: date


def change(app: App, wanted: Change) -> str:
    """Do it; what was done, as the line says it. Raises `Unchanged`."""
    match wanted:
        case Recolour() | SetScheme() | Resize() | SetCorners() | SetStyle() | SetColumns():
            return _look(app, wanted)
        case RecolourButton(button, value, called):
            return _recolour_button(app, button, value, called)
        case Retitle(title):
            return _retitle(app, title)
        case Relabel(old, renamed):
            return _relabel(app, old, renamed)
        case AddAction():
            return _add_action(app, wanted)
        case AddText(text, at):
            return _add_text(app, text, at)
        case AddEmoji(name):
            return _add_emoji(app, name)
        case Hide(name):
            return _hide(app, name)
        case ShowAgain(name):
            return _show(app, name)
        case Move():
            return _move(app, wanted)
        case SetField(name, value):
            return _set_field(app, name, value)
        case SetCurrency(code):
            return _set_currency(app, code)
        case _:
            assert_never(wanted)


def _look(app: App, wanted: looks.Look) -> str:
    before = app.css
    try:
        app.css, done = looks.changed(app.css, wanted)
    except looks.NoSuchLook as missing:
        raise Unchanged(str(missing)) from missing
    if app.css == before:
        raise Unchanged(f"Nothing changes: I would have {done}, and it is so already.")
    return done


def _found(app: App, name: str) -> Tag:
    tag = find(app.page, name)
    if tag is None:
        raise Unchanged(f"This app has nothing that is called {name!r}.")
    return tag


def _recolour_button(app: App, name: str, value: str, called: str) -> str:
    tag = find(app.page, f"{name} button")
    if tag is None or tag.name != "button" or not value_of(tag, "id"):
        raise Unchanged(f"There is no button {name!r}.")
    before = app.css
    app.css = set_rule(
        app.css, f"#{value_of(tag, 'id')}", {"background": value, "border-color": value, "color": on(value)}
    )
    if app.css == before:
        raise Unchanged(f"The button {text_of(tag)} is {called} already.")
    return f"made the button {text_of(tag)} {called}"


def _retitle(app: App, title: str) -> str:
    heading = one(app.page, "h1")
    if heading is None:
        raise Unchanged("This app has no title.")
    if text_of(heading) == title:
        raise Unchanged(f"It is called {title} already.")
    heading.string = title
    if name := one(app.page, "title"):
        name.string = title
    return f"called it {title}"


def _relabel(app: App, old: str, renamed: str) -> str:
    tag = said_by(app.page, old)
    if tag is None:
        raise Unchanged(f"There is no label or button {old!r}.")
    if text_of(tag) == renamed:
        raise Unchanged(f"It says {renamed} already.")
    if tag.find(True) is not None:  # a number stands in it that the app writes
        raise Unchanged(f"The text {text_of(tag)!r} is written by the app itself.")
    tag.string = renamed
    return f"renamed {old} to {renamed}"


def _add_action(app: App, wanted: AddAction) -> str:
    if wanted.action.value not in app.scripts.get(SCRIPT, ""):
        raise Unchanged(f"I can put a {wanted.called} button only into apps that I made from a template.")
    if there := one(app.page, f'[data-action="{wanted.action.value}"]'):
        if not there.has_attr("hidden"):
            raise Unchanged(f"It has that button already: {text_of(there)}.")
        del there["hidden"]
        return f"brought the button {text_of(there)} back"
    bar = one(app.page, "#actions")
    if bar is None:
        raise Unchanged("This app has no place for buttons.")
    button = new(
        app.page,
        "button",
        wanted.called,
        type="button",
        id=f"do-{wanted.action.value}",
        class_="quiet",
        data_action=wanted.action.value,
    )
    if wanted.action is Action.DARK:
        button["aria-pressed"] = "false"
    bar.attrs.pop("hidden", None)
    bar.append(button)
    return f"added the button {wanted.called}"


def _add_text(app: App, text: str, at: PageEnd) -> str:
    place = one(app.page, "header") if at is PageEnd.TOP else one(app.page, "footer")
    if place is None:
        raise Unchanged(f"This app has no place for a text {at.value}.")
    shown = text[:1].upper() + text[1:] if at is PageEnd.TOP else text
    if any(text_of(tag).lower() == text.lower() for tag in place.select("p")):
        raise Unchanged(f"It says {text!r} {at.value} already.")
    place.append(new(app.page, "p", shown, class_="note") if at is PageEnd.TOP else new(app.page, "p", shown))
    if at is PageEnd.TOP:
        place.append("\n")
    return f"wrote {text!r} {at.value}"


def _add_emoji(app: App, name: str) -> str:
    heading, sign = one(app.page, "h1"), emoji(name)
    if sign is None:
        raise Unchanged(f"I know no emoji called {name!r}.")
    if heading is None:
        raise Unchanged("This app has no title.")
    if sign in text_of(heading):
        raise Unchanged(f"The title has {sign} already.")
    heading.string = f"{text_of(heading)} {sign}"
    if title := one(app.page, "title"):
        title.string = text_of(heading)
    return f"put {sign} into the title"


def _hide(app: App, name: str) -> str:
    tag = _found(app, name)
    if tag.has_attr("hidden"):
        raise Unchanged(f"It is hidden already: {name}.")
    tag["hidden"] = ""
    if tag.name == "dt" and (value := tag.find_next_sibling("dd")) and isinstance(value, Tag):
        value["hidden"] = ""
    return f"hid the {' '.join(words(name)) and _plain(name)}"


def _show(app: App, name: str) -> str:
    tag = _found(app, name)
    if not tag.has_attr("hidden"):
        raise Unchanged(f"It is to be seen already: {name}.")
    del tag["hidden"]
    if tag.name == "dt" and (value := tag.find_next_sibling("dd")) and isinstance(value, Tag):
        value.attrs.pop("hidden", None)
    return f"brought the {_plain(name)} back"


def _plain(name: str) -> str:
    return name.strip().removeprefix("the ").removeprefix("my ")


def _move(app: App, wanted: Move) -> str:
    part = part_of(_found(app, wanted.name))
    if part is None or part.parent is None:
        raise Unchanged(f"I cannot move {wanted.name}: it is no part of its own.")
    before = str(part.parent)
    main = part.parent
    others = [tag for tag in main.find_all(True, recursive=False) if tag is not part]
    aim = (
        part_of(_found(app, wanted.beside))
        if wanted.beside
        else (others[0 if wanted.to is PageEnd.TOP else -1] if others else None)
    )
    if aim is None or aim is part:
        raise Unchanged(f"I cannot move {wanted.name} there.")
    part.extract()
    if wanted.to is PageEnd.TOP:
        aim.insert_before(part, "\n")
    else:
        aim.insert_after("\n", part)
    _tidy(main)
    if str(main) == before:
        raise Unchanged(f"It stands there already: {_plain(wanted.name)}.")
    beside = f"{'above' if wanted.to is PageEnd.TOP else 'below'} the {_plain(wanted.beside)}"
    return f"put the {_plain(wanted.name)} {beside if wanted.beside else wanted.to.value}"


def _tidy(main: Tag) -> None:
    """One line break between parts, as before."""
    main.smooth()
    for text in main.find_all(string=True, recursive=False):
        if not text.strip():
            text.replace_with("\n")


def _set_field(app: App, name: str, value: str) -> str:
    control = field(app.page, name)
    if control is None:
        raise Unchanged(f"There is no field {name!r}.")
    before = str(control)
    if control.name == "select":
        _select(control, value)
    elif control.name == "textarea":
        control.string = value
    else:
        control["value"] = _fit(app, value_of(control, "type"), value)
    if str(control) == before:
        raise Unchanged(f"It is {value} already.")
    return f"set {_plain(name)} to {value}"


def _select(control: Tag, value: str) -> None:
    options = control.select("option")
    chosen = next((one for one in options if words(text_of(one)) == words(value)), None)
    if chosen is None:
        known = ", ".join(text_of(option) for option in options)
        raise Unchanged(
            f"It can be {known}." if known else "I cannot set this field: the app fills it itself."
        )
    for option in options:
        option.attrs.pop("selected", None)
    chosen["selected"] = ""


def _fit(app: App, kind: str, value: str) -> str:
    """The value of a field as its kind takes it."""
    request = AppRequest(value)
    match kind:
        case "number" | "range":
            if not request.figures:
                raise Unchanged(f"It takes a number, not {value!r}.")
            return plain(request.figures[0].value)
        case "date":
            if (then := day(request, app.today)) is None:
                raise Unchanged(f"I do not know the day {value!r}.")
            return then.isoformat()
        case "color":
            if (hexed := colour(value)) is None:
                raise Unchanged(f"I do not know the colour {value!r}.")
            return hexed
        case "text" | "search" | "email" | "url" | "":
            return value
        case _:
            raise Unchanged("I cannot set a field of this kind.")


def _set_currency(app: App, code: str) -> str:
    root = one(app.page, "html")
    if root is None or not root.has_attr("data-currency"):
        raise Unchanged("There is no money in this app.")
    if value_of(root, "data-currency") == code:
        raise Unchanged(f"It counts in {code} already.")
    root["data-currency"] = code
    return f"changed the money to {code}"
