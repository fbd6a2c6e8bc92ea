"""Which day is meant by "yesterday", "the day after tomorrow", "march the third", "July 4th 1976", "a week from Friday", "Christmas".

Gregorian. A date without a year is the next one; with "last" before it, the last one.
What has no one day of its own in every year and every country (Easter, Thanksgiving, "may", "3/4/2026") is not known.
"""

import re
from calendar import monthrange
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from solovox.lang.en.numbers import in_digits, suffix

DAYS: Final[Sequence[str]] = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)
SHORT_MONTHS: Final = {
    written: number for number, name in enumerate(MONTHS, 1) for written in (name, name[:3])
} | {"Sept": 9}
"""Each writing of a month, and its number."""
_WORDS: Final = {"today": 0, "tonight": 0, "now": 0, "yesterday": -1, "tomorrow": 1}
_EVERY_YEAR: Final = {
    "christmas": (12, 25), "christmas day": (12, 25), "christmas eve": (12, 24), "boxing day": (12, 26),
    "new year": (1, 1), "new years": (1, 1), "new years day": (1, 1), "new years eve": (12, 31),
    "halloween": (10, 31), "valentines": (2, 14), "valentines day": (2, 14), "st patricks day": (3, 17),
    "april fools": (4, 1), "april fools day": (4, 1), "independence day": (7, 4),
}  # fmt: skip
_MONTH: Final = rf"(?P<month>{'|'.join(sorted(SHORT_MONTHS, key=len, reverse=True)).lower()})"
_COUNT: Final = r"(?P<count>\d{1,4}|an?|a couple of) (?P<span>day|week|fortnight|month|year)s?"
_YEAR: Final = r"(?: (?:of |in )?(?P<year>\d{4}))?"
_NTH: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"in {_COUNT}(?: time)?",
        rf"{_COUNT} (?P<back>ago)",
        rf"(?:{_COUNT}|the day|day) (?:(?P<back>before)|after|from) (?P<other>.+)",
        rf"{_COUNT} hence",
        rf"(?P<last>last )?{_MONTH} (?:the )?{_NTH}{_YEAR}",
        rf"(?P<last>last )?(?:the )?{_NTH} (?:of )?{_MONTH}{_YEAR}",
        r"(?P<year>\d{4})-(?P<number>\d\d?)-(?P<day>\d\d?)",
        r"(?P<last>last )?the (?P<day>\d{1,2})(?:st|nd|rd|th)",
        rf"(?:(?P<last>last|previous) |(?P<next>next )|(?:this|this coming|coming) )?(?P<weekday>{'|'.join(DAYS).lower()})",
        rf"(?:(?P<last>last )|next |this )?(?P<feast>{'|'.join(_EVERY_YEAR)}){_YEAR}",
    )
)
_FARTHEST: Final = 9_998


class NoSuchDay(ValueError):
    """No day is meant by it, or it is not known which. One line that can be read aloud."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A day and what it was called; `written` when it was a date already."""

    day: date
    called: str
    written: bool = False


def is_day(text: str) -> bool:
    """Whether a day is named, even one that no year has."""
    said = _normalise(text)
    if said in _WORDS:
        return True
    found = next((one for form in _FORMS if (one := form.fullmatch(said))), None)
    return found is not None and is_day(found.groupdict().get("other") or "today")


def find_day(text: str, today: date) -> Meant:
    """The day that is meant. Raises `NoSuchDay`."""
    if not is_day(text):
        raise NoSuchDay(f"I don't know which day {text.strip()[:60]} is")
    with suppress(ValueError, OverflowError):
        return _read(_normalise(text), today)
    raise NoSuchDay(f"there is no {text.strip()[:60]}")


def _normalise(text: str) -> str:
    return in_digits(re.sub(r"['’]|,(?!\d\d?\b)|\.(?!\d)", "", text.casefold()).strip().removeprefix("on "))


def _read(said: str, today: date) -> Meant:
    """Raises `ValueError` or `OverflowError` for a day that is none."""
    if said in _WORDS:
        return Meant(today + timedelta(_WORDS[said]), said)
    found = next(one.groupdict() for form in _FORMS if (one := form.fullmatch(said)))
    last = bool(found.get("last"))
    if "span" in found:
        start = _read(found.get("other") or "today", today).day
        number = _number(found["count"] or "1")
        return Meant(_move(start, -number if found.get("back") else number, found["span"] or "day"), said)
    if weekday := found.get("weekday"):
        ahead = (DAYS.index(weekday.capitalize()) - today.weekday()) % 7
        ahead = ahead - 7 if last else ahead or (7 if found["next"] else 0)
        return Meant(today + timedelta(ahead), said)
    if feast := found.get("feast"):
        month, day = _EVERY_YEAR[feast]
        return Meant(
            _nearest(found["year"], month, day, today, last=last), said.replace(feast, feast.title())
        )
    return Meant(_date_of(found, today, last=last), said, written=True)


def _date_of(found: dict[str, str | None], today: date, *, last: bool) -> date:
    day = int(found["day"] or 0)
    if month := found.get("month"):
        return _nearest(found["year"], SHORT_MONTHS[month.capitalize()], day, today, last=last)
    if number := found.get("number"):
        return date(int(found["year"] or 0), int(number), day)
    first = today.replace(day=1)
    firsts = (_move(first, -ahead if last else ahead, "month") for ahead in range(13))
    known = (one.replace(day=day) for one in firsts if 1 <= day <= monthrange(one.year, one.month)[1])
    return _first(one for one in known if (one < today if last else one >= today))


def _number(count: str) -> int:
    return int(count) if count.isdecimal() else 2 if count.endswith("of") else 1


def _nearest(year: str | None, month: int, day: int, today: date, *, last: bool) -> date:
    """In the year that was said; else the nearest: February 29th may be eight years away."""
    if year:
        return date(int(year), month, day)
    years = range(today.year, today.year - 9, -1) if last else range(today.year, today.year + 9)
    known = (date(one, month, day) for one in years if day <= monthrange(one, month)[1] and 0 < one < 10_000)
    return _first(one for one in known if (one < today if last else one >= today))


def _first(days: Iterator[date]) -> date:
    found = next(days, None)
    if found is None:
        raise ValueError
    return found


def _move(day: date, number: int, span: str) -> date:
    """The day `number` spans later; in a shorter month its last day."""
    if abs(number) > _FARTHEST:
        raise ValueError
    if days := {"day": 1, "week": 7, "fortnight": 14}.get(span):
        return day + timedelta(number * days)
    months = day.year * 12 + day.month - 1 + number * (12 if span == "year" else 1)
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def spell_day(day: date) -> str:
    """`Saturday, November 21st, 2026`."""
    return f"{DAYS[day.weekday()]}, {spell_date(day)}"


def spell_date(day: date) -> str:
    """`November 21st, 2026`."""
    return f"{MONTHS[day.month - 1]} {day.day}{suffix(day.day)}, {day.year}"
