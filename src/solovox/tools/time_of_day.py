"""What time it is and which day, where the person is, elsewhere, or on another day. The clock is handed in."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Final

from solovox.lang.en.days import DAYS, MONTHS, NoSuchDay, find_day, spell_date, spell_day
from solovox.lang.en.places import NoSuchPlace, zone_of
from solovox.ports import Json, Tool, ToolResult
from solovox.tools.json_schema import takes

LONGEST: Final = 60
_PLACE: Final = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST,
    "description": "A city or a country, if it is not where the person is.",
}
_MONTHS_OFF: Final = {"last": -1, "this": 0, "next": 1}


class GetTime(Tool):
    """The time of day, on a twelve-hour clock, as a sentence."""

    name = "get_time"
    description = "The time of day now: where the person is, or in another place."
    parameters = takes({"place": _PLACE})
    effects = False
    read_aloud = True

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    async def run(self, arguments: Json) -> ToolResult:
        """`The time is 3:05 PM.`, or `The time in Tokyo is 12:05 AM on Sunday.`"""
        try:
            here, there, where = _moment(self._now(), arguments)
        except NoSuchPlace as wrong:
            return ToolResult(str(wrong), failed=True)
        day = f" on {DAYS[there.weekday()]}" if there.date() != here.date() else ""
        half = "AM" if there.hour < 12 else "PM"
        return ToolResult(f"The time{where} is {(there.hour - 1) % 12 + 1}:{there.minute:02} {half}{day}.")


class DateTool(Tool):
    """A day, spelled so that it can be read aloud."""

    name = "date"
    description = (
        "The day of the week and the date: today, or of another day, such as yesterday, next Friday, in 3 weeks, "
        "December 25th, July 4th 1976, Christmas, next month."
    )
    parameters = takes(
        {
            "day": {
                "type": "string",
                "minLength": 1,
                "maxLength": LONGEST,
                "description": "Today by default.",
            },
            "place": _PLACE,
            "count": {"type": "boolean", "description": "How many days until then, or since then."},
        }
    )
    effects = False

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    async def run(self, arguments: Json) -> ToolResult:
        """`Saturday, November 21st, 2026`, or a sentence about another day."""
        try:
            _, there, where = _moment(self._now(), arguments)
            if asked := arguments.get("day"):
                return ToolResult(_about(asked, there.date(), count=bool(arguments.get("count"))))
        except (NoSuchPlace, NoSuchDay) as wrong:
            return ToolResult(str(wrong), failed=True)
        return ToolResult(f"{spell_day(there.date())}{where}")


def _moment(now: datetime, arguments: Json) -> tuple[datetime, datetime, str]:
    """Now here, now at the place, and the place as it is said. Raises `NoSuchPlace`."""
    place = arguments.get("place")
    if not place:
        return now, now, ""
    name, zone = zone_of(place)
    return now, now.astimezone(zone), f" in {name}"


def _about(asked: str, today: date, *, count: bool) -> str:
    """A sentence without its stop. Raises `NoSuchDay`."""
    which, _, span = asked.casefold().strip().partition(" ")
    if which in _MONTHS_OFF and span in ("month", "year") and not count:
        off = today.month - 1 + _MONTHS_OFF[which]
        month = f"{MONTHS[off % 12]} {today.year + off // 12}"
        verb = "was" if which == "last" else "is"
        return f"{which.capitalize()} {span} {verb} {month if span == 'month' else today.year + _MONTHS_OFF[which]}"
    found = find_day(asked, today)
    days = (found.day - today).days
    verb = "was" if days < 0 else "is"
    called = spell_date(found.day) if found.written else _capitalise_day(found.called)
    if count:
        far = f"{abs(days)} day{'' if abs(days) == 1 else 's'}"
        return (
            f"{called} is today"
            if not days
            else f"{called} was {far} ago"
            if days < 0
            else f"{called} is in {far}"
        )
    if found.written:
        return f"{called} {verb} a {DAYS[found.day.weekday()]}"
    it = " it" if called.startswith("In ") or called.endswith(" ago") else ""
    return f"{called}{it} {verb} {spell_day(found.day)}"


def _capitalise_day(called: str) -> str:
    """As it is written: `Next Friday`, `New years eve`."""
    words = [
        word.capitalize() if word.capitalize() in DAYS else word
        for word in called.removeprefix("on ").split()
    ]
    text = " ".join(words)
    return text[:1].upper() + text[1:]
