"""`solovox agent`: the sessions that the agent keeps by itself. They are the agent's, not those of `solovox sessions`."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final, TypeVar

import click

from solovox.cli.failing import FAILED, Failure, mark_unprintable
from solovox.cli.options import ProfileOptions, takes
from solovox.parts.brains.making import brain_given
from solovox.parts.configured import configure
from solovox.parts.registry import BRAINS, make
from solovox.ports import AgentSessionError, AgentSessions, Brain
from solovox.shell.clock import run

T = TypeVar("T")
SHOWN: Final = 200
"""Characters of a message, or of a title."""


@click.group()
@takes(ProfileOptions)
@click.pass_context
def agent(context: click.Context, asked: ProfileOptions) -> None:
    """List, read, fork, rename and delete the sessions that your agent keeps, in this folder.

    To go on with one: --set brain.session=ID, or last.
    """
    context.obj = asked


@agent.command("list")
@click.option("--limit", default=20, show_default=True, metavar="N", help="At most so many.")
@click.pass_obj
def list_command(which: ProfileOptions, limit: int) -> None:
    """Its sessions, the newest first."""
    found = ask_sessions(which, lambda sessions: sessions.list_sessions(limit))
    for one in found:
        when = datetime.fromtimestamp(one.changed / 1000, UTC).astimezone()
        click.echo(f"{mark_unprintable(one.id)}  {when:%Y-%m-%d %H:%M}  {shorten_line(one.title)}")
    if not found:
        click.echo("the agent has no sessions of this folder", err=True)


@agent.command()
@click.argument("session", metavar="ID")
@click.pass_obj
def show(which: ProfileOptions, session: str) -> None:
    """What was said in a session, with the id of each message."""
    for one in ask_sessions(which, lambda sessions: sessions.messages(session)):
        if one.text.strip():
            click.echo(
                f"{mark_unprintable(one.id)}  {'agent' if one.by_agent else 'you':5}  {shorten_line(one.text)}"
            )


@agent.command()
@click.argument("session", metavar="ID")
@click.option(
    "--to", metavar="MESSAGE", help="The last message that the new session knows; all, if not given."
)
@click.option("--title", help="Its title.")
@click.pass_obj
def fork(which: ProfileOptions, session: str, to: str | None, title: str | None) -> None:
    """Begin a new session that knows the old one up to a message: so a talk is taken back. Prints its id.

    Files stay as they are.
    """
    click.echo(ask_sessions(which, lambda sessions: sessions.fork(session, to, title)).id)


@agent.command()
@click.argument("session", metavar="ID")
@click.argument("title")
@click.pass_obj
def rename(which: ProfileOptions, session: str, title: str) -> None:
    """Give a session another title."""
    ask_sessions(which, lambda sessions: sessions.rename(session, title))


@agent.command()
@click.argument("session", metavar="ID")
@click.pass_obj
def delete(which: ProfileOptions, session: str) -> None:
    """Remove a session for good."""
    ask_sessions(which, lambda sessions: sessions.delete(session))


def ask_sessions(which: ProfileOptions, what: Callable[[AgentSessions], Awaitable[T]]) -> T:
    """What the agent's sessions answer. Raises `Failure`."""
    config = configure(which.profile, which.flags)
    brain: Brain = make(BRAINS, config.brain.kind, brain_given(config))
    sessions = brain.sessions()
    if sessions is None:
        raise Failure(
            f"brain.kind = {config.brain.kind} keeps no sessions of its own: set brain.kind=claude_code"
        )

    async def done() -> T:
        return await what(sessions)

    try:
        answer: T = run(done(), 1.0)
    except AgentSessionError as error:
        raise Failure(str(error), FAILED) from None
    return answer


def shorten_line(text: str) -> str:
    """On one line, and not too long."""
    line = " ".join(text.split())
    return mark_unprintable(line if len(line) <= SHOWN else f"{line[:SHOWN]}…")
