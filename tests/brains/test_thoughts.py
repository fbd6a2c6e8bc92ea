"""Thoughts of a model are neither said nor shown, however they are cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.brains.chat_wire import Thoughts

ANSWERS = [
    ("<think>Hm. 6*7.</think>\n\nIt is 42.", "It is 42."),
    ("<thinking>Hm.\nWell.</thinking>It is 42.", "It is 42."),
    ("<THINK >Hm.</Think>It is 42.", "It is 42."),
    ("<think></think>\n\nYes.", "Yes."),
    ("<think>a</think>\nOne. <think>b</think>Two.", "One. Two."),
    ("<think>It is never closed. It is 41", ""),
    ("One.\n<think>and on", "One.\n"),
    (
        "I think so. 1 < 2 and <thin> is a tag, <thinker> too.",
        "I think so. 1 < 2 and <thin> is a tag, <thinker> too.",
    ),
    ("A tag without an end: <think", "A tag without an end: <think"),
    ("Write `<think>` before it.", "Write `<think>` before it."),
    ("```\n<think>a</think>\n```\nSo.", "```\n<think>a</think>\n```\nSo."),
    ("~~~xml\n<think>\n~~~\n<think>b</think>So.", "~~~xml\n<think>\n~~~\nSo."),
    ("It`s fine.\n<think>b</think>So.", "It`s fine.\nSo."),
    ("the thought goes on</think>\nIt is 42.", "the thought goes on\nIt is 42."),
    ("  Plain.\n", "  Plain.\n"),
    ("", ""),
]


def answer(pieces):
    thoughts = Thoughts()
    return "".join([thoughts.feed(piece) for piece in pieces]) + thoughts.finish()


@pytest.mark.parametrize(("text", "expected"), ANSWERS)
def test_only_the_answer_is_left_however_it_is_cut(text, expected):
    for size in (1, 2, 3, 5, 8, len(text) or 1):
        assert answer([text[at : at + size] for at in range(0, len(text), size)]) == expected


@given(
    st.lists(
        st.sampled_from(
            ["<think>", "</think>", "<thinking>", "`", "```", "\n", "a", " b ", "<", "</thi", "~~~"]
        )
    )
)
def test_the_cuts_change_nothing(tokens):
    text = "".join(tokens)
    assert answer(tokens).strip() == answer(list(text)).strip() == answer([text]).strip()


def test_nothing_is_held_back_for_longer_than_a_tag():
    thoughts, out = Thoughts(), ""
    for c in "x" * 1000 + "<think>" + "y" * 1000:
        out += thoughts.feed(c)
    assert out == "x" * 1000
    assert thoughts.thinking
