"""What is said around a request is taken off, and nothing of the request; sums and numbers in words."""

import pytest

from solovox.lang.en.asking import as_said, bare
from solovox.lang.en.numbers import in_digits, in_words
from solovox.lang.en.sums import sum_in
from solovox.text.spoken.figures import ordinal
from solovox.text.spoken.forms import first
from text.examples import examples


@pytest.mark.parametrize(
    ("said", "left"),
    examples("requests, and what is left"),
)
def test_a_request_is_left(said, left):
    assert bare(said, "Luna") == left


def test_a_slot_is_told_as_it_was_said():
    assert as_said("hello there world", "Echo: Hello there, World!") == "Hello there, World"
    assert as_said("a b", "nothing of it") == "a b"


@pytest.mark.parametrize(
    ("said", "sum_"),
    [
        ("subtract 5 from 12", "12 minus (5)"),
        ("add two and three", "two plus three"),
        ("12 times seven", "12 times seven"),
        ("12 times the price", None),
        ("add two and two to my list", None),
        ("seven", None),
    ],
)
def test_a_sum_is_all_of_what_was_said(said, sum_):
    assert sum_in(said) == sum_


@pytest.mark.parametrize("number", [*range(1, 101), 111, 1_000, 20_021, 10**12])
def test_a_number_in_words_is_read_back(number):
    assert in_digits(f"say {in_words(number)} times") == f"say {number} times"
    if number % 100:
        assert in_digits(f"the {first(ordinal(str(number)))} of them").split()[1][:-2] == str(number)
