"""Times and dates in what was said.

Rule 1: they stay as said; only the preposition before them goes ("at eight" is "eight").
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from solovox.meaning.intent.declared import Parameter
from solovox.meaning.intent.heard_words import HeardWords
from solovox.meaning.intent.roles import role

Span = tuple[int, int]
"""Places of words: from the first to before the last."""

DAYS: Final = frozenset(
    "today tonight tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday mondays sundays saturdays fridays morning afternoon evening"
    " night noon midnight weekend week month year am pm oclock january february march april may june july august september"
    " october november december hour hours minute minutes".split()
)
_MONTHS: Final = frozenset(
    "january february march april may june july august september october november december".split()
)
_HOURS: Final = frozenset("noon midnight am pm oclock".split())
_JOINS: Final = frozenset(
    "at on next this half past quarter to in the of before after until till through every early late a".split()
)
_WHEN: Final = frozenset("when date time day datetime showtime start until deadline due".split())
_ABOUT: Final = re.compile(
    r"(?:the\s)?(?:[\w-]+\s){0,2}(?:date|time|day)\b(?!\s?-?zone|\s+or\b)(?!.*\b(?:city|place|name)\b)|when\s",
    re.IGNORECASE,
)
"""What is said of a parameter that is a time."""
_RANGES: Final = frozenset("to until till through".split())
_BEFORE: Final = frozenset("at until by".split())
_RETURNS: Final = frozenset("returning return back out ending ends".split())
_ENDINGS: Final = frozenset("end return until to out finish checkout".split())


def when(heard: HeardWords) -> Span | None:
    """The longest run of words that says a time or a date, without the preposition before it."""
    return max(spans(heard), key=lambda span: span[1] - span[0], default=None)


def bare(heard: HeardWords) -> Span | None:
    """An hour that only its place tells: "an alarm for five forty five"."""
    norms = heard.norms
    for at in range(1, len(norms)):
        if norms[at - 1] in ("for", "at", "to") and norms[at].isdigit() and at not in heard.taken:
            return at, at + 1 + (at + 1 < len(norms) and norms[at + 1].isdigit())
    return None


def spans(heard: HeardWords) -> list[Span]:
    """Every run of words that says a time or a date, in order. "From May 5th to May 9th" is two."""
    found: list[Span] = []
    first, norms = 0, heard.norms
    while first < len(norms):
        end = first
        while end < len(norms) and is_time(norms[end]) and end not in heard.taken:
            end += 1
        found += [span for part in _parted(norms, first, end) if (span := _telling(norms, *part))]
        first = max(end, first + 1)
    return found


def _parted(norms: Sequence[str], first: int, end: int) -> Iterator[Span]:
    """A run, cut where another time begins: at "to" and "until" between two that tell a time."""
    for at in range(first + 1, end - 1):
        whole = norms[first - 1 : first] == ["from"] or _tells(norms, first, at)
        if norms[at] in _RANGES and norms[at - 1] != "quarter" and whole and _tells(norms, at + 1, end):
            yield from ((first, at), (at + 1, end))
            return
    yield first, end


def _telling(norms: Sequence[str], first: int, end: int) -> Span | None:
    """The run without the words that only join; None: it tells no time."""
    while first < end and norms[first] in _JOINS - {"this", "next", "every", "half", "quarter"}:
        first += 1
    while end > first and norms[end - 1] in _JOINS:
        end -= 1
    if "at" in norms[first:end] and all(
        norm[0].isdigit() for norm in norms[first : norms.index("at", first)]
    ):
        first = norms.index("at", first) + 1  # a count stands before the time
    before = norms[first - 1] if first else ""
    telling = _tells(norms, first, end) or (before in _BEFORE and end > first)
    return (first, end) if telling else None


def _tells(norms: Sequence[str], first: int, end: int) -> bool:
    return any(tells_time(norms, at) for at in range(first, end))


def apart(heard: HeardWords, wanted: Sequence[Parameter]) -> Mapping[str, Span]:
    """Which time is for which of several parameters: the day of "Monday at ten" and its hour; the first of two for where it
    begins, and the other for where it ends."""
    said = spans(heard)
    hourly = any(_wants_hour(one) for one in wanted) and any(_wants_day(one) for one in wanted)
    parts = [part for span in said for part in (_day_and_hour(heard.norms, span) if hourly else (span,))]
    found: dict[str, Span] = {}
    for one in sorted(wanted, key=_ends):
        fit = [part for part in parts if not hourly or _is_hour(heard.norms, part) != _wants_day(one)]
        told = [part for part in fit if _said_as_end(heard.norms, part)]
        if not _ends(one) and any(map(_ends, wanted)):
            fit = [part for part in fit if part not in told]
        elif _ends(one):
            begins = any(not _ends(other) for other in wanted)
            fit = told or (fit[1:] if begins and not found else fit)
        if fit:
            found[one.name] = fit[0]
            parts.remove(fit[0])
    return found


def _said_as_end(norms: Sequence[str], part: Span) -> bool:
    """Whether the words before a time say that something ends then: "until Sunday", "coming back on Sunday"."""
    before = norms[max(0, part[0] - 3) : part[0]]
    return bool(_RETURNS & set(before)) or (bool(before) and before[-1] in _RANGES)


def _day_and_hour(norms: Sequence[str], span: Span) -> list[Span]:
    """The parts of a time: "tomorrow evening", "eight"; one where it is only a day, or an hour."""
    first, end = span
    for at in range(first + 1, end):
        left, right = (first, at), (at, end)
        if norms[at] in ("at", "on"):
            right = (at + 1, end)
        elif norms[at - 1] == "at":
            continue
        sides = [_is_hour(norms, one) for one in (left, right)]
        days = [_is_day(norms, one) for one in (left, right)]
        if (sides == [True, False] and days == [False, True]) or (
            sides == [False, True] and days == [True, False]
        ):
            return [left, right]
    return [span]


def _is_day(norms: Sequence[str], span: Span) -> bool:
    return any(
        norm in DAYS - _HOURS - {"minutes", "minute", "hour", "hours"} for norm in norms[span[0] : span[1]]
    )


def _is_hour(norms: Sequence[str], span: Span) -> bool:
    """Whether a part is an hour of a day: a number, or noon; and no day of a month."""
    said = norms[span[0] : span[1]]
    hour = any(norm.isdigit() or norm in _HOURS for norm in said)
    return hour and not any(norm in _MONTHS for norm in said)


def _wants_day(parameter: Parameter) -> bool:
    return bool({"date", "day"} & role(parameter))


def _wants_hour(parameter: Parameter) -> bool:
    return bool({"time", "hour", "showtime"} & role(parameter))


def _ends(parameter: Parameter) -> bool:
    """Whether something ends then."""
    return bool(_ENDINGS & role(parameter))


def is_time(norm: str) -> bool:
    """Whether a word may be in a time."""
    return norm in DAYS or norm in _JOINS or norm[0].isdigit()


def tells_time(norms: Sequence[str], at: int) -> bool:
    before = at - 2 if at > 1 and norms[at - 1] == "of" else at - 1
    behind_number = at > 0 and norms[before][0].isdigit()
    if norms[at] in ("may", "march"):
        return behind_number or (at + 1 < len(norms) and norms[at + 1][0].isdigit())
    if norms[at] in ("past", "to"):
        return (
            at > 0
            and norms[at - 1] in ("half", "quarter")
            and at + 1 < len(norms)
            and norms[at + 1].isdigit()
        )
    return norms[at] in DAYS and (behind_number or norms[at] not in ("am", "pm", "minutes", "hours"))


def is_when(parameter: Parameter) -> bool:
    """Whether a parameter is a time or a date, by its name, or by what is said of it."""
    named = role(parameter)
    pair = "check" in named and bool({"in", "out"} & named)
    return bool(_WHEN & named) or pair or _ABOUT.match(parameter.about) is not None
