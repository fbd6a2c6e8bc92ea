"""Sound files: any in, one kind out.

Read: all formats of libsndfile, and what phones and browsers record (`media.py`), of any rate, width and number of channels, as
microphone sound. Floating-point sound that goes beyond full scale is made as much softer.
Written: 24 kHz mono 16-bit WAV; the file is whole after every `write`, also if the process is killed.
"""

import fcntl
import os
import stat
import wave
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from solovox.core.errors import SolovoxError
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.surfaces import media

FULL: Final = 32_768.0
RATES: Final = range(4_000, 384_001)
"""Sample rates that a file may claim; any other means damage."""
CHANNELS: Final = 64
LONGEST_SECONDS: Final = 2 * 60 * 60
"""A file is heard whole before the session begins: 230 MB."""
LONG: Final = "{} is longer than two hours; give it in pieces"
BLOCK: Final = 1 << 20
"""Values that are read at a time."""
LOOKED_AT: Final = 60
"""Blocks that tell whether channels cancel one another out."""
CANCELLED: Final = 0.01
"""If the mean of the channels has less than this share of the loudest one's power, they are in opposite phase."""


FLOATING: Final = frozenset({"FLOAT", "DOUBLE"})


class SoundIn(Protocol):
    """A sound file that is read: as `soundfile.SoundFile`."""

    samplerate: int
    channels: int
    frames: int
    """What its header claims."""
    subtype: str

    def seek(self, frames: int, /) -> int:
        """Go on from there."""
        ...

    def read(self, frames: int, /, *, dtype: str, always_2d: bool) -> NDArray[np.float32]:
        """The next frames, a row each; none at its end."""
        ...


class BadSound(SolovoxError):
    """A sound file that cannot be read or written; the message says what to do."""


def read_microphone(path: Path) -> bytes:
    """A sound file as microphone sound (16 kHz mono 16-bit). Raises `BadSound`."""
    try:
        if not path.exists():
            raise BadSound(f"{path} does not exist; give the path of a sound file")
        if not path.is_file():
            raise BadSound(f"{path} is not a file; give the path of a sound file")
        kind = media.kind_of(path)
        with media.open_media(path, kind) if kind else soundfile.SoundFile(path) as file:
            pcm = _read_sound(path, file)  # pyrefly: ignore[bad-argument-type]  # soundfile has no types
    except media.NoDecoders as error:
        raise BadSound(f"{path} cannot be read yet: {error}") from None
    except OSError as error:
        raise BadSound(f"{path} cannot be read: {error.strerror}; give the path of a sound file") from None
    except (soundfile.LibsndfileError, ValueError, TypeError) as error:
        raise BadSound(
            f"{path} cannot be read as sound; give a WAV, FLAC, OGG, MP3, M4A or WebM file"
        ) from error
    if not pcm:
        raise BadSound(f"{path} holds no sound; give a file with at least one sample")
    return pcm


def _read_sound(path: Path, file: SoundIn) -> bytes:
    """The sound of a file, whatever length its header claims. Raises `BadSound`."""
    rate = file.samplerate
    if rate not in RATES or file.channels > CHANNELS:
        raise BadSound(
            f"{path} says that it has {rate} samples a second and {file.channels} channels: no sound has;"
            f" give one with {RATES[0]} to {RATES[-1]}, and at most {CHANNELS}"
        )
    if file.frames > rate * LONGEST_SECONDS:
        raise BadSound(LONG.format(path))
    side, most = _louder_side(file), _loudest(file)
    to_ours = None if rate == MIC_RATE else soxr.ResampleStream(rate, MIC_RATE, 1, "float32", quality="HQ")
    pcm = bytearray()
    for block in _blocks(file):
        mono = _finite(block.mean(axis=1) if side is None else block[:, side], most) / most
        pcm += _sixteen_bit((to_ours.resample_chunk(mono) if to_ours else mono) * FULL)
        if len(pcm) > 2 * MIC_RATE * LONGEST_SECONDS:
            raise BadSound(LONG.format(path))
    if to_ours is not None:
        pcm += _sixteen_bit(to_ours.resample_chunk(np.zeros(0, np.float32), last=True) * FULL)
    return bytes(pcm)


def _loudest(file: SoundIn) -> float:
    """How far its samples go: 1 is full scale. Only floating-point ones go further."""
    if file.subtype not in FLOATING:
        return 1.0
    return max(1.0, *(float(np.abs(_finite(block, 0.0)).max()) for block in _blocks(file)), 0.0)


def _finite(samples: NDArray[np.float32], most: float) -> NDArray[np.float32]:
    return np.nan_to_num(samples, nan=0.0, posinf=most, neginf=-most)


def _blocks(file: SoundIn) -> Iterator[NDArray[np.float32]]:
    """The whole file from its beginning, a piece at a time."""
    file.seek(0)
    size = max(1, BLOCK // file.channels)
    while len(block := file.read(size, dtype="float32", always_2d=True)):
        yield block


def _louder_side(file: SoundIn) -> int | None:
    """The loudest channel, where the mean of all would nearly cancel out; else None: use the mean."""
    if file.channels == 1:
        return None
    mean, each = 0.0, np.zeros(file.channels)
    for count, block in enumerate(_blocks(file)):
        whole = _finite(block, 1.0).astype(np.float64)
        mean += float((whole.mean(axis=1) ** 2).sum())
        each += (whole**2).sum(axis=0)
        if count >= LOOKED_AT:
            break
    return int(each.argmax()) if mean < CANCELLED * each.max() else None


def mix_sounds(sound: bytes, extras: Iterable[tuple[int, bytes]]) -> bytes:
    """Microphone sound with other sounds added, each beginning at its millisecond. Peaks are clipped."""
    starts = [(at * MIC_RATE // 1000, np.frombuffer(pcm, "<i2")) for at, pcm in extras]
    whole = np.zeros(max([len(sound) // 2, *(at + len(pcm) for at, pcm in starts)]), "<i2")
    whole[: len(sound) // 2] = np.frombuffer(sound, "<i2")
    for at, pcm in starts:
        sum_ = whole[at : at + len(pcm)].astype(np.int32) + pcm
        whole[at : at + len(pcm)] = np.clip(sum_, -32_768, 32_767)
    return whole.tobytes()


def _sixteen_bit(samples: NDArray[np.floating]) -> bytes:
    pcm: bytes = np.clip(np.round(samples), -32_768, 32_767).astype("<i2").tobytes()
    return pcm


class WavFile:
    """A WAV file being written, by one process only; a new one is private to its owner. Raises `BadSound` on failure."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._raw = os.fdopen(_alone(path), "wb")
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
        try:
            self._file.close()
        finally:
            self._raw.close()


def _alone(path: Path) -> int:
    """The file, open and empty; refused while another process writes it."""
    out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if stat.S_ISREG(os.fstat(out).st_mode):
            os.ftruncate(out, 0)
    except BlockingIOError:
        os.close(out)
        raise BadSound(f"{path} is being written by another session; name another file") from None
    except BaseException:
        os.close(out)
        raise
    return out
