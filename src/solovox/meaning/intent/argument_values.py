"""Arguments that are no free text: a choice of an enum, yes or no, a number.

Rule 1: only what was said. A value that nothing in the utterance stands for is not found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from solovox.meaning.intent.declared import Declared, Parameter, norms, spoken, stem, stems
from solovox.meaning.intent.heard_words import HeardWords

_YES: Final = frozenset("on yes true enable enabled activate start show with lock mute".split())
_NO: Final = frozenset(
    "off no not false disable disabled deactivate stop hide without dont never avoid unlock unmute rid".split()
)
_SWITCHES: Final = frozenset(
    "on enabled enable state active status power powered switch value turned visible open".split()
)
_SAYS: Final = re.compile(r"\b(true|false)\b([a-z =:]*)", re.IGNORECASE)
_PARTICLES: Final = frozenset("to if for means when will the a an it is be = : they are them".split())
_SECONDS: Final = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400, "week": 604800}
_HALVES: Final = {("and", "a", "half"): 0.5, ("and", "a", "quarter"): 0.25}
_ARTICLES: Final = frozenset("a an another".split())
_COUNTS: Final = frozenset("count quantity number amount copies people guests passengers times".split())
_ALIKE: Final = {
    "next": "skip forward", "previous": "back last before", "up": "raise open higher louder increase warmer brighter more", "down": "lower close quieter softer decrease reduce cooler dimmer less",
    "increase": "up raise louder higher more brighter warmer", "decrease": "down lower quieter softer less dimmer cooler reduce",
    "louder": "up", "quieter": "down softer", "unmute": "sound",
    "open": "up", "close": "shut closed", "closed": "close shut", "opened": "open", "play": "start put hear", "on": "yes", "off": "no out", "high": "hard strong", "low": "easy gentle light",
    "all": "every everything whole", "cool": "colder cold", "heat": "warm warmer", "front": "selfie",
    "daily": "every day", "weekdays": "every weekday", "day": "daily", "week": "weekly", "month": "monthly",
    "back": "previous", "forward": "ahead", "backward": "back", "small": "little", "large": "big",
}  # fmt: skip
"""Other words for what enums are often made of."""


def choice(heard: HeardWords, parameter: Parameter, tool: Declared) -> Any | None:
    """The member of the enum that was said, whole or by its telling words; its words are taken."""
    own = set(tool.words.split()) | set(norms(tool.about))
    telling = _exact(parameter)
    said = [norm if norm not in own or norm in telling else "" for norm in heard.norms]
    found = [
        (score, -at, value, places)
        for at, value in enumerate(parameter.choices)
        for score, places in [_said(said, str(value))]
        if score > 0
    ]
    if not found:
        return None
    score, _, value, places = max(found, key=lambda one: one[:2])
    if sum(one[0] == score for one in found) > 1 and score < 1:
        return None
    heard.take(places)
    return value


def choices(heard: HeardWords, parameter: Parameter, tool: Declared) -> Iterator[Any]:
    """Every member of the enum that was said, each once, in the order of the enum."""
    for member in parameter.choices:
        one = replace(parameter, choices=(member,))
        if choice(heard, one, tool) is not None:
            yield member


def _exact(parameter: Parameter) -> set[str]:
    words = {word for value in parameter.choices for word in spoken(str(value)).split()}
    return words | {
        word for value in parameter.choices for word in _ALIKE.get(str(value).lower(), "").split()
    }


def _said(norms: list[str], value: str) -> tuple[float, list[int]]:
    """(how much of the value was said, where): over 1 for the whole of it, less for another word for it."""
    wanted = [stem(word) for word in spoken(value).split()] or [value.lower()]
    heard = [stem(norm) for norm in norms]
    if not value:
        return 0.0, []
    for at in range(len(heard) - len(wanted) + 1):
        if heard[at : at + len(wanted)] == wanted:
            exact = norms[at : at + len(wanted)] == spoken(value).split()
            return 1.0 + len(wanted) + 0.5 * exact, list(range(at, at + len(wanted)))
    places = [at for at, word in enumerate(heard) if word in wanted and len(word) > 2]
    if places:
        return len(places) / (len(wanted) + 1), places
    alike = _ALIKE.get(value.lower(), "").split()
    places = [at for at, norm in enumerate(norms) if norm in alike]
    return (0.3, places) if places else (0.0, [])


def truth(heard: HeardWords, parameter: Parameter, tool: Declared) -> bool | None:
    """Yes or no: by the parameter's own word, by what its description says of true and false, or by on and off."""
    norms = heard.norms
    own = stems(spoken(parameter.name), small=True)
    told = {said.lower(): frozenset(words.lower().split()) for said, words in _SAYS.findall(parameter.about)}
    for said, words in told.items():
        other = told.get("false" if said == "true" else "true", frozenset()) | _PARTICLES
        if any(stem(norm) == stem(word) for norm in norms for word in words - other):
            return bool(said == "true")
    named = [at for at, norm in enumerate(norms) if stem(norm) in own and len(norm) > 2]
    if any(norm.startswith("un") and stem(norm[2:]) in own for norm in norms):
        return False
    refused = any(norm in _NO for norm in norms)
    if named:
        heard.take(named)
        return not refused
    if own & {stem(word) for word in _SWITCHES} or parameter.required:
        if refused:
            return False
        if any(norm in _YES for norm in norms):
            return True
    return None


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number that was said: its value, its places, the words around it."""

    value: float
    places: tuple[int, ...]
    before: str
    after: str
    article: bool
    """Whether it was said as "a" or "an", which counts only before a unit that is asked for."""


def numbers(heard: HeardWords) -> list[SpokenNumber]:
    """Every number of the utterance, in order; "an hour" and "half an hour" are numbers too."""
    return list(_numbers(heard.norms))


def _numbers(norms: list[str]) -> Iterator[SpokenNumber]:
    at = 0
    while at < len(norms):
        value, end = _number(norms, at)
        if value is None:
            at += 1
            continue
        for tail, more in _HALVES.items():
            if tuple(norms[end : end + len(tail)]) == tail:
                value, end = value + more, end + len(tail)
        value, end = _added(norms, value, end)
        before, after = norms[at - 1] if at else "", norms[end] if end < len(norms) else ""
        if norms[end + 1 : end + 4] == ["and", "a", "half"] and after.rstrip("s") in _SECONDS:
            value, end = value + 0.5, end + 4
        yield SpokenNumber(
            value, tuple(range(at, end)), before, after, norms[at] in _ARTICLES and end == at + 1
        )
        at = end


def _added(norms: list[str], value: float, end: int) -> tuple[float, int]:
    """The sum of two: "one hour and thirty minutes" is 90 before "minutes"."""
    behind = norms[end : end + 4]
    at = 2 if behind[1:2] == ["and"] else 1
    if len(behind) < at + 2 or not re.fullmatch(r"\d+", behind[at]):
        return value, end
    large, small = (_SECONDS.get(behind[place].rstrip("s"), 0) for place in (0, at + 1))
    if not 0 < small < large:
        return value, end
    return value * large / small + float(behind[at]), end + at + 1


def _number(norms: list[str], at: int) -> tuple[float | None, int]:
    word = norms[at]
    if re.fullmatch(r"\d+(?:\.\d+)?", word):
        negative = at and norms[at - 1] == "minus"
        return (-float(word) if negative else float(word)), at + 1
    if re.fullmatch(r"\d+(?:st|nd|rd|th)", word):
        return float(word[:-2]), at + 1
    unit = norms[at + 1] if at + 1 < len(norms) else ""
    if word == "dozen":
        return 12.0, at + 1
    if word in _ARTICLES and unit == "dozen":
        return 12.0, at + 2
    if word in _ARTICLES and unit.rstrip("s") in _SECONDS:
        return 1.0, at + 1
    if word == "half" and norms[at + 1 : at + 2] in (["a"], ["an"]):
        return 0.5, at + 2
    return None, at


_SHARES: Final = {"full": 1.0, "maximum": 1.0, "max": 1.0, "half": 0.5, "minimum": 0.0, "lowest": 0.0}


def share(heard: HeardWords, parameter: Parameter) -> int | None:
    """Full, half: of the most that is declared, or of a hundred where percents are meant; its word is taken."""
    most = parameter.schema.get("maximum")
    if not isinstance(most, int | float):
        most = 100 if re.search(r"percent|%|\b100\b", parameter.about, re.IGNORECASE) else None
    at = next((at for at, norm in enumerate(heard.norms) if norm in _SHARES and at not in heard.taken), None)
    if at is None or most is None:
        return None
    heard.take([at])
    return int(most * _SHARES[heard.norms[at]])


def measure(said: SpokenNumber, parameter: Parameter) -> float:
    """The value in the parameter's unit, where both name a unit of time; else as it was said."""
    wanted = next((_SECONDS[word] for word in _units(parameter)), None)
    given = _SECONDS.get(said.after.rstrip("s"))
    return said.value * given / wanted if wanted and given else said.value


def affinity(said: SpokenNumber, parameter: Parameter) -> int:
    """How much the words around a number speak for a parameter: 0 to 2."""
    around = {stem(said.before), stem(said.after)} - {""}
    if said.after.rstrip("s") in _SECONDS and any(_units(parameter)):
        return 2
    if around & stems(spoken(parameter.name)):
        return 2
    counted = (
        bool(said.after) and said.after.isalpha() and bool(_COUNTS & set(spoken(parameter.name).split()))
    )
    return 1 if counted or around & stems(parameter.about) else 0


def names_unit(said: SpokenNumber, parameter: Parameter) -> bool:
    """Whether the word behind the number is its unit, and so no part of anything else."""
    known = stems(f"{spoken(parameter.name)} {parameter.about}") | {
        "percent",
        "degre",
        "dollar",
        "euro",
        "pound",
    }
    return stem(said.after) in known or said.after.rstrip("s") in _SECONDS


def has_unit(parameter: Parameter) -> bool:
    """Whether a parameter's words name a unit of time."""
    return any(_units(parameter))


def _units(parameter: Parameter) -> Iterator[str]:
    for text in (spoken(parameter.name), parameter.about.lower()):
        yield from (word.rstrip("s") for word in re.findall("[a-z]+", text) if word.rstrip("s") in _SECONDS)
