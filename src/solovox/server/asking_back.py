"""A value that a tool needs and that was not said is asked for aloud. Pure.

Rule 1: one question for one value; the next utterance answers it, or is something else and the call is forgotten.
Rule 2: a model that never speaks asks nothing.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from solovox.text.verbatim import takes_words
from solovox.wire.gemini_live.parts import FunctionDeclaration, Json

_ASKED: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset("city town country place location region".split()), "For which {}?"),
    (frozenset("room area zone".split()), "In which {}?"),
    (frozenset("to recipient contact person attendee whom".split()), "To whom?"),
    (frozenset("origin from departure".split()), "From where?"),
    (frozenset("destination arrival".split()), "Where to?"),
    (frozenset("date day".split()), "For which day?"),
    (frozenset("time when datetime start".split()), "For what time?"),
    (frozenset("language".split()), "Into which language?"),
    (frozenset("body content message note text".split()), "What should it say?"),
)
_COUNTED: Final = frozenset(
    "minutes seconds hours days people guests passengers copies tickets items degrees percent".split()
)
_FEW: Final = 5


@dataclass(frozen=True, slots=True)
class AskedFor:
    """A call that waits for values: `missing` are the names of its parameters, the one that was asked for first."""

    tool: str
    arguments: Json
    missing: tuple[str, ...]


def question(asked: AskedFor, tools: Sequence[FunctionDeclaration]) -> str:
    """What is asked for the first missing value."""
    name = asked.missing[0]
    schema = _schema(asked.tool, name, tools)
    words = _words(name)
    choices = schema.get("enum")
    if (
        isinstance(choices, list)
        and 1 < len(choices) <= _FEW
        and all(isinstance(one, str) for one in choices)
    ):
        listed = [one.lower().replace("_", " ") for one in choices]
        return f"Which {words}: {', '.join(listed[:-1])} or {listed[-1]}?"
    kind = str(schema.get("type", "")).lower()
    if kind in ("integer", "number"):
        return f"How many {words}?" if words in _COUNTED else f"What should the {words} be?"
    for names, text in _ASKED:
        if names & set(words.split()):
            return text.format(words)
    told = schema.get("description")
    said = takes_words(name, told if isinstance(told, str) else "")
    return f"What is the {words}?" if said else f"Which {words}?"


def _schema(tool: str, name: str, tools: Sequence[FunctionDeclaration]) -> Mapping[str, Any]:
    """What was declared of a parameter; empty where it is odd."""
    one = next((one for one in tools if one.name == tool), None)
    schema: Any = None if one is None else one.parameters_json_schema or one.parameters
    for key in ("properties", name):
        schema = schema.get(key) if isinstance(schema, Mapping) else None
    return schema if isinstance(schema, Mapping) else {}


def _words(name: str) -> str:
    return " ".join(re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[^0-9A-Za-z]+", " ", name).lower().split()) or "value"
