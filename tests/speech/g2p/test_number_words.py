"""Numbers as they are said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.g2p import number_words


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("0", "zero"),
        ("13", "thirteen"),
        ("40", "forty"),
        ("99", "ninety nine"),
        ("100", "one hundred"),
        ("1,001", "one thousand one"),
        ("12345", "twelve thousand three hundred forty five"),
        ("1000000", "one million"),
        ("2,000,000,003", "two billion three"),
        ("007", "zero zero seven"),
        ("1234567890123456", "one two three four five six seven eight nine zero one two three four five six"),
    ],
)
def test_cardinals(written, said):
    assert number_words.cardinal(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1", "first"), ("2", "second"), ("3", "third"), ("5", "fifth"), ("8", "eighth"), ("9", "ninth"),
        ("12", "twelfth"), ("20", "twentieth"), ("21", "twenty first"), ("100", "one hundredth"),
    ],
)  # fmt: skip
def test_ordinals(written, said):
    assert number_words.ordinal(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("1999", "nineteen ninety nine"), ("1905", "nineteen oh five"), ("1900", "nineteen hundred"),
        ("2000", "two thousand"), ("2005", "two thousand five"), ("2026", "twenty twenty six"),
    ],
)  # fmt: skip
def test_years(written, said):
    assert number_words.year(written) == said


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("$", "5", "20", ""), "five dollars and twenty cents"),
        (("$", "1", "01", ""), "one dollar and one cent"),
        (("£", "0", "50", ""), "fifty pence"),
        (("€", "3", "5", "million"), "three point five million euros"),
        (("¥", "100", "", ""), "one hundred yen"),
    ],
)
def test_money(parts, said):
    assert number_words.money(*parts) == said


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (("3", "00", ""), "three oclock"), (("15", "00", ""), "fifteen hundred"), (("3", "05", "p"), "three oh five P M"),
        (("11", "30", "a"), "eleven thirty A M"), (("0", "15", ""), "zero fifteen"), (("6", "00", "p"), "six P M"),
    ],
)  # fmt: skip
def test_times_of_day(parts, said):
    assert number_words.clock(*parts) == said


@pytest.mark.parametrize(
    ("top", "bottom", "said"),
    [("1", "2", "one half"), ("3", "4", "three quarters"), ("2", "3", "two thirds"), ("24", "7", "twenty four seven"),
     ("7", "0", "seven over zero"), ("10", "3", "ten over three")],
)  # fmt: skip
def test_fractions(top, bottom, said):
    assert number_words.fraction(top, bottom) == said


@pytest.mark.parametrize(("written", "said"), [("8", "eight"), ("64", "sixty four"), ("256", "two fifty six"),
                                               ("404", "four zero four"), ("4096", "four zero nine six")])  # fmt: skip
def test_digits_in_names(written, said):
    assert number_words.grouped(written) == said


@given(st.integers(0, 10**15 - 1))
def test_a_comma_changes_nothing(n):
    assert number_words.cardinal(f"{n:,}") == number_words.cardinal(str(n))


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_two_numbers_never_sound_the_same(a, b):
    assert (number_words.cardinal(str(a)) == number_words.cardinal(str(b))) == (a == b)
