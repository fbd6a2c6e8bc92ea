"""One frame from bytes, and bytes from one frame, for either side.

What cannot be understood raises `NotAFrame`, never anything else. Unknown keys are ignored, so that either side may be newer.
"""

import re
from typing import Final

import msgspec

from solovox.core.errors import PeerFault
from solovox.wire.browser.down import DownFrame
from solovox.wire.browser.up import UpFrame
from solovox.wire.whole import encode_whole

LONGEST: Final = 65_536
"""Bytes of a JSON frame of a client."""
_UP: Final[msgspec.json.Decoder[UpFrame]] = msgspec.json.Decoder(UpFrame)
_DOWN: Final[msgspec.json.Decoder[DownFrame]] = msgspec.json.Decoder(DownFrame)
_ENCODER: Final = msgspec.json.Encoder()
_QUOTED: Final = re.compile(r"Invalid (enum )?value '.*'", re.DOTALL)


class NotAFrame(PeerFault):
    """A frame that cannot be understood. The line names the place, never the value: it may be what a person said."""


def decode_up(frame: str | bytes) -> UpFrame:
    """What a client sent. Raises `NotAFrame`."""
    if len(frame) > LONGEST:
        raise NotAFrame(f"a frame of {len(frame)} characters: at most {LONGEST} are taken")
    try:
        return _UP.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _bad(error) from None


def decode_down(frame: str | bytes) -> DownFrame:
    """What the server sent. Raises `NotAFrame`."""
    try:
        return _DOWN.decode(frame)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _bad(error) from None


def encode(frame: UpFrame | DownFrame) -> bytes:
    """A frame as UTF-8 JSON, without the keys that have their defaults."""
    return encode_whole(_ENCODER, frame)


def _bad(error: Exception) -> NotAFrame:
    if not isinstance(error, msgspec.ValidationError):
        return NotAFrame("a frame that is not JSON in UTF-8: see protocol/browser/schema.json")
    line = _QUOTED.sub("an unknown value", str(error))
    return NotAFrame(f"a frame that is not as in protocol/browser/schema.json: {line}")
