"""Records from JSON, by schema: which keys a record has, in both spellings, and what each must hold.

Rule 1: the schema is the class. Its fields give the keys (`mimeType` and `mime_type` alike) and the types.
Rule 2: only keys of a schema are understood in two spellings; the user's own data is handed through.
Rule 3: unknown keys are ignored, nulls are absent keys (protobuf-JSON). Of two spellings of one key the last counts.
"""

import types
from collections.abc import Callable, Mapping
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from solovox.wire.gemini_live import values
from solovox.wire.gemini_live.parts import Duration, Json, Record
from solovox.wire.gemini_live.server_frames import UsageMetadata, VertexUsage, VoiceActivity
from solovox.wire.gemini_live.values import BadFrame

Convert = Callable[[Any], Any]

_VERTEX: Final = {
    "candidatesTokenCount": "response_token_count",
    "candidates_token_count": "response_token_count",
    "candidatesTokensDetails": "response_tokens_details",
    "candidates_tokens_details": "response_tokens_details",
}
OTHER_NAMES: Final[Mapping[type[Record], Mapping[str, str]]] = {
    VoiceActivity: {"voiceActivityType": "type", "voice_activity_type": "type"},
    UsageMetadata: _VERTEX,
    VertexUsage: _VERTEX,
}
"""Keys that another dialect has for a field: Vertex's usage, the SDK's name of `type`."""

_PLAIN: Final[Mapping[Any, Convert]] = {
    str: values.text,
    bool: values.truth,
    int: values.whole,
    float: values.number,
    bytes: values.octets,
    Duration: values.duration,
    Json: values.mapping,
    Any: values.anything,
}
_ZEROS: Final[Mapping[Any, Callable[[], Any]]] = {str: str, int: int, float: int, bytes: bytes, Json: dict}


_COMPILED: Final[dict[type[Record], Convert]] = {}


def wire_name(field: str) -> str:
    """A field's name on the wire."""
    first, *rest = field.split("_")
    return first + "".join(part.title() for part in rest)


def snake(name: str) -> str:
    """The other spelling of a name on the wire."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def converter(hint: Any) -> Convert:
    """What turns JSON into a value of this type. Null never gets here."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) in (Union, types.UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not types.NoneType]
        return converter(kinds[0]) if len(kinds) == 1 else values.name
    if get_origin(hint) is tuple:
        return _listing(converter(get_args(hint)[0]))
    return record(hint)


def record(cls: type[Record]) -> Convert:
    """What turns a JSON object into a record of this class."""
    if cls not in _COMPILED:
        _COMPILED[cls] = _compile(cls)
    return _COMPILED[cls]


def _compile(cls: type[Record]) -> Convert:
    hints = get_type_hints(cls)
    keys: dict[str, tuple[str, Convert]] = {}
    for field, hint in hints.items():
        keys[field] = keys[wire_name(field)] = (field, converter(hint))
    for other, field in OTHER_NAMES.get(cls, {}).items():
        keys.setdefault(other, keys[field])
    required = [field.name for field in msgspec.structs.fields(cls) if field.required]
    zeros = {field: _ZEROS.get(hints[field], tuple) for field in required}

    def convert(value: Any) -> Record:
        if type(value) is not dict:
            raise BadFrame(f"an object was expected, not {values.kind(value)}")
        found: dict[str, Any] = {}
        for key, item in value.items():
            if item is not None and (known := keys.get(key)) is not None:
                field, inner = known
                try:
                    found[field] = inner(item)
                except BadFrame as bad:
                    raise BadFrame(within(wire_name(field), bad)) from None
        for field, zero in zeros.items():
            if field not in found:
                found[field] = zero()
        return cls(**found)

    return convert


def _listing(inner: Convert) -> Convert:
    def convert(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise BadFrame(f"a list was expected, not {values.kind(value)}")
        try:
            return tuple([inner(item) for item in value])
        except BadFrame as bad:
            raise BadFrame(within("[]", bad)) from None

    return convert


def within(place: str, bad: BadFrame) -> str:
    """The same fault seen from one level up: `a: what` becomes `place.a: what`."""
    what = str(bad)
    if ": " not in what:
        return f"{place}: {what}"
    return place + ("" if what.startswith("[]") else ".") + what
