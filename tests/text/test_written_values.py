"""Every value that is written is said as that value (N2), and the matcher knows what our own voice says (G6)."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.signs import carries_value
from text.round_trip import believed, changed, wrong_passes
from text.written_values import pieces, right, spoken, values

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Is it on? No.", "is it on no"),
        ("Answer: No.", "answer no"),
        ('She said: "No."', "she said no"),
        ("See No. 5.", "see number five"),
        ("Ext. 42", "extension forty two"),
        ("It was Rs. 500", "it was five hundred rupees"),
        ("2½ cups", "two and a half cups"),
        ("10⁻³ s", "ten to the minus three seconds"),
        ("x²", "x squared"),
        ("5 m²", "five square meters"),
        ("1e-5", "one times ten to the minus five"),
        ("-1.5e-3", "minus one point five times ten to the minus three"),
        ("x<5, y>3", "x less than five y greater than three"),
        (">=3.11,<3.14", "at least three point one one less than three point one four"),
        ("CPU ↓ 3%", "cpu down three percent"),
        ("memory ↑ 12%", "memory up twelve percent"),
        ("It is –5 °C", "it is minus five degrees celsius"),
        ("$1.5bn", "one point five billion dollars"),
        ("₹1,00,000", "one hundred thousand rupees"),
        ("€1.234,56", "one thousand two hundred thirty four euros and fifty six cents"),
        ("1\u202f234,50 €", "one thousand two hundred thirty four euros and fifty cents"),
        ("5‰", "five per mille"),
        ("5¢", "five cents"),
        ("§3.2", "section three point two"),
        ("√9 = 3", "square root of nine equals three"),
        ("run 100 m; takes 3 h; 220 V; 3 g", "run one hundred meters takes three hours two hundred twenty volts three grams"),
        ("3 x 4 m", "three by four meters"),
        ("10 MB/s", "ten megabytes per second"),
        ("2h30m", "two hours thirty minutes"),
        ("2026-11-26T20:15:00Z", "november twenty sixth twenty twenty six at twenty fifteen u t c"),
        ("ZIP code 90210", "zip code nine zero two one zero"),
        ("(020) 7946 0018", "zero two zero seven nine four six zero zero one eight"),
        ("See docs.python.org/3/library", "see a link to docs dot python dot org"),
        ("GPT-5.1", "g p t five point one"),
        ("==highlight==", "highlight"),
        ("Tests: ✅, Build: ❌", "tests check build cross"),
        ("World War II, Louis XIV, Chapter V", "world war two louis fourteen chapter five"),
        ("Call `convertToBase64String`.", "call convert to base sixty four string"),
        ("The id aB3dE5fG7hJ9kL1m.", "the id an id"),
        ("IT IS ON AND OK NOW", "it is on and ok now"),
        ("fe80::1", "f e eight zero colon colon one"),
        ("if a<b and c>d", "if a less than b and c greater than d"),
        ("It costs $5–$10.", "it costs five dollars to ten dollars"),
        ("On 2026/12/25.", "on december twenty fifth twenty twenty six"),
        ("in 1:23:45.678", "in one twenty three and forty five point six seven eight seconds"),
        ("5 ㎬ by 2 ㍷, 3 ㎹, 7 ㎮ and 1 ㌧", "five gpa by two dm three mv seven rad over s and one ton"),
        ("It says ⧠ there.", "it says square with contoured outline there"),
        ("12 ㎡ at 3㎧, 17％ at 300 \u212a", "twelve square meters at three meters per second seventeen percent at three hundred kelvins"),
        ("It costs ₪8.", "it costs eight shekels"),
        ("x86-64 and SHA-256", "x eighty six sixty four and sha two fifty six"),
    ],
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


@given(st.sampled_from(OF_VALUE), st.sampled_from(["{}", "a{}", "{}5", "5{}", "5 {} 6", "({})", "x{}y"]))
def test_G6_the_matcher_knows_what_our_own_voice_says_of_any_sign(c, place):
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
