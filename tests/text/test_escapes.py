"""Control sequences for terminals go whole, and take nothing else with them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.escapes import LONGEST, Unescaped, without_escapes

TEXTS = [
    ("\x1b[31malert\x1b[0m", "alert"),
    ("\x1b[1;38;5;208mbold\x1b[m and \x1b[2Kcleared", "bold and cleared"),
    ("\x9b31malert\x9b0m", "alert"),
    ("\x1b]0;a title\x07text", "text"),
    ("\x1b]8;;http://e.x\x1b\\link\x1b]8;;\x1b\\", "link"),
    ("\x1bP1$r0m\x1b\\text\x1b(B and \x1b7\x1b8\x1bMmore", "text and more"),
    (
        "an end that is missing \x1b]0;not a title\nthe next line",
        "an end that is missing 0;not a title\nthe next line",
    ),
    ("\x1b[", ""),
    ("\x1b", ""),
    ("a\x1b", "a"),
    ("\x1b[31", "31"),
    ("é\x1bé", "éé"),
    ("[31m is a colour", "[31m is a colour"),
    ("", ""),
]


def streamed(pieces):
    stream = Unescaped()
    return "".join([stream.feed(piece) for piece in pieces]) + stream.finish()


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_a_sequence_goes_whole_however_it_is_cut(text, expected):
    assert without_escapes(text) == expected
    for size in (1, 2, 3, 7):
        assert streamed([text[at : at + size] for at in range(0, len(text), size)]) == expected


PARTS = [*"\x1b[]0;m\x07\x9b\x9c\\Pa \n(B", "x" * 50]


@given(st.lists(st.sampled_from(PARTS)))
def test_nothing_that_controls_a_terminal_is_left(parts):
    text = "".join(parts)
    for left in (without_escapes(text), streamed(parts)):
        assert not set(left) & set("\x1b\x9b\x9c")
        assert left.count("\n") == text.count("\n")


@given(st.text(alphabet=st.characters(exclude_categories=["Cc"])))
def test_other_text_is_left_as_it_is(text):
    assert without_escapes(text) == streamed(list(text)) == text


def test_a_sequence_without_an_end_is_not_waited_for_for_ever():
    stream = Unescaped()
    out = stream.feed("\x1b]0;") + "".join(stream.feed("x" * 100) for _ in range(LONGEST // 50))
    assert len(out) > LONGEST
