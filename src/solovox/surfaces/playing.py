"""Sound aloud: by a player that this machine has.

Rule: nothing is installed or chosen for the person: the first player there is, or one clear line.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from solovox.core.errors import SolovoxError
from solovox.ports import children

PLAYERS: Final[Sequence[Sequence[str]]] = (
    ("pw-play",),
    ("paplay",),
    ("aplay", "-q"),
    ("afplay",),
    ("ffplay", "-nodisp", "-autoexit", "-loglevel", "error"),
    ("play", "-q"),
)
"""Programs that play a WAV file: PipeWire's, PulseAudio's, ALSA's, macOS's, FFmpeg's, SoX's."""
NONE: Final = "--play needs a player, and there is none: install one of {}, or leave --play out"
PATIENCE_SECONDS: Final = 30.0
"""How much longer than the sound a player may take."""


class NotPlayed(SolovoxError):
    """The sound could not be played; the message says what to do."""


def players() -> list[list[str]]:
    """The players of this machine, as commands. Raises `NotPlayed` if there is none."""
    found = [[path, *options] for name, *options in PLAYERS if (path := shutil.which(name))]
    if not found:
        raise NotPlayed(NONE.format(", ".join(name for name, *_ in PLAYERS)))
    return found


def play(path: Path, seconds: float) -> None:
    """Play a WAV file to its end: by the first player that can. Raises `NotPlayed`."""
    why = ""
    for command in players():
        why = _why_not([*command, str(path.absolute())], seconds)
        if not why:
            return
    raise NotPlayed(f"it could not be played: {why}")


def _why_not(command: Sequence[str], seconds: float) -> str:
    """Play; why it did not work, if it did not."""
    name = Path(command[0]).name
    try:
        done = children.run_child(
            command, seconds=seconds + PATIENCE_SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
        )
    except subprocess.TimeoutExpired:
        return f"{name} did not end"
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").split("\n")
    return f"{name}: {next((line.strip() for line in lines if line.strip()), f'it ended with {done.returncode}')}"
