"""Any record, as Hypothesis strategies made from the classes, and a writer of its own for every dialect."""

import base64
import types
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from solovox.wire.gemini_live import client_frames, parts, server_frames
from solovox.wire.gemini_live.parts import Duration, Json, Record

RECORDS = sorted(
    {
        cls
        for module in (parts, client_frames, server_frames)
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, Record) and cls is not Record
    },
    key=lambda cls: cls.__name__,
)

NAMES = st.text(max_size=12) | st.sampled_from(["user_name", "mimeType", "mime_type", "__proto__", "data"])
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES
)
ANYTHING = st.recursive(
    LEAVES, lambda of: st.lists(of, max_size=3) | st.dictionaries(NAMES, of, max_size=3), max_leaves=6
)
OBJECTS = st.dictionaries(NAMES, ANYTHING, max_size=4)

PLAIN = {
    str: st.text(max_size=40),
    bool: st.booleans(),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bytes: st.binary(max_size=64),
    Duration: st.from_regex(r"\A-?[0-9]{1,12}(\.[0-9]{1,9})?s\Z").map(Duration),
    Json: OBJECTS,
    Any: ANYTHING,
}


# A busy machine makes examples slowly; that is no fault of theirs.
FEW = settings(
    max_examples=settings().max_examples // 4, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def some(hint):
    if hint in PLAIN:
        return PLAIN[hint]
    if get_origin(hint) in (Union, types.UnionType):
        return st.one_of(st.none() if one is types.NoneType else some(one) for one in get_args(hint))
    if get_origin(hint) is tuple:
        return st.lists(some(get_args(hint)[0]), max_size=2).map(tuple)
    if issubclass(hint, Record):
        return st.deferred(lambda: records(hint))
    return st.sampled_from(hint).map(str)


def records(cls):
    hints = get_type_hints(cls)
    required = {f.name: some(hints[f.name]) for f in msgspec.structs.fields(cls) if f.required}
    optional = {f.name: some(hints[f.name]) for f in msgspec.structs.fields(cls) if not f.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda found: cls(**found))


def is_users(hint):
    return any(one in (Any, Json) for one in (hint, *get_args(hint)))


def camel(name):
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def dialect(value, *, snake, urlsafe, padded, numbers_as_text):
    """A record as some other client would put it, written without the codec."""

    def put(one):
        match one:
            case Record():
                hints = get_type_hints(type(one))
                named = ((name, getattr(one, name)) for name in one.__struct_fields__)
                return {
                    name if snake else camel(name): item if is_users(hints[name]) else put(item)
                    for name, item in named
                }
            case tuple():
                return [put(item) for item in one]
            case bytes():
                text = (base64.urlsafe_b64encode if urlsafe else base64.b64encode)(one).decode()
                return text if padded else text.rstrip("=")
            case bool():
                return one
            case int() | float() if numbers_as_text:
                return str(one)
            case str():
                return str(one)
            case _:
                return one

    return put(value)
