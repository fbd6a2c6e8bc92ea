"""Other days and other places: the right one, or an honest "I don't know"."""

from datetime import UTC, datetime
from zoneinfo import TZPATH

import pytest

from solovox.lang.en.places import zone_of
from solovox.tools.time_of_day import DateTool, GetTime


def now():
    """A Saturday afternoon."""
    return datetime(2026, 11, 21, 15, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("today", "Today is Saturday, November 21st, 2026"),
        ("yesterday", "Yesterday was Friday, November 20th, 2026"),
        ("tomorrow", "Tomorrow is Sunday, November 22nd, 2026"),
        ("the day after tomorrow", "The day after tomorrow is Monday, November 23rd, 2026"),
        ("3 days ago", "3 days ago it was Wednesday, November 18th, 2026"),
        ("in 2 weeks", "In 2 weeks it is Saturday, December 5th, 2026"),
        ("a year from now", "A year from now is Sunday, November 21st, 2027"),
        ("December 25th", "December 25th, 2026 is a Friday"),
        ("25 December", "December 25th, 2026 is a Friday"),
        ("the 4th of July, 1976", "July 4th, 1976 was a Sunday"),
        ("July 4th 1976", "July 4th, 1976 was a Sunday"),
        ("last July 4th", "July 4th, 2026 was a Saturday"),
        ("July 4th", "July 4th, 2027 is a Sunday"),
        ("February 29th", "February 29th, 2028 is a Tuesday"),
        ("2026-12-25", "December 25th, 2026 is a Friday"),
        ("the 1st", "December 1st, 2026 is a Tuesday"),
        ("the 21st", "November 21st, 2026 is a Saturday"),
        ("Christmas", "Christmas is Friday, December 25th, 2026"),
        ("New Year's Eve", "New Years Eve is Thursday, December 31st, 2026"),
        ("next Friday", "Next Friday is Friday, November 27th, 2026"),
        ("last Saturday", "Last Saturday was Saturday, November 14th, 2026"),
        ("Saturday", "Saturday is Saturday, November 21st, 2026"),
        ("next Saturday", "Next Saturday is Saturday, November 28th, 2026"),
        ("next month", "Next month is December 2026"),
        ("last year", "Last year was 2025"),
    ],
)
async def test_another_day_is_told(asked, text):
    result = await DateTool(now).run({"day": asked})
    assert (result.text, result.failed) == (text, False)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Easter", "I don't know which day Easter is"),
        ("my birthday", "I don't know which day my birthday is"),
        ("February 30th", "there is no February 30th"),
        ("February 29th 2027", "there is no February 29th 2027"),
        ("2026-13-01", "there is no 2026-13-01"),
        ("9999 years from now", "there is no 9999 years from now"),
        ("the 0th", "there is no the 0th"),
    ],
)
async def test_a_day_that_is_none_or_not_known_is_said_to_be(asked, text):
    result = await DateTool(now).run({"day": asked})
    assert (result.text, result.failed) == (text, True)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Christmas", "Christmas is in 34 days"),
        ("yesterday", "Yesterday was 1 day ago"),
        ("today", "Today is today"),
    ],
)
async def test_days_are_counted(asked, text):
    assert (await DateTool(now).run({"day": asked, "count": True})).text == text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("Tokyo", "The time in Tokyo is 12:05 AM on Sunday."),
        ("london", "The time in London is 3:05 PM."),
        ("new york", "The time in New York is 10:05 AM."),
        ("São Paulo", "The time in Sao Paulo is 12:05 PM."),
        ("the UK", "The time in the UK is 3:05 PM."),
        ("india", "The time in India is 8:35 PM."),
        ("san francisco", "The time in San Francisco is 7:05 AM."),
    ],
)
async def test_the_time_elsewhere_is_the_time_there(place, text):
    result = await GetTime(now).run({"place": place})
    assert (result.text, result.failed) == (text, False)


@pytest.mark.parametrize("place", ["Springfield", "2 hours", "Australia", "Mars", "North"])
async def test_the_time_in_a_place_that_is_not_known_is_not_guessed(place):
    result = await GetTime(now).run({"place": place})
    assert (result.text, result.failed) == (f"I don't know what time it is in {place}", True)


async def test_the_date_elsewhere_is_the_date_there():
    assert (await DateTool(now).run({"place": "tokyo"})).text == "Sunday, November 22nd, 2026 in Tokyo"


def test_time_zones_are_known_here():
    """Else this machine cannot say what time it is elsewhere, and these tests would not know either."""
    assert TZPATH
    assert zone_of("Tokyo")[1].key == "Asia/Tokyo"
