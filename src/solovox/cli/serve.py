"""`solovox serve`: a page to talk at, in a browser, and the socket and the REST interface behind it.

Exit code 0: it was ended (Ctrl-C, SIGTERM). 2: it could not begin.
"""

import asyncio
import signal
import sys
import webbrowser
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import click

from solovox.app.configured import configured
from solovox.app.journals import is_kept
from solovox.app.web.site import Site, SiteOptions
from solovox.cli.logging import settle
from solovox.cli.named import FOLDER
from solovox.cli.plain import shown
from solovox.cli.sessions import state_folder, tidied
from solovox.config.load import environment, settings
from solovox.config.schema import who
from solovox.shell.clock import run
from solovox.weights import Cache, default_root

LIMIT: Final = 10
PORT: Final = 8765


@click.command(epilog="Exit codes: 0 ended by you; 2 it could not begin.")
@click.option("--profile", default="talk", show_default=True, metavar="NAME", help="See: solovox profiles.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
@click.option(
    "--limit", default=LIMIT, show_default=True, type=click.IntRange(min=1), help="Sessions at a time."
)
@click.option("--journal", metavar="DIR", type=FOLDER, help="Keep the journals here; see: solovox sessions.")
@click.option("--no-journal", is_flag=True, help="Keep no journal and no sound.")
@click.option(
    "--set", "flags", multiple=True, metavar="KEY=VALUE", help="A key of the configuration, for this time."
)
def serve(opens: bool, no_journal: bool, journal: Path | None, **given: Any) -> None:
    """Serve a page to talk at. Prints its address; only this machine can reach it."""
    settle(None)
    found, variables = cache(lambda name: configured(name, given["flags"])), environment()
    config = found(given["profile"])
    site = Site(
        SiteOptions(
            weights=Cache(default_root(variables)),
            configured=found,
            profile=given["profile"],
            host=given["host"],
            port=given["port"],
            limit=given["limit"],
            journals=journal or state_folder(variables),
            keeps=not no_journal and (journal is not None or is_kept(config)),
            found=settings(given["flags"]),
        )
    )
    if journal is None and (line := tidied(state_folder(variables), config.keep)):
        click.echo(line, err=True)
    click.echo("loading the engines", err=True)
    site.warm()
    click.echo(shown(who(config)), err=True)

    def ready() -> None:
        click.echo(site.address)
        sys.stdout.flush()
        if opens and has_screen(variables):
            webbrowser.open(site.address)

    async def until_told() -> None:
        told = asyncio.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, told.set)
        await site.serve(told, ready)

    run(until_told())
    click.echo("ended", err=True)


def has_screen(variables: Mapping[str, str]) -> bool:
    """Whether a browser could show itself: one in the terminal would take it away from us."""
    return sys.platform == "darwin" or any(variables.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY"))
