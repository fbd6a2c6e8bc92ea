"""An act is said whole, or not at all: law N5."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.acts.aloud import LONGEST, in_words
from solovox.core.sentences import aloud


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("git add .", None, "git add space dot"),
        ("rm -rf src/*", None, "rm dash rf src slash star"),
        ("ls | sh > x", None, "ls pipe sh greater than x"),
        ("a\nb", None, "a new line b"),
        ("make 1.5 a.py src/b don't", None, "make 1.5 a.py src/b don't"),
        ("rm 'a b'", None, "rm single quote a b single quote"),
        ("rm my_file", None, "rm my underscore file"),
        ("files write", {"path": "a.txt", "n": 1}, "files write, n: 1, path: a.txt"),
        ("x", {"a": [], "b": {"c": ["d", True]}, "e": ""}, "x, a: nothing, b: c: d, true, e: nothing"),
        ("x", {}, "x"),
        ("café", None, "café"),
    ],
)
def test_N5_every_word_and_sign_of_an_act_is_said(text, arguments, said):
    assert in_words(text, more=arguments) == said
    assert aloud(said) == said, "the core leaves nothing of it out"


@pytest.mark.parametrize(
    "text", ["rm src/\u0430pp.py", "echo \u202e x", "a\u200bb", "☃", "a\x1b", "x" * (LONGEST + 1), "*" * 200]
)
def test_N5_what_cannot_be_said_whole_is_not_said(text):
    assert in_words(text) == ""
    assert in_words("x", more={"a": text}) == ""
    assert in_words("x", text) == ""


@pytest.mark.parametrize(
    ("mild", "other"),
    [
        ("rm -rf src*", "rm -rf src *"),
        ("rm -rf src/*", "rm -rf src/ *"),
        ("rm -rf /tmp", "rm -rf / tmp"),
        ("rm -rf .git", "rm -rf . git"),
        ("rm -rf src/ x", "rm -rf src / x"),
        ("cp ~ann/x y", "cp ~ ann/x y"),
        ("git branch -d x", "git branch -D x"),
    ],
)
def test_N5_two_acts_that_do_something_else_are_not_said_alike(mild, other):
    assert in_words(mild) != in_words(other)


@given(
    st.text(alphabet="rm -f./_*|>&;'\"\\ab1\n", max_size=40),
    st.text(alphabet="rm -f./_*|>&;'\"\\ab1\n", max_size=40),
)
def test_N5_two_acts_that_are_said_alike_differ_in_spaces_only(one, other):
    bare = ["".join(text.split(" ")).strip() for text in (one, other)]
    assert in_words(one) != in_words(other) or not in_words(one) or bare[0] == bare[1]
