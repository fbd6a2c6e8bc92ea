"""Said is not displayed (N2), and the first piece comes as early as it can (N3)."""

import time
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from portions import sampled
from solovox.text.markdown.inline import MARKUP
from solovox.text.speakable import Speakable, SpeakablePiece
from text.examples import examples

pytestmark = pytest.mark.slow

FRAGMENTS = [
    "Sure, here it is. ", "Hello", " world", ".", "!", "?", ",", ": ", "; ", " — ", "\n", "\n\n", "```", "```python\n",
    "`", "**", "*", "_", "# ", "- ", "1. ", "> ", "|", "| a | b |\n", "|---|---|\n", "a | b\n", "--- | ---\n", "---",
    "[text](https://foo.dev/a)", "[", "](", ")", "(", "<", ">", "<br>", "$$", "\\[", "Dr. ", "e.g. ", "3.14", "v1.2.3",
    "123e4567-e89b-12d3-a456-426614174000", "9f9abc12de", "src/app/main.py", "snake_case_name", "😀", "x" * 70, " " * 60,
    "…", "。", '"', "'", "~~", "~~x. y~~", "&amp;", "\t", "    ", "    at run (a.js:1:2)\n", "at", "Traceback (most recent call last):\n",
    "diff --git a/x b/x\n", "@@ -1 +1 @@\n", "*** Begin Patch\n", "*** End Patch\n", "+a\n", '{"a": 1}\n', "{\n", "}\n", "[[1]]\n",
    "├── a\n", "[1]: x\n", "- ```\n", "```diff\n", "-b\n", "$ ", "$x^2$", "❌ ", "⚠️ ", "\n\n    x = 1\n", "\ue000", "\r\n", "é", "\ud800", "U.S. ", "5 p.m. ", "No. 5 ", "word " * 80,
]  # fmt: skip
MARKDOWN = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=40).map("".join)


def converted(*deltas: str) -> list[SpeakablePiece]:
    speakable = Speakable()
    pieces = [piece for delta in deltas for piece in speakable.feed(delta)]
    return pieces + speakable.finish()


def said(text: str) -> list[str]:
    return [piece.said for piece in converted(text) if piece.said]


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


@given(MARKDOWN, st.lists(st.integers(min_value=0), max_size=12))
@example("a | b\n--- | ---\n1 | 2", [3])
@example("。Dr. Sure, here it is. ", [1])
@example("Use `x. Y` now. Then", [6])
def test_N2_pieces_do_not_depend_on_how_the_text_was_cut(text: str, places: list[int]) -> None:
    whole = converted(text)
    assert converted(*cut(text, places)) == whole
    assert converted(*text) == whole


@given(MARKDOWN)
def test_N2_what_was_shown_only_grows_and_ends_with_the_text(text: str) -> None:
    shown = [piece.shown_to for piece in converted(text)]
    assert shown == sorted(shown)
    assert shown[-1:] == ([len(text)] if text else [])


@given(MARKDOWN)
def test_N2_no_markup_is_ever_said_and_only_the_last_piece_may_be_silent(text: str) -> None:
    pieces = converted(text)
    assert not [piece for piece in pieces if MARKUP & set(piece.said) or "\n" in piece.said]
    assert all(piece.said for piece in pieces[:-1])


@given(st.lists(st.sampled_from("alpha beta gamma delta".split()), min_size=1, max_size=200))
def test_N2_plain_words_are_all_said_in_order(words: list[str]) -> None:
    assert " ".join(said(" ".join(words))).split() == words


@pytest.mark.parametrize(
    ("shown", "spoken"),
    [*[(shown, said.split(" | ")) for shown, said in examples("shown, and what is said of it")], ("x" * 500 + " done.", ["a long string", "done."])],
)  # fmt: skip
def test_N2_shown_whole_said_short(shown: str, spoken: list[str]) -> None:
    assert said(shown) == spoken


@pytest.mark.parametrize(
    ("so_far", "released"),
    [
        ("Well, I think so,", ""),
        ("Well, I think so, ", "Well, I think so,"),
        ("Here it is: ", "Here it is:"),
        ("I looked — ", "I looked —"),
        ("It costs 1,000 dollars", ""),
        ("It is 3.5 metres", ""),
        ("Yes. I", "Yes."),
        ("Ask Dr. Smith now", ""),
        ("Done!\n", "Done!"),
        ("I will run `a, b` first", ""),
        ("(well, maybe) and then", ""),
    ],
)
def test_N3_the_first_piece_is_released_as_soon_as_its_end_is_sure(so_far: str, released: str) -> None:
    assert "".join(piece.said for piece in Speakable().feed(so_far)) == released


def test_N3_later_pieces_are_sentences_released_inside_their_paragraph() -> None:
    speakable = Speakable()
    assert speakable.feed("One two, three. ") == [SpeakablePiece("One two,", 8)]
    assert speakable.feed("Four") == [SpeakablePiece("three.", 15)]
    assert speakable.feed(", five, six. Sev") == [SpeakablePiece("Four, five, six.", 32)]


@settings(deadline=None, max_examples=30)
@given(st.integers(min_value=1, max_value=40), st.sampled_from(FRAGMENTS))
def test_N2_only_what_is_not_released_is_kept(size: int, fragment: str) -> None:
    speakable = Speakable()
    for _ in range(3000 // (len(fragment) * size) + 1):
        speakable.feed(fragment * size)
        held = max(
            len(value) for name in speakable.__dict__ if isinstance(value := getattr(speakable, name), str)
        )
        assert held <= 2500


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", sampled(["hello world, ", "(", "A b. ", "`", "a|b\n", "x", "[a](", "> ", "😀 ", "- a\n", "\n"], 3)
)
def test_N2_ten_times_the_text_costs_about_ten_times_as_much(unit: str) -> None:
    small, large = unit * (20_000 // len(unit.encode())), unit * (200_000 // len(unit.encode()))
    once = min(seconds(small) for _ in range(3))
    assert seconds(large) < 40 * once, "the square of it would be a hundred times"


def seconds(text: str) -> float:
    """Of the processor, to convert it all."""
    begin = time.process_time()
    pieces = converted(text)
    assert pieces[-1].shown_to == len(text)
    return time.process_time() - begin


def test_a_finished_text_takes_no_more() -> None:
    speakable = Speakable()
    speakable.feed("Hello")
    assert speakable.finish() == [SpeakablePiece("Hello", 5)]
    assert speakable.finish() == []
    with pytest.raises(RuntimeError, match="begin a new Speakable"):
        speakable.feed("more")
