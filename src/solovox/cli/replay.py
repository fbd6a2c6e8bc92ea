"""`solovox replay`: recompute the commands of a journal, and compare.

Exit code 0: identical. 1: it differs, the first difference is printed. 2: it cannot be replayed.
"""

import math
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from solovox.cli.failing import Failure, mark_unprintable
from solovox.cli.options import PATH
from solovox.live_server import journals as served_journals
from solovox.live_server import replays as served_replays
from solovox.recordings import codec, journal_reader
from solovox.recordings.codec import JournalError, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.keeping import write_whole
from solovox.recordings.lanes import Mark
from solovox.recordings.page import page
from solovox.recordings.replay import Differs, Identical
from solovox.recordings.replay import replay as decide_again
from solovox.recordings.replay import screen as screen_of
from solovox.recordings.timeline import Timeline, build
from solovox.view import NO_ACT, plain

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
        replay_served(context, journal)
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
            click.echo(mark_unprintable(f"identical: {events} events, {commands} commands{by}{left}{torn}"))
            if trouble:
                click.echo(f"  the last event could not be decided, then as now: {trouble}")
        case Differs():
            for line in difference(recorded, verdict):
                click.echo(mark_unprintable(line))
            context.exit(1)


def replay_served(context: click.Context, journal: Path) -> None:
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
            click.echo(
                mark_unprintable(f"differs at event {step.n} (line {step.n + 1}), {step.at} ms: {step.name}")
            )
            click.echo(
                mark_unprintable(
                    f"  then  {step.then or '--------'}  {_list_commands(list(step.then_names))}"
                )
            )
            now = [type(one).__name__ for one in step.commands]
            click.echo(
                mark_unprintable(f"  now   {step.did or '--------'}  {step.trouble or _list_commands(now)}")
            )
            if step.did == step.then and not step.trouble:
                click.echo(RENAMED)
            if head.machine != served_journals.version():
                click.echo(
                    f"  ordered by {mark_unprintable(head.machine)}, now by {served_journals.version()}"
                )
            context.exit(1)


def difference(journal: Recorded, differs: Differs) -> list[str]:
    """The first difference in words, one line each."""
    then = differs.then
    name = then.event.name if isinstance(then.event, Strange) else type(then.event).__name__
    lines = [f"differs at event {then.n} (line {then.n + 1}), {then.at} ms: {name}"]
    if not isinstance(then.event, Strange):
        lines.append(f"  event {codec.encode(then.event).decode()}")
    lines.append(f"  then  {then.did or '--------'}  {_list_commands(list(then.commands))}")
    now = [f"{type(one).__name__} {codec.encode(one).decode()}" for one in differs.now]
    lines.append(f"  now   {differs.did or '--------'}  {differs.trouble or _list_commands(now)}")
    if differs.did == then.did and not differs.trouble:
        lines.append(RENAMED)
    sums = "; ".join(str(one) for one in differs.sums)
    lines.append(f"  the {differs.agreed} events before it agree: {sums}")
    core = codec.core_version()
    if journal.header.core != core and journal.core is None:
        lines.append(f"  recorded by core {journal.header.core}, decided again by {core}")
    return lines


def _list_commands(commands: list[str]) -> str:
    rest = f", and {len(commands) - SHOWN} more" if len(commands) > SHOWN else ""
    return ", ".join(commands[:SHOWN]) + rest if commands else "nothing"


# `solovox timeline`: what happened in a session, and why. As text, JSON or a page.
#
# Exit code 2 when the journal cannot be read or the page cannot be written.

_COLOURS: Final = {
    "mic": "cyan",
    "heard": "cyan",
    "gate": "green",
    "calls": "yellow",
    "brain": "magenta",
    "reads": "bright_yellow",
    "played": "bright_yellow",
    "connections": "blue",
}
_ALARMING: Final = frozenset({"drop", "cut", "failed", "failure", "lost", "stop"})


@click.command()
@click.argument("journal", type=PATH)
@click.option("--html", type=PATH, help="Write one page to look at.")
@click.option(
    "--json", "as_json", is_flag=True, help="Turns, holds, dropped sound and connections, for programs."
)
@click.option(
    "--screen", type=click.FloatRange(min=0), metavar="SECONDS", help="What a screen showed then, as JSON."
)
def timeline(journal: Path, html: Path | None, as_json: bool, screen: float | None) -> None:
    """What happened in the session of JOURNAL: what was heard, decided, said and dropped, and why.

    JOURNAL is a journal.jsonl or the folder it is in.
    """
    if (html is not None) + as_json + (screen is not None) > 1:
        raise click.UsageError("choose one of --html, --json and --screen")
    if screen is not None and not screen < math.inf:
        raise Failure(f"--screen {screen}: give a number of seconds")
    if journal_reader.kind_of(journal) == served_journals.KIND:
        _print_served(journal, plain=html is None and not as_json and screen is None)
        return
    try:
        recorded = journal_reader.read(journal, museum=True)
        if screen is not None:
            _echo(plain(screen_of(recorded, round(screen * 1000))))
            return
        folded = build(recorded)
        if html is not None:
            write_whole(html, page(folded, journal_reader.journal_in(journal).parent))
    except JournalError as error:
        raise Failure(str(error)) from None
    if as_json:
        _echo(folded.summary())
    elif html is not None:
        click.echo(f"wrote {html}: open it in a browser")
    else:
        _print(folded, Console())


def _echo(data: dict[str, object]) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(data)).decode())


def _print_served(journal: Path, *, plain: bool) -> None:
    """The timeline of a session of the live server."""
    if not plain:
        raise click.UsageError("a session of the live server has a timeline as text only")
    try:
        for line in served_replays.describe_session(journal):
            click.echo(mark_unprintable(line))
    except JournalError as error:
        raise Failure(str(error)) from None


def _print(folded: Timeline, console: Console) -> None:
    head = folded.header
    console.print(
        Text(
            f"session {mark_unprintable(head.session)}, profile {mark_unprintable(head.profile)}, {mark_unprintable(head.created)}",
            style="bold",
        )
    )
    if folded.differs_at is not None:
        warning = f"decided otherwise from event {folded.differs_at} on: what follows is not what happened"
        console.print(Text(warning, style="bold red"))
    if folded.killed:
        console.print(Text("the session was killed before its end", style="red"))
    console.print(_lanes(folded))
    for number, turn in enumerate(folded.turns, start=1):
        cut = f", cut at {turn.cut_at / 1000:.2f} s" if turn.cut_at is not None else ""
        console.print(Text(f"\nturn {number}{cut}", style="bold"))
        for name, text in (("heard", turn.heard), ("sent", turn.instruction or "(nothing)")):
            console.print(Text(f"  {name:9}{mark_unprintable(text)}"))
        console.print(Text(f"  {'played':9}{mark_unprintable(turn.played) or '(nothing)'}"))
        if turn.actless:
            console.print(Text(f"  {'acts':9}{NO_ACT}", style="dim"))
        if turn.scores:
            scores = "  ".join(f"{one:.2f}" for one in turn.scores)
            console.print(Text(f"  {'fidelity':9}{scores}", style="dim"))
        steps = "  ".join(f"{step} {ms}" for step, ms in turn.latency_ms.items())
        console.print(Text(f"  {'ms':9}{steps}", style="dim"))
    console.print(Text("\nsamples", style="bold"))
    for origin, reasons in folded.ledger.dropped.items():
        for why, count in reasons.items():
            console.print(Text(f"  dropped  {origin.value}, {why.value}: {count}"))
    for one in folded.ledger.sums():
        console.print(
            Text(f"  {'holds' if one.holds else 'BROKEN':9}{one}", style="" if one.holds else "red")
        )


def _lanes(folded: Timeline) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False)
    for name in ("seconds", "lasts", "lane", "event"):
        table.add_column(name, justify="right" if name in {"seconds", "lasts", "event"} else "left")
    table.add_column("what", overflow="fold")
    table.add_column("law")
    for mark in sorted(folded.marks, key=lambda one: (one.at, one.n)):
        table.add_row(*_row(mark))
    return table


def _row(mark: Mark) -> list[Text]:
    lasts = "" if mark.end is None else f"{(mark.end - mark.at) / 1000:.2f}"
    style = "red" if mark.kind in _ALARMING else _COLOURS.get(mark.lane, "")
    label = mark_unprintable(mark.label) + (f" ({mark.samples} samples)" if mark.samples else "")
    return [
        Text(f"{mark.at / 1000:.2f}"),
        Text(lasts, style="dim"),
        Text(mark.lane, style=style),
        Text(str(mark.n), style="dim"),
        Text(label, style=style),
        Text(mark.law, style="dim"),
    ]
