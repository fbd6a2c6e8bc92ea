"""`solovox undo`: what agents did in this folder, and giving it back.

Exit code 0: done. 1: it cannot be given back. 2: there is nothing.
"""

import asyncio
import getpass
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from solovox.acts.allowed import AllowedActions, AllowedCommand, AllowedCommands, NotAllowedError, servers
from solovox.acts.kept import ChangedSinceError, NotKeptError
from solovox.acts.undo import UndoLog
from solovox.brains.undoing import name_paths, sentence
from solovox.cli.failing import FAILED, Failure, mark_unprintable
from solovox.config.load import environment
from solovox.parts.journals import state_folder
from solovox.shell.clock import here_and_now


@click.command()
@click.option("--list", "listed", is_flag=True, help="What was done here, the newest last.")
@click.option("--redo", is_flag=True, help="Undo the last undo.")
@click.option(
    "--to",
    type=click.IntRange(min=0),
    metavar="ID",
    help="Back, or forward, to after that answer of the list; 0: to before all.",
)
def undo(*, listed: bool, redo: bool, to: int | None) -> None:
    """Give back what an agent's last answer changed in this folder; once more, the answer before it."""
    if redo and to is not None:
        raise click.UsageError("--to goes both ways: leave --redo away")
    log = UndoLog(Path.cwd(), state_folder(environment()).parent / "undo")
    if listed:
        for one in log.read_log():
            at = datetime.fromtimestamp(one.at, UTC).astimezone()
            state = "undone  " if one.undone else ""
            click.echo(
                f"{one.id:4}  {at:%Y-%m-%d %H:%M}  {state}{mark_unprintable('; '.join(one.acts))}: {mark_unprintable(name_paths(one.paths))}"
            )
        return
    try:
        done = asyncio.run(log.turn(undone=not redo) if to is None else log.go_to(to))
    except ChangedSinceError as error:
        raise Failure(
            f"{mark_unprintable(name_paths(error.paths))} was changed since: nothing was touched", FAILED
        ) from None
    except (NotKeptError, OSError) as error:
        raise Failure(str(error), FAILED) from None
    if not done:
        raise Failure(
            f"there is nothing to {'redo' if redo else 'undo'} in this folder"
            if to is None
            else "this folder is as it was then: `solovox undo --list` has all that can be given back"
        )
    click.echo(mark_unprintable(sentence(done)))


# `solovox allowed`: what an agent is not asked for in this folder any more, and to which actions a yes aloud is enough in a Discord server.
#
# Exit code 0: done. 2: it cannot be freed, or there is none of that name.

SERVER = click.option(
    "--server",
    type=click.IntRange(min=1),
    metavar="ID",
    help="Of a Discord server: its actions, not this folder's commands.",
)


@click.group()
def allowed() -> None:
    """List, add and remove what you have freed: commands of this folder, and actions of a Discord server."""


def _home() -> Path:
    return state_folder(environment()).parent / "allowed"


def _here() -> AllowedCommands:
    return AllowedCommands(Path.cwd(), _home())


@allowed.command("list")
def list_command() -> None:
    """Everything that is free here and in Discord servers, by whom and since when."""
    _list(_here().read_allowed(), mark_unprintable(str(Path.cwd())))
    for server in servers(_home()):
        if found := AllowedActions(server, _home()).read_allowed():
            _list(found, f"the Discord server {server}", f"  server {server}")


def _list(found: Sequence[AllowedCommand], where: str, behind: str = "") -> None:
    for one in found:
        how = "  without the fence" if one.bare else behind
        click.echo(
            f"{one.id}  {one.at[:16].replace('T', ' ')}  {mark_unprintable(one.who)}{how}  {mark_unprintable(one.command)}"
        )
    click.echo(f"{len(found)} free in {where}", err=True)


@allowed.command("add")
@click.argument("what")
@click.option("--bare", is_flag=True, help="Also where nothing keeps it from the network and the machine.")
@SERVER
def add_command(what: str, *, bare: bool, server: int | None) -> None:
    """Free one command, to the letter. A hole is one name of something in the folder: "npm test -- {file}".

    With --server: one action, by its name. A yes aloud is enough to it in that server.
    """
    if bare and server is not None:
        raise Failure("--bare is of a command: leave it out with --server")
    try:
        if server is None:
            made, where = _here().add(what, getpass.getuser(), here_and_now(), bare=bare), str(Path.cwd())
        else:
            made = AllowedActions(server, _home()).add(what, getpass.getuser(), here_and_now())
            where = f"the Discord server {server}: a yes aloud is enough"
    except (NotAllowedError, OSError) as error:
        raise Failure(str(error)) from None
    click.echo(f"{made.id}: {mark_unprintable(made.command)} is free in {mark_unprintable(where)}")


@allowed.command("remove")
@click.argument("name")
@SERVER
def remove_command(name: str, *, server: int | None) -> None:
    """Have it asked for again, by its id."""
    if not (_here() if server is None else AllowedActions(server, _home())).remove(name):
        raise Failure(
            f"nothing of the name {mark_unprintable(name)} is free here: see `solovox allowed list`"
        )
    click.echo("It is asked for again.")
