"""One message from one frame, one frame from one message, for either side.

Reading is generous: text or binary, snake or camel case, either base64, unknown keys ignored. What cannot be
understood raises `BadFrame`, never anything else. Writing is strict: camelCase, standard base64 with padding,
no key that has its default value, UTF-8 bytes. Clients send them as text frames; the service, and so
a server of ours, sends binary frames.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from solovox.core.errors import Misuse
from solovox.wire.gemini_live import schema, values
from solovox.wire.gemini_live.client_frames import CLIENT_KEYS, ClientMessage
from solovox.wire.gemini_live.faults import BadFrame
from solovox.wire.gemini_live.parts import Duration, Record
from solovox.wire.gemini_live.server_frames import ServerMessage

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


def decode_server(frame: Frame) -> ServerMessage:
    """What a server sent. `{}` is an empty message. Raises `BadFrame`."""
    message: ServerMessage = _SERVER(_json(frame))
    return message


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
        raise BadFrame(schema.within(schema.spelled(known[0]), bad)) from None
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
        return _ENCODER.encode(record)
    except (TypeError, ValueError, OverflowError, RecursionError) as bad:
        raise Misuse(f"this cannot be written as JSON: {bad}") from None


def _json(frame: Frame) -> Any:
    try:
        return msgspec.json.decode(frame)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadFrame("this is not JSON in UTF-8") from None
    except RecursionError:
        raise BadFrame("nested too deeply") from None
