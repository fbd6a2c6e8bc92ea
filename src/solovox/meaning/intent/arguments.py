"""A function's arguments out of an utterance, by the schema it was declared with.

Rule 1: nothing is invented. What was not said, and is not required, is left out.
Rule 2: a required string that stands for the person's words, and for which nothing is left, gets all of them, verbatim.
Rule 3: what is filled in satisfies the schema; a value that does not is not filled in.
Rule 4: what is required and was not found is told in `missing`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from solovox.meaning.intent import argument_values, phrases, times
from solovox.meaning.intent.corrections import corrected
from solovox.meaning.intent.declared import Declared, Parameter
from solovox.meaning.intent.formed import formed, full_name
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.roles import role
from solovox.meaning.intent.texts import texts

_LONGEST_PATTERN: Final = 200
_BEFORE_TIMES: Final = frozenset("at on for until by to from till through".split())


@dataclass(frozen=True, slots=True)
class Filled:
    """The arguments found, and the names of required ones that were not. `text`: the utterance, as it was corrected;
    `places`: of which of its words each argument is made."""

    arguments: Mapping[str, Any] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    text: str = ""


def fill(utterance: str, tool: Declared) -> Filled:
    """What was said for each parameter."""
    return _filled(corrected(utterance, tool, _places), tool)


def _places(text: str, tool: Declared) -> Mapping[str, tuple[int, ...]]:
    return _filled(text, tool).places


def _filled(utterance: str, tool: Declared) -> Filled:
    heard = HeardWords(utterance)
    found: dict[str, Any] = {}
    places: dict[str, tuple[int, ...]] = {}
    for step in (_choices, _known, _formed, _times, _truths, _numbers, texts):
        seen = set(heard.taken)
        for parameter, value in step(heard, tool, found):
            if fits(value, parameter):
                found[parameter.name] = value
                places[parameter.name] = tuple(sorted(heard.taken - seen))
            seen = set(heard.taken)
    ordered = {one.name: found[one.name] for one in tool.parameters if one.name in found}
    missing = (one.name for one in tool.parameters if one.required and one.name not in found)
    return Filled(ordered, tuple(missing), places, utterance)


_Found = Iterator[tuple[Parameter, Any]]


def _choices(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    for parameter in tool.parameters:
        if parameter.item is not None and parameter.item.choices:
            said = list(argument_values.choices(heard, parameter.item, tool))
            if said:
                yield parameter, said
        elif parameter.choices:
            value = argument_values.choice(heard, parameter, tool)
            if value is not None:
                yield parameter, value


def _known(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    """Languages, units, currencies: words that can be nothing else."""
    for parameter in _free(tool, found):
        at = phrases.known(heard, parameter) if parameter.kind == "string" else None
        if at is not None:
            first = at
            while first and heard.norms[first - 1] in ("in", "to", "into", "degrees", "degree"):
                first -= 1
            heard.take(range(first, at + 1))
            end = at + 3 if heard.norms[at + 1 : at + 3] in (["and", "roll"], ["n", "roll"]) else at + 1
            heard.take(range(at, end))
            yield parameter, heard.verbatim(at, end)


def _formed(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    """What is known by its form: the number of an order, an address."""
    for parameter in _free(tool, found):
        if parameter.kind == "string" and (span := formed(heard, parameter, tool)):
            heard.take(range(*span))
            yield parameter, heard.verbatim(*span)
    names = [
        one
        for one in _free(tool, found)
        if {"name", "surname"} & role(one) and {"first", "last", "surname"} & role(one)
    ]
    if len(names) > 1 and (span := full_name(heard)):
        heard.take(range(*span))
        for parameter in names:
            first = "first" in role(parameter)
            yield (
                parameter,
                heard.verbatim(span[0], span[0] + 1) if first else heard.verbatim(span[0] + 1, span[1]),
            )


def _times(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    wanted = [one for one in _free(tool, found) if one.kind == "string" and times.is_when(one)]
    if len(wanted) > 1:
        said = times.apart(heard, wanted)
    else:
        bare = bool(wanted) and wanted[0].required and not any(one.numeric for one in tool.parameters)
        alone = times.when(heard) or (times.bare(heard) if bare else None) if wanted else None
        said = {wanted[0].name: alone} if alone else {}
    for parameter in wanted:
        if span := said.get(parameter.name):
            heard.take(range(*span))
            if span[0] and heard.norms[span[0] - 1] in _BEFORE_TIMES:
                heard.take([span[0] - 1])
            yield parameter, heard.verbatim(*span)


def _truths(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    for parameter in _free(tool, found):
        if parameter.kind == "boolean":
            value = argument_values.truth(heard, parameter, tool)
            if value is not None:
                yield parameter, value


def _numbers(heard: HeardWords, tool: Declared, found: Mapping[str, Any]) -> _Found:
    """Each number to the parameter its neighbours name; those left over in order, required ones first."""
    free = sorted((one for one in _free(tool, found) if one.numeric), key=lambda one: not one.required)
    said = [
        one for one in argument_values.numbers(heard) if not heard.taken.intersection(one.digits(heard.norms))
    ]
    pairs = sorted(
        ((argument_values.affinity(number, one), -at, -place, number, one)
         for at, one in enumerate(free) for place, number in enumerate(said)),
        key=lambda pair: pair[:3], reverse=True,
    )  # fmt: skip
    done: set[str] = set()
    for parameter in free if not said else ():
        part = argument_values.share(heard, parameter)
        if part is not None and fits(part, parameter):
            done.add(parameter.name)
            yield parameter, part
    for close, _, _, number, parameter in pairs:
        if parameter.name in done or heard.taken.intersection(number.digits(heard.norms)):
            continue
        if number.article and not argument_values.has_unit(parameter):
            continue
        if close == 0 and not parameter.required and not _alone(number, free, said):
            continue
        value = _as_number(argument_values.measure(number, parameter), parameter)
        if value is not None and fits(value, parameter):
            done.add(parameter.name)
            unit = [number.places[-1] + 1] if argument_values.names_unit(number, parameter) else []
            heard.take([*number.places, *unit])
            yield parameter, value


def _alone(
    number: argument_values.SpokenNumber, free: list[Parameter], said: list[argument_values.SpokenNumber]
) -> bool:
    """Whether an optional parameter may have a number that nothing else wants: not one that looks like a time."""
    return len(free) == 1 and len(said) == 1 and number.before not in ("at", "until", "by")


def _free(tool: Declared, found: Mapping[str, Any]) -> list[Parameter]:
    return [one for one in tool.parameters if one.name not in found and not one.choices]


def _as_number(value: float, parameter: Parameter) -> int | float | None:
    if value.is_integer():
        return int(value)
    return value if parameter.kind == "number" else None


def fits(value: Any, parameter: Parameter) -> bool:
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
        return (
            parameter.kind in ("integer", "number", "")
            and whole
            and _within(value, schema, "minimum", "maximum")
        )
    if not isinstance(value, str) or parameter.kind not in ("string", ""):
        return False
    return _within(len(value), schema, "minLength", "maxLength") and _matches(value, schema.get("pattern"))


def _within(value: float, schema: Mapping[str, Any], low: str, high: str) -> bool:
    try:
        least = float(schema[low]) if schema.get(low) is not None else value
        most = float(schema[high]) if schema.get(high) is not None else value
    except (TypeError, ValueError):
        return False
    return least <= value <= most


def _matches(value: str, pattern: Any) -> bool:
    if pattern is None:
        return True
    if not isinstance(pattern, str) or len(pattern) > _LONGEST_PATTERN:
        return False
    try:
        return re.search(pattern, value) is not None
    except re.error:
        return False
