"""One message from one frame, one frame from one message, for either side.

Reading is generous: text or binary, snake or camel case, either base64, unknown keys ignored. What cannot be
understood raises `BadFrame`, never anything else. Writing is strict: camelCase, standard base64 with padding,
no key that has its default value, UTF-8 bytes, whatever the text (`whole.py`). Clients send them as text frames; the service, and so
a server of ours, sends binary frames.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from solovox.core.errors import Misuse
from solovox.wire.gemini_live import schema, values
from solovox.wire.gemini_live.client_frames import CLIENT_KEYS, ClientMessage
from solovox.wire.gemini_live.parts import Blob, Content, Duration, Part, Record
from solovox.wire.gemini_live.server_frames import ServerContent, ServerMessage
from solovox.wire.gemini_live.values import BadFrame
from solovox.wire.whole import encode_whole

Frame = bytes | bytearray | memoryview | str

_NAMES: Final = {cls: name for name, cls in CLIENT_KEYS.items()}
_SERVER: Final = schema.record(ServerMessage)
_CLIENT: Final = {
    key: schema.record(cls) for name, cls in CLIENT_KEYS.items() for key in (name, schema.snake(name))
}


def _plain(value: Any) -> str:
    if isinstance(value, Duration):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


class _Strict(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """The one shape that is most of what a server sends, a piece of sound: read in one go, base64 and all."""


class _Data(_Strict, frozen=True):
    mime_type: str
    data: bytes


class _Sound(_Strict, frozen=True):
    inline_data: _Data


class _Turn(_Strict, frozen=True):
    parts: tuple[_Sound, ...]
    role: str | None = None


class _Content(_Strict, frozen=True):
    model_turn: _Turn


class _Spoken(_Strict, frozen=True):
    server_content: _Content


_SPOKEN: Final = msgspec.json.Decoder(_Spoken)
SPOKEN_LENGTH: Final = 256
"""Shorter frames hold no sound that is worth a try."""


def decode_server(frame: Frame) -> ServerMessage:
    """What a server sent. `{}` is an empty message. Raises `BadFrame`."""
    if len(frame) > SPOKEN_LENGTH and (spoken := _decode_sound(frame)) is not None:
        return spoken
    message: ServerMessage = _SERVER(_json(frame))
    return message


def _decode_sound(frame: Frame) -> ServerMessage | None:
    """Sound and nothing else, if that is what the frame holds, spelled as the service spells it."""
    try:
        turn = _SPOKEN.decode(frame).server_content.model_turn
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    parts = tuple([Part(inline_data=Blob(p.inline_data.mime_type, p.inline_data.data)) for p in turn.parts])
    return ServerMessage(server_content=ServerContent(model_turn=Content(parts, turn.role)))


def decode_client(frame: Frame) -> ClientMessage:
    """What a client sent. Raises `BadFrame`, also for a frame with none or several of the messages."""
    held = _json(frame)
    if type(held) is not dict:
        raise BadFrame(f"an object was expected, not {values.kind(held)}")
    known = [key for key, item in held.items() if key in _CLIENT and item is not None]
    if len(known) != 1:
        count = "none" if not known else "more than one"
        raise BadFrame(f"a frame must hold one of {', '.join(CLIENT_KEYS)}, not {count}")
    try:
        message: ClientMessage = _CLIENT[known[0]](held[known[0]])
    except BadFrame as bad:
        raise BadFrame(schema.within(schema.wire_name(known[0]), bad)) from None
    return message


def encode_server(message: ServerMessage) -> bytes:
    """One frame. It may be too long for a client: `sizes.server_frames` sees to that."""
    return encode(message)


def encode_client(message: ClientMessage) -> bytes:
    """One frame, to be sent as text."""
    return encode({_NAMES[type(message)]: message})


def encode(record: Record | Mapping[str, Record]) -> bytes:
    """Any record as JSON. Raises `Misuse` for user data that is not JSON."""
    try:
        return encode_whole(_ENCODER, record)
    except (TypeError, ValueError, OverflowError, RecursionError) as bad:
        raise Misuse(f"this cannot be written as JSON: {bad}") from None


def _json(frame: Frame) -> Any:
    try:
        return msgspec.json.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadFrame("this is not JSON in UTF-8") from None
    except RecursionError:
        raise BadFrame("nested too deeply") from None
