"""The options that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def profile_or(usual: str) -> Decorator:
    """Which profile it is."""
    return click.option(
        "--profile", default=usual, show_default=True, metavar="NAME", help="See: solovox profiles."
    )


def set_keys(such: str = "") -> Decorator:
    """Keys of the configuration. `such`: an example."""
    about = f"A key of the configuration, for this time{such}; may be repeated. See: solovox config."
    return click.option("--set", "flags", multiple=True, metavar="KEY=VALUE", help=about)


PROFILE = profile_or("talk")
SET = set_keys()


def port_or_free(of: str = "") -> Decorator:
    """Where the page is. `of`: whose port it is."""
    shown = "8765, or a free one if that is taken"
    return click.option(
        "--port", show_default=shown, type=click.IntRange(0, 65535), help=f"{of}0: any free one."
    )


LOG_WORDS = click.option("--log-words", is_flag=True, help="With --log-json: with the words too.")


# Paths that a command line names. An empty one is refused: it would mean the current folder.


class Named(click.Path):
    """As click's, with a `Path`."""

    def __init__(self, *, folder: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=not folder)
        self.name = "folder" if folder else "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Nothing is looked at."""
        if value in ("", b""):
            self.fail(f"it is empty: name a {self.name}", param, ctx)
        return Path(str(value))


PATH = Named()
FOLDER = Named(folder=True)
