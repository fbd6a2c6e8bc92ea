"""A function's arguments out of an utterance, by the schema it was declared with.

Rule 1: nothing is understood by its meaning. A member of a closed list, a switch and a number are found by their own words, and a
text is words as they were heard.
Rule 2: what was not said, and is not required, is left out. A required member of a closed list that was not said is the first of
its list, and is named in `assumed`. Anything else that is required is named in `missing`.
Rule 3: what is filled in satisfies the schema; a value that does not is not filled in.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from solovox.meaning.intent.declared import SMALL, Declared, Parameter, fits, norms, split_name, stem, stems
from solovox.meaning.intent.spans import HeardWords, SpanLayer

_SWITCHES: Final[Mapping[bool, frozenset[str]]] = {
    True: frozenset("on yes true".split()),
    False: frozenset("off no not dont false".split()),
}
_ARTICLES: Final = frozenset("a an".split())
_AND_A_HALF: Final = ("and", "a", "half")
_SECONDS: Final = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
"""The one conversion: a number of minutes for a parameter in seconds."""

Places = range


@dataclass(slots=True)
class Exact:
    """An utterance and what was found in it by its own words: members of lists, numbers, switches. `missing`: one that is required was not."""

    heard: HeardWords
    found: dict[str, object]
    missing: bool


@dataclass(frozen=True, slots=True)
class Filled:
    """The arguments; the required ones that were not found; those that are the first of their list. `likely`: 0 to 1, that the texts
    among them are what was meant, and that no other was said."""

    arguments: Mapping[str, object]
    missing: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    likely: float = 1.0


def exact(utterance: str, tool: Declared) -> Exact:
    """What is found without the layer."""
    heard, found = HeardWords(utterance), dict[str, object]()
    for step in (_members, _numbers, _switches):
        for parameter, value in step(heard, tool, found):
            if fits(value, parameter):
                found[parameter.name] = value
    missing = any(
        one.required
        and one.name not in found
        and one.kind in ("integer", "number", "boolean")
        and not one.choices
        for one in tool.parameters
    )
    return Exact(heard, found, missing)


def fill(known: Exact, tool: Declared, spans: SpanLayer) -> Filled:
    """What was said for each parameter."""
    heard, found, likely = known.heard, dict(known.found), 1.0
    for parameter, value, sure in _texts(heard, tool, found, spans):
        likely = min(likely, sure)
        if value is not None and fits(value, parameter):
            found[parameter.name] = value
    listed = [one for one in tool.parameters if one.required and one.choices and one.name not in found]
    first = {one.name: one.choices[0] for one in listed if fits(one.choices[0], one)}
    given = {**found, **first}
    if any(
        heard.norms[at].isdecimal() and heard.norms[at] != "1"
        for at in range(len(heard.words))
        if at not in heard.taken
    ):
        likely = 0.0  # a number of which it is not known what it is for
    return Filled(
        {one.name: given[one.name] for one in tool.parameters if one.name in given},
        tuple(one.name for one in tool.parameters if one.required and one.name not in given),
        tuple(first),
        likely,
    )


_Found = Iterator[tuple[Parameter, object]]


def _free(tool: Declared, found: Mapping[str, object], *kinds: str) -> list[Parameter]:
    """What has no value yet, is of one of these kinds and of no closed list; the required ones first."""
    free = [one for one in tool.parameters if one.name not in found and one.kind in kinds and not one.choices]
    return sorted(free, key=lambda one: not one.required)


def _members(heard: HeardWords, tool: Declared, found: Mapping[str, object]) -> _Found:
    for parameter in tool.parameters:
        listed = parameter.item
        if listed is not None and listed.choices:
            several = [
                value
                for one in listed.choices
                if (value := _member(heard, replace(listed, choices=(one,)), tool)) is not None
            ]
            if several:
                yield parameter, several
        elif parameter.choices and (value := _member(heard, parameter, tool)) is not None:
            yield parameter, value


def _member(heard: HeardWords, parameter: Parameter, tool: Declared) -> object | None:
    """The member that was said: the longest, and of equals the first; else the one of which a word was said that tells it apart."""
    said = [stem(norm) for norm in heard.norms]
    named = {value: norms(split_name(str(value))) for value in parameter.choices}
    found = [
        (len(wanted), tuple(heard.norms[at : at + len(wanted)]) == wanted, -at, value)
        for value, wanted in named.items()
        for at in range(len(said) - len(wanted) + 1 if wanted else 0)
        if said[at : at + len(wanted)] == [*map(stem, wanted)]
        and not heard.taken.intersection(range(at, at + len(wanted)))
    ]
    if found:
        count, _, at, value = max(found, key=lambda one: one[:3])
        heard.taken.update(range(-at, count - at))
        return value
    own = stems(f"{tool.words} {split_name(parameter.name)}", small=True) | {stem(word) for word in SMALL}
    for at, word in enumerate(said):
        tells = [value for value, wanted in named.items() if word in map(stem, wanted) and word not in own]
        if len(tells) == 1 and at not in heard.taken and not word.isdigit():
            heard.taken.add(at)
            return tells[0]
    return None


def _switches(heard: HeardWords, tool: Declared, found: Mapping[str, object]) -> _Found:
    """Yes or no: by on and off; yes also by the parameter's own word."""
    for parameter in _free(tool, found, "boolean"):
        own = stems(split_name(parameter.name))
        for value in (False, True):
            at = [
                n for n, norm in enumerate(heard.norms) if norm in _SWITCHES[value] and n not in heard.taken
            ]
            named = [n for n, norm in enumerate(heard.norms) if stem(norm) in own and value]
            if at or named:
                heard.taken.update(at[:1] or named)
                yield parameter, value
                break


def _numbers(heard: HeardWords, tool: Declared, found: Mapping[str, object]) -> _Found:
    """Each number to the parameter that its neighbours name; those left over in their order, required parameters first."""
    said = {
        at: value
        for at, norm in enumerate(heard.norms)
        if at not in heard.taken and (value := _value(heard.norms, at)) is not None
    }
    for parameter in tool.parameters:
        if parameter.item is not None and parameter.item.numeric and parameter.name not in found:
            values = [one for value in said.values() if (one := _as(value, parameter.item)) is not None]
            heard.taken.update(said)
            if values:
                yield parameter, values
                said = {}
    free = _free(tool, found, "integer", "number")
    pairs = sorted((-_near(heard.norms, at, one), n, at) for n, one in enumerate(free) for at in said)
    done = set[int]()
    for near, n, at in pairs:
        parameter = free[n]
        if n in done or at not in said or not (near or parameter.required or len(free) == len(said) == 1):
            continue
        value = _as(said[at] * _scale(heard.norms, at, parameter), parameter)
        if value is not None and fits(value, parameter):
            del said[at]
            done.add(n)
            heard.taken.update((at, at + 1) if _unit(heard.norms, at) else (at,))
            yield parameter, value


def _value(said: Sequence[str], at: int) -> float | None:
    """The number that begins at a place; "a" before a unit of time is one, "half an" a half."""
    word = said[at].removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
    if word.replace(".", "", 1).isdecimal():
        half = tuple(said[at + 1 : at + 4]) == _AND_A_HALF or tuple(said[at + 2 : at + 5]) == _AND_A_HALF
        return (-1 if at and said[at - 1] == "minus" else 1) * float(word) + 0.5 * half
    if word not in _ARTICLES or not _unit(said, at):
        return None
    return 0.5 if said[at - 1 : at] == ["half"] else 1.0 + 0.5 * (tuple(said[at + 2 : at + 5]) == _AND_A_HALF)


def _unit(said: Sequence[str], at: int) -> int | None:
    """The seconds of the unit of time behind a number."""
    return _SECONDS.get(said[at + 1].removesuffix("s")) if at + 1 < len(said) else None


def _scale(said: Sequence[str], at: int, parameter: Parameter) -> float:
    """What a number of one unit of time is multiplied by for a parameter in another."""
    wanted = next((_SECONDS[one] for one in _units(parameter)), None)
    given = _unit(said, at)
    return given / wanted if given and wanted else 1.0


def _units(parameter: Parameter) -> Iterator[str]:
    for text in (split_name(parameter.name), parameter.about):
        yield from (one for word in norms(text) if (one := word.removesuffix("s")) in _SECONDS)


def _near(said: Sequence[str], at: int, parameter: Parameter) -> int:
    """How much the words around a number speak for a parameter: 0 to 2."""
    around = {stem(word) for word in (*said[max(0, at - 1) : at], *said[at + 1 : at + 2])}
    if around & stems(split_name(parameter.name)) or (_unit(said, at) and any(_units(parameter))):
        return 2
    return int(bool(around & stems(parameter.about)))


def _as(value: float, parameter: Parameter) -> int | float | None:
    if value.is_integer():
        return int(value)
    return value if parameter.kind == "number" else None


def _texts(
    heard: HeardWords, tool: Declared, found: Mapping[str, object], spans: SpanLayer
) -> Iterator[tuple[Parameter, object, float]]:
    """Words as they were heard, the surest first, each word in one of them."""
    free = texts(tool, found)
    while free:
        found_in = [spans.likeliest(heard, tool, one) for one in free]
        best = max(range(len(free)), key=lambda n: (bool(found_in[n].places), found_in[n].likely))
        span, parameter = found_in[best], free.pop(best)
        heard.taken.update(span.places)
        yield parameter, text(heard, span.places, parameter) if span.places else None, span.likely


def texts(tool: Declared, found: Mapping[str, object]) -> list[Parameter]:
    """The parameters that take any text, or several, and have no value."""
    free = _free(tool, found, "string", "array")
    return [one for one in free if one.item is None or (one.item.kind == "string" and not one.item.choices)]


def text(heard: HeardWords, places: range, parameter: Parameter) -> object:
    """The words; of a list, parted where they are joined."""
    if parameter.item is None:
        return heard.verbatim(places)
    parts, first = [], places[0]
    for at in (*places, places[-1] + 1):
        joins = at > places[-1] or heard.norms[at] in ("and", "or")
        if (joins or heard.pauses(at)) and at > first:
            parts.append(heard.verbatim(range(first, at)))
            first = at
        first += joins and first == at
    return parts
