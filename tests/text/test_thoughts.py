"""What of a text is the answer, and what a thought (law N2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.thoughts import Thoughts, answer_of

ANSWERS = [
    ("<think>Hm. 6*7.</think>\n\nIt is 42.", "It is 42."),
    ("<thinking>Hm.\nWell.</thinking>It is 42.", "It is 42."),
    ("<THINK >Hm.</Think>It is 42.", "It is 42."),
    ("<think></think>\n\nYes.", "Yes."),
    ("<think>a</think>\nOne. <think>b</think>Two.", "One. Two."),
    ("<think>It is never closed. It is 41", ""),
    ("One.\n<think>and on", "One.\n"),
    ("1 < 2 and <thin> is a tag, <thinker> too.", "1 < 2 and <thin> is a tag, <thinker> too."),
    ("A tag without an end: <think", "A tag without an end: <think"),
    ("Write `<think>` before it.", "Write `<think>` before it."),
    ("```\n<think>a</think>\n```\nSo.", "```\n<think>a</think>\n```\nSo."),
    ("~~~xml\n<think>\n~~~\n<think>b</think>So.", "~~~xml\n<think>\n~~~\nSo."),
    ("It`s fine.\n<think>b</think>So.", "It`s fine.\nSo."),
    ("the thought goes on</think>\nIt is 42.", "It is 42."),
    ("It is a sum.\nTwo plus two.</think>  \n\nFour.", "Four."),
    ("It is a sum.\n</think>Four.", "Four."),
    ("The thought is all of it.\n</think>", ""),
    ("The thought is all of it.</think>", ""),
    ("</think>\n\nFour.", "Four."),
    ("I took the </think> out.", "I took the </think> out."),
    ("Write `</think>`\nbehind it.", "Write `</think>`\nbehind it."),
    ("<think>a</think>One.</think>\nTwo.", "Two."),
    (
        "<|channel|>analysis<|message|>A sum.<|end|><|start|>assistant<|channel|>final<|message|>Four.<|return|>",
        "Four.",
    ),
    ("<|start|>assistant<|message|>Four.<|end|>", "Four."),
    ("<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|>", ""),
    ("<|channel|>final <|constrain|>json<|message|>{}", "{}"),
    ("Write `<|channel|>` and `<|message|>`.", "Write `<|channel|>` and `<|message|>`."),
    ("a <| b |> c", "a <| b |> c"),
    ("  Plain.\n", "  Plain.\n"),
    ("", ""),
]
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
