"""The sound beside a journal: `sound/<stream>.flac`, `voice/7` as `voice-7.flac`.

Rule 1: a file's sample n is the stream's sample n: a gap is written as silence, and no sample is written twice.
Rule 2: at most `OPEN` files are open; the least recently used one is closed. What comes for its stream later goes on in
another file, `mic-7.2.flac`, `mic-7.3.flac` ...: one after another they are the stream. What cannot be written is counted
as lost; after one failed write no more of that stream is kept. Replay never needs the sound.
The folder and its files are private to their owner.
Rule 3: files of a killed session have no proper end; `read` gives what is there. Sound is gathered for up to
`GATHERED_MS` before it is written, so the newest of it is missing there.
"""

import os
import re
from pathlib import Path
from typing import Final

import soundfile

from solovox.core.units import MIC_RATE, VOICE_RATE, AudioSpan, StreamId
from solovox.recordings.codec import JournalError

OPEN: Final = 8
GATHERED_MS: Final = 480
"""To write 40 ms at a time costs more than to compress it."""
LONGEST_HOLE: Final = 60 * 60 * VOICE_RATE
_STREAM: Final = re.compile(r"[a-z0-9_]+(/[a-z0-9_]+)*")
_BYTES: Final = 2


def file_of(folder: Path, stream: StreamId) -> Path:
    """Where a stream's sound is kept. Raises `JournalError` for a name that is no stream's."""
    if not _STREAM.fullmatch(stream):
        raise JournalError(f"{stream!r} is not a stream: letters, digits, _ and / only")
    return folder / f"{stream.replace('/', '-')}.flac"


def _part_of(folder: Path, stream: StreamId, number: int) -> Path:
    """The first file of a stream, the second, ..."""
    first = file_of(folder, stream)
    return first if number == 1 else first.with_suffix(f".{number}.flac")


def rate_of(stream: StreamId) -> int:
    """Samples a second: 16 kHz from microphones, 24 kHz from voices."""
    return MIC_RATE if stream.split("/")[0] == "mic" else VOICE_RATE


class SoundFiles:
    """FLAC files being written, one a stream."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[StreamId, tuple[soundfile.SoundFile, int]] = {}
        """The file and its length in samples, the least used first."""
        self._ended: dict[StreamId, tuple[int, int]] = {}
        """Of streams with a closed file: how many they have, and how many samples are in them."""
        self._failed: set[StreamId] = set()
        self._gathered: dict[StreamId, tuple[int, bytearray]] = {}
        """The first sample and the bytes of what is not written yet."""
        self.lost = 0
        """Samples that could not be kept."""
        self.refused = False
        """Whether the disk did not take all of it."""

    def put(self, span: AudioSpan, pcm: bytes) -> None:
        """Keep the bytes of a span for its place. What cannot be written is counted in `lost`."""
        first, waiting = self._gathered.get(span.stream, (span.first, bytearray()))
        if first + len(waiting) // _BYTES != span.first:
            self._write_out(span.stream)
            first, waiting = span.first, bytearray()
        waiting += pcm
        self._gathered[span.stream] = (first, waiting)
        if len(self._gathered) > OPEN:
            self._write_out(next(iter(self._gathered)))
        if len(waiting) >= _BYTES * rate_of(span.stream) * GATHERED_MS // 1000:
            self._write_out(span.stream)

    def _write_out(self, stream: StreamId) -> None:
        if stream in self._gathered:
            first, pcm = self._gathered.pop(stream)
            self._put(AudioSpan(stream, first, len(pcm) // _BYTES), bytes(pcm))

    def _put(self, span: AudioSpan, pcm: bytes) -> None:
        stream, samples = span.stream, len(pcm) // _BYTES
        try:
            known = self._open.pop(stream, None) or self._new(stream)
        except (OSError, soundfile.LibsndfileError, JournalError):
            known, self.refused = None, True
        if known is None:
            self.lost += samples
            return
        file, end = known
        try:
            self._open[stream] = (file, self._write(file, end, span.first, pcm[: samples * _BYTES]))
        except (OSError, soundfile.LibsndfileError):
            self.lost += samples  # the file's position is now unknown: what came before is kept
            self.refused = True
            self._failed.add(stream)
            self._end(stream, file, end)

    def close(self) -> None:
        """Finish every file."""
        for stream in list(self._gathered):
            self._write_out(stream)
        for stream, (file, end) in list(self._open.items()):
            self._end(stream, file, end)
        self._open.clear()

    def _end(self, stream: StreamId, file: soundfile.SoundFile, end: int) -> None:
        self._ended[stream] = self._ended.get(stream, (0, 0))[0] + 1, end
        try:
            file.close()
        except (OSError, soundfile.LibsndfileError):
            self.refused = True  # rule 3: it has no proper end

    def _new(self, stream: StreamId) -> tuple[soundfile.SoundFile, int] | None:
        if stream in self._failed:
            return None
        parts, end = self._ended.get(stream, (0, 0))
        path = _part_of(self._folder, stream, parts + 1)
        while len(self._open) >= OPEN:
            oldest = next(iter(self._open))
            self._end(oldest, *self._open.pop(oldest))
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        out = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        # Closed by libsndfile, also where it cannot begin.
        return soundfile.SoundFile(out, "w", rate_of(stream), 1, "PCM_16", format="FLAC"), end

    def _write(self, file: soundfile.SoundFile, end: int, first: int, pcm: bytes) -> int:
        if first > end:
            if first - end > LONGEST_HOLE:
                self.lost += len(pcm) // _BYTES
                return end
            file.buffer_write(bytes((first - end) * _BYTES), "int16")
        else:
            pcm = pcm[(end - first) * _BYTES :]
        file.buffer_write(pcm, "int16")
        return max(end, first) + len(pcm) // _BYTES


def read(folder: Path, stream: StreamId) -> bytes:
    """All that was kept of a stream, as PCM; empty if nothing was."""
    kept, number = [_read(_part_of(folder, stream, 1), stream)], 2
    while (part := _part_of(folder, stream, number)).is_file():
        kept.append(_read(part, stream))
        number += 1
    return b"".join(kept)


def _read(path: Path, stream: StreamId) -> bytes:
    if not path.is_file():
        return b""
    kept: list[bytes] = []
    try:
        with soundfile.SoundFile(path) as file:
            while block := bytes(file.buffer_read(rate_of(stream), "int16")):
                kept.append(block)
    except soundfile.LibsndfileError:
        pass  # rule 3: the end is missing
    return b"".join(kept)
