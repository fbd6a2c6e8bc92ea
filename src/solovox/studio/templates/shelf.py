"""The apps that there are, read once from this folder; and which of them a request asks for.

Rule 1: a name is all of what the request calls its app: "a tip calculator" is no calculator.
Rule 2: the sentence model is believed from `NEAR` on, and only `AHEAD` of any other app. Where the kind of app ends as
a name does, with another word before it or nothing after it, it is believed from `SAME` on: it is another thing, more often than not.
"""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from solovox.ports.meaning import Embedding, Point

PARTS: Final = ("style.css", "app.js")
"""Files of an app of which the beginning is shared."""
NEAR: Final = 0.62
AHEAD: Final = 0.15
SAME: Final = 0.8
"""Cosines."""


class ReadyApp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`name`: as a sentence calls it; `says`: its other names; `about`: what it is for; `items`: what its list holds; empty: it has none."""

    id: str
    name: str
    says: tuple[str, ...]
    about: tuple[str, ...]
    items: str = ""

    @property
    def title(self) -> str:
        """As it stands above the app that was given no other."""
        return f"{self.name[:1].upper()}{self.name[1:]}".removesuffix(" app").removesuffix(" game")

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (self.name, *self.says)


@cache
def apps() -> tuple[ReadyApp, ...]:
    """All of them, in the order of `apps.toml`."""
    said = tomllib.loads((files("solovox.studio.templates") / "apps.toml").read_text("utf-8"))
    return tuple(msgspec.convert({"id": id_, **one}, ReadyApp) for id_, one in said.items())


@cache
def files_of(id: str) -> dict[str, str]:  # noqa: A002 - the catalogue's own word
    """The files of an app, whole. Reads them: call it first in a thread."""
    own, shared = files("solovox.studio.templates") / id, files("solovox.studio.templates") / "shared"
    parts = {name: (shared / name).read_text("utf-8") + (own / name).read_text("utf-8") for name in PARTS}
    return {"index.html": (own / "index.html").read_text("utf-8"), **parts}


def by_name(said: str) -> ReadyApp | None:
    """The app that has this name, in singular or plural."""
    key = name_key(said)
    return next((app for app in apps() for name in app.names if key and name_key(name) == key), None)


def name_key(name: str) -> str:
    """The letters of a name, in singular."""
    return re.sub(r"[^a-z]+", "", name.lower().removesuffix(" app")).removesuffix("s")


class Chooser:
    """Chooses. `embedding` gives the sentence model, and raises where there is none; None: names alone."""

    def __init__(self, embedding: Callable[[], Embedding] | None = None) -> None:
        self._embedding = embedding
        self._points: dict[str, Point] = {}

    def choose(self, head: str, bare: str) -> ReadyApp | None:
        """The app of this kind (`head`) in this request (`bare`); None: it is not sure. It may load a model: call it in a thread."""
        if (found := by_name(head)) or self._embedding is None or not head:
            return found
        try:
            model = self._embedding()
        except Exception:  # noqa: BLE001 - without weights the names alone count
            return None
        here = model.point(bare)
        score = {
            app.id: max(float(here @ self._point(model, one)) for one in (*app.names, *app.about))
            for app in apps()
        }
        first, second = sorted(apps(), key=lambda app: -score[app.id])[:2]
        *before, last = head.split()
        ends = (before or head == bare) and any(
            name_key(name.split()[-1]) == name_key(last) for app in apps() for name in app.names
        )
        sure = score[first.id] >= (SAME if ends else NEAR)
        return first if sure and score[first.id] - score[second.id] >= AHEAD else None

    def _point(self, model: Embedding, phrase: str) -> Point:
        if phrase not in self._points:
            self._points[phrase] = model.point(phrase)
        return self._points[phrase]
