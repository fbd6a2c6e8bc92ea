"""The apps that there are: read once from this folder."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

PARTS: Final = ("style.css", "app.js")
"""Files of an app of which the beginning is shared."""


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
    said = tomllib.loads((files(__package__) / "apps.toml").read_text("utf-8"))
    return tuple(msgspec.convert({"id": id_, **one}, ReadyApp) for id_, one in said.items())


@cache
def files_of(id: str) -> dict[str, str]:  # noqa: A002 - the catalogue's own word
    """The files of an app, whole. Reads them: call it first in a thread."""
    own, shared = files(__package__) / id, files(__package__) / "shared"
    parts = {name: (shared / name).read_text("utf-8") + (own / name).read_text("utf-8") for name in PARTS}
    return {"index.html": (own / "index.html").read_text("utf-8"), **parts}


def by_name(said: str) -> ReadyApp | None:
    """The app that has this name, in singular or plural."""
    key = name_key(said)
    return next((app for app in apps() for name in app.names if key and name_key(name) == key), None)


def name_key(name: str) -> str:
    """The letters of a name, in singular."""
    return re.sub(r"[^a-z]+", "", name.lower().removesuffix(" app")).removesuffix("s")
