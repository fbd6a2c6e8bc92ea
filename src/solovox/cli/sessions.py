"""`solovox sessions`: list and remove the sessions that `solovox ask` keeps.

Exit code 0: done. 1: some are being written and stay, or could not be removed. 2: there is no such session.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import click

from solovox.cli.failing import FAILED, Failure, mark_unprintable
from solovox.config.keeping import KEEP, days_of
from solovox.config.load import environment, settings
from solovox.config.schema import ConfigError, suggestion
from solovox.parts.journals import count_sessions, list_remaining, remove_places, state_folder
from solovox.recordings.keeping import Kept, older, remove
from solovox.recordings.keeping import list_kept as kept_in
from solovox.server.state import state_folder as private_state
from solovox.shell.clock import here_and_now


@click.group()
def sessions() -> None:
    """List and remove the sessions that `solovox ask` has kept."""


@sessions.command("list")
def list_command() -> None:
    """Every session kept in your state folder, the oldest first."""
    root = state_folder(environment())
    found = kept_in(root)
    for one in found:
        written = datetime.fromtimestamp(one.written, UTC).astimezone()
        click.echo(f"{mark_unprintable(one.folder.name)}  {written:%Y-%m-%d %H:%M}  {one.size / 1e6:6.1f} MB")
    keep = settings().get("journal.keep")
    click.echo(
        f"{count_sessions(len(found))} in {mark_unprintable(str(root))}; kept: {keep.text if keep else KEEP}",
        err=True,
    )


@sessions.command("purge")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--all", "everything", is_flag=True, help="All that was said; what you taught, made or set stays."
)
@click.option("--older-than", metavar="DAYS", help='For example "7 days".')
def purge_command(names: tuple[str, ...], everything: bool, older_than: str | None) -> None:
    """Remove sessions: journal and sound. One that is being written stays.

    With --all also recorded questions, and whatever would let an agent or a client go on with a talk; what stays is named.
    """
    if [bool(names), everything, older_than is not None].count(True) != 1:
        raise click.UsageError("say which: NAME..., --older-than DAYS, or --all")
    root = state_folder(environment())
    found = kept_in(root)
    stay = [one for one in _chosen(found, names, older_than) if not _remove_session(one)]
    # SOLOVOX_STATE moves only a part: the rest lies beside the journals.
    for private in {root.parent, private_state(environment())} if everything else ():
        for place in remove_places(private):
            click.echo(f"removed {place.what}")
        for place in list_remaining(private):
            click.echo(f"left: {place.what}; removed by: {place.removed_by}", err=True)
    if stay:
        raise Failure(
            f"{count_sessions(len(stay))} stay, being written: {', '.join(one.folder.name for one in stay)}",
            FAILED,
        )


def _chosen(found: Sequence[Kept], names: Sequence[str], older_than: str | None) -> Sequence[Kept]:
    if older_than is not None:
        try:
            days = days_of(older_than)
        except ConfigError:
            days = None
        if not days:
            raise click.UsageError(f"--older-than {older_than}: write for example 7 days")
        return older(found, days, here_and_now().timestamp())
    by_name = {one.folder.name: one for one in found}
    for name in names:
        if name not in by_name:
            hint = suggestion(name, by_name) if by_name else "there is none"
            raise Failure(f"no session is called {name!r}: {hint}")
    return [by_name[name] for name in names] if names else found


def _remove_session(one: Kept) -> bool:
    gone = remove(one)
    if gone:
        click.echo(f"removed {mark_unprintable(one.folder.name)}")
    return gone
