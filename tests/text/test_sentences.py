"""Where sentences end."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.sentences import ENDS, WIDE_ENDS, EndVerdict, Paragraphs, sentence_end
from solovox.text.speakable import Speakable
from text.examples import examples


def spans(text: str) -> list[tuple[int, int]]:
    """The sentences of a whole text as (first, end) indices that leave no character out."""
    found: list[tuple[int, int]] = []
    start = at = 0
    for mark in re.finditer(f"[{ENDS}{WIDE_ENDS}]|\n[ \t]*\n", text):
        at = mark.start()
        if at < start:
            continue
        end = mark.end() if text[at] == "\n" else sentence_end(text, at, final=True, start=start)
        if isinstance(end, int):
            found.append((start, end))
            start = end
    if start < len(text):
        found.append((start, len(text)))
    return found


def sentences(text: str) -> list[str]:
    return [text[a:b].strip() for a, b in spans(text)]


@pytest.mark.parametrize(
    "expected",
    [row.split(" | ") for (row,) in examples("sentences")],
)
def test_sentences(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


@given(st.text(alphabet="aB 1.!?…\n\"')(。eg", max_size=60))
def test_no_character_is_left_out(text: str) -> None:
    found = spans(text)
    assert "".join(text[a:b] for a, b in found) == text
    assert all(a < b for a, b in found)


@given(
    st.text(alphabet="aB 1.!?…\n\"')(。eg", min_size=1, max_size=40), st.text(alphabet="aB .1\n", max_size=10)
)
def test_a_verdict_once_given_holds_whatever_follows(text: str, more: str) -> None:
    for at in range(len(text)):
        if text[at] in ".!?…。":
            verdict = sentence_end(text, at)
            assert verdict is EndVerdict.UNSURE or sentence_end(text + more, at) == verdict


# Which pieces of what is said begin a paragraph, as the written text has it.

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
