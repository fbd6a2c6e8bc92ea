"""`solovox patience`: how you were heard to pause, how long a voice waits for it, and how to have that forgotten.

Exit code 0: done. 2: it could not be done.
"""

import click

from solovox.app.habits import forget_habit, known_habit
from solovox.app.stores import PersonsStore
from solovox.cli.failing import shown
from solovox.config.keeping import KEEP, days_of
from solovox.config.load import environment, settings
from solovox.live.local.habit import Habit


@click.command()
@click.option("--reset", is_flag=True, help="Forget what was learned of your pauses.")
def patience(reset: bool) -> None:
    """Show how long you pause, and how long a voice waits for it; --reset forgets it."""
    store = PersonsStore(environment())
    if reset:
        forget_habit(store)
    click.echo(_line(known_habit(store)))
    found = settings()
    if said := found.get("patience"):
        click.echo(f"patience = {said.text} ({shown(said.said_in)}) goes before it, and nothing is learned")
    elif (keep := found.get("journal.keep")) and days_of(keep.text or KEEP) == 0:
        click.echo("nothing is learned: journal.keep = never")


def _line(habit: Habit) -> str:
    waits = f"waits {habit.patience} % of the usual before it begins"
    if not habit.pauses:
        return f"nothing is known of how you pause: a voice {waits}"
    seconds = f"{habit.reach / 1000:.1f} s"
    count = f"{habit.pauses} pause{'' if habit.pauses == 1 else 's'}"
    return f"you pause for up to {seconds}; a voice {waits} (learned from {count})"
