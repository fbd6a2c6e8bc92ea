"""Which day is meant by "yesterday", "December 25th", "July 4th 1976", "next Friday", "in 3 weeks", "Christmas".

Gregorian, in English. A date without a year is the next one; with "last" before it, the last one.
What has no one day of its own in every year and every country (Easter, Thanksgiving) is not known.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

DAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS: Final = (
    "January February March April May June July August September October November December".split()
)
_WORDS: Final = {
    "today": 0, "tonight": 0, "now": 0, "yesterday": -1, "tomorrow": 1,
    "the day before yesterday": -2, "day before yesterday": -2,
    "the day after tomorrow": 2, "day after tomorrow": 2,
}  # fmt: skip
_EVERY_YEAR: Final = {
    "christmas": (12, 25), "christmas day": (12, 25), "christmas eve": (12, 24), "boxing day": (12, 26),
    "new year": (1, 1), "new years": (1, 1), "new years day": (1, 1), "new years eve": (12, 31),
    "halloween": (10, 31), "valentines": (2, 14), "valentines day": (2, 14), "st patricks day": (3, 17),
    "april fools": (4, 1), "april fools day": (4, 1), "independence day": (7, 4),
}  # fmt: skip
_MONTH: Final = "|".join(f"{name[:3].lower()}(?:{name[3:].lower()})?" for name in MONTHS) + "|sept"
_COUNT: Final = r"(?P<count>\d{1,4}|an?|one|a couple of)"
_SPAN: Final = r"(?P<span>day|week|month|year)s?"
_FORMS: Final = tuple(
    re.compile(form)
    for form in (
        rf"in {_COUNT} {_SPAN}|{_COUNT.replace('count', 'count2')} {_SPAN.replace('span', 'span2')} (?P<way>ago|from (?:now|today)|hence)",
        rf"(?P<which>last )?(?P<month>{_MONTH}) (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: (?:of |in )?(?P<year>\d{{4}}))?",
        rf"(?P<which>last )?(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH})(?: (?:of |in )?(?P<year>\d{{4}}))?",
        r"(?P<year>\d{4})-(?P<number>\d\d?)-(?P<day>\d\d?)",
        r"(?P<which>last )?the (?P<day>\d{1,2})(?:st|nd|rd|th)",
        rf"(?P<which>last |previous |next |this |this coming |coming |on )?(?P<weekday>{'|'.join(DAYS).lower()})",
        rf"(?P<which>last |next |this )?(?P<feast>{'|'.join(_EVERY_YEAR)})(?: (?:of |in )?(?P<year>\d{{4}}))?",
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


def meant(text: str, today: date) -> Meant:
    """The day that is meant. Raises `NoSuchDay`."""
    folded = re.sub(r"['’,.]", "", text.casefold())
    said = " ".join(folded.split())
    if said in _WORDS:
        return Meant(today + timedelta(_WORDS[said]), said)
    for form in _FORMS:
        if found := form.fullmatch(said):
            try:
                return _day(found.groupdict(), said, today)
            except (ValueError, OverflowError):
                raise NoSuchDay(f"there is no {text.strip()[:60]}") from None
    raise NoSuchDay(f"I don't know which day {text.strip()[:60]} is")


def _day(found: dict[str, str | None], said: str, today: date) -> Meant:
    if span := found.get("span") or found.get("span2"):
        count = found.get("count") or found.get("count2") or ""
        number = int(count) if count.isdecimal() else 2 if count.endswith("of") else 1
        return Meant(_moved(today, -number if found["way"] == "ago" else number, span), said)
    last = (found.get("which") or "").strip() in ("last", "previous")
    if weekday := found.get("weekday"):
        ahead = (DAYS.index(weekday.capitalize()) - today.weekday()) % 7
        if last:
            return Meant(today + timedelta(ahead - 7), said)
        return Meant(today + timedelta(ahead or (7 if found["which"] == "next " else 0)), said)
    if feast := found.get("feast"):
        month, day = _EVERY_YEAR[feast]
        called = said.replace(feast, feast.title())
        return Meant(_nearest(_years(found.get("year"), today), month, day, today, last=last), called)
    day = int(found["day"] or 0)
    if found.get("month") is None and found.get("number") is None:
        return Meant(_in_a_month(day, today, last=last), said, written=True)
    month = int(found["number"] or 0) if found.get("number") else _month(found["month"] or "")
    return Meant(_nearest(_years(found.get("year"), today), month, day, today, last=last), said, written=True)


def _years(year: str | None, today: date) -> range:
    """The one that was said; else those among which the nearest is: February 29th may be eight years away."""
    return range(int(year), int(year) + 1) if year else range(today.year - 8, today.year + 9)


def _nearest(years: range, month: int, day: int, today: date, *, last: bool) -> date:
    known = [
        date(year, month, day) for year in years if 1 <= month <= 12 and day <= monthrange(year, month)[1]
    ]
    if len(years) > 1:
        known = [one for one in known if (one < today if last else one >= today)]
    if not known or not day:
        raise ValueError
    return known[-1 if last else 0]


def _in_a_month(day: int, today: date, *, last: bool) -> date:
    """The next, or last, day of that number."""

    def candidates() -> Iterator[date]:
        for months in range(13):
            first = _moved(today.replace(day=1), -months if last else months, "month")
            if 1 <= day <= monthrange(first.year, first.month)[1]:
                yield first.replace(day=day)

    known = [one for one in candidates() if (one < today if last else one >= today)]
    if not known:
        raise ValueError
    return known[0]


def _month(name: str) -> int:
    return [month[:3].lower() for month in MONTHS].index(name[:3]) + 1


def _moved(day: date, number: int, span: str) -> date:
    """The day `number` spans later; in a shorter month its last day."""
    if abs(number) > _FARTHEST:
        raise ValueError
    if span in ("day", "week"):
        return day + timedelta(number * (7 if span == "week" else 1))
    months = day.year * 12 + day.month - 1 + number * (12 if span == "year" else 1)
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def spelled(day: date) -> str:
    """`Saturday, November 21st, 2026`."""
    return f"{DAYS[day.weekday()]}, {dated(day)}"


def dated(day: date) -> str:
    """`November 21st, 2026`."""
    tail = "th" if day.day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    return f"{MONTHS[day.month - 1]} {day.day}{tail}, {day.year}"
