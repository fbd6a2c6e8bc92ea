"""Takes a server's messages apart and builds them."""

from msgspec.structs import replace

from solovox.wire.gemini_live.parts import Content, Part, sound
from solovox.wire.gemini_live.server_frames import (
    InteractionStatus,
    ServerContent,
    ServerMessage,
    Transcription,
)

RATE = 24_000


def held(message: ServerMessage) -> ServerContent:
    """Its content."""
    return message.server_content or ServerContent()


def content(**fields: object) -> ServerMessage:
    """A message of content alone."""
    return ServerMessage(server_content=ServerContent(**fields))  # type: ignore[arg-type]


def saying(pcm: bytes, rate: int = RATE) -> ServerMessage:
    """A message of sound alone."""
    return content(model_turn=Content(parts=(Part(inline_data=sound(pcm, rate)),), role="model"))


def said(text: str) -> ServerMessage:
    """A piece of the transcription of what the model says."""
    return content(output_transcription=Transcription(text=text))


TURN_COMPLETE = content(turn_complete=True)
INTERRUPTED = content(interrupted=True)


def changed(message: ServerMessage, **fields: object) -> list[ServerMessage]:
    """The message with its content so changed; none at all if nothing is left of it."""
    kept = replace(held(message), **fields)
    left = replace(message, server_content=None if kept == ServerContent() else kept)
    return [] if left == ServerMessage() and message != ServerMessage() else [left]


def has_sound(message: ServerMessage) -> bool:
    """Whether the model is heard in it."""
    return any(part.inline_data is not None and part.inline_data.is_sound for part in parts(message))


def parts(message: ServerMessage) -> tuple[Part, ...]:
    """What the model gives."""
    given = held(message).model_turn
    return given.parts if given is not None else ()


def ends_turn(message: ServerMessage) -> bool:
    """Whether the turn is over with it."""
    now = held(message)
    return now.turn_complete and now.interaction_status != InteractionStatus.IN_PROGRESS


def in_turn(message: ServerMessage) -> bool:
    """Whether it belongs to a turn of the model: anything but what the person said."""
    mine = replace(held(message), input_transcription=None, interim_input_transcription=None)
    return mine != ServerContent() or message.tool_call is not None


def remade(message: ServerMessage, pcm: list[bytes]) -> list[ServerMessage]:
    """The message, its sound replaced by these pieces, each in a message of its own; the rest goes with the last."""
    rate = next((p.inline_data.rate for p in parts(message) if p.inline_data is not None), None) or RATE
    others = tuple(p for p in parts(message) if p.inline_data is None)
    rest = changed(message, model_turn=Content(parts=others, role="model") if others else None)
    texts = held(message).output_transcription
    if texts is not None and rest:
        rest = changed(rest[0], output_transcription=None)
    first = [content(output_transcription=texts)] if texts is not None else []
    return [*first, *(saying(piece, rate) for piece in pcm), *rest]


def pcm_of(message: ServerMessage) -> bytes:
    """Its sound."""
    return b"".join(p.inline_data.data for p in parts(message) if p.inline_data and p.inline_data.is_sound)
