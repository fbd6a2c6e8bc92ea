"""The writer of apps that needs no model and no network: `AppWriter` over the templates."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from solovox.ports.meaning import Embedding
from solovox.ports.projects import Files
from solovox.ports.writing import AppWriter, WritingError, WritingOrder
from solovox.studio.templates.changes import Change, LookPart, Recolour
from solovox.studio.templates.changing import App, Unchanged, change
from solovox.studio.templates.choosing import Chooser
from solovox.studio.templates.elements import parts
from solovox.studio.templates.filling import filled
from solovox.studio.templates.hearing import HeardChanges, heard
from solovox.studio.templates.markup import parsed, written
from solovox.studio.templates.streaming import streamed
from solovox.studio.templates.template import templates

PAGE: Final = "index.html"
STYLE: Final = "style.css"
_ANOTHER: Final = re.compile(
    r"\b(?:build|create|generate|(?:make|write|give)(?: me| us)?)\b\s+(?:me |us )?(?:a|an|another|new|some|the)\b", re.IGNORECASE
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Written:
    line: str
    files: Files


class TemplateWriter(AppWriter):
    """Fills templates, and changes apps by structure. The same order on the same day gives the same text.

    `embedding` gives the sentence model, and raises where there is none; `today` tells the date.
    """

    name = "templates"

    def __init__(self, today: Callable[[], date], embedding: Callable[[], Embedding] | None = None) -> None:
        self._today = today
        self._chooser = Chooser(embedding)

    async def write(self, order: WritingOrder) -> AsyncIterator[str]:
        """Pieces of text, as the port says."""
        made = await asyncio.to_thread(self._written, order)
        for piece in streamed(made.line, order.files, made.files):
            yield piece
            await asyncio.sleep(0)  # whoever closes it here is heard

    async def aclose(self) -> None:
        """Nothing is kept."""

    def _written(self, order: WritingOrder) -> _Written:
        if order.wrong:
            raise WritingError(f"Offline I cannot repair what a template did not write: {order.wrong[0]}")
        if not order.prompt.strip():
            raise WritingError(f"Say what to make. {_known()}")
        if PAGE not in order.files:
            return self._new(order.prompt)
        said = heard(order.prompt)
        if not said.changes and _ANOTHER.search(order.prompt) and self._chooser.choose(order.prompt):
            return self._new(order.prompt)
        return _changed(order, said, self._today())

    def _new(self, prompt: str) -> _Written:
        chosen = self._chooser.choose(prompt)
        if chosen is None:
            raise WritingError(f"I cannot make that offline. {_known()}")
        made = filled(chosen.template, prompt, self._today())
        return _Written(made.line, made.files)


def _changed(order: WritingOrder, said: HeardChanges, today: date) -> _Written:
    """The files with all changes that can be done. Raises `WritingError`: none can."""
    app = App(parsed(order.files[PAGE]), order.files.get(STYLE, ""), order.files, today)
    done, refused = [], [f"I did not understand {one!r}" for one in said.unknown]
    for wanted in sorted(said.changes, key=_grounds_first):
        try:
            done.append(change(app, wanted))
        except Unchanged as why:
            refused.append(str(why).rstrip("."))
    if not done:
        raise WritingError(_refusal(refused, app, understood=bool(said.changes)))
    files = {**order.files, PAGE: written(app.page), STYLE: app.css}
    if STYLE not in order.files and not app.css:
        del files[STYLE]
    if dict(order.files) == files:
        raise WritingError("Nothing changes by that: the app is so already.")
    line = f"I {_listed(done)}" + (f", but: {'; '.join(map(_low, refused))}" if refused else "")
    return _Written(f"{line}.", files)


def _grounds_first(wanted: Change) -> bool:
    """Letters are made readable on the ground that will be there."""
    return not (isinstance(wanted, Recolour) and wanted.part in (LookPart.BACKGROUND, LookPart.CARDS))


def _low(said: str) -> str:
    """As it stands in the middle of a sentence."""
    return said if said.startswith("I ") else said[:1].lower() + said[1:]


def _listed(done: Iterable[str]) -> str:
    *first, last = done
    return f"{', '.join(first)} and {last}" if first else last


def _refusal(refused: list[str], app: App, *, understood: bool) -> str:
    if understood:
        return f"{'; '.join(refused)}."
    here = ", ".join(parts(app.page))
    able = "I can change colours, sizes, the font, corners, columns, the title, labels and values, add a reset button, a dark mode switch or a note"
    return f"I cannot do that offline: {able}" + (f", and move or hide {here}." if here else ".")


def _known() -> str:
    *names, last = [template.name for template in templates()]
    return f"Offline I can make a {', '.join(names)} or {last}."
