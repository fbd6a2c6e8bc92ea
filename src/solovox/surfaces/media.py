"""What phones and browsers record, MPEG-4 (m4a) and WebM: read by FFmpeg's decoders, which are the extra `formats`.

Rule 1: the kind is told by the file's first bytes, and no other is tried. What a file points to outside itself is not read.
Rule 2: what a file claims is never believed: it is decoded frame by frame, and ends where its sound ends.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from av.container import InputContainer

WITHOUT: Final = "it needs the packages of the extra formats (36 MB): run: solovox install formats"
_MATROSKA: Final = b"\x1a\x45\xdf\xa3"


class NoDecoders(Exception):
    """The extra is not installed. One line says what to do."""


def kind_of(path: Path) -> str:
    """FFmpeg's name of what the file is. Empty: it is none of those."""
    with path.open("rb") as file:
        head = file.read(12)
    if head[4:8] == b"ftyp":
        return "mov"
    return "matroska" if head.startswith(_MATROSKA) else ""


def open_media(path: Path, kind: str) -> "MediaFile":
    """The file's first sound. Raises `NoDecoders`, and `ValueError` where there is none, or it is damaged."""
    if find_spec("av") is None:
        raise NoDecoders(WITHOUT)
    return MediaFile(path, kind)


class MediaFile(AbstractContextManager["MediaFile"]):
    """Its sound, as `soundfile.SoundFile` gives it."""

    subtype = "FLOAT"

    def __init__(self, path: Path, kind: str) -> None:
        self._path = path
        self._kind = kind
        self._file = path.open("rb")
        try:
            self._container = self._open_container()
        except BaseException:
            self._file.close()
            raise
        stream = self._container.streams.audio[0]
        self.samplerate, self.channels = stream.rate, stream.codec_context.channels
        seconds = float(stream.duration * stream.time_base) if stream.duration and stream.time_base else 0.0
        self.frames = round(seconds * self.samplerate)
        self._pieces = self._decode_frames()
        self._left: NDArray[np.float32] = np.zeros((0, self.channels), np.float32)

    def seek(self, frames: int, /) -> int:
        """Begin anew: `frames` is 0."""
        self._container.close()
        self._file.seek(0)
        self._container = self._open_container()
        self._pieces, self._left = self._decode_frames(), self._left[:0]
        return frames

    def read(self, frames: int, /, *, dtype: str, always_2d: bool) -> NDArray[np.float32]:
        """The next frames, a row each; none at its end."""
        parts, count = [self._left], len(self._left)
        while count < frames and (piece := next(self._pieces, None)) is not None:
            parts.append(piece)
            count += len(piece)
        whole = np.concatenate(parts)
        self._left = whole[frames:]
        return whole[:frames]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._container.close()
        self._file.close()

    def _open_container(self) -> "InputContainer":
        import av

        try:
            container = av.open(self._file, "r", format=self._kind)
        except av.FFmpegError as error:
            raise ValueError(str(error)) from error
        if not container.streams.audio:
            container.close()
            raise ValueError("it has no sound")
        return container

    def _decode_frames(self) -> Iterator[NDArray[np.float32]]:
        import av

        to_floats = av.AudioResampler(format="fltp")
        try:
            for frame in self._container.decode(self._container.streams.audio[0]):
                for piece in to_floats.resample(frame):
                    samples: NDArray[Any] = piece.to_ndarray()
                    yield samples.T
        except av.FFmpegError as error:
            raise ValueError(str(error)) from error
