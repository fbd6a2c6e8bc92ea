"""Where one utterance may be several wishes. Pure: whether it is, the head decides (`head.py`).

Rule 1: what is said to others, or written down ("saying ..."), holds no wish: `swallows`.
Rule 2: two values of one tool are two calls only of a parameter that holds one value; a name with "and" in it stays whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from solovox.meaning.intent import phrases, remaining, times
from solovox.meaning.intent.arguments import Filled, fill
from solovox.meaning.intent.declared import Declared, Parameter, norms, spoken, stem, stems
from solovox.meaning.intent.formed import is_identifier
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.kindred import kin
from solovox.meaning.intent.leaning import POLITE
from solovox.meaning.intent.roles import ACTIONS, PAIRS, is_open, is_repeated

_CUT: Final = re.compile(
    r"\s*[.;!?]+\s+(?:and\s+)?(?:then\s+|also\s+)?|\s*,?\s*\b(?P<strong>and\s+then|and\s+also|after\s+that|then|also)\b[\s,]+"
    r"|\s*(?:,\s*)?\b(?P<joint>and|plus|as\s+well\s+as|(?P<either>or|than))\b[\s,]+|\s*(?P<comma>,)\s+|\s+(?P<sign>&)\s+",
    re.IGNORECASE,
)
_LISTS: Final = frozenset("todo todos task tasks item items list chore chores".split())
_JOINT: Final = re.compile(r"\b(?:and|or|plus)\b|&", re.IGNORECASE)
MOST: Final = 6
"""Cuts that are tried."""
LONGEST: Final = 400
"""Characters of an utterance that is looked at."""
_TOLD: Final = frozenset("saying says say that tell ask".split())
_ANOTHER: Final = frozenset("another one".split())
_TELLS: Final = tuple((word,) for word in ("tell", "text", "message", "email", "send", "call", "write"))
_LONG_VALUE: Final = 4


@dataclass(frozen=True, slots=True)
class WishCut:
    """A place where an utterance may be parted. `sure`: nothing but a new wish begins there."""

    left: str
    right: str
    sure: bool
    joins: bool
    """It may also stand between two values."""
    only: bool = False
    """It stands between values, or nowhere."""
    comma: bool = False


def cuts(utterance: str) -> Iterator[WishCut]:
    """The places, in order."""
    if len(utterance) > LONGEST:
        return
    for tried, found in enumerate(_CUT.finditer(utterance)):
        left, right = utterance[: found.start()], utterance[found.end() :]
        if tried >= MOST or not right.strip():
            return
        if left.strip():
            joins = bool(found["joint"] or found["comma"] or found["sign"])
            yield WishCut(
                left,
                right,
                sure=not joins,
                joins=joins,
                only=bool(found["either"]),
                comma=bool(found["comma"]),
            )


def begins_wish(words: str) -> bool:
    """Whether the words begin as an order or a question does."""
    said = [norm for norm in norms(words) if norm not in POLITE]
    return (
        bool(said)
        and remaining.asks(said[0])
        and said[:2] not in (["tell", "him"], ["tell", "her"], ["tell", "them"])
    )


def elided(cut: WishCut) -> str:
    """What stands behind a cut, with the verb before it: "set a timer and an alarm" is "set an alarm". Empty: no verb begins it."""
    heard = HeardWords(cut.left)
    at = next((at for at, norm in enumerate(heard.norms) if norm not in POLITE), len(heard.norms))
    if at >= len(heard.norms) or heard.norms[at] not in ACTIONS:
        return ""
    at += heard.norms[at + 1 : at + 2] in (["on"], ["off"], ["up"], ["down"])
    return f"{cut.left[: heard.words[at].end]} {cut.right}"


def names(words: str, tool: Declared, other: Declared) -> bool:
    """Whether words speak of a tool, by what the other one has not in its name."""
    own = stems(tool.words) - stems(other.words)
    return bool(own & stems(words) or (kin(own) - kin(stems(other.words))) & stems(words))


def swallows(left: str, right: str, tool: Declared, filled: Filled) -> bool:
    """Whether the end of `left` is text for someone, which goes on behind the cut."""
    count = len(HeardWords(left).words)
    texts = {one.name for one in tool.parameters if is_open(one) and not phrases.seeks(one)}
    ends = any(places[-1:] == (count - 1,) for name, places in filled.places.items() if name in texts)
    return ends and bool(_TOLD & set(norms(left))) and tuple(norms(right)[:1]) not in _TELLS


def writes(left: str, tool: Declared, filled: Filled) -> bool:
    """Whether `left` ends with text that is to be kept."""
    count = len(HeardWords(left).words)
    texts = {one.name for one in tool.parameters if one.verbatim and not phrases.seeks(one)}
    return any(places[-1:] == (count - 1,) for name, places in filled.places.items() if name in texts)


def repeated(utterance: str, tool: Declared) -> list[str]:
    """The utterance once for each of its values: "the weather in Paris", "the weather in London". Itself, where it has one."""
    if "between" in norms(utterance):
        return [utterance]
    for cut in cuts(utterance):
        if not cut.joins or (begins_wish(cut.right) and not _is_errand(cut.right, tool)):
            continue
        if cut.comma and not _JOINT.search(cut.right):
            continue  # "Denver, Colorado"
        if two := _two(cut, tool) or _whole(cut, tool) or _with_verb(cut, tool):
            return [two[0], *repeated(two[1], tool)]
    return [utterance]


def _is_errand(words: str, tool: Declared) -> bool:
    """Whether words are another thing for a list of what has to be done: "clean the garage and wash the car"."""
    needed = [one for one in tool.parameters if one.required]
    lists = bool(_LISTS & set(spoken(tool.name).split())) and len(needed) == 1 and is_open(needed[0])
    return lists and norms(words)[0] in ACTIONS


def _two(cut: WishCut, tool: Declared) -> tuple[str, str] | None:
    heard, filled = HeardWords(cut.left), fill(cut.left, tool)
    for parameter in tool.parameters:
        places = filled.places.get(parameter.name, ())
        if places and _ends(heard, places[-1], tool) and _again(parameter, tool, heard, cut.right):
            first = places[-1]
            while first - 1 in places and heard.norms[first - 1] not in phrases.PREPOSITIONS:
                first -= 1
            counted = first and heard.norms[first - 1].isdigit() and norms(cut.right)[0] in ("a", "an", "one")
            first -= 1 if counted else 0  # "two coffees and a tea"
            return _both(cut, tool, parameter, heard, first)
    return None


def _ends(heard: HeardWords, last: int, tool: Declared) -> bool:
    """Whether nothing but the tool's own noun stands behind a word: "the front door" of `lock_door`."""
    own = stems(tool.words)
    return all(stem(norm) in own for norm in heard.norms[last + 1 :])


def _whole(cut: WishCut, tool: Declared) -> tuple[str, str] | None:
    """Where all values come again and only the verb does not: "dog to Polish and cat to Greek"."""
    heard, filled = HeardWords(cut.left), fill(cut.left, tool)
    said = [places for name, places in filled.places.items() if name in filled.arguments and places]
    if filled.missing or len(said) < 2:
        return None
    first = min(min(places) for places in said)
    while first and heard.norms[first - 1] in phrases.PREPOSITIONS:
        first -= 1
    if norms(cut.right)[0] not in phrases.PREPOSITIONS:
        while first < len(heard.norms) and heard.norms[first] in phrases.PREPOSITIONS:
            first += 1
    second = f"{cut.left[: heard.words[first].first]}{cut.right}"
    other = fill(second, tool)
    alike = set(other.arguments) == set(filled.arguments) and not other.missing
    return (cut.left, second) if alike and other.arguments != filled.arguments else None


def _with_verb(cut: WishCut, tool: Declared) -> tuple[str, str] | None:
    """Where only the verb does not come again: "turn the one on and the other off"."""
    second = elided(cut)
    left, right = fill(cut.left, tool), fill(second, tool)
    alike = (
        len(left.arguments) > 1
        and set(left.arguments) == set(right.arguments)
        and left.arguments != right.arguments
    )
    return (cut.left, second) if second and alike and not left.missing and not right.missing else None


def _both(
    cut: WishCut, tool: Declared, parameter: Parameter, heard: HeardWords, first: int
) -> tuple[str, str] | None:
    """The utterance with the first value, and with the second in its place."""
    new = HeardWords(cut.right)
    skip = 0
    before = heard.norms[first - 1] if first else ""
    articles = {"a", "an", "some"} if before in ("a", "an", "some") else set[str]()
    while skip < len(new.words) and new.norms[skip] in _ANOTHER | articles | {
        before,
        "in",
        "at",
        "for",
        "to",
        "of",
        "on",
    }:
        skip += 1
    if skip >= len(new.words):
        return None
    second = f"{cut.left[: heard.words[first].first]}{cut.right[new.words[skip].first :]}"
    filled = fill(second, tool)
    places = filled.places.get(parameter.name, ())
    number = HeardWords(second).norms[first : first + 1] != [] and HeardWords(second).norms[first].isdigit()
    if (
        not places
        or filled.missing
        or places[0] > first + number
        or not first <= places[-1] < first + _LONG_VALUE
    ):
        return None
    rest = second[HeardWords(second).words[places[-1]].end :]
    one = f"{cut.left}{rest}"
    alone = fill(one, tool)
    same = alone.arguments.get(parameter.name) == filled.arguments[parameter.name]
    return None if alone.missing or same or parameter.name not in alone.arguments else (one, second)


def _again(parameter: Parameter, tool: Declared, heard: HeardWords, right: str) -> bool:
    """Whether the parameter may have a second value behind a cut."""
    behind = norms(right)
    if not behind or behind[0] in ("no", "not", "check") or (heard.norms[-1] in PAIRS and behind[0] in PAIRS):
        return False
    if behind[0] in {spoken(one.name) for one in tool.parameters}:
        return False
    if parameter.numeric and len(heard.norms) > 1 and behind[0] == heard.norms[-2] and behind[0].isalpha():
        return True
    if parameter.numeric or times.is_when(parameter):
        plural = any(word.endswith("s") and word[:-1] in spoken(tool.name).split() for word in heard.norms)
        return plural or bool(_ANOTHER & set(behind[:2]))
    listed = behind[0] in ("a", "an", "another", "some") or behind[0].isdigit()
    thing = parameter.required and parameter.kind == "string" and not is_open(parameter)
    return (
        bool(parameter.choices)
        or is_repeated(parameter)
        or _is_errand(right, tool)
        or (thing and (listed or is_identifier(parameter)))
    )
