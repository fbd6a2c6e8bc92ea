"""A declared function as the head sees it: its words, and its parameters in one form.

Rule 1: every declaration is accepted: OpenAPI with upper-case types, JSON Schema, or something odd.
What cannot be understood of a schema is left away; nothing here raises.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import nan
from types import UnionType
from typing import Final

from solovox.lang.en.word_lists import word_list
from solovox.ports.meaning import Choosable
from solovox.text.matching import normalise
from solovox.text.verbatim import takes_words

KINDS: Final = ("string", "integer", "number", "boolean", "array", "object")
_ELSEWHERE: Final = frozenset(("$ref", "anyOf", "oneOf", "allOf", "properties", "items"))
"""What makes a schema without a type something other than a plain value."""
_VALUES: Final[Mapping[str, type | UnionType]] = {
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
}
SMALL: Final = word_list("small")
_LONGEST_PATTERN: Final = 200
_ENDINGS: Final = ("ings", "ing", "ers", "er", "ed", "es", "s", "e")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. `kind` is a lower-case JSON type, or empty; `schema` what was declared of it; `item` what a list holds."""

    name: str
    kind: str
    about: str
    choices: tuple[object, ...]
    required: bool
    schema: Mapping[str, object]
    item: "Parameter | None" = None

    @property
    def numeric(self) -> bool:
        """Whether a number belongs here that is free to choose."""
        return self.kind in ("integer", "number") and not self.choices

    @property
    def verbatim(self) -> bool:
        """Whether it stands for the person's own words, so that all of them may be its value."""
        return takes_words(self.name, self.about)


@dataclass(frozen=True, slots=True)
class Declared:
    """One function: its name as declared, what it is about, its parameters."""

    name: str
    about: str
    parameters: tuple[Parameter, ...]
    words: str
    """The name as words: `searchProducts` is "search products"."""
    known: frozenset[str]
    """The stems of all words that it has, but for those that tell of its parameters."""

    @property
    def texts(self) -> int:
        """How many parameters take any text."""
        return sum(one.kind in ("string", "array") and not one.choices for one in self.parameters)


def read_declaration(tool: Choosable) -> Declared:
    """What was declared, understood as far as it goes."""
    schema: object = tool.parameters
    schema = schema if isinstance(schema, Mapping) else {}
    properties = schema.get("properties")
    needed = {str(name) for name in _as_list(schema.get("required"))}
    found = [
        _parameter(str(name), one, str(name) in needed)
        for name, one in (properties.items() if isinstance(properties, Mapping) else ())
    ]
    about, words = tool.description.strip(), split_name(tool.name)
    known = stems(f"{words} {about} {' '.join(split_name(one.name) for one in found)}")
    return Declared(tool.name, about, tuple(found), words, known)


@lru_cache(maxsize=4096)
def split_name(name: str) -> str:
    """A name in code as words, lower case. Remembered, as the stems are: declarations do not change."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^0-9A-Za-z]+", " ", name)
    return " ".join(parted.split()).lower()


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A word without its English ending, crudely: for comparing only."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@lru_cache(maxsize=1024)
def norms(text: str) -> tuple[str, ...]:
    """`text.matching.normalise`, remembered: one utterance is compared with many tools."""
    return tuple(normalise(text))


@lru_cache(maxsize=1024)
def stems(text: str, small: bool = False) -> frozenset[str]:
    """The stems of a text's words, without the small words of English unless asked for."""
    return frozenset(stem(word) for word in norms(text) if small or word not in SMALL)


def _parameter(name: str, schema: object, required: bool, inside: bool = False) -> Parameter:
    """`inside`: what a list holds. A list of lists is not looked into, however deep a client nests it."""
    schema = _without_null(schema) if isinstance(schema, Mapping) else {}
    kind = schema.get("type")
    kinds = [str(one).lower() for one in _as_list(kind) or [kind]]
    choices = _as_list(schema.get("enum")) or ([schema["const"]] if "const" in schema else [])
    kind = next((one for one in kinds if one in KINDS), "object" if _ELSEWHERE & set(schema) else "")
    chosen = tuple(one for one in choices if isinstance(one, _VALUES.get(kind, str | int | float)))
    about = schema.get("description") or schema.get("title")
    items = schema.get("items") if kind == "array" and not inside else None
    item = _parameter(name, items, required=False, inside=True) if isinstance(items, Mapping) else None
    return Parameter(name, kind, about if isinstance(about, str) else "", chosen, required, schema, item)


def _without_null(schema: Mapping[str, object]) -> Mapping[str, object]:
    """`anyOf` with null is the other one, with what stands beside it."""
    for key in ("anyOf", "oneOf", "allOf"):
        if "type" not in schema:
            options = _as_list(schema.get(key))
            real = [one for one in options if isinstance(one, Mapping) and one.get("type") != "null"]
            if len(real) == 1:
                return {**schema, **real[0]}
    return schema


def _as_list(value: object) -> Sequence[object]:
    """A list as it is; nothing for what is none."""
    return value if isinstance(value, list | tuple) else ()


def fits(value: object, parameter: Parameter) -> bool:
    """Whether a value is what the schema lets in: type, enum, limits, length, pattern. Odd limits let nothing in."""
    schema = parameter.schema
    if parameter.item is not None and isinstance(value, list):
        few = _within(len(value), schema, "minItems", "maxItems")
        wholes = schema.get("enum")  # of whole lists: what is in one has a schema of its own
        whole = not (isinstance(wholes, list | tuple) and wholes) or value in wholes
        return few and whole and all(fits(one, parameter.item) for one in value)
    if (parameter.choices or schema.get("enum") or "const" in schema) and value not in parameter.choices:
        return False
    if isinstance(value, bool):
        return parameter.kind == "boolean"
    if isinstance(value, int | float):
        whole = parameter.kind != "integer" or isinstance(value, int)
        numeric = parameter.kind in ("integer", "number", "")
        return numeric and whole and _within(value, schema, "minimum", "maximum")
    if not isinstance(value, str) or parameter.kind not in ("string", ""):
        return False
    return _within(len(value), schema, "minLength", "maxLength") and _matches(value, schema.get("pattern"))


def _within(value: float, schema: Mapping[str, object], low: str, high: str) -> bool:
    return _limit(schema.get(low), value) <= value <= _limit(schema.get(high), value)


def _limit(given: object, without: float) -> float:
    """What is no number lets nothing in."""
    if given is None:
        return without
    with suppress(ValueError, OverflowError):
        return float(given) if isinstance(given, int | float | str) else nan
    return nan


def _matches(value: str, pattern: object) -> bool:
    if pattern is None:
        return True
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return False
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return False
