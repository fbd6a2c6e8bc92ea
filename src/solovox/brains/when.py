"""Which other day, or which other place, a question about the time or the date is about. By rules, in English.

Rule 1: a question that names another day or place is never answered with today's date or the time here. What is
named goes to the tool as it was said, and the tool knows it or says that it does not.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_SPANS: Final = r"(?:day|week|month|year)s?"
_COUNT: Final = r"(?:\d+|an?|one|a couple of)"
_WEEKDAY: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_FEAST: Final = (
    r"(?:christmas(?: day| eve)?|boxing day|new year'?s?(?: day| eve)?|halloween|valentine'?s?(?: day)?"
    r"|st\.? patrick'?s day|april fool'?s(?: day)?|independence day)"
)
_DAY: Final = (
    rf"(?:the )?day (?:before yesterday|after tomorrow)|yesterday|tomorrow"
    rf"|{_COUNT} {_SPANS} (?:ago|from (?:now|today)|hence)|in {_COUNT} {_SPANS}"
    rf"|(?:last )?{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:(?: of| in)? \d{{4}})?\b"
    rf"|(?:last )?(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH}\b(?:(?: of| in)? \d{{4}})?|\d{{4}}-\d\d?-\d\d?"
    rf"|(?:next|last|this coming|coming|previous) (?:month|year|week|{_WEEKDAY})"
    rf"|(?:last |next |this )?{_FEAST}(?:(?: of| in)? \d{{4}})?"
)
_NAMED: Final = re.compile(rf"\b(?P<day>{_DAY})(?:'s)?(?![\w-])")
_ASKED_FOR: Final = re.compile(
    r"\b(?:what|which|whats|what's) (?:week)?(?:day|date)(?: of the (?:week|month|year))?"
    r" (?:is|was|will|does|did|are|falls?)(?: it)?(?: be)?(?: on)? (?P<day>.+?)(?: (?:be|fall|falls|on))*$"
)
_THIS_DAY: Final = re.compile(
    r"^(?:it|today|this|that|now|here|we|tonight|in\b|at\b|over\b|the (?:date|day|current|weekend)|current|right|again|and\b|or\b)"
)
_WHEN: Final = re.compile(
    rf"^(?:when|what)(?:'s| is| was| will| are|s)? (?:it )?(?:the (?:day|date) (?:of |on |for )?)?(?P<day>{_DAY})(?:'s (?:day|date))?(?: be)?$"
    rf"|^is (?:{_DAY}) (?:on )?(?:an? )?{_WEEKDAY}$"
)
_COUNTED: Final = re.compile(
    rf"\b(?:how (?:many (?:days|weeks|sleeps)|long)\b.*|days |weeks )\b(?:until|till|til|to|before|since) (?P<day>{_DAY}|{_WEEKDAY})$"
)
_PLACE: Final = re.compile(
    r"\b(?:in|at|on|over in|for) (?P<place>(?!\d)[^\W\d_][^,?!]*?)(?: (?:now|today|tonight|currently|right now|then|at the moment|these days))*$"
)
_OWN_TIME: Final = re.compile(
    r"(?:\b(?:what is|what's|whats|current|local|the) |^)(?P<place>[^\W\d_][\w .-]*?)(?:'s)? time(?: now)?$"
)
_NO_PLACE: Final = re.compile(
    r"(?:(?:an?|one)(?: \w+)? (?:sentence|word|line)s?|short|brief|words|full|present|home|here|there|english|hand|fact|general|it|you|me|us|noon|midnight"
    r"|the (?:moment|morning|afternoon|evening|night|clock|wall|week|month|year|day|letter)|my|your|our|this|that|(?:the )?(?:week|month|year))\b.*"
)
_NO_OWN: Final = frozenset(
    "the what a my your our this that local current exact right correct good same day it is what present actual".split()
)


def other_day(said: str) -> Mapping[str, Any] | None:
    """What a question about a date names that is not today; None when nothing."""
    if found := _COUNTED.search(said):
        return {"day": found["day"], "count": True}
    if (found := _NAMED.search(said)) and not re.search(r"\b(?:is|was) (?:it|today)\b.*\bor\b", said):
        day = found["day"].strip()
        was = re.search(r"\bwas\b", said) and re.fullmatch(rf"{_MONTH} .*|.* {_MONTH}|{_FEAST}", day)
        return {"day": f"last {day}" if was else day}
    found = _ASKED_FOR.search(said)
    if found and not _THIS_DAY.match(found["day"]):
        return {"day": found["day"][:60]}
    return None


def day_alone(said: str) -> Mapping[str, Any] | None:
    """The day in a question that names a day and nothing else, such as "when is Christmas"."""
    found = _COUNTED.search(said) or _WHEN.search(said)
    return other_day(said) if found else None


def other_place(said: str) -> str | None:
    """The place that a question about the time or the date names; None when it is here."""
    found = _PLACE.search(said)
    place = found["place"].strip(" '") if found else own_time(said)
    return None if not place or _NO_PLACE.fullmatch(place) or len(place) > 60 else _titled(place)


def own_time(said: str) -> str | None:
    """The place in "what is Tokyo time"."""
    found = _OWN_TIME.search(said)
    return None if found is None or set(found["place"].split()) & _NO_OWN else found["place"][:60].title()


def _titled(place: str) -> str:
    return place if re.match(r"(?:an?|one|half) ", place) else place.title()
