"""Days that are said: "Christmas", "the 3rd of March", "in ten days", "next Friday". English.

Rule 1: a day without a year is the next one from today on.
"""

import re
from datetime import date, timedelta
from typing import Final

from solovox.studio.templates.request import AppRequest

MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FEASTS: Final = {
    "christmas eve": (12, 24), "christmas": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31), "new years eve": (12, 31),
    "new year": (1, 1), "new year's": (1, 1), "new years": (1, 1), "valentine's day": (2, 14), "valentines day": (2, 14),
    "halloween": (10, 31), "saint patrick's day": (3, 17), "st patrick's day": (3, 17), "april fools": (4, 1),
}  # fmt: skip
_SPANS: Final = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14}
_WRITTEN: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


def day(request: AppRequest, today: date) -> date | None:
    """The day that a request names; None: none, or one that does not exist."""
    try:
        return (
            _written(request)
            or _of_a_month(request, today)
            or _feast(request, today)
            or _near(request, today)
        )
    except ValueError:  # the 31st of June
        return None


def _written(request: AppRequest) -> date | None:
    found = _WRITTEN.search(request.text)
    return date(*map(int, found.groups())) if found else None


def _next(today: date, month: int, number: int, year: int | None) -> date:
    if year is not None:
        return date(year, month, number)
    for later in range(9):  # the 29th of February
        try:
            then = date(today.year + later, month, number)
        except ValueError:
            continue
        if then >= today:
            return then
    raise ValueError("no such day")


def _of_a_month(request: AppRequest, today: date) -> date | None:
    numbers = {one.first: int(one.value) for one in request.figures} | dict(_ordinals(request))
    year = next((int(one.value) for one in request.figures if 1970 <= one.value < 3000), None)
    for at, low in enumerate(request.lows):
        if low in MONTHS or (len(low) == 3 and low != "may" and any(one.startswith(low) for one in MONTHS)):
            month = next(n for n, one in enumerate(MONTHS, start=1) if one.startswith(low))
            beside = (at + 1, at + 2, at - 1, at - 2, at - 3)  # May the 3rd, 3rd of May, 3 May, the third May
            number = next((numbers[place] for place in beside if 1 <= numbers.get(place, 0) <= 31), None)
            if number is not None:
                return _next(today, month, number, year)
    return None


def _ordinals(request: AppRequest) -> list[tuple[int, int]]:
    """Tokens at which an ordinal begins, and their numbers: "3 rd" was cut in two; "twenty first" is two words."""
    found = []
    for at, low in enumerate(request.lows):
        if low in ("st", "nd", "rd", "th") and at and request.lows[at - 1].isdigit():
            found.append((at, int(request.lows[at - 1])))
        number = ORDINALS.get(low)
        if number is not None:
            tens = {"twenty": 20, "thirty": 30}.get(request.lows[at - 1] if at else "", 0)
            found.append((at, number + (tens if number < 10 else 0)))
    return found


ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
        " sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=1,
    )
} | {"thirtieth": 30}


def _feast(request: AppRequest, today: date) -> date | None:
    for name, (month, number) in FEASTS.items():
        if any(request.places(name)):
            year = next((int(one.value) for one in request.figures if 1970 <= one.value < 3000), None)
            return _next(today, month, number, year)
    return None


def _near(request: AppRequest, today: date) -> date | None:
    if "tomorrow" in request.lows:
        return today + timedelta(days=1)
    for figure in request.figures:
        unit = request.lows[figure.end] if figure.end < len(request.lows) else ""
        if unit in _SPANS and request.before("in", figure.first):
            return today + timedelta(days=int(figure.value) * _SPANS[unit])
    named = next((WEEKDAYS.index(low) for low in request.lows if low in WEEKDAYS), None)
    if named is not None:
        return today + timedelta(days=(named - today.weekday() - 1) % 7 + 1)
    return None
