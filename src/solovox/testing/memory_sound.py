"""Sound in memory: the `Sound` of the contract suites. It keeps everything, and forgets what it is told to."""

from solovox.core.units import AudioSpan, StreamId

WIDTH = 2
"""Bytes of one sample."""


class MemorySound:
    """Streams as they grew, sample by sample."""

    def __init__(self) -> None:
        self._streams: dict[StreamId, bytearray] = {}
        self._forgotten: dict[StreamId, int] = {}

    def put(self, stream: StreamId, pcm: bytes) -> AudioSpan:
        """Append whole samples. Raises `ValueError` for half a sample."""
        if len(pcm) % WIDTH:
            raise ValueError(f"{len(pcm)} bytes are not whole samples of 16 bits")
        kept = self._streams.setdefault(stream, bytearray())
        span = AudioSpan(stream, len(kept) // WIDTH, len(pcm) // WIDTH)
        kept += pcm
        return span

    def get(self, span: AudioSpan) -> bytes:
        """The bytes. Raises `KeyError` for what was never put, or is forgotten."""
        kept = self._streams.get(span.stream, bytearray())
        if not self._forgotten.get(span.stream, 0) <= span.first <= span.end <= len(kept) // WIDTH:
            raise KeyError(f"{span} is not kept")
        return bytes(kept[span.first * WIDTH : span.end * WIDTH])

    def forget(self, stream: StreamId, before: int) -> None:
        """Samples before this one are gone."""
        end = len(self._streams.get(stream, b"")) // WIDTH
        self._forgotten[stream] = max(self._forgotten.get(stream, 0), min(before, end))
