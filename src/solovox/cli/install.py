"""`solovox install NAME…`: the packages of an extra, by version and hash, into the environment of this program."""

import click

from solovox.cli.failing import FAILED, Failure
from solovox.cli.models import download_bar
from solovox.weights.extras import EXTRAS, CannotInstall, Extra, install_extra, packages

ALL = "all"


def bring_extra(extra: Extra) -> None:
    """Install what is missing of an extra, with its progress on stderr. Raises `Failure`: one line, and all is as it was."""
    with download_bar() as bar:
        task = bar.add_task(extra.title, total=None)
        try:
            install_extra(
                extra, packages(), lambda done, total: bar.update(task, completed=done, total=total or None)
            )
        except CannotInstall as error:
            raise Failure(f"{extra.title} could not be installed: {error}", FAILED) from None


@click.command(epilog=f"NAME is one of: {', '.join(EXTRAS)}, {ALL}.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", type=click.Choice([*EXTRAS, ALL]))
def install(names: tuple[str, ...]) -> None:
    """Install what a part of Solovox needs, beside this program: talk (page, terminal and the engine on this machine), discord, studio, or a brain."""
    for extra in EXTRAS.values():
        if extra.name not in names and ALL not in names:
            continue
        if extra.is_there:
            click.echo(f"{extra.name}: it was there")
            continue
        bring_extra(extra)
        click.echo(f"{extra.name}: installed")
