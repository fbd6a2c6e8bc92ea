"""`solovox allowed`: what an agent is not asked for in this folder any more.

Exit code 0: done. 2: it cannot be freed, or there is none of that name.
"""

import getpass
from pathlib import Path

import click

from solovox.acts.allowed import AllowedCommands, NotAllowedError
from solovox.app.journals import state_folder
from solovox.cli.failing import Failure
from solovox.cli.plain import shown
from solovox.config.load import environment
from solovox.shell.clock import here_and_now


@click.group()
def allowed() -> None:
    """List, add and remove the commands that an agent may run in this folder without your yes."""


def _here() -> AllowedCommands:
    return AllowedCommands(Path.cwd(), state_folder(environment()).parent / "allowed")


@allowed.command("list")
def list_command() -> None:
    """Every command that is free here, by whom and since when."""
    found = _here().known()
    for one in found:
        how = "  without the fence" if one.bare else ""
        click.echo(f"{one.id}  {one.at[:16].replace('T', ' ')}  {shown(one.who)}{how}  {shown(one.command)}")
    click.echo(f"{len(found)} free in {shown(str(Path.cwd()))}", err=True)


@allowed.command("add")
@click.argument("command")
@click.option("--bare", is_flag=True, help="Also where nothing keeps it from the network and the machine.")
def add_command(command: str, *, bare: bool) -> None:
    """Free one command, to the letter. A hole is one name of something in the folder: "npm test -- {file}"."""
    try:
        made = _here().add(command, getpass.getuser(), here_and_now(), bare=bare)
    except (NotAllowedError, OSError) as error:
        raise Failure(str(error)) from None
    click.echo(f"{made.id}: {shown(made.command)} is free in {shown(str(Path.cwd()))}")


@allowed.command("remove")
@click.argument("name")
def remove_command(name: str) -> None:
    """Have it asked for again, by its id."""
    if not _here().remove(name):
        raise Failure(f"nothing of the name {shown(name)} is free here: see `solovox allowed list`")
    click.echo("It is asked for again.")
