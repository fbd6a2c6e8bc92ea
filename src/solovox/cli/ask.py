"""`solovox ask`: a whole session from a sound file, or from a line of text.

Exit code 0: heard, asked and answered, or ended as `--do` says. 1: the session ran, and something in it failed (nothing
was heard, the brain failed, a yes was needed, an act of `--do` could not be done). 2: it could not begin.
"""

import math
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import click
from msgspec import field as option
from msgspec.structs import asdict
from rich.console import Console

from solovox.app.process import Process
from solovox.app.wiring import SessionParts, begin_session, parts
from solovox.cli.failing import FAILED, Failure, as_called, explain_system_error, in_words, mark_unprintable
from solovox.cli.logging import JsonLog, name_left, settle
from solovox.cli.options import PATH, Dir, Logged, takes
from solovox.cli.output import Output, check_journal, check_out, place_journal
from solovox.cli.talk import to_person
from solovox.cli.telling import EarWatch, Telling
from solovox.config.fields import setting
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, who
from solovox.core.errors import SolovoxError
from solovox.core.units import SurfaceCaps
from solovox.parts.configured import with_agent
from solovox.parts.habits import usual
from solovox.parts.journals import Keep
from solovox.parts.stores import PersonsStore
from solovox.ports import Clock, Surface, SurfaceContext
from solovox.recordings.failing_disk import KeptWhileItCan
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import run
from solovox.shell.session import Observer
from solovox.studio.session import studio_of
from solovox.surfaces.acts import ENDS, SYNTAX, ActKind, BadAct, PersonAct, acts
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.surfaces.playing import NotPlayed, players
from solovox.surfaces.wav import LONGEST_SECONDS, mix_sounds, read_microphone
from solovox.weights import Cache, default_root

SLOWEST: Final = 0.1
LONGEST_TEXT: Final = 20_000
"""Characters of what is typed."""
CODES: Final = "Exit codes: 0 answered; 1 the session ran, and something did not work; 2 it could not begin."
MODEL: Final = (
    "offline brain: for a model of your own, set brain.url and brain.model (docs/howto/configure.md)"
)
Barge = tuple[Path, float]
ELSEWHERE: Final = "surface.kind = {} is a surface of solovox talk; solovox ask has a file or a typed line: leave it out, or set file"


class BargeIn(click.ParamType[Barge]):
    """`WAV@SECONDS`."""

    name = "WAV@SECONDS"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Barge:
        """The file and the second at which it begins."""
        path, at, seconds = str(value).rpartition("@")
        try:
            begin = float(seconds)
        except ValueError:
            begin = -1.0
        if not at or not path or not 0 <= begin < LONGEST_SECONDS:
            self.fail(f"{value!r} is not WAV@SECONDS: write for example stop.wav@2.5", param, ctx)
        return Path(path), begin


def readable(text: str | None) -> str | None:
    """What was typed, as text: bytes that are none become U+FFFD."""
    return None if text is None else os.fsencode(text).decode("utf-8", "replace")


def parse_acts(
    _context: click.Context, _option: click.Parameter, written: tuple[str, ...]
) -> tuple[PersonAct, ...]:
    """What the person does."""
    try:
        return acts(written)
    except BadAct as error:
        raise click.BadParameter(str(error)) from None


class AskOptions(Logged, kw_only=True, frozen=True):
    """What the command line said."""

    journal: Dir = None
    """Keep the journal here; else it is kept in your state folder for a while (journal.keep): see solovox sessions."""
    no_journal: bool = False
    """Keep no journal and no sound of this session."""
    text: str | None = None
    """What is asked, in place of IN.wav."""
    out: Annotated[Path | None, setting(metavar="OUT.wav")] = option(default=None, name="out,o")
    """What the speaker would have played: 24 kHz mono 16-bit."""
    play: bool = False
    """Play the answer when the session has ended."""
    cues: bool = False
    """Let the cues sound in OUT.wav."""
    no_screen: bool = False
    """As on a phone: what waits for a yes is read back, and answered aloud."""


class AskRequest(AskOptions, kw_only=True, frozen=True):
    """The same, with what is asked, and what the person does meanwhile."""

    wav: Path | None = None
    speed: float = 1.0
    barge_in: tuple[Barge, ...] = ()
    do: tuple[PersonAct, ...] = ()

    @property
    def what(self) -> str:
        """What is asked, in a word."""
        return "what was typed" if self.wav is None else mark_unprintable(str(self.wav))


@click.command(epilog=CODES)
@click.argument("wav", metavar="[IN.wav]", required=False, type=PATH)
@click.option(
    "--barge-in",
    multiple=True,
    type=BargeIn(),
    help="Another sound that begins at a second of the first; may be repeated.",
)
@click.option(
    "--do",
    multiple=True,
    metavar="ACT@SECONDS",
    callback=parse_acts,
    help=f"What the person does at a second of the session; may be repeated: {SYNTAX}.",
)
@click.option(
    "--speed",
    default=1.0,
    show_default=True,
    metavar="N",
    help="How many times faster than real time; inf does not wait at all.",
)
@click.pass_obj
@takes(AskOptions)
def ask(agent: Callable[..., object] | None, given: AskOptions, **more: Any) -> None:
    """Ask what IN.wav or TEXT asks, in a whole session; show the answer, write it, play it.

    IN.wav may be of any rate, width and number of channels. Time is the position in the file.
    """
    more |= {**asdict(given), "text": readable(given.text)}
    asked = AskRequest(**more)
    name_left(to_person)
    settle(sys.stderr if asked.log_json else None)  # what went wrong is named in one line, at the end
    check(asked)
    microphone = sound_of(asked)
    config = with_agent(asked.profile, asked.flags, agent)
    if config.surface != "file":
        raise Failure(ELSEWHERE.format(config.surface))
    check_speed(asked.speed, config)
    process = Process(Cache(default_root(environment())), limit=1)
    studio = studio_of(config, process.engines)
    own = parts(usual(config), process.engines, PersonsStore(environment()), studio)
    click.echo(as_called(mark_unprintable(who(config))), err=True)
    keep, folder = place_journal(asked.journal, asked.profile, config, own.policy, none=asked.no_journal)
    telling, out = Telling(Console(highlight=False)), Output(asked.out, aloud=asked.play)
    ear = EarWatch(telling, understands=own.policy.understands)
    talk = AskSession(
        process, asked, own, microphone, out, keep, telling, ear, SurfaceCaps(screen=not asked.no_screen)
    )
    try:
        wrong = hold_session(talk) or fault(talk)
        telling.leave(wrong or "")
    finally:
        conclude(talk, folder)
    if wrong:
        raise Failure(wrong, FAILED)
    if asked.play:
        play_answer(talk.out)
    if config.brain.kind == "local" and not config.reasons.brain.startswith("set in"):
        click.echo(MODEL, err=True)


def play_answer(out: Output) -> None:
    """Play the answer."""
    try:
        out.play()
    except NotPlayed as error:
        raise Failure(str(error), FAILED) from None


def conclude(talk: "AskSession", folder: Path | None) -> None:
    """Where everything is."""
    talk.telling.finish()
    talk.out.close()
    if talk.asked.out is not None:
        click.echo(f"answer:  {mark_unprintable(str(talk.asked.out))} ({talk.out.seconds:.1f} s)", err=True)
    where = "none is kept" if folder is None else mark_unprintable(str(folder / "journal.jsonl"))
    click.echo(f"journal: {where}", err=True)


@dataclass(slots=True)
class AskSession:
    """One session, and the process in which it runs."""

    process: Process
    asked: AskRequest
    own: SessionParts
    microphone: bytes
    out: Output
    keep: Keep
    telling: Telling
    ear: EarWatch
    caps: SurfaceCaps = field(default_factory=SurfaceCaps)
    journal: KeptWhileItCan | Unkept | None = None
    """None: it was not opened, and so the session has not begun."""

    def open_journal(self) -> KeptWhileItCan | Unkept:
        """The journal."""
        self.journal = self.keep()
        return self.journal


def hold_session(talk: AskSession) -> str | None:
    """Run the session to its end. What went wrong, in one line, if anything did. Raises what kept it from beginning."""
    try:
        run(conduct(talk), talk.asked.speed)
    except (SolovoxError, ConfigError) as error:
        if talk.journal is None:
            raise
        return str(error)
    except Exception as error:
        found = explain_system_error(error)
        if found is None:
            raise
        return found[0]
    return None


async def conduct(talk: AskSession) -> str:
    """The session, inside its loop."""
    asked = talk.asked

    def surface(place: SurfaceContext) -> Surface:
        choices = FileOptions(
            caps=talk.caps,
            cues=asked.cues,
            typed=asked.text or "",
            busy=place.busy,
            show=talk.telling.show,
            acts=asked.do,
            missed=talk.telling.fail,
        )
        return FileSurface(place.sound, place.clock, talk.microphone, talk.out.write, choices)

    def folds(clock: Clock) -> Sequence[Observer]:
        log = (JsonLog(clock, sys.stderr, asked.log_words),) if asked.log_json else ()
        return (talk.telling, talk.ear, *log)

    async with talk.process as process:
        return await process.sessions.carry(
            "ask", partial(begin_session, talk.own, surface, talk.open_journal, folds)
        )


def sound_of(asked: AskRequest) -> bytes:
    """The microphone's sound, with everything that barges in."""
    microphone = read_microphone(asked.wav) if asked.wav is not None else b""
    return mix_sounds(microphone, [(round(at * 1000), read_microphone(path)) for path, at in asked.barge_in])


def check(asked: AskRequest) -> None:
    """Check that the question can be asked, and the answer written and played. Changes nothing."""
    if (asked.wav is None) == (asked.text is None):
        raise Failure('give what is asked: either a sound file, or --text "What time is it?"')
    if asked.text is not None and not 0 < len(asked.text.strip()) <= LONGEST_TEXT:
        raise Failure(f"--text: give 1 to {LONGEST_TEXT} characters")
    check_journal(asked.journal, none=asked.no_journal)
    if asked.out is not None:
        check_out(asked.out, [*([asked.wav] if asked.wav else []), *(path for path, _ in asked.barge_in)])
    if asked.play:
        try:
            players()
        except NotPlayed as error:
            raise Failure(str(error)) from None


def check_speed(speed: float, config: Config) -> None:
    """`--speed inf` needs local parts: what is reached by a network answers in real time."""
    if not speed >= SLOWEST:
        raise Failure(f"--speed {speed:g}: give a number of at least {SLOWEST:g}")
    for key, kind in (("brain.kind", config.brain.kind), ("ear.kind", config.ear.kind)):
        if math.isinf(speed) and kind != "local":
            raise Failure(f"--speed inf does not wait, and {key} = {kind} answers in its own time")


def fault(talk: AskSession) -> str | None:
    """Why the session was not what the person wanted, in one line."""
    telling, wake, acts_done = talk.telling, talk.own.policy.wake, {one.kind for one in talk.asked.do}
    typed = talk.asked.text is not None or ActKind.TYPE in acts_done
    ended = bool(acts_done & ENDS)
    if talk.out.trouble:
        return talk.out.trouble
    if telling.trouble is not None:
        return in_words(telling.trouble)
    if telling.failures:
        return telling.failures[-1]
    if talk.ear.never:
        return talk.ear.never
    if telling.held and not telling.answered and not ended:
        return "it waits for a yes: give it with --do accept@held, or set approval=direct"
    asked = telling.asked or talk.own.policy.alone
    if not (telling.heard and asked) and not telling.answered and not typed:
        if wake and not telling.heard:
            return f"{wake!r} was not heard in {talk.asked.what}, and this profile listens only after it"
        return unheard(talk)
    if not telling.answered and not ended:
        return "nothing was answered; the journal says why: see solovox timeline"
    if talk.journal is not None and talk.journal.lost:
        return f"it was answered, but {talk.journal.lost}: make room"
    return None


def unheard(talk: AskSession) -> str:
    """Why nothing was asked, without any of the words (R2)."""
    telling, wav = talk.telling, talk.asked.what
    if telling.stopped:
        return f"a stop was heard in {wav}, and obeyed: nothing was asked"
    if telling.words:
        return f"what was said in {wav} asks nothing"
    if telling.spoke:
        return (
            f"there is speech in {wav}, but no words were understood: is it English, clear, and near enough?"
        )
    return f"nothing was heard in {wav}: is there speech in it?"
