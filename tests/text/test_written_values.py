"""Every value that is written is said as that value (N2), and the matcher knows what our own voice says (G6)."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.spoken.signs import carries_value
from text.examples import examples
from text.round_trip import believed, changed, wrong_passes
from text.written_values import pieces, right, spoken, values

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("written", "said"),
    [*examples("values"), ("1\u202f234,50 €", "one thousand two hundred thirty four euros and fifty cents"), ("12 ㎡ at 3㎧, 17％ at 300 \u212a", "twelve square meters at three meters per second seventeen percent at three hundred kelvins")],
)  # fmt: skip
def test_N2_a_value_is_said_as_what_it_is(written, said):
    assert spoken(written) == said


@pytest.mark.parametrize("apart", [False, True])
def test_N2_of_all_kinds_of_written_values_nearly_all_are_said_right(apart):
    found = values(apart=apart)
    wrong = [
        value.kind if apart else f"{value.text!r}: {spoken(value.text)!r}"
        for value in found
        if not right(value)
    ]
    assert len(wrong) <= 0.005 * len(found), "\n".join(wrong)


CARRYING = ("Nd", "Nl", "No", "Sm", "Sc")
ARROWS = (
    *range(0x2190, 0x2200),
    *range(0x27F0, 0x2800),
    *range(0x2900, 0x2980),
    *range(0x2B00, 0x2B12),
    *range(0x1F800, 0x1F80C),
)
OF_VALUE = [
    chr(one)
    for one in range(sys.maxunicode)
    if unicodedata.category(chr(one)) in CARRYING
    or unicodedata.decomposition(chr(one)).startswith("<square>")
    or (one in ARROWS and unicodedata.category(chr(one)) != "Cn")
]
NOT_SAID = {"|": "between the cells of a table, or two names"}
"""In prose."""


def test_N2_no_character_of_unicode_that_carries_a_value_is_passed_over():
    assert len(OF_VALUE) > 2500
    passed = [c for c in OF_VALUE if spoken(f"It is {c} here.") == "it is here"]
    assert passed == [*NOT_SAID]
    assert all(carries_value(c) for c in OF_VALUE)


def test_G6_the_matcher_knows_what_our_own_voice_says_of_every_sign():
    texts = [" ".join(pieces(f"It is {c} here.")) for c in OF_VALUE]
    assert [text for text in texts if not believed(text, spoken(text))] == []


@given(st.sampled_from(OF_VALUE), st.sampled_from(["a{}", "{}5", "5{}", "5 {} 6", "({})", "x{}y"]))
def test_G6_the_matcher_knows_it_beside_figures_and_words(c, place):
    script = " ".join(pieces(f"It is {place.format(c)} here."))
    assert believed(script, spoken(script)), (script, spoken(script))


def test_G6_the_matcher_knows_what_our_own_voice_says_of_every_value():
    texts = [" ".join(pieces(value.text)) for value in values(apart=False)]
    assert [text for text in texts if not believed(text, spoken(text))] == []


def test_G6_and_believes_it_of_no_value_with_another_digit_sign_or_unit():
    found = values(apart=False)[::5]
    passed = [(value.text, other) for value in found for other in wrong_passes(value, spoken(value.text))]
    assert sum(len([*changed(value.written)]) for value in found) > 900
    assert passed == []
