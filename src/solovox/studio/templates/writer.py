"""The writer of apps that needs no model and no network: `AppWriter` over the apps that there are."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from html import escape, unescape
from typing import Final, assert_never
from xml.sax.saxutils import quoteattr

from solovox.ports.meaning import Embedding
from solovox.ports.projects import Files
from solovox.ports.writing import AppWriter, WritingError, WritingOrder
from solovox.studio.templates.asks import (
    COLOURS,
    MOST_ITEMS,
    SCHEMES,
    AddItems,
    AppAsk,
    Change,
    RemoveItems,
    Retitle,
    SetTheme,
    app_ask,
    change_asked,
)
from solovox.studio.templates.choosing import Chooser
from solovox.studio.templates.shelf import ReadyApp, apps, by_name, files_of

PAGE: Final = "index.html"
PIECE: Final = 600
"""Characters of a piece: small enough that a page sees the file grow."""
_TITLES: Final = (re.compile(r"(?<=<title>)[^<]*(?=</title>)"), re.compile(r"(?<=<h1>)[^<]*(?=</h1>)"))
_THEME: Final = re.compile(r'(?<= data-theme=")[^"]*(?=")')
_ITEMS: Final = re.compile(r'(?<=<template id="items">).*?(?=</template>)', re.DOTALL)
_ITEM: Final = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_APP: Final = re.compile(r'<html [^>]*data-app="(\w+)"')


class TemplateWriter(AppWriter):
    """Gives out apps, and changes their titles, themes and items. The same order gives the same text.

    `embedding` gives the sentence model, and raises where there is none.
    """

    name = "templates"

    def __init__(self, embedding: Callable[[], Embedding] | None = None) -> None:
        self._chooser = Chooser(embedding)

    async def write(self, order: WritingOrder) -> AsyncIterator[str]:
        """Pieces of text, as the port says."""
        line, files = await asyncio.to_thread(self._written, order)
        for piece in _streamed(line, order.files, files):
            yield piece
            await asyncio.sleep(0)  # whoever closes it here is heard

    async def aclose(self) -> None:
        """Nothing is kept."""

    def _written(self, order: WritingOrder) -> tuple[str, Files]:
        if order.wrong:
            raise WritingError(f"Without a model I cannot mend this: {order.wrong[0]}")
        page = order.files.get(PAGE)
        if page is None:
            return self._new(app_ask(order.prompt))
        if change := change_asked(order.prompt):
            line, changed = _changed(page, change)
            return line, {**order.files, PAGE: changed}
        ask = app_ask(order.prompt)
        if ask.begins and self._chooser.choose(ask):
            return self._new(ask)
        raise WritingError(_able(_app_of(page)))

    def _new(self, ask: AppAsk) -> tuple[str, Files]:
        app = self._chooser.choose(ask)
        if app is None:
            raise WritingError(
                f"I have no app for that. Without a model there are twelve: {_listed([one.name for one in apps()])}."
                " Connect a model for anything else."
            )
        named = by_name(ask.head) is not None
        items, rest = (ask.items, ask.rest) if named and app.items else ((), ask.rest if named else "")
        if named and ask.items and not items:
            rest = f"{rest} with {_listed(ask.items)}".strip()
        page = files_of(app.id)[PAGE]
        page = _retitled(page, ask.title) if ask.title else page
        page = _themed(page, ask.theme) if ask.theme else page
        page = _with_items(page, items) if items else page
        line = f"{'An' if app.name[0] in 'aeio' else 'A'} {app.name}"
        line += (f" called {ask.title}" if ask.title else "") + (
            f", with {_listed(items)}." if items else "."
        )
        line += f" I left out “{rest}”: that needs a model." if rest else ""
        return line, {**files_of(app.id), PAGE: page}


def _changed(page: str, change: Change) -> tuple[str, str]:
    """The line, and the page with a change. Raises `WritingError`: it cannot be done here, or is so already."""
    match change:
        case Retitle(title):
            line, changed = f"It is called {title} now.", _retitled(page, title)
        case SetTheme(theme):
            line, changed = f"It is {theme} now.", _themed(page, theme)
        case AddItems(items):
            have = _items(page)
            more = [one for one in items if one not in have]
            if len(have) + len(more) > MOST_ITEMS:
                raise WritingError(f"The list takes {MOST_ITEMS} items, and has {len(have)}.")
            line, changed = f"I put {_listed(items)} on the list.", _with_items(page, (*have, *more))
        case RemoveItems(items):
            have, gone = _items(page), {one.lower() for one in items}
            if missing := sorted(gone - {one.lower() for one in have}):
                raise WritingError(f"Not on the list as it is made: {_listed(missing)}.")
            kept = [one for one in have if one.lower() not in gone]
            line, changed = f"I took {_listed(items)} off the list.", _with_items(page, kept)
        case _:
            assert_never(change)
    if changed == page:
        raise WritingError("Nothing changes by that: the app is so already.")
    return line, changed


def _retitled(page: str, title: str) -> str:
    if not all(pattern.search(page) for pattern in _TITLES):
        raise WritingError(_foreign("title"))
    for pattern in _TITLES:
        page = pattern.sub(lambda _: escape(title), page, count=1)
    return page


def _themed(page: str, theme: str) -> str:
    """One is dark or light, and of one colour: what the theme does not replace stays beside it."""
    found = _THEME.search(page)
    if found is None:
        raise WritingError(_foreign("theme"))
    stays = [one for one in found[0].split() if (one in SCHEMES) != (theme in SCHEMES)]
    return _THEME.sub(" ".join([*stays, theme]), page, count=1)


def _items(page: str) -> list[str]:
    found = _ITEMS.search(page)
    if found is None:
        raise WritingError("This app has no list of items to change. " + _able(_app_of(page)))
    return [unescape(one) for one in _ITEM.findall(found[0])]


def _with_items(page: str, items: Sequence[str]) -> str:
    told = "".join(f"\n    <li>{escape(one)}</li>" for one in items)
    return _ITEMS.sub(lambda _: f"{told}\n  " if told else "", page, count=1)


def _app_of(page: str) -> ReadyApp | None:
    found = _APP.search(page)
    return next((app for app in apps() if found and app.id == found[1]), None)


def _foreign(what: str) -> str:
    return f"Without a model I can change the {what} only of an app that I gave out."


def _able(app: ReadyApp | None) -> str:
    """What can be changed without a model, in one line."""
    said = [
        "the title (“call it …”)",
        f"the theme (“make it dark”, or {', '.join(COLOURS[:-1])} or {COLOURS[-1]})",
    ]
    if app and app.items:
        said.append("the items (“add milk to the list”)")
    return f"Without a model I can change {_listed(said)}, and undo. Connect a model for anything else."


def _listed(said: Sequence[str]) -> str:
    *first, last = said
    return f"{', '.join(first)} and {last}" if first else last


def _streamed(line: str, before: Files, after: Files) -> Sequence[str]:
    """The line, in which no words of a person open a file, and what makes the files of `before` those of `after`."""
    told = " ".join(line.replace("<", "‹").replace(">", "›").replace("`", "'").split())
    pieces = [f"{told}\n\n"]
    for path, text in after.items():
        if before.get(path) != text:
            whole = f"<file path={quoteattr(path)}>{text}</file>\n"
            pieces += [whole[at : at + PIECE] for at in range(0, len(whole), PIECE)]
    return [*pieces, *(f"<remove path={quoteattr(path)}/>\n" for path in before if path not in after)]
