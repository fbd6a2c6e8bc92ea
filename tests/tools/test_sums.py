"""Sums and units: exact, bounded, in the words people use."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.lang.en.numbers import in_words
from solovox.lang.en.sums import NotASum
from solovox.lang.en.units import MEASURES
from solovox.tools.arithmetic import CannotConvert, calculate, convert_unit, tell_number


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("12 * 7", "84"),
        ("twelve times seven", "84"),
        ("12 x 7", "84"),
        ("square root of 16", "4"),
        ("square root of 2", "about 1.41421"),
        ("the cube root of 27", "3"),
        ("15% of 80", "12"),
        ("fifteen percent of two hundred", "30"),
        ("80 plus 15 percent", "92"),
        ("100 minus 20%", "80"),
        ("2 to the power of ten", "1024"),
        ("2**-1", "0.5"),
        ("-3^2", "-9"),
        ("2^3^2", "512"),
        ("(1 + 2) * 3", "9"),
        ("1 + 2 * 3", "7"),
        ("a hundred and forty four divided by twelve", "12"),
        ("three point five plus two", "5.5"),
        ("0.1 + 0.2", "0.3"),
        ("1/3", "about 0.333333"),
        ("half of ninety", "45"),
        ("nine squared", "81"),
        ("twice 21", "42"),
        ("7!", "5040"),
        ("1,000 + 1", "1001"),
        ("10^20", "about 1 times 10 to the power of 20"),
        ("minus 5 plus 3", "-2"),
        ("0^0", "1"),
        ("2 / 3 * 3", "2"),
    ],
)
def test_sums(asked, answer):
    assert tell_number(calculate(asked)) == answer


@pytest.mark.parametrize(
    "asked",
    ["1/0", "0^-1", "9^9^9", "10^100000", "2^(10^30)", "500!", "(-1)!", "square root of -1", "(-8)^0.5", "1+", "()", "(1",
     "1)", "2 2", "import os", "__import__('os')", "x", "", "1;2", "9" * 400, "(" * 200, "9!" * 50, "1e400",
     "1" * 299 + "!", "(2^4000)^0.5 * 2^4000", "999999999^999999999^0.5"],
)  # fmt: skip
def test_what_is_no_sum_or_too_large_is_one_line(asked):
    with pytest.raises(NotASum) as caught:
        tell_number(calculate(asked))
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="0123456789+-*/^()%.! xsqrtofand", max_size=40))
def test_no_text_breaks_the_calculator(asked):
    with contextlib.suppress(NotASum):
        assert tell_number(calculate(asked))


WHOLE = st.integers(min_value=0, max_value=10**6)


@given(WHOLE, WHOLE, WHOLE)
def test_words_and_digits_agree_with_python(a, b, c):
    expected = str(a + b * c)
    assert tell_number(calculate(f"{a} + {b} * {c}")) == expected
    assert tell_number(calculate(f"{in_words(a)} plus {in_words(b)} times {in_words(c)}")) == expected


@given(st.fractions(max_denominator=10**6), st.integers(min_value=1, max_value=9))
def test_six_digits_are_told_of_what_is_not_exact(number, scale):
    shown = tell_number(calculate(f"{number.numerator} / {number.denominator} / {scale}")).removeprefix(
        "about "
    )
    exact = number / scale
    if "times 10" not in shown:
        assert abs(Fraction(shown) - exact) <= abs(exact) / 10**5


@pytest.mark.parametrize(
    ("value", "source", "target", "answer"),
    [
        (5, "miles", "kilometers", "5 miles is 8.04672 kilometres"),
        (1, "mile", "feet", "1 mile is 5280 feet"),
        (100, "F", "C", "100 degrees Fahrenheit is about 37.7778 degrees Celsius"),
        (-40, "degrees celsius", "fahrenheit", "-40 degrees Celsius is -40 degrees Fahrenheit"),
        (0, "celsius", "kelvin", "0 degrees Celsius is 273.15 kelvins"),
        (60, "mph", "km/h", "60 miles per hour is 96.56064 kilometres per hour"),
        (1, "gb", "megabytes", "1 gigabyte is 1000 megabytes"),
        (3, "hours", "minutes", "3 hours is 180 minutes"),
        (2, "cups", "tablespoons", "2 cups is 32 tablespoons"),
        (1, "acre", "square feet", "1 acre is 43560 square feet"),
    ],
)
def test_units(value, source, target, answer):
    assert convert_unit(value, source, target) == answer


@pytest.mark.parametrize(
    ("value", "source", "target"),
    [
        (1, "kg", "miles"),
        (1, "parsec", "km"),
        (-300, "c", "f"),
        (float("nan"), "m", "km"),
        (1e300, "m", "km"),
        (1, "", "m"),
    ],
)
def test_what_cannot_be_converted(value, source, target):
    with pytest.raises(CannotConvert):
        convert_unit(value, source, target)


@given(st.sampled_from(sorted(MEASURES)), st.integers(min_value=1, max_value=1000))
def test_every_unit_is_itself(name, value):
    said = convert_unit(value, name, name)
    assert said.split(" is ")[0] == said.split(" is ")[1].removeprefix("about ")
