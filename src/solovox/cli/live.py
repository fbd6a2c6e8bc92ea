"""`solovox instruction` prints what a live model is sent; `solovox capture` records what it does."""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, Annotated

import click

from solovox.cli.failing import FAILED, Failure
from solovox.cli.options import PATH, ProfileOptions, takes
from solovox.config.fields import setting
from solovox.config.load import environment
from solovox.core.units import ConnectionId
from solovox.live.capture import Scrubber
from solovox.live.connection import LiveService
from solovox.live.losing import Lost
from solovox.live.probe import Probe
from solovox.live.setup import add_corrections
from solovox.parts.configured import configure
from solovox.parts.engines.live import live_setup
from solovox.parts.stores import PersonsStore
from solovox.shell.clock import LoopClock, here_and_now, run
from solovox.studio.session import not_begun
from solovox.surfaces.wav import LONGEST_SECONDS, read_microphone
from solovox.wire.live_events import LiveSetup


@click.command()
@takes(ProfileOptions)
def instruction(asked: ProfileOptions) -> None:
    """Print the setup of a live model: the first frame, and its system instruction, with what you corrected.

    Nothing is sent, and no key is shown. Without a live model configured: what one would be sent.
    """
    config, plan, service = live_setup(
        lambda more: configure(asked.profile, (*asked.flags, *more)), not_begun
    )
    told = add_corrections(plan, PersonsStore(environment()).corrections())
    click.echo(f"to:    {service.endpoint.place}", err=True)
    click.echo(f"model: {plan.model}, narrator {config.narrator.kind}", err=True)
    for frame in service.family.codec(told, ConnectionId(0)).set_up(None):
        click.echo(json.dumps(json.loads(frame), indent=2, ensure_ascii=False))


class CaptureOptions(ProfileOptions, kw_only=True, frozen=True):
    """Those of `solovox capture`."""

    sound: bool = False
    """Keep the sound too; else only how much there was."""
    resume: bool = False
    """Then close, and say the same again on the resumed session."""
    linger: Annotated[
        float, setting(metavar="SECONDS", write="a number of seconds", ge=0, le=LONGEST_SECONDS)
    ] = 8.0
    """How much longer to listen after the sound."""


@click.command()
@click.argument("wav", metavar="IN.wav", type=PATH)
@click.option(
    "--out",
    "-o",
    required=True,
    metavar="FILE.jsonl",
    type=PATH,
    help="Where the frames are written, one a line.",
)
@takes(CaptureOptions)
def capture(asked: CaptureOptions, wav: Path, out: Path) -> None:
    """Say IN.wav to a live model, and record every frame of both sides, scrubbed of keys and handles.

    It shows what the service really does. It takes as long as IN.wav and --linger, and costs what they cost.
    """
    config, plan, service = live_setup(
        lambda more: configure(asked.profile, (*asked.flags, *more)), not_begun, needed=True
    )
    pcm, linger = read_microphone(wav), round(asked.linger * 1000)
    with ExitStack() as closing:
        try:
            new = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            file = closing.enter_context(os.fdopen(new, "w", encoding="utf-8"))
        except FileExistsError:
            raise Failure(f"{out} exists: name another file with --out") from None
        except OSError as error:
            raise Failure(f"{out} cannot be written: {error.strerror}") from None
        recording = ProbeRecording(file, config.secrets, sound=asked.sound)
        lost = run(recording.record(service, plan, (pcm, linger), resume=asked.resume))
    if lost is not None:
        raise Failure(f"{lost}; what came before it is in {out}", FAILED)
    click.echo(f"{recording.frames} frames: {out}", err=True)


class ProbeRecording:
    """One or two probes, and the file of their frames."""

    def __init__(self, file: IO[str], secrets: Sequence[str], *, sound: bool) -> None:
        self._file = file
        self._secrets = secrets
        self._sound = sound
        self.frames = 0

    async def record(
        self, service: LiveService, plan: LiveSetup, said: tuple[bytes, int], *, resume: bool
    ) -> Lost | None:
        """Inside the loop. Why it ended early, if it did."""
        clock = LoopClock()
        scrubber = Scrubber(self._file.write, clock.now, self._secrets, sound=self._sound)
        about = {"model": plan.model, "place": service.endpoint.place}
        scrubber.begin(service.family.name, **about, at=here_and_now().isoformat(timespec="seconds"))
        probe = Probe(replace(service, tap=scrubber.see), plan, said[0], said[1])
        found: list[Lost] = []
        try:
            await probe.run(clock)
            if resume:
                await probe.run(clock, resume=True)
        except* Lost as group:
            found += [one for one in group.exceptions if isinstance(one, Lost)]
        self.frames = scrubber.frames
        return found[0] if found else None
