"""The answer's sound: written, played, both, or neither. Also checks beforehand that output can be written."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from solovox.cli.failing import Failure
from solovox.core.units import VOICE_RATE
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
