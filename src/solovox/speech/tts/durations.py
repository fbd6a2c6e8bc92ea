"""Sound and the lengths of its phonemes: cut into words, silence trimmed, pauses put in.

Rule 1: a word is complete only with the whole of its sound (law N4: rounded down).
Rule 2: no sound is lost: but for silence at both ends, the pieces together are the whole.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solovox.core.units import VOICE_RATE
from solovox.ports import Spoken
from solovox.speech.resample import to_mono16
from solovox.speech.tts.pieces import RenderPiece

_QUIET: Final = 0.006
"""Below this (of 1.0) is silence."""
_LEAD_MS: Final = 40
"""Kept before the first sound, so that a soft consonant is not clipped."""
_TAIL_MS: Final = 60
_PAUSES: Final = {",": 130, ";": 220, ":": 220, "—": 220, "…": 400, ".": 320, "!": 320, "?": 320}
"""Milliseconds of silence after a piece that ends in the mark."""


def with_output(model: bytes, name: str) -> bytes:
    """An ONNX model with one more output, the tensor `name`.

    Protocol Buffers merge a repeated message field (Encoding, "Last One Wins"), so that a second
    `graph` (field 7 of ModelProto) holding one `output` (field 12: a ValueInfoProto with a name) is
    added to the first. Names are shorter than 120 bytes.
    """
    raw = name.encode()
    value = b"\x0a" + bytes([len(raw)]) + raw
    graph = b"\x62" + bytes([len(value)]) + value
    return model + b"\x3a" + bytes([len(graph)]) + graph


def word_by_word(
    sound: NDArray[np.float32],
    rate: int,
    marks: Sequence[tuple[int, int]],
    piece: RenderPiece,
    pace: float = 1.0,
) -> Iterator[Spoken]:
    """One `Spoken` for each mark that has sound: (the sample where a word ends, its last character).

    Samples are counted at `rate`; what comes out has 24 kHz. The last one also has the piece's pause.
    """
    loud = np.flatnonzero(np.abs(sound) > _QUIET)
    if not loud.size:
        yield Spoken(_pause(piece, pace), piece.end)
        return
    first = max(0, int(loud[0]) - rate * _LEAD_MS // 1000)
    last = min(len(sound), int(loud[-1]) + rate * _TAIL_MS // 1000)
    pcm = to_mono16(sound[first:last], rate, VOICE_RATE)
    at = 0
    for sample, said_to in marks[:-1]:
        to = -(-max(sample - first, 0) * VOICE_RATE // rate) * 2
        if at < to < len(pcm):
            yield Spoken(pcm[at:to], said_to)
            at = to
    yield Spoken(pcm[at:] + _pause(piece, pace), piece.end)


def _pause(piece: RenderPiece, pace: float) -> bytes:
    last = piece.words[-1]
    ms = _PAUSES.get(last.phonemes, 0) if last.source is None else 0
    return bytes(2 * int(VOICE_RATE * ms / 1000 / pace))
