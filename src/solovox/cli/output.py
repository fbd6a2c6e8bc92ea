"""The answer's sound: written, played, both, or neither. Also checks beforehand that output can be written."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from solovox.cli.failing import Failure
from solovox.config.load import environment
from solovox.config.schema import Config
from solovox.core.policy import Policy
from solovox.core.units import VOICE_RATE
from solovox.parts.journals import Keep, is_kept, keeping, remove_old_sessions, state_folder
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import here_and_now
from solovox.surfaces.playing import play
from solovox.surfaces.wav import BadSound, WavFile


class Output:
    """The WAV that is written, if one is wanted; remembers when it could not be."""

    def __init__(self, path: Path | None, *, aloud: bool) -> None:
        self._file = WavFile(path) if path is not None else None
        self._aloud = bytearray() if aloud else None
        self._samples = 0
        self.trouble: str | None = None

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self._samples / VOICE_RATE

    def write(self, pcm: bytes) -> None:
        """Append."""
        try:
            if self._file is not None:
                self._file.write(pcm)
        except BadSound as error:
            self.trouble = str(error)
            raise
        if self._aloud is not None and (self._aloud or any(pcm)):  # the silence of the question is not played
            self._aloud += pcm
        self._samples += len(pcm) // 2

    def close(self) -> None:
        """Close the file, complete or not."""
        try:
            if self._file is not None:
                self._file.close()
        except OSError as error:
            self.trouble = self.trouble or str(error)

    def play(self) -> None:
        """Play it, from its first sound to its last. Raises `NotPlayed` and `OSError`."""
        sound = bytes(self._aloud or b"").rstrip(b"\0")
        sound += b"\0" * (len(sound) % 2)
        if not sound:
            return
        with tempfile.TemporaryDirectory(prefix="solovox-") as folder:
            path = Path(folder) / "answer.wav"
            file = WavFile(path)
            file.write(sound)
            file.close()
            play(path, len(sound) / 2 / VOICE_RATE)


def check_out(out: Path, asked: Iterable[Path]) -> None:
    """Check that it can be written, and is not the question's file. Changes nothing."""
    try:
        new = not out.exists()
        if not new and any(_same(path, out) for path in asked):
            raise Failure(f"{out} is what is asked: name another file with --out")
        with out.open("ab"):
            pass
        if new:
            out.unlink()
    except OSError as error:
        raise Failure(f"{out} cannot be written: {error.strerror}; name another file with --out") from None


def _same(path: Path, out: Path) -> bool:
    try:
        return path.samefile(out)
    except OSError:  # the reader will report what is wrong
        return False


# Where a session's journal is kept, if it is.


def check_journal(folder: Path | None, *, none: bool) -> None:
    """Check that the folder, if one is named, has no journal yet and can be written. Changes nothing."""
    if folder is None:
        return
    if none:
        raise Failure("--journal keeps one, and --no-journal keeps none: leave one out")
    if (folder / "journal.jsonl").exists():
        raise Failure(f"{folder / 'journal.jsonl'} exists: name another folder with --journal")
    there = folder.absolute()
    while not os.path.lexists(there):
        there = there.parent
    if not there.is_dir():
        raise Failure(f"{there} is not a folder: name another with --journal")
    effective = os.access in os.supports_effective_ids
    if not os.access(there, os.W_OK | os.X_OK, effective_ids=effective):
        raise Failure(f"{folder} cannot be written: name another folder with --journal")


def place_journal(
    folder: Path | None, profile: str, config: Config, policy: Policy, *, none: bool
) -> tuple[Keep, Path | None]:
    """What opens the journal, and its folder if there is one. What is older than the person wants it kept goes first."""
    root, must = state_folder(environment()), folder is not None
    if folder is None:
        if line := remove_old_sessions(root, config):
            click.echo(line, err=True)
        if none or not is_kept(config):
            return Unkept, None
        folder = root / f"{here_and_now():%Y%m%d-%H%M%S}-{os.getpid()}"
    return keeping(folder, profile, config, policy, must=must), folder
