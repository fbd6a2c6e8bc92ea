"""`solovox ask`: a whole session from a sound file.

Exit code 0: heard, asked and answered. 1: the session ran, and something in it did not work (nothing
was heard, the brain failed, a yes was needed). 2: it could not begin.
"""

import math
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
from rich.console import Console

from solovox.app.registry import BRAINS, names
from solovox.app.wiring import Engines, Place, engines, session
from solovox.cli.failing import FAILED, Failure
from solovox.cli.logging import JsonLog, settle
from solovox.cli.telling import Telling
from solovox.config.load import environment, settings
from solovox.config.profile import choose
from solovox.config.schema import Config, ConfigError
from solovox.core.errors import SolovoxError
from solovox.core.units import VOICE_RATE
from solovox.ports import Clock
from solovox.recordings.journal import JournalFile, create
from solovox.shell.clock import here_and_now, run
from solovox.shell.link import SurfaceLink
from solovox.shell.session import Sees
from solovox.surfaces.file import Choices, FileSurface
from solovox.surfaces.wav import BadSound, WavFile, mixed, read_microphone
from solovox.weights import Cache, default_root

SLOWEST: Final = 0.1
CODES: Final = "Exit codes: 0 answered; 1 the session ran, and something did not work; 2 it could not begin."
Barge = tuple[Path, float]


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
        if not at or not path or not 0 <= begin < 86_400:
            self.fail(f"{value!r} is not WAV@SECONDS: write for example stop.wav@2.5", param, ctx)
        return Path(path), begin


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line said."""

    wav: Path
    out: Path
    journal: Path | None
    speed: float
    barge_in: tuple[Barge, ...]
    cues: bool
    log_json: bool
    log_words: bool


@click.command(epilog=CODES)
@click.argument("wav", metavar="IN.wav", type=click.Path(path_type=Path))
@click.option(
    "--out",
    "-o",
    required=True,
    metavar="OUT.wav",
    type=click.Path(path_type=Path),
    help="What the speaker would have played: 24 kHz mono 16-bit.",
)
@click.option("--profile", default="talk", show_default=True, metavar="NAME", help="See: solovox profiles.")
@click.option(
    "--journal",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep the journal here; else it is kept in your state folder, under the time.",
)
@click.option(
    "--set",
    "flags",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of the configuration, for this time; may be repeated.",
)
@click.option(
    "--speed",
    default=1.0,
    show_default=True,
    metavar="N",
    help="So many times faster than real time; inf does not wait at all.",
)
@click.option(
    "--barge-in",
    multiple=True,
    type=BargeIn(),
    help="Another sound that begins at a second of the first; may be repeated.",
)
@click.option("--cues", is_flag=True, help="Let the cues sound in OUT.wav.")
@click.option("--log-json", is_flag=True, help="A line of JSON on stderr for each event, without words.")
@click.option("--log-words", is_flag=True, help="With --log-json: with the words too.")
def ask(profile: str, flags: tuple[str, ...], **given: object) -> None:
    """Ask what IN.wav asks, in a whole session, and write what the speaker would have played.

    IN.wav may be of any rate, width and number of channels. Time is the position in the file.
    """
    asked = Asked(**given)  # type: ignore[arg-type]  # click has checked the kinds
    settle(sys.stderr if asked.log_json else None)
    check_places(asked)
    microphone = sound_of(asked)
    config = choose(profile, settings(flags), names(BRAINS))
    check_speed(asked.speed, config)
    loaded = engines(config, Cache(default_root(environment())))
    folder = asked.journal or state_folder(environment()) / f"{here_and_now():%Y%m%d-%H%M%S}-{os.getpid()}"
    journal = create(
        folder,
        session=folder.name,
        created=here_and_now().isoformat(timespec="seconds"),
        profile=profile,
        policy=loaded.policy,
        secrets=config.secrets,
    )
    talk = Talk(asked, loaded, microphone, Output(asked.out), journal, Telling(Console(highlight=False)))
    try:
        wrong = held(talk) or fault(talk)
        talk.telling.leave(wrong or "")
    finally:
        talk.telling.finish()
        talk.out.close()
        click.echo(f"answer:  {asked.out} ({talk.out.seconds:.1f} s)", err=True)
        click.echo(f"journal: {folder / 'journal.jsonl'}", err=True)
    if wrong:
        raise Failure(wrong, FAILED)


class Output:
    """The WAV that is written; remembers when it could not be."""

    def __init__(self, path: Path) -> None:
        self._file = WavFile(path)
        self._samples = 0
        self.trouble: str | None = None

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self._samples / VOICE_RATE

    def write(self, pcm: bytes) -> None:
        """Append."""
        try:
            self._file.write(pcm)
        except BadSound as error:
            self.trouble = str(error)
            raise
        self._samples += len(pcm) // 2

    def close(self) -> None:
        """It is complete, or will never be."""
        try:
            self._file.close()
        except OSError as error:
            self.trouble = self.trouble or str(error)


@dataclass(frozen=True, slots=True)
class Talk:
    """What one session needs."""

    asked: Asked
    loaded: Engines
    microphone: bytes
    out: Output
    journal: JournalFile
    telling: Telling


def held(talk: Talk) -> str | None:
    """Run the session to its end. What went wrong, in one line, if anything did."""
    try:
        run(conduct(talk), talk.asked.speed)
    except (SolovoxError, ConfigError) as error:
        return str(error)
    return None


async def conduct(talk: Talk) -> str:
    """The session, inside its loop."""
    asked = talk.asked

    def surface(place: Place) -> SurfaceLink:
        choices = Choices(cues=asked.cues, busy=place.busy, show=talk.telling.show)
        return FileSurface(place.sound, place.clock, talk.microphone, talk.out.write, choices)

    def folds(clock: Clock) -> Sequence[Sees]:
        log = (JsonLog(clock, sys.stderr, asked.log_words),) if asked.log_json else ()
        return (talk.telling, *log)

    return await session(talk.loaded, surface, talk.journal, folds).run()


def sound_of(asked: Asked) -> bytes:
    """The microphone's sound, with everything that barges in."""
    microphone = read_microphone(asked.wav)
    return mixed(microphone, [(round(at * 1000), read_microphone(path)) for path, at in asked.barge_in])


def check_speed(speed: float, config: Config) -> None:
    """What is reached by a network answers in its own time, which must pass."""
    if not speed >= SLOWEST:
        raise Failure(f"--speed {speed:g}: give a number of at least {SLOWEST:g}")
    for key, kind in (("brain.kind", config.brain.kind), ("ear.kind", config.ear.kind)):
        if math.isinf(speed) and kind != "local":
            raise Failure(f"--speed inf waits for nobody, and {key} = {kind} answers in its own time")


def check_places(asked: Asked) -> None:
    """OUT.wav can be written, and is not what is asked; DIR has no journal yet. Changes nothing."""
    if asked.journal and (asked.journal / "journal.jsonl").exists():
        raise Failure(f"{asked.journal / 'journal.jsonl'} exists: name another folder with --journal")
    out = asked.out
    new = not out.exists()
    try:
        if not new and any(
            path.exists() and path.samefile(out) for path, _ in [(asked.wav, 0), *asked.barge_in]
        ):
            raise Failure(f"{out} is what is asked: name another file with --out")
        with out.open("ab"):
            pass
        if new:
            out.unlink()
    except OSError as error:
        raise Failure(f"{out} cannot be written: {error.strerror}; name another file with --out") from None


def fault(talk: Talk) -> str | None:
    """Why the session was not what the person wanted, in one line."""
    telling, wake = talk.telling, talk.loaded.policy.wake
    if talk.out.trouble:
        return talk.out.trouble
    if telling.failures:
        return telling.failures[-1]
    if telling.held and not telling.answered:
        return "it waits for a yes, which a file cannot give: set approval=direct"
    if not telling.heard:
        if wake:
            return f"nobody said {wake!r} in {talk.asked.wav}, and this profile listens after it only"
        return unheard(talk)
    if not telling.answered:
        return "nothing was answered; the journal says why: see solovox timeline"
    return None


def unheard(talk: Talk) -> str:
    """Why nothing was asked, without any of the words (R2)."""
    telling, wav = talk.telling, talk.asked.wav
    if telling.stopped:
        return f"a stop was heard in {wav}, and obeyed: nothing was asked"
    if telling.words:
        return f"what was said in {wav} asks nothing"
    if telling.spoke:
        return (
            f"somebody spoke in {wav}, and no words were understood: is it English, clear, and near enough?"
        )
    return f"nothing was heard in {wav}: is there speech in it?"


def state_folder(variables: Mapping[str, str]) -> Path:
    """Where journals are kept when nobody says where: under `XDG_STATE_HOME`, else ~/.local/state."""
    shared = variables.get("XDG_STATE_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "state") / "solovox" / "journals"
