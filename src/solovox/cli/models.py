"""`solovox models`: install, list, verify and remove the weights of the local engine."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solovox.cli.failing import FAILED, Failure
from solovox.cli.options import FOLDER
from solovox.weights import Cache, FetchFailed, Item, State, UnknownItem, default_root, install

if TYPE_CHECKING:
    from rich.progress import Progress


def download_bar() -> "Progress":
    """What is fetched and how much of it is there, on stderr."""
    from rich.console import Console  # 80 ms, and mostly nothing is missing
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:28}"), BarColumn(), DownloadColumn())
    return Progress(*columns, console=Console(stderr=True))


def install_watched(items: Iterable[Item], cache: Cache) -> list[Item]:
    """Bring items into the cache; what was fetched. Raises `Failure`: one line."""
    with download_bar() as bar:
        task = bar.add_task("looking", total=None)

        def arrived(what: str, done: int, total: int) -> None:
            bar.update(task, description=what, completed=done, total=total or None)

        try:
            fetched = install(items, cache, arrived)
        except FetchFailed as error:
            raise Failure(str(error), FAILED) from None
        bar.update(task, description="installed", total=1, completed=1, visible=False)
    return fetched


@click.group()
@click.option("--cache", type=FOLDER, default=None, help="Where weights are kept.")
@click.pass_context
def models(context: click.Context, cache: Path | None) -> None:
    """The weights of the local engine: install, list, verify, remove."""
    context.obj = Cache(cache or default_root(os.environ))


@models.command("install")
@click.option("--only", "names", multiple=True, metavar="NAME", help="This one only; may be repeated.")
@click.option("--small", is_flag=True, help="The least that listens and speaks: tiny recogniser, voice joe.")
@click.pass_obj
def install_command(cache: Cache, names: tuple[str, ...], small: bool) -> None:
    """Fetch weights with pip or uv (and npm), check every byte, and put them into the cache."""
    try:
        wanted = cache.lock.choose(names, small)
    except UnknownItem as error:
        raise Failure(str(error)) from None
    fetched = install_watched(wanted, cache)
    words = ", ".join(item.name for item in fetched) or "nothing: all of it was there"
    click.echo(f"installed {words}")


@models.command("list")
@click.option(
    "--key", is_flag=True, help="Only a word that is another when any file is: the key of a cache in CI."
)
@click.pass_obj
def list_command(cache: Cache, key: bool) -> None:
    """What there is, what is installed, and under which licence."""
    if key:
        click.echo(cache.lock.key)
        return
    for item in cache.lock.item:
        state = "installed" if cache.has(item.name) else "-"
        click.echo(f"{item.name:20} {item.size / 1e6:6.1f} MB  {state}")
        click.echo(f"    {item.about}; {item.licence}; second source: {item.second_source}")
    click.echo(f"in {cache.root}")


@models.command("verify")
@click.argument("names", nargs=-1)
@click.pass_obj
def verify_command(cache: Cache, names: tuple[str, ...]) -> None:
    """Hash what is installed. Fails if anything is not what the lock says (or, if named, is missing)."""
    try:
        states = {item.name: cache.state(item.name) for item in cache.lock.choose(names)}
    except UnknownItem as error:
        raise Failure(str(error)) from None
    for name, state in states.items():
        click.echo(f"{name:20} {state}")
    bad = [
        name for name, state in states.items() if state is State.DAMAGED or (names and state is State.MISSING)
    ]
    if bad:
        raise Failure(f"{', '.join(bad)}: run: solovox models install", FAILED)


@models.command("remove")
@click.argument("names", nargs=-1, required=True)
@click.pass_obj
def remove_command(cache: Cache, names: tuple[str, ...]) -> None:
    """Delete weights from the cache."""
    try:
        for name in names:
            click.echo(f"{name}: {'removed' if cache.remove(name) else 'was not installed'}")
    except UnknownItem as error:
        raise Failure(str(error)) from None
