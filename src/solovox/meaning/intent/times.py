"""Times and dates in what was said.

Rule 1: they stay as said; only the preposition before them goes ("at eight" is "eight").
"""

from collections.abc import Sequence
from typing import Final

from solovox.meaning.intent.declared import Parameter, spoken
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
    "at on next this half past quarter to in the of before after until every early late a".split()
)
_WHEN: Final = frozenset("when date time day datetime start until deadline due".split())


def when(heard: HeardWords) -> Span | None:
    """The longest run of words that says a time or a date, without the preposition before it."""
    norms, best = heard.norms, None
    for first in range(len(norms)):
        end = first
        while end < len(norms) and _is_time(norms[end]) and end not in heard.taken:
            end += 1
        while first < end and norms[first] in _JOINS - {"this", "next", "every", "half", "quarter"}:
            first += 1  # noqa: PLW2901
        while end > first and norms[end - 1] in _JOINS:
            end -= 1
        if "at" in norms[first:end] and all(
            norm[0].isdigit() for norm in norms[first : norms.index("at", first)]
        ):
            first = norms.index("at", first) + 1  # noqa: PLW2901 - a count stands before the time
        telling = any(tells_time(norms, at) for at in range(first, end))
        telling |= first > 0 and end > first and norms[first - 1] in ("at", "until", "by")
        if telling and (best is None or end - first > best[1] - best[0]):
            best = (first, end)
    return best


def part_of_time(heard: HeardWords, span: Span, parameter: Parameter) -> Span | None:
    """Where a day and an hour are wanted apart: the day of "Monday at ten", or its hour. None: the other was said."""
    norms = heard.norms
    parts = [span]
    if "at" in norms[span[0] : span[1]]:
        at = norms.index("at", span[0])
        parts = [(span[0], at), (at + 1, span[1])]
    for first, end in parts:
        hour = any(norm[0].isdigit() or norm in _HOURS for norm in norms[first:end])
        hour &= not any(norm in _MONTHS for norm in norms[first:end])
        if first < end and hour != bool({"date", "day"} & role(parameter)):
            return first, end
    return None


def _is_time(norm: str) -> bool:
    return norm in DAYS or norm in _JOINS or norm[0].isdigit()


def tells_time(norms: Sequence[str], at: int) -> bool:
    before = at - 2 if at > 1 and norms[at - 1] == "of" else at - 1
    behind_number = at > 0 and norms[before][0].isdigit()
    return norms[at] in DAYS and (
        behind_number or norms[at] not in ("am", "pm", "may", "march", "minutes", "hours")
    )


def is_when(parameter: Parameter) -> bool:
    """Whether a parameter is a time or a date, by its name."""
    return bool(_WHEN & set(spoken(parameter.name).split()))
