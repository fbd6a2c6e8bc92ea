"""Kept sound as WAV without making it first: FLAC is decoded from where a browser asks for it.

Rule 1: byte n of a sound is the same in every answer, so that a browser can seek (RFC 9110, ranges of one part).
Rule 2: an answer is made in blocks: an hour of sound needs no more memory than a second.
Rule 3: a file that was never finished ends where its sound ends.
"""

import io
import os
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import soundfile

HEAD: Final = 44
LARGEST: Final = 0xFFFF_FFFF - HEAD
"""Bytes of sound whose number fits into a WAV header: about a day and a half of speech."""
BLOCK: Final = 65_536
_RANGE: Final = re.compile(r"bytes=\s*(\d{1,15})?-(\d{1,15})?\s*")


class Unsatisfiable(Exception):
    """No byte of the asked range is there."""


@dataclass(frozen=True, slots=True)
class WavSound:
    """A sound, one channel of 16 bits. `tag` changes with it."""

    source: Path | bytes
    """A FLAC file, or what is in one."""
    rate: int
    samples: int
    tag: str

    @property
    def size(self) -> int:
        """All its bytes."""
        return HEAD + 2 * self.samples

    def part(self, first: int, end: int) -> Iterator[bytes]:
        """The bytes from `first` to `end` (excluded), in blocks."""
        if first < HEAD:
            yield self._head()[first:end]
        at, last = max(first, HEAD) - HEAD, end - HEAD
        if at >= last:
            return
        with _open_sound(self.source) as file:
            file.seek(at // 2)
            while at < last:
                odd = at % 2
                wanted = min(BLOCK, last - at)
                block = _block(file, (odd + wanted + 1) // 2)[odd : odd + wanted]
                yield block + bytes(
                    wanted - len(block)
                )  # what cannot be decoded is silence: the length was promised
                at += wanted

    def _head(self) -> bytes:
        return head(2 * self.samples, self.rate)


def head(data: int, rate: int) -> bytes:
    """The header of `data` bytes of sound."""
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        *(b"RIFF", HEAD - 8 + data, b"WAVE", b"fmt ", 16, 1, 1),
        *(rate, 2 * rate, 2, 16, b"data", data),
    )


def whole(pcm: bytes, rate: int) -> bytes:
    """Sound that is there, as WAV."""
    return head(len(pcm), rate) + pcm


def wav_of(source: Path | bytes, tag: str) -> WavSound:
    """A FLAC file as WAV. Raises `OSError` or `LibsndfileError` when it is none."""
    with _open_sound(source) as file:
        samples = file.frames
        if samples > LARGEST:  # it was never finished, and does not know its length
            samples = 0
            while block := _block(file, BLOCK):
                samples += len(block) // 2
        return WavSound(source, file.samplerate, min(samples, LARGEST // 2), tag)


def _open_sound(source: Path | bytes) -> soundfile.SoundFile:
    if isinstance(source, bytes):
        return soundfile.SoundFile(io.BytesIO(source))
    # Closed by libsndfile, also where it cannot begin. A link is not followed.
    return soundfile.SoundFile(os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC))


def _block(file: soundfile.SoundFile, samples: int) -> bytes:
    try:
        return bytes(file.buffer_read(samples, "int16"))
    except soundfile.LibsndfileError:
        return b""


def parse_range(header: str | None, size: int) -> tuple[int, int] | None:
    """The one range of a request, as (first, end); None: the whole. Raises `Unsatisfiable`.

    What is no range of bytes, and several ranges, are answered with the whole, as the standard allows.
    """
    found = _RANGE.fullmatch(header or "")
    if found is None or found.group() == "bytes=-":
        return None
    first, last = found.groups()
    if first is None:
        count = min(int(last), size)
        if not count:
            raise Unsatisfiable
        return size - count, size
    if last is not None and int(last) < int(first):
        return None
    if int(first) >= size:
        raise Unsatisfiable
    return int(first), size if last is None else min(int(last) + 1, size)
