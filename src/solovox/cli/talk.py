"""`solovox talk [DIR]`: talk about a folder, at the page; or at another surface, chosen by its name. Until the person ends it.

Exit code 0: it was ended. 1: something in it failed. 2: it could not begin.
"""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, get_args

import click
from msgspec.structs import replace
from rich.console import Console

from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begin_session, parts
from solovox.cli.failing import FAILED, Failure, as_called, explain_system_error, in_words, mark_unprintable
from solovox.cli.install import bring_extra
from solovox.cli.logging import JsonLog, name_left, settle
from solovox.cli.models import install_watched
from solovox.cli.options import FOLDER, TalkOptions, page_of, takes
from solovox.cli.output import check_journal, place_journal
from solovox.cli.streams import interruptible, silence_closed
from solovox.cli.telling import EarWatch, Telling
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, who
from solovox.core.commands import Command, SurfaceCommand
from solovox.core.errors import SolovoxError
from solovox.core.events import Event
from solovox.parts.configured import configure, surface_ready
from solovox.parts.engines.local import has_extra
from solovox.parts.engines.stand_ins import lacks_all
from solovox.parts.journals import Keep
from solovox.parts.registry import SURFACES, SurfaceOf, adapter_args, make
from solovox.parts.stores import PersonsStore
from solovox.ports import Clock
from solovox.shell.clock import run
from solovox.shell.session import Observer, Session
from solovox.studio.session import studio_of
from solovox.weights import Cache, default_root
from solovox.weights.extras import EXTRAS

NAME: Final = "talk"
PAGE: Final = "file"
"""What `surface.kind` is where no other was said: the page is opened. A sound file is for `solovox ask`."""
SMALL_FIRST: Final = "the small weights come first, about 150 MB, once; the rest comes while you talk"
PACKAGES_FIRST: Final = "the packages of a talk come first, about {} MB, once"


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
    folds: Callable[[Clock], tuple[Observer, ...]]
    log_json: bool
    log_words: bool
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether the person wants the end."""

    def end(self) -> None:
        """End it as the person would, at any moment; the one way to."""
        self.wanted.set()
        session = self.process.sessions.get(NAME)
        if session is not None:
            session.hang_up()

    async def hold(self) -> str:
        """Until it ends; why."""
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, self.end)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` says to go on
            loop.add_signal_handler(signal.SIGHUP, self._left_alone)
        try:
            async with self.process as process:
                return await process.sessions.carry(NAME, self._make_session)
        finally:
            silence_closed()

    def _left_alone(self) -> None:
        """The terminal was closed: what is still told goes nowhere."""
        silence_closed()
        self.end()

    async def _make_session(self) -> Session:
        """The session; where the end came before it, it ends at once."""
        session = await begin_session(self.own, self.surface, self.keep, self.seen_by)
        if self.wanted.is_set():
            session.hang_up()
        return session

    def seen_by(self, clock: Clock) -> Sequence[Observer]:
        """Who sees each event."""
        log = (JsonLog(clock, sys.stderr, self.log_words),) if self.log_json else ()
        return (*self.folds(clock), *log)


@click.command(epilog="Exit codes: 0 ended by you; 1 something failed; 2 it could not begin.")
@click.argument("folder", metavar="[DIR]", required=False, type=FOLDER)
@click.pass_obj
@takes(TalkOptions)
def talk(agent: Callable[..., object] | None, asked: TalkOptions, folder: Path | None) -> None:
    """Talk about DIR (the current folder, if you name none): opens a page in your browser, or prints its address.

    The settings are those of the folder where you are, not of DIR. With --set surface.kind=NAME the talk is at that surface instead, until you
    hang up there or press Ctrl-C.
    """
    if folder is not None:
        if not folder.is_dir():
            raise Failure(f"{mark_unprintable(str(folder))} is not a folder: name one that exists")
        asked = replace(asked, flags=(*asked.flags, f"workspace={folder.absolute()}"))
    check_journal(asked.journal, none=asked.no_journal)
    if not (needed := EXTRAS["talk"]).is_there:
        click.echo(PACKAGES_FIRST.format(round(needed.fetched / 1e6)), err=True)
        bring_extra(needed)
    config = configure(asked.profile, asked.flags)
    if config.surface != PAGE:
        at_surface(config, asked)
        return
    serve = import_module("solovox.cli.serve")
    weights = Cache(default_root(environment()))
    if has_extra() and lacks_all(config, weights):
        click.echo(SMALL_FIRST, err=True)
        install_watched(weights.lock.choose(small=True), weights)
    serve.served_page(page_of(asked, opens=not asked.no_open), agent)


def log_to_stderr(*, as_json: bool) -> None:
    """What the shell logs, as JSON; or its warnings, as lines for a person."""
    settle(sys.stderr if as_json else None, to_person)


def to_person(line: str) -> None:
    """A line on stderr."""
    click.echo(mark_unprintable(line), err=True)


def load_parts(config: Config, process: Process) -> SessionParts:
    """What a talk at the surface of the configuration needs. Raises `ConfigError`, and `KeyboardInterrupt` where the person did not wait for it."""
    with interruptible():
        surface_ready(config)
        return parts(config, process.engines, PersonsStore(environment()), studio_of(config, process.engines))


def at_surface(config: Config, asked: TalkOptions) -> None:
    """One talk at the surface of the configuration. Raises `Failure`."""
    name_left(to_person)
    log_to_stderr(as_json=asked.log_json)
    process = Process(Cache(default_root(environment())), limit=1)
    surface: SurfaceOf = make(SURFACES, config.surface, adapter_args(config, SURFACES, config.surface))
    own = load_parts(config, process)
    click.echo(as_called(mark_unprintable(who(config))), err=True)
    keep, folder = place_journal(asked.journal, asked.profile, config, own.policy, none=asked.no_journal)
    telling = Telling(Console(highlight=False))
    ear = EarWatch(telling, understands=own.policy.understands)
    session = TalkSession(
        process, own, surface, keep, lambda _: (Shown(telling), ear), asked.log_json, asked.log_words
    )
    try:
        wrong = (
            hold_session(session.hold())
            or (in_words(telling.trouble) if telling.trouble else "")
            or ear.never
        )
        telling.leave(wrong)
    finally:
        telling.finish()
        click.echo(
            f"journal: {mark_unprintable(str(folder / 'journal.jsonl')) if folder else 'none is kept'}",
            err=True,
        )
    if wrong:
        raise Failure(wrong, FAILED)


def hold_session(whole: Coroutine[Any, Any, str]) -> str:
    """Hold a session to its end. What went wrong, in one line, if anything did."""
    try:
        run(whole)
    except (SolovoxError, ConfigError) as error:
        return str(error)
    except Exception as error:
        found = explain_system_error(error)
        if found is None:
            raise
        return found[0]
    return ""
