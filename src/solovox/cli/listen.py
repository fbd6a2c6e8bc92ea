"""`solovox listen`: hands free in the terminal, at this machine's microphone and speaker, until Ctrl-C.

Exit code 0: it was ended, by Ctrl-C, a key, SIGTERM or a terminal that was closed. 1: something in it failed. 2: it could not begin.
130: Ctrl-C, 143: SIGTERM, before it had begun.
"""

import json
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Annotated, Final

import click
from rich.console import Console

from solovox.app.process import Process
from solovox.app.wiring import SessionParts
from solovox.cli.failing import FAILED, Failure, as_called, in_words, mark_unprintable
from solovox.cli.logging import name_left, settle
from solovox.cli.options import Logged, takes
from solovox.cli.output import check_journal, place_journal
from solovox.cli.screen.drawing import ScreenLook, palette_of, path_of
from solovox.cli.screen.keys import Acting
from solovox.cli.screen.terminal import NEEDED, drawable, fits
from solovox.cli.screen.watched import StateLines, WatchedTalk
from solovox.cli.streams import quiet_libraries
from solovox.cli.talk import Shown, TalkSession, hold_session, load_parts, log_to_stderr, to_person
from solovox.cli.telling import EarWatch, SeedLog, Telling
from solovox.config.fields import setting
from solovox.config.load import environment
from solovox.config.schema import Config, each_role
from solovox.core.commands import Command
from solovox.core.events import Event
from solovox.parts.configured import configure
from solovox.parts.engines.devices import DeviceWatch, sound_devices, watched_devices
from solovox.parts.journals import Keep
from solovox.parts.policies import describe_listening
from solovox.parts.registry import SURFACES, SurfaceOf, adapter_args, make
from solovox.ports import Clock, Surface, SurfaceContext
from solovox.recordings.handoffs import Handoffs
from solovox.shell.session import Observer
from solovox.surfaces.devices.portaudio import MICROPHONE, SPEAKER
from solovox.surfaces.devices.sound_devices import DeviceTrouble
from solovox.surfaces.devices.surface import DeviceSurface
from solovox.weights import Cache, default_root

KIND: Final = "devices"
LATE: Final = 20
"""Warnings that are told when the screen is gone."""
AT: Final = f"surface.kind={KIND}"


@dataclass(slots=True)
class Counted:
    """The handoffs of a session, and its surface."""

    handoffs: Handoffs = field(default_factory=Handoffs)
    clock: Clock | None = None
    surface: Surface | None = None

    def set_clock(self, clock: Clock) -> "Counted":
        """With the session's clock."""
        self.clock = clock
        return self

    def see(self, event: Event, commands: Sequence[Command]) -> None:
        """Count one step."""
        assert self.clock is not None, "it was given with the session"
        self.handoffs.see(self.clock.now(), event, commands)

    def make_surface(self, make: SurfaceOf, place: SurfaceContext) -> Surface:
        """The surface of the session."""
        self.surface = make(place)
        return self.surface

    def tell(self, *, as_json: bool) -> None:
        """What it came to, on stderr."""
        restarts = self.surface.output_restarts if isinstance(self.surface, DeviceSurface) else 0
        if as_json:
            line = {"event": "SessionCounted", **self.handoffs.describe(restarts)}
            click.echo(json.dumps(line), err=True)
            return
        for one in self.handoffs.lines(restarts):
            click.echo(one, err=True)


class ListenOptions(Logged, kw_only=True, frozen=True):
    """Those of this command."""

    profile: Annotated[str, setting(metavar="NAME")] = "handoff"
    microphone: Annotated[str, setting(metavar="NAME")] = ""
    """A part of its name."""
    speaker: Annotated[str, setting(metavar="NAME")] = ""
    """A part of its name."""
    plain: bool = False
    """Lines instead of a screen, as in a pipe or for a screen reader."""
    log_json: bool = False
    """A line of JSON on stderr for each event, without words. No screen."""
    log: Annotated[str | None, setting(choices=("seed",))] = None
    """A line on stderr for each step, with the words that were said. No screen."""


def _list(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    try:
        for what in (MICROPHONE, SPEAKER):
            for name in sound_devices().names(what):
                click.echo(f"{what:12}{mark_unprintable(name)}")
    except DeviceTrouble as error:
        raise Failure(str(error)) from None
    context.exit()


@click.command(
    epilog="Exit codes: 0 ended by you; 1 something failed; 2 it could not begin; 130 stopped by Ctrl-C before it had begun."
)
@click.option(
    "--devices",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list,
    help="List the microphones and speakers, and end.",
)
@takes(ListenOptions)
def listen(said: ListenOptions) -> None:
    """Listen for the wake phrase at the microphone, ask the brain, read the answer, listen again, until Ctrl-C."""
    name_left(to_person)
    log_to_stderr(as_json=said.log_json)
    check_journal(said.journal, none=said.no_journal)
    there = {MICROPHONE: said.microphone, SPEAKER: said.speaker}
    named = [f"surface.devices.{what}={name}" for what, name in there.items() if name]
    config = configure(said.profile, (AT, *named, *said.flags))
    process = Process(Cache(default_root(environment())), limit=1)
    own = load_parts(config, process)
    for line in each_role(config):
        click.echo(as_called(mark_unprintable(line)), err=True)
    if listens := describe_listening(own.policy):
        click.echo(mark_unprintable(listens), err=True)
    keep, folder = place_journal(said.journal, said.profile, config, own.policy, none=said.no_journal)
    logs, counted = Logs(said.log_json, said.log_words, seed=bool(said.log)), Counted()
    talk = HandsFree(config, process, own, keep, logs, counted)
    try:
        with quiet_libraries():
            wrong = talk.on_screen() if _has_screen(config, said) else talk.in_lines()
    finally:
        counted.tell(as_json=said.log_json)
        click.echo(
            f"journal: {mark_unprintable(str(folder / 'journal.jsonl')) if folder else 'none is kept'}",
            err=True,
        )
    if wrong:
        raise Failure(wrong, FAILED)


def _has_screen(config: Config, said: ListenOptions) -> bool:
    """Whether there is a screen; if only what draws it is missing, the person is told."""
    if said.plain or said.log_json or said.log or config.surface != KIND or not fits(os.environ):
        return False
    if not drawable():
        click.echo(as_called(NEEDED), err=True)
        return False
    return True


@dataclass(frozen=True, slots=True)
class Logs:
    """What is written to stderr of each event."""

    json: bool
    words: bool
    seed: bool


@dataclass(frozen=True, slots=True)
class HandsFree:
    """One session at the devices, and how it is shown."""

    config: Config
    process: Process
    own: SessionParts
    keep: Keep
    logs: Logs
    counted: Counted

    def in_lines(self) -> str:
        """Hold it, and print a line of each thing that matters. What went wrong, in one line, if anything did."""
        telling = Telling(Console(highlight=False))
        watched = WatchedTalk(self.own.policy.wake)
        ear = EarWatch(telling, understands=self.own.policy.understands)
        surface: SurfaceOf = make(
            SURFACES, self.config.surface, adapter_args(self.config, SURFACES, self.config.surface)
        )
        session = self._session(
            surface, lambda clock: (Shown(telling), ear, StateLines(watched.at(clock), telling))
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
        return wrong

    def on_screen(self) -> str:
        """Hold it, and show it on a screen. Only this imports what draws."""
        drawn = import_module("solovox.cli.screen.app")
        watched, acting = WatchedTalk(self.own.policy.wake), Acting()
        ear = EarWatch(watched, understands=self.own.policy.understands)
        watch = DeviceWatch(
            watched.tell_device_trouble, watched.take_level, acting.take_surface, watched.take_measurement
        )
        surface = watched_devices(adapter_args(self.config, SURFACES, self.config.surface), watch)
        path = path_of(self.config, spares=self.own.policy.spares)
        brain = self.config.ear.kind if self.config.narrator.kind == "self" else self.config.brain.kind
        look = ScreenLook(palette_of(os.environ), brain, path)
        session = self._session(surface, lambda clock: (watched.at(clock), ear))
        late: deque[str] = deque(maxlen=LATE)  # the screen has the terminal: a warning waits for its end
        settle(None, late.append)
        try:
            return hold_session(drawn.held_on_screen(session, watched, acting, look)) or ear.never
        finally:
            for line in late:
                to_person(line)

    def _session(self, surface: SurfaceOf, folds: Callable[[Clock], tuple[Observer, ...]]) -> TalkSession:
        lines = (SeedLog(sys.stderr, live=self.own.ear is not None),) if self.logs.seed else ()
        return TalkSession(
            self.process,
            self.own,
            partial(self.counted.make_surface, surface),
            self.keep,
            lambda clock: (*folds(clock), *lines, self.counted.set_clock(clock)),
            self.logs.json,
            self.logs.words,
        )
