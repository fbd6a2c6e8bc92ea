"""Paths that a command line names. An empty one is refused: it would mean the current folder."""

from pathlib import Path

import click


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
