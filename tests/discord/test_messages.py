"""A long answer as several messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.discord.text_out import RESERVE, in_messages

WORDS = st.sampled_from(["a", "word", "End.", "\n", "\n\n", "```py\ncode\n", "\n```\n", "x" * 90, "—", " "])


PARAGRAPH = "word " * 29 + "word"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        (" \n ", []),
        ("short", ["short"]),
        ("x" * 350, ["x" * 236, "x" * 114]),
        (f"{PARAGRAPH}\n\n{PARAGRAPH}\n{PARAGRAPH}", [PARAGRAPH, f"{PARAGRAPH}\n{PARAGRAPH}"]),
        (f"{PARAGRAPH}. {PARAGRAPH} {PARAGRAPH}", [f"{PARAGRAPH}.", f"{PARAGRAPH} {PARAGRAPH}"]),
    ],
    ids=["nothing", "nothing to be seen", "short", "one word", "paragraphs", "sentences"],
)
def test_where_it_is_divided(text, parts):
    assert in_messages(text, 300) == parts


def test_a_block_of_code_is_closed_and_opened_again():
    text = "Here:\n```py\n" + "\n".join(f"line({n})" for n in range(40)) + "\n```\nThat is all."
    first, second = in_messages(text, 300)[:2]
    assert first.startswith("Here:\n```py\n")
    assert first.endswith("\n```")
    assert second.startswith("```py\nline(")


def test_what_is_too_much_is_counted():
    parts = in_messages("word " * 1000, 300, most=3)
    assert len(parts) == 3
    assert parts[-1].endswith("characters more, which are left out here.")


@given(st.lists(WORDS, max_size=200), st.integers(min_value=3 * RESERVE, max_value=400))
def test_no_message_is_empty_or_too_long_and_no_word_is_lost(words, longest):
    text = " ".join(words)
    parts = in_messages(text, longest, most=1000)
    assert all(part.strip() and len(part) <= longest for part in parts)
    plain = text.replace("`", "").replace("py", "")
    assert "".join("".join(parts).replace("`", "").replace("py", "").split()) == "".join(plain.split())
