"""Text that can be written in UTF-8. Half a surrogate pair cannot: a file's name that is not UTF-8 has them.

Rule: each becomes U+FFFD, in every text of what is written, and nothing else changes.
"""

from typing import Any, Final

import msgspec

_in_order: Final = msgspec.json.Encoder()
"""Of what is in the right order already: to order it again would move the fields of classes."""


def whole(value: Any) -> Any:
    """The same text, or the same plain values with such texts."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {whole(key): whole(one) for key, one in value.items()}
        case list() | tuple():
            return [whole(one) for one in value]
        case _:
            return value


def encode_whole(encoder: msgspec.json.Encoder, value: object) -> bytes:
    """What an encoder makes of it; only a text that has no UTF-8 costs more."""
    try:
        return encoder.encode(value)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(value, enc_hook=encoder.enc_hook, order=encoder.order)
        return _in_order.encode(whole(plain))
