"""`solovox talk`: a session at a surface that is chosen by its name, until the person ends it there or by Ctrl-C.

Exit code 0: it was ended. 1: something in it failed. 2: it could not begin.
"""

import asyncio
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, get_args

import click
from rich.console import Console

from solovox.app.configured import configured, surface_ready
from solovox.app.journals import Keep
from solovox.app.process import Process
from solovox.app.registry import SURFACES, SurfaceOf, given, make
from solovox.app.stores import PersonsStore
from solovox.app.wiring import SessionParts, begun, parts
from solovox.cli.config_options import PROFILE
from solovox.cli.failing import FAILED, Failure, as_called, in_words, refused
from solovox.cli.journals import check_journal, kept
from solovox.cli.logging import JsonLog, settle
from solovox.cli.named import FOLDER
from solovox.cli.plain import shown
from solovox.cli.telling import EarWatch, Telling
from solovox.config.load import environment
from solovox.config.schema import ConfigError, who
from solovox.core.commands import Command, SurfaceCommand
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.ports import Clock
from solovox.shell.clock import run
from solovox.shell.session import Observer
from solovox.weights import Cache, default_root

NAME: Final = "talk"
NO_PLACE: Final = (
    "surface.kind = file is the surface of solovox ask: name another one, for example --set surface.kind=socket"
    " of examples/third_party"
)


@dataclass(frozen=True, slots=True)
class Shown:
    """A fold over a session: prints what its surface is asked to show."""

    telling: Telling

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """One event, and what was decided from it."""
        self.telling.see(event, commands)
        for command in commands:
            if isinstance(command, get_args(SurfaceCommand)):
                self.telling.show(command)


@dataclass(frozen=True, slots=True)
class TalkSession:
    """One session, and the process in which it runs."""

    process: Process
    own: SessionParts
    surface: SurfaceOf
    keep: Keep
    folds: tuple[Observer, ...]
    log_json: bool
    log_words: bool

    def hang_up(self) -> None:
        """As the person would."""
        session = self.process.sessions.get(NAME)
        if session is not None:
            session.hang_up()

    async def held(self) -> str:
        """Until it ends; why."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, self.hang_up)
        async with self.process as process:
            return await process.sessions.carry(
                NAME, partial(begun, self.own, self.surface, self.keep, self.seen_by)
            )

    def seen_by(self, clock: Clock) -> Sequence[Observer]:
        """Who sees each event."""
        log = (JsonLog(clock, sys.stderr, self.log_words),) if self.log_json else ()
        return (*self.folds, *log)


@click.command(epilog="Exit codes: 0 ended by you; 1 something failed; 2 it could not begin.")
@PROFILE
@click.option("--journal", metavar="DIR", type=FOLDER, help="Keep the journal here; see: solovox sessions.")
@click.option("--no-journal", is_flag=True, help="Keep no journal and no sound of this session.")
@click.option(
    "--set",
    "flags",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of the configuration, for this time, such as surface.kind=NAME; may be repeated.",
)
@click.option("--log-json", is_flag=True, help="A line of JSON on stderr for each event, without words.")
@click.option("--log-words", is_flag=True, help="With --log-json: with the words too.")
def talk(
    profile: str,
    flags: tuple[str, ...],
    journal: Path | None,
    no_journal: bool,
    log_json: bool,
    log_words: bool,
) -> None:
    """Talk at the surface that `surface.kind` names, until you hang up there or press Ctrl-C."""
    settle(sys.stderr if log_json else None)
    check_journal(journal, none=no_journal)
    config = configured(profile, flags)
    if config.surface == "file":
        raise Failure(NO_PLACE)
    surface_ready(config)
    process = Process(Cache(default_root(environment())), limit=1)
    own = parts(config, process.engines, PersonsStore(environment()))
    surface: SurfaceOf = make(SURFACES, config.surface, given(config, SURFACES, config.surface))
    click.echo(as_called(shown(who(config))), err=True)
    keep, folder = kept(journal, profile, config, own.policy, none=no_journal)
    telling = Telling(Console(highlight=False))
    ear = EarWatch(telling, understands=own.policy.understands)
    session = TalkSession(process, own, surface, keep, (Shown(telling), ear), log_json, log_words)
    try:
        wrong = held(session) or (in_words(telling.trouble) if telling.trouble else "") or ear.never
        telling.leave(wrong)
    finally:
        telling.finish()
        click.echo(f"journal: {shown(str(folder / 'journal.jsonl')) if folder else 'none is kept'}", err=True)
    if wrong:
        raise Failure(wrong, FAILED)


def held(session: TalkSession) -> str:
    """Hold the session to its end. What went wrong, in one line, if anything did."""
    try:
        run(session.held())
    except (SolovoxError, ConfigError) as error:
        return str(error)
    except Exception as error:
        found = refused(error)
        if found is None:
            raise
        return found[0]
    return ""
