"""`solovox undo`: what agents did in this folder, and giving it back.

Exit code 0: done. 1: it cannot be given back. 2: there is nothing.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from solovox.acts.kept import ChangedSinceError, NotKeptError
from solovox.acts.undo import UndoLog
from solovox.app.journals import state_folder
from solovox.brains.undoing import named, sentence
from solovox.cli.failing import FAILED, Failure
from solovox.cli.plain import shown
from solovox.config.load import environment


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
        for one in log.known():
            at = datetime.fromtimestamp(one.at, UTC).astimezone()
            state = "undone  " if one.undone else ""
            click.echo(
                f"{one.id:4}  {at:%Y-%m-%d %H:%M}  {state}{shown('; '.join(one.acts))}: {shown(named(one.paths))}"
            )
        return
    try:
        done = asyncio.run(log.turn(undone=not redo) if to is None else log.go_to(to))
    except ChangedSinceError as error:
        raise Failure(f"{shown(named(error.paths))} was changed since: nothing was touched", FAILED) from None
    except (NotKeptError, OSError) as error:
        raise Failure(str(error), FAILED) from None
    if not done:
        raise Failure(
            f"there is nothing to {'redo' if redo else 'undo'} in this folder"
            if to is None
            else "this folder is as it was then: `solovox undo --list` has all that can be given back"
        )
    click.echo(shown(sentence(done)))
