"""What of a text is the answer, and what a thought (law N2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.thoughts import Thoughts, answer_of
from text.examples import examples

ANSWERS = examples("answers, without their thoughts")
TOKENS = [
    *"<think> </think> <thinking> ` ``` a < </thi ~~~ <|channel|> final <|message|> <|end|> <|st".split(),
    "\n",
    " b ",
]


def answer(pieces, **how):
    """The answer, and how much of a text was ever given out."""
    thoughts, out, given = Thoughts(**how), "", 0
    for call in [*(lambda piece=piece: thoughts.feed(piece) for piece in pieces), thoughts.finish]:
        text = call()
        out = text if thoughts.took_back else out + text
        given += len(text)
    return out, given


@pytest.mark.parametrize(("text", "expected"), ANSWERS)
def test_N2_only_the_answer_is_left_however_it_is_cut(text, expected):
    for size in (1, 2, 3, 5, 8, len(text) or 1):
        assert answer([text[at : at + size] for at in range(0, len(text), size)])[0] == expected
    assert answer_of(text) == expected


@given(st.lists(st.sampled_from(TOKENS)), st.booleans())
def test_N2_the_cuts_change_nothing(tokens, begun):
    text = "".join(tokens)
    ways = {answer(one, begun=begun)[0].strip() for one in (tokens, list(text), [text])}
    assert len(ways) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A sum.\nTwo plus two.\n</think>\n\nFour.", "Four."),
        ("Four.", "Four."),
        ("A sum. <think>b</think>Four.", "A sum. Four."),
    ],
)
def test_N2_of_who_writes_only_the_closing_mark_no_thought_is_ever_given(text, expected):
    assert answer(list(text), begun=True) == (expected, len(expected))


def test_nothing_is_held_back_for_longer_than_a_tag():
    thoughts, out = Thoughts(), ""
    for c in "x" * 1000 + "<think>" + "y" * 1000:
        out += thoughts.feed(c)
    assert out == "x" * 1000
    assert thoughts.thinking
