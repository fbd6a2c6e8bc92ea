"""Where sentences end."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.sentences import ENDS, WIDE_ENDS, EndVerdict, sentence_end


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
    [
        ["Dr. Smith met Mrs. Jones.", "They talked."],
        ["It costs $3.50 today.", "Buy v2.1.3 now."],
        ["Use e.g. a list.", "Or not."],
        ["We meet at 5 p.m. on Monday.", "Come."],
        ["We left at 5 p.m.", "Then it rained."],
        ['"Stop!" he said.', "She did."],
        ['He said "go."', "She went."],
        ["The U.S. Army came.", "So did J. Smith."],
        ["See fig. 3 and no. 5.", "No.", "I will not."],
        ["Really?!", "Yes…", "Maybe."],
        ["Wait... what?", "Oh."],
        ["pi is 3.14159.", "Good."],
        ["Open main.py.", "Run it."],
        ["So do I.", "Good."],
        ["これは本です。", "はい。"],
        ["Apples, pears, etc.", "All are fruit."],
    ],
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
