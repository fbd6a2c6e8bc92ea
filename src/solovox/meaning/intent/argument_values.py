"""Arguments that are no free text: a choice of an enum, yes or no, a number.

Rule 1: only what was said. A value that nothing in the utterance stands for is not found.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from solovox.meaning.intent.declared import Declared, Parameter, norms, spoken, stem, stems
from solovox.meaning.intent.declared import norms as norms_of
from solovox.meaning.intent.heard_words import HeardWords

_YES: Final = frozenset("on yes true enable enabled activate start show with lock mute".split())
_NO: Final = frozenset(
    "off out kill no not false disable disabled deactivate stop hide without dont never avoid unlock unmute rid".split()
)
_SWITCHES: Final = frozenset(
    "on enabled enable state active status power powered switch value turned visible open".split()
)
_SAYS: Final = re.compile(r"\b(true|false)\b([a-z =:]*)", re.IGNORECASE)
_PARTICLES: Final = frozenset("to if for means when will the a an it is be = : they are them".split())
_SECONDS: Final = {"second": 1, "minute": 60, "min": 60, "hour": 3600, "day": 86400, "week": 604800}
_HALVES: Final = {("and", "a", "half"): 0.5, ("and", "a", "quarter"): 0.25}
_ROOT: Final = 6
"""Letters in which long words agree that are forms of one."""
_ARTICLES: Final = frozenset("a an another".split())
_POINTING: Final = frozenset("this that which next previous last another other".split())
"""Before "one", which is no number then."""
_COUNTS: Final = frozenset("count quantity number amount copies people guests passengers times".split())
_ALIKE: Final = {
    "next": "skip forward", "previous": "back last before", "up": "raise open higher louder increase warmer brighter more", "down": "lower close quieter softer decrease reduce cooler dimmer less",
    "increase": "up raise louder higher more brighter warmer", "decrease": "down lower quieter softer less dimmer cooler reduce",
    "louder": "up", "quieter": "down softer", "unmute": "sound",
    "open": "up", "close": "shut closed", "closed": "close shut", "opened": "open", "play": "start put hear listen", "on": "yes", "off": "no out", "high": "hard strong", "low": "easy gentle light",
    "all": "every everything whole", "cool": "colder cold", "heat": "warm warmer", "front": "selfie",
    "daily": "every day", "weekdays": "every weekday", "day": "daily", "week": "weekly", "month": "monthly",
    "usd": "dollars dollar bucks", "eur": "euros euro", "gbp": "pounds pound quid", "jpy": "yen", "chf": "francs franc",
    "back": "previous", "forward": "ahead", "backward": "back", "small": "little", "large": "big",
}  # fmt: skip
"""Other words for what enums are often made of."""


def choice(heard: HeardWords, parameter: Parameter, tool: Declared) -> Any | None:
    """The member of the enum that was said, whole or by its telling words; its words are taken."""
    own = set(tool.words.split()) | set(norms(tool.about))
    telling = _exact(parameter)
    said = [norm if norm not in own or norm in telling else "" for norm in heard.norms]
    found = [
        (score, places[0] if score >= 1 else -at, value, places)
        for at, value in enumerate(parameter.choices)
        for score, places in [_said(said, str(value))]
        if score > 0
    ]  # of two that were said, the later one: "play the previous song"
    if not found:
        return None
    score, _, value, places = max(found, key=lambda one: one[:2])
    if sum(one[0] == score for one in found) > 1 and score < 1:
        return None
    heard.take(
        [places[0] - 1, *places]
        if places[0] and heard.norms[places[0] - 1] in ("degrees", "degree")
        else places
    )
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
    heard = [stem(norm) for norm in norms]
    if not value:
        return 0.0, []
    for whole in ([*norms_of(spoken(value))] or [value.lower()], [*norms_of(value)]):
        wanted = [stem(word) for word in whole]
        for at in range(len(heard) - len(wanted) + 1 if wanted else 0):
            if heard[at : at + len(wanted)] == wanted:
                exact = norms[at : at + len(wanted)] == whole
                return 1.0 + len(wanted) + 0.5 * exact, list(range(at, at + len(wanted)))
    wanted = [stem(word) for word in norms_of(spoken(value))]
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
    told = {said.lower(): _written(words.lower().split()) for said, words in _SAYS.findall(parameter.about)}
    for said, words in told.items():
        other = told.get("false" if said == "true" else "true", frozenset()) | _PARTICLES
        if any(stem(norm) == stem(word) for norm in norms for word in words - other):
            return bool(said == "true")
    named = [
        at for at, norm in enumerate(norms) if len(norm) > 2 and any(_same_word(norm, one) for one in own)
    ]
    if any(norm.startswith("un") and stem(norm[2:]) in own for norm in norms):
        return False
    refused = any(norm in _NO for norm in norms)
    if named:
        heard.take(named)
        return not refused
    if own & {stem(word) for word in _SWITCHES} or parameter.required:
        at = next((at for at, norm in enumerate(norms) if norm in (_NO if refused else _YES)), None)
        if at is not None:
            heard.take([at])
            return not refused
    return None


def _written(words: list[str]) -> frozenset[str]:
    """Words, and each two as one: "pick up" is also "pickup"."""
    return frozenset(words) | {"".join(pair) for pair in pairwise(words)}


def _same_word(norm: str, own: str) -> bool:
    """Whether a word is another form of a stem: "delivered" and "delivery"."""
    return stem(norm) == own or (len(own) > _ROOT and norm[:_ROOT] == own[:_ROOT])


@dataclass(frozen=True, slots=True)
class SpokenNumber:
    """A number that was said: its value, its places, the words around it."""

    value: float
    places: tuple[int, ...]
    before: str
    after: str
    article: bool
    """Whether it was said as "a" or "an", which counts only before a unit that is asked for."""

    def digits(self, norms: list[str]) -> list[int]:
        """The places of its digits, or all where it has none: "dollars" between them may be another value too."""
        return [at for at in self.places if norms[at][0].isdigit()] or [*self.places]


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
    if behind[:1] in (["dollars"], ["dollar"], ["euros"], ["euro"], ["pounds"]) and behind[3:4] in (
        ["cents"],
        ["cent"],
        ["pence"],
    ):
        return (value + float(behind[2]) / 100, end + 4) if behind[2].isdigit() else (value, end)
    at = 2 if behind[1:2] == ["and"] else 1
    if len(behind) < at + 2 or not re.fullmatch(r"\d+", behind[at]):
        return value, end
    large, small = (_SECONDS.get(behind[place].rstrip("s"), 0) for place in (0, at + 1))
    if not 0 < small < large:
        return value, end
    return value * large / small + float(behind[at]), end + at + 1


def _number(norms: list[str], at: int) -> tuple[float | None, int]:
    word = norms[at]
    if word == "1" and at and norms[at - 1] in _POINTING:
        return None, at
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
    if word == "quarter" and norms[at + 1 : at + 4] in (["of", "an", "hour"], ["of", "a", "hour"]):
        return 0.25, at + 3
    if word == "half" and norms[at + 1 : at + 2] in (["a"], ["an"]):
        return 0.5, at + 2
    return None, at


_ALL_THE_WAY: Final = re.compile(r"\ball the way (up|down)\b")
_SHARES: Final = {"full": 1.0, "maximum": 1.0, "max": 1.0, "half": 0.5, "minimum": 0.0, "lowest": 0.0}


def share(heard: HeardWords, parameter: Parameter) -> int | None:
    """Full, half: of the most that is declared, or of a hundred where percents are meant; its word is taken."""
    most = parameter.schema.get("maximum")
    if not isinstance(most, int | float):
        most = 100 if re.search(r"percent|%|\b100\b", parameter.about, re.IGNORECASE) else None
    at = next((at for at, norm in enumerate(heard.norms) if norm in _SHARES and at not in heard.taken), None)
    if most is not None and (found := _ALL_THE_WAY.search(" ".join(heard.norms))):
        return int(most) if found[1] == "up" else 0
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
