"""Which day is meant by sixty phrases, on Saturday, November 21st, 2026. The table was written before the reader."""

import contextlib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.lang.en.days import NoSuchDay, find_day, is_day

TODAY = date(2026, 11, 21)
UNKNOWN = "I don't know which day"
MEANT = {
    "today": "2026-11-21", "tomorrow": "2026-11-22", "yesterday": "2026-11-20", "the day after tomorrow": "2026-11-23",
    "the day before yesterday": "2026-11-19", "a week from tomorrow": "2026-11-29", "two weeks from today": "2026-12-05",
    "a week from friday": "2026-12-04", "in ten days": "2026-12-01", "in 3 weeks": "2026-12-12", "in a month": "2026-12-21",
    "two days ago": "2026-11-19", "a year ago": "2025-11-21", "three months ago": "2026-08-21", "six weeks from now": "2027-01-02",
    "twenty five days from today": "2026-12-16", "last monday": "2026-11-16", "next friday": "2026-11-27", "friday": "2026-11-27",
    "this sunday": "2026-11-22", "last saturday": "2026-11-14", "next saturday": "2026-11-28", "saturday": "2026-11-21",
    "on tuesday": "2026-11-24", "march the third": "2027-03-03", "the third of march": "2027-03-03", "March 3rd": "2027-03-03",
    "the 4th of July, 1976": "1976-07-04", "july fourth nineteen seventy six": "1976-07-04", "25 December 2030": "2030-12-25",
    "the twenty fifth of december": "2026-12-25", "January first": "2027-01-01", "Feb. 29": "2028-02-29", "2026-12-24": "2026-12-24",
    "the 1st": "2026-12-01", "the thirty first": "2026-12-31", "New Year's Eve": "2026-12-31", "Christmas": "2026-12-25",
    "last Christmas": "2025-12-25", "halloween 2027": "2027-10-31", "valentine's day": "2027-02-14", "two days before christmas": "2026-12-23",
    "the day after new year's day": "2027-01-02", "september twenty first": "2027-09-21", "last july 4th": "2026-07-04",
}  # fmt: skip
NOT_KNOWN = (
    "Easter", "my birthday", "the weekend", "soon", "may", "ten", "two", "next week", "in a few days", "monday or tuesday",
    "tomorrow's weather", "in the morning", "3/4/2026", "5.5 days ago", "25.12.2026", "the second monday of may", "friday the 13th",
)  # fmt: skip


@pytest.mark.parametrize(("said", "day"), MEANT.items())
def test_C7_the_day_that_is_meant(said, day):
    assert find_day(said, TODAY).day.isoformat() == day


@pytest.mark.parametrize("said", NOT_KNOWN)
def test_C7_what_has_no_one_day_is_not_known(said):
    assert not is_day(said)
    with pytest.raises(NoSuchDay, match=UNKNOWN):
        find_day(said, TODAY)


@pytest.mark.parametrize(
    "said", ["February 30th", "february twenty ninth 2027", "2026-13-01", "9999 years from now", "the 0th"]
)
def test_C7_a_day_that_no_year_has_is_said_to_be_none(said):
    assert is_day(said)
    with pytest.raises(NoSuchDay, match=f"there is no {said}"):
        find_day(said, TODAY)


@given(st.text(max_size=60), st.dates())
def test_no_words_break_it(text, today):
    with contextlib.suppress(NoSuchDay):
        find_day(text, today)


@given(
    st.dates(),
    st.sampled_from(
        "next friday|last monday|the 31st|last the 1st|in 5 months|2 years ago|february 29".split("|")
    ),
)
def test_no_day_breaks_it(today, asked):
    try:
        found = find_day(asked, today)
    except NoSuchDay:
        return
    assert (found.day < today) == (asked.startswith("last") or asked.endswith("ago"))
