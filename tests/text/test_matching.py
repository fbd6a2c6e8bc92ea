"""The same words, however they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.lang.en.numbers import in_words, number_at
from solovox.text.matching import errors, normalise, same, words
from text.examples import examples


@pytest.mark.parametrize(
    ("one", "other"),
    examples("the same words"),
)
def test_same(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    examples("other words"),
)
def test_not_the_same(one: str, other: str) -> None:
    assert not same(one, other)


@given(st.integers(min_value=-(10**15) + 1, max_value=10**15 - 1))
def test_a_number_in_words_is_its_digits(number: int) -> None:
    expected = [str(abs(number))]
    assert normalise(in_words(number)) == (["minus", *expected] if number < 0 else expected)


GROUPS = ["", " thousand", " million", " billion", " trillion"]


@given(st.integers(1, 10**15 - 1), st.integers(0, 31))
def test_each_group_of_a_number_may_be_digits_or_words(number: int, as_digits: int) -> None:
    groups = [(number // 1000**n % 1000, scale, as_digits >> n & 1) for n, scale in enumerate(GROUPS)]
    said = [(str(value) if digits else in_words(value)) + scale for value, scale, digits in groups if value]
    assert normalise(" ".join(reversed(said))) == [str(number)]


@given(
    st.decimals(0, 999, places=3).filter(lambda one: one % 1),
    st.sampled_from([("thousand", "k", 10**3), ("million", "m", 10**6), ("billion", "bn", 10**9)]),
)
def test_an_amount_is_the_same_in_every_writing(amount: Decimal, scale: tuple[str, str, int]) -> None:
    name, short, factor = scale
    plain = f"{amount:f}".rstrip("0")
    fraction = " ".join(in_words(int(digit)) for digit in plain.partition(".")[2])
    said = f"{in_words(int(amount))} point {fraction} {name}"
    assert normalise(said) == normalise(f"{plain} {name}") == [str(int(amount * factor))]
    assert normalise(f"{said} dollars") == normalise(f"${plain} {name}") == normalise(f"${plain}{short}")


def test_too_large_for_words() -> None:
    with pytest.raises(ValueError, match="too large"):
        in_words(10**15)


@given(st.text(max_size=80))
def test_every_word_stands_where_it_says(text: str) -> None:
    found = words(text)
    assert all(0 <= word.first < word.end <= len(text) and word.norm for word in found)


@given(
    st.lists(
        st.sampled_from("one two point hundred and thousand twenty first million a oh".split()), min_size=1
    )
)
def test_any_order_of_number_words_is_read(tokens: list[str]) -> None:
    found = number_at(tokens, 0)
    assert found is None or 1 <= found.words <= len(tokens)


LETTERS = st.lists(st.sampled_from("abcd"), max_size=7)


@given(LETTERS, LETTERS)
def test_word_errors_account_for_both_lengths(reference: list[str], hypothesis: list[str]) -> None:
    found = errors(" ".join(reference), " ".join(hypothesis))
    assert found.reference == len(reference)
    assert len(reference) - found.deleted + found.inserted == len(hypothesis)
    assert (found.count == 0) == (reference == hypothesis)
    assert found.count <= max(len(reference), len(hypothesis))
    assert errors(" ".join(hypothesis), " ".join(reference)).count == found.count


def test_word_error_rate() -> None:
    found = errors("the cat sat on the mat", "the cat sat mat now")
    assert (found.count, found.rate) == (3, 0.5)
    assert errors("", "x").rate == 1.0
    assert errors("", "").rate == 0.0
