"""Sound files: any in, one kind out.

Read: whatever libsndfile reads, of any rate, width and number of channels, as microphone sound.
Written: 24 kHz mono 16-bit WAV; the file is whole after every `write`, also if the process is killed.
"""

import wave
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from solovox.core.errors import SolovoxError
from solovox.core.units import MIC_RATE, VOICE_RATE

FULL: Final = 32_768.0


class BadSound(SolovoxError):
    """A sound file that cannot be read or written; the message says what to do."""


def read_microphone(path: Path) -> bytes:
    """A sound file as microphone sound (16 kHz mono 16-bit). Raises `BadSound`."""
    if not path.exists():
        raise BadSound(f"{path} does not exist; give the path of a sound file")
    if not path.is_file():
        raise BadSound(f"{path} is not a file; give the path of a sound file")
    try:
        sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, OSError, ValueError, TypeError) as error:
        raise BadSound(f"{path} cannot be read as sound; give a WAV, FLAC, OGG or MP3 file") from error
    if not len(sound):
        raise BadSound(f"{path} holds no sound; give a file with at least one sample")
    mono = np.nan_to_num(sound.mean(axis=1), nan=0.0, posinf=1.0, neginf=-1.0)
    if rate != MIC_RATE:
        mono = soxr.resample(mono, rate, MIC_RATE, quality="HQ")
    return _sixteen_bit(mono * FULL)


def mixed(sound: bytes, extras: Iterable[tuple[int, bytes]]) -> bytes:
    """Microphone sound with other sounds added, each beginning at its millisecond. Peaks are clipped."""
    extras = list(extras)
    if not extras:
        return sound
    starts = [(at * MIC_RATE // 1000, np.frombuffer(pcm, "<i2")) for at, pcm in extras]
    whole = np.zeros(max(len(sound) // 2, *(at + len(pcm) for at, pcm in starts)), np.int64)
    for at, pcm in [(0, np.frombuffer(sound, "<i2")), *starts]:
        whole[at : at + len(pcm)] += pcm
    return _sixteen_bit(whole)


def _sixteen_bit(samples: NDArray[Any]) -> bytes:
    pcm: bytes = np.clip(np.round(samples), -32_768, 32_767).astype("<i2").tobytes()
    return pcm


class WavFile:
    """A WAV file being written. Raises `BadSound` when it cannot be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._raw = path.open("wb")
            self._file = wave.open(self._raw, "wb")  # noqa: SIM115 - lives as long as the session
            self._file.setparams((1, 2, VOICE_RATE, 0, "NONE", ""))
            self._file.writeframes(b"")
        except OSError as error:
            raise BadSound(f"{path} cannot be written: {error.strerror}; name another file") from error

    def write(self, pcm: bytes) -> None:
        """Append. Raises `BadSound`."""
        try:
            self._file.writeframes(pcm)
        except OSError as error:
            raise BadSound(f"{self._path} cannot be written: {error.strerror}; name another file") from error

    def close(self) -> None:
        """The file is complete. Safe to call twice."""
        self._file.close()
        self._raw.close()
