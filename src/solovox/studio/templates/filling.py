"""A template filled by the words of a request: files, and the line that says what was made.

Rule 1: what cannot be known offline (the questions of a quiz) is a placeholder, and the line says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final, assert_never

from bs4 import BeautifulSoup

from solovox.studio.templates import template as kinds
from solovox.studio.templates.changes import (
    AddAction,
    Change,
    LookPart,
    Recolour,
    Resize,
    SetColumns,
    SetCorners,
    SetScheme,
    SetStyle,
)  # fmt: skip
from solovox.studio.templates.changing import App, Unchanged, change
from solovox.studio.templates.colours import on
from solovox.studio.templates.days import day
from solovox.studio.templates.hearing import heard
from solovox.studio.templates.listed import items, pairs, placeholders, topic
from solovox.studio.templates.markup import parsed, written
from solovox.studio.templates.puts import PutAttribute, PutText, put
from solovox.studio.templates.request import AppRequest
from solovox.studio.templates.stylesheet import set_variable
from solovox.studio.templates.template import AnyParameter, Template
from solovox.studio.templates.values import FoundValue, choice, colour_at, money, number, tint, units

SAMPLES: Final = 5
"""Placeholders, where a topic was said and no number."""
_CLAUSE: Final = re.compile(r"\s*[,;.]\s*(?:and\s+)?|\s+(?:and|with|in)\s+(?:a\s+|an\s+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FilledTemplate:
    """An app: path → text. `line`: what was made, in one sentence."""

    files: dict[str, str]
    line: str


def filled(template: Template, text: str, today: date) -> FilledTemplate:
    """The app that a request asks for. Raises `WritingError`: a value is out of its range."""
    request = AppRequest(text)
    found = _found(template, request, today)
    page = parsed(template.files["index.html"])
    for value in found.values():
        if not put(page, value.puts):
            raise kinds.TemplateBroken(f"a place of the template {template.id} is not there: {value.puts}")
    if request.title:
        put(page, (PutText("title", request.title), PutText("#title", request.title)))
    css = set_variable(template.files["style.css"], "--accent", template.accent)
    css = set_variable(css, "--on-accent", on(template.accent))
    app = App(page, css, template.files, today)
    extras = tuple(_extras(app, request, found))
    files = template.files | {"index.html": written(page), "style.css": app.css}
    return FilledTemplate(files, _line(template, found, request.title, extras))


def _found(template: Template, request: AppRequest, today: date) -> dict[str, FoundValue]:
    """What the request says, by the names of the parameters. Lists come first, the topic last: their words are theirs."""
    found: dict[str, FoundValue] = {}
    taken = _named(request)
    for parameter in sorted(template.parameters, key=_order):
        value = _one(template, parameter, request, taken, today)
        if value is not None:
            found[parameter.name] = value
            taken |= value.tokens
    _placeholders(template, request, found)
    _alone(template, found)
    return found


def _named(request: AppRequest) -> frozenset[int]:
    """The tokens of the name that the person gave."""
    at = request.text.find(request.title) if request.title else -1
    if at < 0 or request.title is None:
        return frozenset()
    return frozenset(
        n for n, token in enumerate(request.tokens) if at <= token.first < at + len(request.title)
    )


def _order(parameter: AnyParameter) -> int:
    match parameter:
        case kinds.ItemsParameter():
            return 0
        case kinds.PairsParameter(numeric=numeric):
            return 2 if numeric else 0
        case kinds.TopicParameter():
            return 3
        case _:
            return 1


def _one(
    template: Template, parameter: AnyParameter, request: AppRequest, taken: frozenset[int], today: date
) -> FoundValue | None:
    match parameter:
        case kinds.NumberParameter():
            return number(request, parameter, taken)
        case kinds.CurrencyParameter():
            return money(request, parameter)
        case kinds.DayParameter():
            then = day(request, today)
            shown = f"{then.day} {then:%B %Y}" if then else ""
            return (
                FoundValue(shown, (PutAttribute(parameter.target, "value", then.isoformat()),))
                if then
                else None
            )
        case kinds.ItemsParameter():
            return items(request, parameter)
        case kinds.PairsParameter():
            return pairs(request, parameter)
        case kinds.TopicParameter():
            return topic(request, parameter, template.title, taken)
        case kinds.ChoiceParameter():
            return choice(request, parameter)
        case kinds.UnitsParameter():
            return units(request, parameter)
        case kinds.ColourParameter():
            return tint(request, parameter)
        case _:
            assert_never(parameter)


def _placeholders(template: Template, request: AppRequest, found: dict[str, FoundValue]) -> None:
    """A topic whose contents nothing here can know."""
    for parameter in template.parameters:
        if (
            not isinstance(parameter, kinds.PairsParameter)
            or not parameter.placeholder
            or parameter.name in found
        ):
            continue
        if any(isinstance(one, kinds.TopicParameter) and one.name in found for one in template.parameters):
            found[parameter.name] = placeholders(request, parameter, SAMPLES)


def _alone(template: Template, found: dict[str, FoundValue]) -> None:
    """What others are, when one was said without them: 90 seconds are no 5 minutes and 90 seconds."""
    targets = {parameter.name: parameter.target for parameter in template.parameters}
    for parameter in template.parameters:
        if isinstance(parameter, kinds.NumberParameter) and parameter.name in found:
            for other, value in parameter.alone.items():
                if other not in found:
                    now = found[parameter.name]
                    more = (PutAttribute(targets[other], "value", f"{value:g}"),)
                    found[parameter.name] = FoundValue(now.shown, now.puts + more, now.parts, now.tokens)


def _extras(app: App, request: AppRequest, found: dict[str, FoundValue]) -> Iterator[str]:
    """Looks and buttons that the request asks for beside: "a blue timer with a reset button"."""
    taken = _named(request).union(*(value.tokens for value in found.values()))
    for wanted in _asked(request, taken):
        try:
            yield change(app, wanted)
        except Unchanged:
            continue


def _asked(request: AppRequest, taken: frozenset[int]) -> Iterator[Change]:
    begins = 0
    for cut in [*_CLAUSE.finditer(request.text), None]:
        ends = cut.start() if cut else len(request.text)
        tokens = {n for n, one in enumerate(request.tokens) if begins <= one.first < ends}
        if tokens and not tokens & taken:
            if begins == 0:
                yield from _colour_of(request, tokens)
            else:
                yield from (one for one in _clause(request.text[begins:ends]))
        begins = cut.end() if cut else ends


def _colour_of(request: AppRequest, tokens: set[int]) -> Iterator[Change]:
    """The colour that stands before the thing itself ("a blue timer"), or that it is dark."""
    for at in sorted(tokens):
        if seen := colour_at(request, at):
            yield Recolour(LookPart.ACCENT, seen[1], seen[0])
            return
    if "dark" in (request.lows[at] for at in tokens):
        yield SetScheme(dark=True)


def _clause(said: str) -> Iterator[Change]:
    for ask in (said, f"make it {said}", f"add a {said}"):
        for one in heard(ask).changes:
            if isinstance(
                one, Recolour | SetScheme | Resize | SetCorners | SetStyle | SetColumns | AddAction
            ):
                yield one
                return


def _line(
    template: Template, found: dict[str, FoundValue], title: str | None, extras: tuple[str, ...]
) -> str:
    """The sentence: what was made, what was taken from the words, and what is not known."""
    shown = {name: value.shown for name, value in found.items()}
    for value in found.values():
        shown |= dict(value.parts)
    ways = [[way for way in piece.split("|") if _fields(way) <= shown.keys()] for piece in template.line]
    pieces = [known[0].format(**shown) for known in ways if known]
    pieces = [
        re.sub(r"\b1 (people|minutes|seconds)\b", lambda one: f"1 {_SINGLE[one[1]]}", piece)
        for piece in pieces
    ]
    about = f"A {template.name}" + (f" called {title}" if title else "") + (f" {pieces[0]}" if pieces else "")
    line = ", ".join([about, *pieces[1:]])
    if extras:
        line += "; I " + " and ".join(extras)
    unknown = [one.unknown for one in template.parameters if one.unknown and _is_unknown(one, found)]
    if unknown:
        line += f"; {unknown[0]}"
    return line.rstrip(".") + "."


_SINGLE: Final = {"people": "person", "minutes": "minute", "seconds": "second"}


def _is_unknown(parameter: AnyParameter, found: dict[str, FoundValue]) -> bool:
    return parameter.name not in found or "to fill in" in found[parameter.name].shown


def _fields(piece: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", piece))


def titled(page: BeautifulSoup) -> str:
    """The title of an app."""
    heading = page.find("h1")
    return " ".join(heading.get_text(" ").split()) if heading else ""
