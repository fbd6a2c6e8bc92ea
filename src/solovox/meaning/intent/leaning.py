"""What words say plainly, beside what a sentence model finds near: the tool's own name, its opposite, values that fit.

A score is added to the layer's: positive for a tool that was named, negative for one that does the contrary. `WEIGHTS` are by hand;
a fit on the requests of `benches/intent` gave no better ones.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from solovox.meaning.intent import moods
from solovox.meaning.intent.argument_values import numbers
from solovox.meaning.intent.arguments import Filled
from solovox.meaning.intent.declared import Declared, Parameter, norms, stem, stems
from solovox.meaning.intent.formed import is_identifier
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.roles import ACTIONS, known
from solovox.meaning.intent.times import is_when

_OPPOSED: Final = tuple(
    (frozenset(map(stem, one.split())), frozenset(map(stem, other.split())))
    for one, other in (
        (
            "set start add create make put begin schedule book",
            "cancel stop delete remove end clear erase drop",
        ),
        ("lock", "unlock"),
        ("open", "close shut"),
        ("up louder raise increase", "down quieter softer lower decrease"),
        ("pause stop", "play resume start"),
        ("mute", "unmute"),
    )
)
_GENERIC: Final = frozenset(
    map(stem, "get set is do control list show search find current to a the of on in now".split())
)
_EMPTY: Final = frozenset(
    map(
        stem,
        "please today now right just um uh hey ok thanks currently well oh ill id lets about 1 whats hows wheres im so also should".split(),
    )
)
POLITE: Final = frozenset(
    "please also then now could can would will you and i want need like to id oh um uh hey".split()
)
"""Words before an order."""
_VERBS: Final = tuple(
    frozenset(family.split())
    for family in (
        "create add make put save set schedule book start open write note record log remember jot insert new register file throw wake take",
        "send email text message mail tell write drop shoot",
        "search find look lookup browse seek hunt",
        "call ring phone dial",
        "end hang stop finish quit",
        "pay transfer send give",
        "remove delete cancel drop scrap get",
        "clear empty delete erase wipe reset",
        "play put hear listen start",
        "buy purchase order get",
        "add buy need have get take order",
        "complete finish mark tick done check",
    )
)
"""Verbs that ask for the same."""
_PAST: Final = re.compile(r"\W*(?:did|has|have|had|was|were)\b")
_ASKED: Final = re.compile(r"\W*(?:did|is|are|has|have|was|were|am)\b")
_TOO: Final = {
    **dict.fromkeys(("loud", "bright", "high", "hot", "warm"), "down"), **dict.fromkeys(("quiet", "dark", "low", "cold"), "up")
}  # fmt: skip
"""What is wanted of a thing that is too much of something."""
_TELLS: Final = frozenset(("is", "check", "status", "state", "get", "list", "are", "show"))
_DOES: Final = frozenset(
    "lock unlock turn volume mute checkout complete freeze deploy transfer request submit log archive move renew reserve water arm"
    " pay update edit enable disable activate skip apply approve register".split()
)
_LOOKS: Final = frozenset(
    "search look find show get tell give read see hear check list is are view fetch lookup compare explain define describe what query"
    " count measure convert translate calculate compute status how".split()
)
"""First words of tools that only tell something."""
_UNDOING: Final = frozenset(
    map(
        stem,
        "cancel stop delete remove end clear erase drop disable unlock close shut archive undo block reject rollback pause".split(),
    )
)
_UNDONE: Final = _UNDOING | frozenset(
    map(
        stem,
        "off out away without no rid hang enough forget take quit back finished done unsubscribe lose kill terminate open".split(),
    )
)
"""What is said where something is to be undone."""
WEIGHTS: Final = {
    "named": 1.2, "near": 1.8, "opposite": -3.0, "undone": -2.0, "used": 1.0, "unused": -2.0, "verb": 1.2,
    "explained": 1.5, "done": -2.2, "past": -4.0, "looked": 0.5, "asked": 1.5,
}  # fmt: skip
"""What each piece of evidence adds to a tool's score."""


def acts(tool: Declared) -> bool:
    """Whether a tool does something, and does not only tell what it looks up, or works out of numbers."""
    first = tool.words.split(" ", 1)[0]
    needed = [one for one in tool.parameters if one.required]
    sums = len(needed) > 1 and all(one.numeric for one in needed)
    return first in ACTIONS | _DOES and first not in _LOOKS and not sums


def evidence(utterance: str, tool: Declared, filled: Filled, *, whole: bool) -> list[float]:
    """The numbers that `WEIGHTS` names, in its order. `whole`: nothing that the tool needs is missing, or is held to be."""
    words = norms(utterance)
    said, mood, verb = _said(words), moods.mood(utterance), _verb(utterance)
    name = frozenset(stem(word) for word in tool.words.split())
    telling, first = name - _GENERIC, tool.words.split(" ", 1)[0]
    wished, asked = mood is not moods.Mood.TOLD, mood is moods.Mood.QUESTION
    does, looks = acts(tool), first in _LOOKS
    past = _PAST.match(utterance.lower()) is not None
    near = whole and wished and not telling & said and kin(telling) & said
    used, unused = _counted(utterance, tool, filled)
    return [
        min(len(telling & said), 2),
        bool(near),
        0.0 if looks else _opposed(name, said),
        stem(first) in _UNDOING and not _UNDONE & said,
        used,
        unused,
        wished and stem(first) not in said and any({first, verb} <= family for family in _VERBS),
        wished and _left(utterance, tool, filled) == 0 and _is_firm(utterance, tool, filled),
        asked and does and not past,
        asked and does and past,
        asked and looks,
        bool(_ASKED.match(utterance.lower())) and first in _TELLS and bool(telling & said),
    ]


def leaning(utterance: str, tool: Declared, filled: Filled, *, whole: bool) -> float:
    """The score."""
    found = evidence(utterance, tool, filled, whole=whole)
    return sum(weight * value for weight, value in zip(WEIGHTS.values(), found, strict=True))


def _opposed(name: frozenset[str], said: frozenset[str]) -> float:
    """How often the contrary of a tool's name was said."""
    return sum(
        bool(name & mine and said & contrary and not said & mine)
        for one, other in _OPPOSED
        for mine, contrary in ((one, other), (other, one))
    )


def _verb(utterance: str) -> str:
    """The verb of a wish; "take ... off" is to remove."""
    found = moods.verb(utterance)
    return "remove" if found == "take" and {"out", "off", "from", "away"} & set(norms(utterance)) else found


def takes_down(arguments: Mapping[str, Any], tool: Declared) -> bool:
    """Whether a tool writes down what is told, and was told a value of a kind: a number, a choice, a time."""
    return moods.logs(tool.words) and any(_of_a_kind(one) for one in tool.parameters if one.name in arguments)


def _left(utterance: str, tool: Declared, filled: Filled) -> int:
    """How many telling words are neither the tool's nor a verb nor of a value."""
    if filled.text != utterance:
        return 1
    heard = HeardWords(utterance)
    used = {at for places in filled.places.values() for at in places}
    own = stems(f"{tool.words} {tool.about}") | kin(stems(tool.words)) | _EMPTY
    left = [
        norm
        for at, norm in enumerate(heard.norms)
        if at not in used and not (stem(norm) in own or norm in ACTIONS)
    ]
    return len(stems(" ".join(left)) - _EMPTY)


def _is_firm(utterance: str, tool: Declared, filled: Filled) -> bool:
    """Whether a value is of a kind, or has a capital."""
    heard = HeardWords(utterance)
    return any(_firm(one, heard, filled.places.get(one.name, ())) for one in tool.parameters)


def _firm(parameter: Parameter, heard: HeardWords, places: tuple[int, ...]) -> bool:
    if not places:
        return False
    return _of_a_kind(parameter) or (places[0] > 0 and heard.verbatim(places[0], places[0] + 1)[:1].isupper())


def _of_a_kind(parameter: Parameter) -> bool:
    formed = (
        parameter.kind not in ("string", "array")
        or parameter.choices
        or known(parameter)
        or is_when(parameter)
    )
    return bool(formed) or is_identifier(parameter)


def _counted(utterance: str, tool: Declared, filled: Filled) -> tuple[bool, bool]:
    """Whether a tool has a place for each number that was said; whether it has none for any."""
    said = {at for one in numbers(HeardWords(utterance)) if not one.article or one.after for at in one.places}
    used = {at for places in filled.places.values() for at in places}
    some = any(one.kind != "boolean" and not one.choices for one in tool.parameters)
    return bool(said) and filled.text == utterance and said <= used, bool(said) and not some


def _said(words: Sequence[str]) -> frozenset[str]:
    """The stems of what was said, with what is wanted of what is too much."""
    said = frozenset(stem(norm) for norm in words) | {"".join(pair) for pair in pairwise(words)}
    for high, meant in _TOO.items():
        if f"too {high}" in " ".join(words):
            said = said - {stem(high)} | {meant}
    return said
