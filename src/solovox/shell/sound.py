"""Where the bytes of spans are kept while a link or the journal may still ask for them.

Rule 1: nothing is dropped before it is forgotten: beyond `memory` bytes the oldest sound goes to a
temporary file that has no name, so that nothing is left behind even by a killed process. While the disk takes nothing, up to
`MOST` times as much stays in memory; what is older then is silence (`lost`).
Rule 2: samples are counted exactly, and spans of one stream follow one another without holes.
Rule 3: the file is only as large as the most sound that was in it at one time: its places are used again.
"""

import os
import tempfile
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field
from typing import IO, Final

from solovox.core.units import AudioSpan, StreamId

WIDTH: Final = 2
"""Bytes of one sample."""
MOST: Final = 4
BLOCK: Final = 65_536
"""Bytes of one block: what moves to the file at once."""


@dataclass(slots=True)
class _Block:
    first: int
    pcm: bytearray | None
    """None: it is in the file, or lost."""
    place: int = -1
    """Where in the file; -1: nowhere."""
    size: int = 0
    """Bytes."""


@dataclass(slots=True)
class _Stream:
    end: int = 0
    forgotten: int = 0
    """Samples before this one are gone."""
    blocks: list[_Block] = field(default_factory=list)


class SoundStore:
    """Keeps sound in memory, then on disk, until it is forgotten. The `Sound` port."""

    def __init__(self, memory: int = 64_000_000) -> None:
        self._memory = memory
        self._held = 0
        """Bytes in memory."""
        self._streams: dict[StreamId, _Stream] = {}
        self._full: deque[_Block] = deque()
        """Blocks in memory that will not grow, oldest first; forgotten ones are among them."""
        self._file: IO[bytes] | None = None
        self._places = 0
        self._free: list[int] = []
        self.lost = 0
        """Bytes that no disk took."""

    @property
    def held(self) -> int:
        """Bytes in memory."""
        return self._held

    @property
    def spilled(self) -> int:
        """Bytes in the file."""
        return (self._places - len(self._free)) * BLOCK

    def count(self, stream: StreamId) -> int:
        """Samples ever put into a stream."""
        return self._streams[stream].end if stream in self._streams else 0

    def count_forgotten(self, stream: StreamId) -> int:
        """Samples of a stream before this one are gone."""
        return self._streams[stream].forgotten if stream in self._streams else 0

    def put(self, stream: StreamId, pcm: bytes) -> AudioSpan:
        """Append whole samples to a stream. Raises `ValueError` for half a sample."""
        if len(pcm) % WIDTH:
            raise ValueError(f"{len(pcm)} bytes are not whole samples of 16 bits")
        kept = self._streams.setdefault(stream, _Stream())
        span = AudioSpan(stream, kept.end, len(pcm) // WIDTH)
        view = memoryview(pcm)
        while view:
            block = self._growing(kept)
            room = BLOCK - block.size
            assert block.pcm is not None
            block.pcm += view[:room]
            added = min(room, len(view))
            block.size += added
            kept.end += added // WIDTH
            self._held += added
            view = view[room:]
            if block.size == BLOCK:
                self._full.append(block)
        if self._held > self._memory:
            self._spill()
        return span

    def get(self, span: AudioSpan) -> bytes:
        """The bytes of a span. Raises `KeyError` for what was never put, or is forgotten."""
        kept = self._streams.get(span.stream)
        if kept is None or span.first < kept.forgotten or span.end > kept.end or span.count < 0:
            raise KeyError(f"{span} is not kept")
        at = len(kept.blocks) - 1
        if kept.blocks and span.first < kept.blocks[at].first:
            at = bisect_right(kept.blocks, span.first, key=lambda block: block.first) - 1
        elif kept.blocks:  # the newest sound, in one block: what is asked for most
            newest = kept.blocks[at].first
            return self._bytes(kept.blocks[at], (span.first - newest) * WIDTH, (span.end - newest) * WIDTH)
        parts = []
        first = span.first
        while first < span.end:
            block = kept.blocks[at]
            begin = (first - block.first) * WIDTH
            stop = min(block.size, (span.end - block.first) * WIDTH)
            parts.append(self._bytes(block, begin, stop))
            first = block.first + stop // WIDTH
            at += 1
        return b"".join(parts)

    def forget(self, stream: StreamId, before: int) -> None:
        """Samples before this one will not be asked for again."""
        kept = self._streams.get(stream)
        if kept is None:
            return
        kept.forgotten = max(kept.forgotten, min(before, kept.end))
        gone = 0
        for block in kept.blocks:
            if block.first + block.size // WIDTH > kept.forgotten:
                break
            gone += 1
            self._release(block)
        del kept.blocks[:gone]

    def close(self) -> None:
        """Forget everything and give the file back."""
        self._streams.clear()
        self._full.clear()
        self._held = self._places = 0
        self._free.clear()
        if self._file is not None:
            self._file.close()
            self._file = None

    @staticmethod
    def _growing(kept: _Stream) -> _Block:
        if not kept.blocks or kept.blocks[-1].size == BLOCK:
            kept.blocks.append(_Block(kept.end, bytearray()))
        return kept.blocks[-1]

    def _bytes(self, block: _Block, begin: int, stop: int) -> bytes:
        if block.pcm is not None:
            return bytes(block.pcm[begin:stop])
        if self._file is None or block.place < 0:
            return bytes(stop - begin)
        try:
            found = os.pread(self._file.fileno(), stop - begin, block.place * BLOCK + begin)
        except OSError:
            found = b""
        return found.ljust(stop - begin, b"\0")

    def _spill(self) -> None:
        while self._held > self._memory and self._full:
            block = self._full.popleft()
            if block.pcm is None:
                continue  # forgotten since
            if not self._file_block(block, block.pcm):
                if self._held <= MOST * self._memory:
                    self._full.appendleft(block)
                    return
                self.lost += BLOCK
            block.pcm = None
            self._held -= BLOCK

    def _file_block(self, block: _Block, pcm: bytearray) -> bool:
        """Put it into the file. False: the disk does not take it."""
        place = self._free[-1] if self._free else self._places
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as the store
            if os.pwrite(self._file.fileno(), pcm, place * BLOCK) < BLOCK:
                return False
        except OSError:
            return False
        if self._free:
            self._free.pop()
        self._places = max(self._places, place + 1)
        block.place = place
        return True

    def _release(self, block: _Block) -> None:
        if block.pcm is None:
            if block.place >= 0:
                self._free.append(block.place)
        else:
            self._held -= block.size
            block.pcm = None
            while self._full and self._full[0].pcm is None:
                self._full.popleft()
