"""Which pieces of what is said begin a paragraph, as the written text has it."""

import pytest

from solovox.text.sentences import Paragraphs
from solovox.text.speakable import Speakable

SHOPS = "Two shops are open. Both close at six.\n\nThe first sells bread. It is near.\n\n- one\n- two\n"


def beginnings(text, size):
    """What is said of the first pieces of paragraphs, if the text comes in deltas of that size."""
    speakable, paragraphs, found = Speakable(), Paragraphs(), []
    for at in range(0, len(text), size):
        delta = text[at : at + size]
        paragraphs.feed(delta)
        found += [one.said for one in speakable.feed(delta) if paragraphs.begins(one.shown_to)]
    return found + [one.said for one in speakable.finish() if paragraphs.begins(one.shown_to)]


@pytest.mark.parametrize("size", [1, 7, 1_000])
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("One line. Two of them.", ["One line."]),
        (SHOPS, ["Two shops are open.", "The first sells bread.", "one"]),
        ("A line.\nAnother line.\n  \nThe next.", ["A line.", "The next."]),
        (
            "Look:\n\n```\nx = 1\n\ny = 2\n```\n\nThat is all.",
            ["Look:", "a code block of 3 lines, on screen.", "That is all."],
        ),
    ],
    ids=["one", "three", "a blank line with spaces", "code"],
)
def test_N7_the_first_piece_behind_a_blank_line_begins_a_paragraph(text, first, size):
    assert beginnings(text, size) == first
