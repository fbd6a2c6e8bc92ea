"""Writing to spoken words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.g2p.spoken_tokens import TokenKind, tokens
from text.examples import examples


def said(text):
    return " ".join(token.text for token in tokens(text))


@pytest.mark.parametrize(
    ("written", "spoken"),
    examples("words of a voice"),
)
def test_what_is_said(written, spoken):
    assert said(written) == spoken


def test_only_the_last_word_completes_what_it_was_written_as():
    assert [(t.text, t.end) for t in tokens("in 5 ms.")] == [
        ("in", 2),
        ("five", 4),
        ("milliseconds", 7),
        (".", 8),
    ]


def test_letters_are_spelled_where_they_are_letters():
    assert [t.kind for t in tokens("5pm x")] == [TokenKind.WORD, TokenKind.LETTERS, TokenKind.WORD]


WRITING = st.text() | st.lists(
    st.sampled_from(["$", "5", ".", ":", "-", "/", " ", "a", "B", "_", "ms", "%", "1/2", "v1.", "\n", "’s", "0x", "@", "²"])
).map("".join)  # fmt: skip


@given(WRITING)
def test_any_text_reads_and_its_ends_never_fall(text):
    ends = [token.end for token in tokens(text)]
    assert ends == sorted(ends)
    assert all(0 <= end <= len(text) for end in ends)
    assert all(token.text for token in tokens(text))
