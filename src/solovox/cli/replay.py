"""`solovox replay`: recompute the commands of a journal, and compare.

Exit code 0: identical. 1: it differs, the first difference is printed. 2: it cannot be replayed.
"""

from pathlib import Path

import click

from solovox.app import served_journals, served_replays
from solovox.cli.failing import Failure
from solovox.cli.named import PATH
from solovox.cli.plain import shown
from solovox.recordings import codec, journal_reader
from solovox.recordings.codec import JournalError, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.replay import Differs, Identical
from solovox.recordings.replay import replay as decide_again

SHOWN = 12
"""Commands of one event that are printed; the rest is counted."""
UNSEALED = "; an older journal: what changed without another command is not noticed"
RENAMED = "  the digests agree: the names that the line gives are not those of its commands"


@click.command()
@click.argument("journal", type=PATH)
@click.option("--museum", is_flag=True, help="Go up to the first event that this version does not know.")
@click.pass_context
def replay(context: click.Context, journal: Path, museum: bool) -> None:
    """Decide every event of JOURNAL again; exit 0 only if every command is the same.

    JOURNAL is a journal.jsonl or the folder it is in.
    """
    if journal_reader.kind_of(journal) == served_journals.KIND:
        served(context, journal)
        return
    try:
        recorded = journal_reader.read(journal, museum=museum)
        verdict = decide_again(recorded)
    except JournalError as error:
        raise Failure(str(error)) from None
    match verdict:
        case Identical(events, commands, ended, trouble, sealed):
            left = "" if ended else "; the session was killed before its end"
            left += "" if sealed else UNSEALED
            torn = f"; {recorded.torn} bytes of a torn last line were left out" if recorded.torn else ""
            by = f", by the core of then, {recorded.header.core}" if recorded.core else ""
            click.echo(shown(f"identical: {events} events, {commands} commands{by}{left}{torn}"))
            if trouble:
                click.echo(f"  the last event could not be decided, then as now: {trouble}")
        case Differs():
            for line in difference(recorded, verdict):
                click.echo(shown(line))
            context.exit(1)


def served(context: click.Context, journal: Path) -> None:
    """The same for a session of the live server."""
    try:
        verdict = served_replays.replay(journal)
    except JournalError as error:
        raise Failure(str(error)) from None
    match verdict:
        case Identical(events, commands, ended, sealed=sealed):
            left = "" if ended else "; the server was killed before its end"
            left += "" if sealed else UNSEALED
            click.echo(f"identical: {events} events, {commands} commands{left}")
        case served_replays.ServedDifference(head, step):
            click.echo(shown(f"differs at event {step.n} (line {step.n + 1}), {step.at} ms: {step.name}"))
            click.echo(shown(f"  then  {step.then or '--------'}  {_listed(list(step.then_names))}"))
            now = [type(one).__name__ for one in step.commands]
            click.echo(shown(f"  now   {step.did or '--------'}  {step.trouble or _listed(now)}"))
            if step.did == step.then and not step.trouble:
                click.echo(RENAMED)
            if head.machine != served_journals.version():
                click.echo(f"  ordered by {shown(head.machine)}, now by {served_journals.version()}")
            context.exit(1)


def difference(journal: Recorded, differs: Differs) -> list[str]:
    """The first difference in words, one line each."""
    then = differs.then
    name = then.event.name if isinstance(then.event, Strange) else type(then.event).__name__
    lines = [f"differs at event {then.n} (line {then.n + 1}), {then.at} ms: {name}"]
    if not isinstance(then.event, Strange):
        lines.append(f"  event {codec.encoded(then.event).decode()}")
    lines.append(f"  then  {then.did or '--------'}  {_listed(list(then.commands))}")
    now = [f"{type(one).__name__} {codec.encoded(one).decode()}" for one in differs.now]
    lines.append(f"  now   {differs.did or '--------'}  {differs.trouble or _listed(now)}")
    if differs.did == then.did and not differs.trouble:
        lines.append(RENAMED)
    sums = "; ".join(str(one) for one in differs.sums)
    lines.append(f"  the {differs.agreed} events before it agree: {sums}")
    core = codec.core_version()
    if journal.header.core != core and journal.core is None:
        lines.append(f"  recorded by core {journal.header.core}, decided again by {core}")
    return lines


def _listed(commands: list[str]) -> str:
    rest = f", and {len(commands) - SHOWN} more" if len(commands) > SHOWN else ""
    return ", ".join(commands[:SHOWN]) + rest if commands else "nothing"
