"""What a caller is told of a Python function, by its type hints and its docstring, and how arguments become Python's.

Types are those that msgspec knows: str, int, float, bool, None, list, dict, tuple, set, Literal, Enum, unions, dates,
dataclasses, TypedDict, and `Annotated` with a description in words or with `msgspec.Meta`.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, get_args, get_origin, get_type_hints

import msgspec

from solovox.ports import Json

LONGEST: Final = 2_000
"""Characters of a description."""
KNOWN: Final = "write str, int, float, bool, list, dict, Literal, an Enum, a dataclass or a TypedDict"
_SECTION: Final = re.compile(r"(?:Args|Arguments|Parameters):\s*", re.IGNORECASE)
_IN_SECTION: Final = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")


class Untellable(ValueError):
    """What cannot be told to a caller. One line that says what to write."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a caller is told, and what its arguments must be."""

    description: str
    parameters: Json
    """A JSON Schema object."""
    types: Json
    nullable: frozenset[str]
    """Those that are None where they are not given."""

    def values(self, arguments: Json) -> Json:
        """The arguments as the function takes them. Raises `ValueError`: which one is wrong."""
        found: dict[str, object] = dict.fromkeys(self.nullable)
        for name in arguments.keys() & self.types.keys():
            try:
                found[name] = msgspec.convert(_whole_numbers(arguments[name]), self.types[name])
            except msgspec.ValidationError as error:
                raise ValueError(f"`{name}`: {error}") from None
        return found


def signature_of(function: Callable[..., object], name: str) -> Signature:
    """What is told of a function that is called `name`. Raises `Untellable`."""
    try:
        there = inspect.signature(function)
        hints = get_type_hints(_hint_source(function), include_extras=True)
    except NameError as error:
        raise Untellable(f"a type of {name} is not known ({error}): import it in its module") from None
    except (TypeError, ValueError) as error:
        raise Untellable(f"{name} does not say what it takes ({error}): write def") from None
    types = {one.name: _type(one, hints, name) for one in there.parameters.values()}
    defaults = {one.name: one.default for one in there.parameters.values() if one.default is not one.empty}
    text = inspect.getdoc(function) or ""
    about = dict(_read_docstring(text))
    schemas, parts = _schemas(name, types)
    members = {
        key: {**schemas[key], **_describe_member(kind, about.get(key, "")), **_default(key, defaults)}
        for key, kind in types.items()
    }
    nullable = {
        key for key, kind in types.items() if key not in defaults and type(None) in get_args(_bare(kind))
    }
    parameters = {
        "type": "object",
        "properties": members,
        "required": [key for key in types if key not in defaults and key not in nullable],
        "additionalProperties": False,
        **({"$defs": parts} if parts else {}),
    }
    first = " ".join(text.partition("\n\n")[0].split()) if not _SECTION.match(text) else ""
    said = (first or name.replace("_", " "))[:LONGEST]
    return Signature(said, parameters, types, frozenset(nullable))


def _hint_source(function: Callable[..., object]) -> Callable[..., object]:
    """Where the hints are: an object that can be called has them at its method."""
    return function if inspect.isroutine(function) else type(function).__call__


def _type(one: inspect.Parameter, hints: Json, name: str) -> object:
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    if one.kind in stars:
        raise Untellable(
            f"{name} takes {stars[one.kind]}{one.name}, which cannot be told to a caller: name each parameter, with its type"
        )
    if one.kind is inspect.Parameter.POSITIONAL_ONLY:
        raise Untellable(f"{name} takes {one.name} by its place only: leave the / out")
    if one.name not in hints:
        raise Untellable(f"the parameter {one.name} of {name} has no type: write such as {one.name}: str")
    return hints[one.name]


def _schemas(name: str, types: Json) -> tuple[Json, Json]:
    """The JSON Schema of each parameter, and what they refer to."""
    for key, kind in types.items():
        try:
            msgspec.json.schema_components([kind])
        except (TypeError, NameError) as error:
            what = getattr(kind, "__name__", str(kind))
            raise Untellable(
                f"the parameter {key} of {name} is of a type that cannot be told to a caller ({what}): {KNOWN}"
            ) from error
    schemas, parts = msgspec.json.schema_components([*types.values()], ref_template="#/$defs/{name}")
    return dict(zip(types, schemas, strict=True)), parts


def _describe_member(kind: object, about: str) -> Json:
    """What it means: by its annotation, or the docstring."""
    said = next((one for one in _more(kind) if isinstance(one, str)), "") or about
    return {"description": " ".join(said.split())[:LONGEST]} if said else {}


def _default(key: str, defaults: Json) -> Json:
    if key not in defaults:
        return {}
    try:
        return {"default": msgspec.json.decode(msgspec.json.encode(defaults[key]))}
    except (TypeError, ValueError, RecursionError):
        return {"default": None}


def _more(kind: object) -> tuple[object, ...]:
    """What stands beside the type in `Annotated`."""
    return tuple(getattr(kind, "__metadata__", ()))


def _bare(kind: object) -> object:
    return get_args(kind)[0] if _more(kind) and get_origin(kind) is not None else kind


def _read_docstring(text: str) -> Iterator[tuple[str, str]]:
    """What a docstring says of each parameter, in its section `Args:`."""
    lines = text.splitlines()
    begun = next((at for at, line in enumerate(lines) if _SECTION.fullmatch(line)), len(lines))
    key, words, indent = "", list[str](), 0
    for line in lines[begun + 1 :]:
        deep = len(line) - len(line.lstrip())
        if not line.strip():
            continue
        if not deep:
            break
        found = _IN_SECTION.fullmatch(line.strip())
        if found and (not key or deep <= indent):
            if key:
                yield key, " ".join(words)
            key, words, indent = found[1], [found[2]], deep
        else:
            words.append(line.strip())
    if key:
        yield key, " ".join(words)


def _whole_numbers(value: object) -> object:
    """JSON knows one kind of number: 3.0 is 3."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole_numbers(one) for key, one in value.items()}
        case list():
            return [_whole_numbers(one) for one in value]
        case _:
            return value
