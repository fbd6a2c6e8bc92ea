"""The writer of apps that needs no model and no network: `AppWriter` over the apps that there are."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from html import escape, unescape
from typing import Final, assert_never
from xml.sax.saxutils import quoteattr

from solovox.ports.meaning import Embedding
from solovox.ports.projects import Files
from solovox.ports.studio import AppWriter, WritingError, WritingOrder
from solovox.studio.templates.asks import COLOURS, MOST_ITEMS, SCHEMES, AppAsk, Change, app_ask, change_asked
from solovox.studio.templates.shelf import Chooser, apps, by_name, files_of

PAGE: Final = "index.html"
PIECE: Final = 600
"""Characters of a piece: small enough that a page sees the file grow."""
_TITLE: Final = re.compile(r"(<title>)[^<]*(</title>.*?<h1>)[^<]*(</h1>)", re.DOTALL)
_THEME: Final = re.compile(r'(?<= data-theme=")[^"]*(?=")')
_ITEMS: Final = re.compile(r'(?<=<template id="items">).*?(?=</template>)', re.DOTALL)
_ITEM: Final = re.compile(r"<li>(.*?)</li>", re.DOTALL)


class TemplateWriter(AppWriter):
    """Gives out apps, and changes their titles, themes and items. The same order gives the same text.

    `embedding` gives the sentence model, and raises where there is none.
    """

    name = "templates"

    def __init__(self, embedding: Callable[[], Embedding] | None = None) -> None:
        self._chooser = Chooser(embedding)

    async def write(self, order: WritingOrder) -> AsyncIterator[str]:
        """Pieces of text, as the port says."""
        line, files = await asyncio.to_thread(self._write_app, order)
        for piece in _split_answer(line, order.files, files):
            yield piece
            await asyncio.sleep(0)  # whoever closes it here is heard

    async def aclose(self) -> None:
        """Nothing is kept."""

    def _write_app(self, order: WritingOrder) -> tuple[str, Files]:
        if order.wrong:
            raise WritingError(f"Without a model I cannot mend this: {order.wrong[0]}")
        page = order.files.get(PAGE)
        if page is None:
            return self._new(app_ask(order.prompt))
        if change := change_asked(order.prompt):
            line, changed = _change_page(page, change)
            return line, {**order.files, PAGE: changed}
        ask = app_ask(order.prompt)
        if ask.begins and self._chooser.choose(ask.head, ask.bare):
            return self._new(ask)
        raise WritingError(_able(page))

    def _new(self, ask: AppAsk) -> tuple[str, Files]:
        app = self._chooser.choose(ask.head, ask.bare)
        if app is None:
            raise WritingError(
                f"I have no app for that. Without a model there are twelve: {_join_words([one.name for one in apps()])}."
                " Connect a model for anything else."
            )
        named = by_name(ask.head) is not None
        items, rest = (ask.items, ask.rest) if named and app.items else ((), ask.rest if named else "")
        if named and ask.items and not items:
            rest = f"{rest} with {_join_words(ask.items)}".strip()
        page = files_of(app.id)[PAGE]
        page = _set_title(page, ask.title) if ask.title else page
        page = _set_theme(page, ask.theme) if ask.theme else page
        page = _with_items(page, items) if items else page
        line = f"{'An' if app.name[0] in 'aeio' else 'A'} {app.name}"
        line += (f" called {ask.title}" if ask.title else "") + (
            f", with {_join_words(items)}." if items else "."
        )
        line += f" I left out “{rest}”: that needs a model." if rest else ""
        return line, {**files_of(app.id), PAGE: page}


def _change_page(page: str, change: Change) -> tuple[str, str]:
    """The line, and the page with a change. Raises `WritingError`: it cannot be done here, or is so already."""
    (first, *_), named = change.said, _join_words(change.said)
    match change.what:
        case "title":
            line, changed = f"It is called {first} now.", _set_title(page, first)
        case "theme":
            line, changed = f"It is {first} now.", _set_theme(page, first)
        case "add":
            have = _items(page)
            more = [one for one in change.said if one not in have]
            if len(have) + len(more) > MOST_ITEMS:
                raise WritingError(f"The list takes {MOST_ITEMS} items, and has {len(have)}.")
            line, changed = f"I put {named} on the list.", _with_items(page, (*have, *more))
        case "remove":
            have, gone = _items(page), {one.lower() for one in change.said}
            if missing := sorted(gone - {one.lower() for one in have}):
                raise WritingError(f"Not on the list as it is made: {_join_words(missing)}.")
            kept = [one for one in have if one.lower() not in gone]
            line, changed = f"I took {named} off the list.", _with_items(page, kept)
        case _:
            assert_never(change.what)
    if changed == page:
        raise WritingError("Nothing changes by that: the app is so already.")
    return line, changed


def _set_title(page: str, title: str) -> str:
    if not _TITLE.search(page):
        raise WritingError("Without a model I can change the title only of an app that I gave out.")
    return _TITLE.sub(lambda found: escape(title).join(found.groups()), page, count=1)


def _set_theme(page: str, theme: str) -> str:
    """One is dark or light, and of one colour: what the theme does not replace stays beside it."""
    found = _THEME.search(page)
    if found is None:
        raise WritingError("Without a model I can change the theme only of an app that I gave out.")
    stays = [one for one in found[0].split() if (one in SCHEMES) != (theme in SCHEMES)]
    return _THEME.sub(" ".join([*stays, theme]), page, count=1)


def _items(page: str) -> list[str]:
    found = _ITEMS.search(page)
    if found is None:
        raise WritingError(f"This app has no list of items to change. {_able(page)}")
    return [unescape(one) for one in _ITEM.findall(found[0])]


def _with_items(page: str, items: Sequence[str]) -> str:
    told = "".join(f"\n    <li>{escape(one)}</li>" for one in items)
    return _ITEMS.sub(lambda _: f"{told}\n  " if told else "", page, count=1)


def _able(page: str) -> str:
    """What can be changed without a model, in one line."""
    colours = f"{', '.join(COLOURS[:-1])} or {COLOURS[-1]}"
    said = ["the title (“call it …”)", f"the theme (“make it dark”, or {colours})"]
    said += ["the items (“add milk to the list”)"] if _ITEMS.search(page) else []
    return f"Without a model I can change {_join_words(said)}, and undo. Connect a model for anything else."


def _join_words(said: Sequence[str]) -> str:
    *first, last = said
    return f"{', '.join(first)} and {last}" if first else last


def _split_answer(line: str, before: Files, after: Files) -> Sequence[str]:
    """The line, in which no words of a person open a file, and what makes the files of `before` those of `after`."""
    told = " ".join(line.replace("<", "‹").replace(">", "›").replace("`", "'").split())
    pieces = [f"{told}\n\n"]
    for path, text in after.items():
        if before.get(path) != text:
            whole = f"<file path={quoteattr(path)}>{text}</file>\n"
            pieces += [whole[at : at + PIECE] for at in range(0, len(whole), PIECE)]
    return [*pieces, *(f"<remove path={quoteattr(path)}/>\n" for path in before if path not in after)]
