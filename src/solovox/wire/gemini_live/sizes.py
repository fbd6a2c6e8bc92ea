"""How much fits: frames of a server, pieces of sound, reasons of a close.

Rule 1: no frame of a server reaches 1 MiB: the Python client's socket closes with 1009 at one byte more.
Rule 2: a message that is cut into several keeps its order: transcription, then sound, then what ends the turn.

Source: `websockets` (max_size), RFC 6455 §5.5 (a close reason of 123 bytes), recorded frames of the service
(sound in multiples of 40 ms).
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from solovox.core.errors import Misuse
from solovox.wire.gemini_live.codec import encode_server
from solovox.wire.gemini_live.parts import Content, Part, sound
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage

SERVER_FRAME: Final = 1 << 20
DOWNSTREAM_MS: Final = 240
"""Sound comes down in pieces of this length: the service sends 160 to 320 ms."""
CLOSE_REASON: Final = 123
_ENVELOPE: Final = 4096
"""Room for all that is not sound in a frame that is cut."""


def pieces(pcm: bytes, rate: int, ms: int) -> Iterator[bytes]:
    """16-bit mono sound in pieces of `ms`; the last may be shorter."""
    step = max(rate * ms // 1000, 1) * 2
    for start in range(0, len(pcm), step):
        yield pcm[start : start + step]


def sound_messages(pcm: bytes, rate: int, ms: int = DOWNSTREAM_MS) -> Iterator[ServerMessage]:
    """A model's sound as a server sends it: one part a message."""
    for piece in pieces(pcm, rate, ms):
        yield _holding(Part(inline_data=sound(piece, rate)))


def server_frames(message: ServerMessage, limit: int = SERVER_FRAME) -> list[bytes]:
    """One message as one frame, or as several that say the same in the same order.

    Raises `Misuse` if something that is not sound is too long by itself.
    """
    whole = encode_server(message)
    if len(whole) < limit:
        return [whole]
    frames = [encode_server(one) for one in _cut(message, limit)]
    if longest := max((len(frame) for frame in frames if len(frame) >= limit), default=0):
        raise Misuse(
            f"a frame of {longest} bytes cannot be cut: only sound can; at most {limit} bytes are taken"
        )
    return frames


def close_reason(text: str) -> str:
    """As much of a reason as a close frame holds; one line, whole characters."""
    line = " ".join(text.split())
    return line.encode("utf-8", "replace")[:CLOSE_REASON].decode("utf-8", "ignore")


def _holding(part: Part) -> ServerMessage:
    return ServerMessage(server_content=ServerContent(model_turn=Content(parts=(part,), role="model")))


def _cut(message: ServerMessage, limit: int) -> Iterator[ServerMessage]:
    content = message.server_content or ServerContent()
    texts = ServerContent(
        input_transcription=content.input_transcription,
        output_transcription=content.output_transcription,
        interim_input_transcription=content.interim_input_transcription,
    )
    if texts != ServerContent():
        yield ServerMessage(server_content=texts)
    for part in content.model_turn.parts if content.model_turn is not None else ():
        yield from (_holding(piece) for piece in _parts(part, limit))
    rest = replace(
        content,
        model_turn=None,
        input_transcription=None,
        output_transcription=None,
        interim_input_transcription=None,
    )
    yield replace(message, server_content=None if rest == ServerContent() else rest)


def _parts(part: Part, limit: int) -> Iterator[Part]:
    blob = part.inline_data
    if blob is None or not blob.is_sound:
        yield part
        return
    step = max((limit - _ENVELOPE) * 3 // 4 // 1920, 1) * 1920
    for start in range(0, len(blob.data), step):
        yield replace(part, inline_data=replace(blob, data=blob.data[start : start + step]))
