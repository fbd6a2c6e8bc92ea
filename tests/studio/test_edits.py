"""Edits: what is searched stands there exactly once, or nothing is changed."""

import pytest

from solovox.studio.drafting import CannotEdit, apply_edits

TEXT = "one\ntwo\n  three\ntwo\n"


def block(before, after):
    return f"<<<<<<< SEARCH\n{before}=======\n{after}>>>>>>> REPLACE\n"


@pytest.mark.parametrize(
    ("body", "made"),
    [
        (block("one\n", "1\n"), "1\ntwo\n  three\ntwo\n"),
        (block("two\n  three\n", "2\n3\n"), "one\n2\n3\ntwo\n"),
        (block("thr\n", "THR\n"), "one\ntwo\n  THRee\ntwo\n"),
        (block("one\n", ""), "two\n  three\ntwo\n"),
        (block("one\n", "\n"), "\ntwo\n  three\ntwo\n"),
        (block("one\n", "uno\ndue\n") + "\n" + block("due\ntwo\n", "tre\n"), "uno\ntre\n  three\ntwo\n"),
        (block("one\n", "a\n=======\nb\n"), "a\n=======\nb\ntwo\n  three\ntwo\n"),
    ],
)
def test_what_is_found_once_is_replaced(body, made):
    assert apply_edits(TEXT, body) == made


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (block("two\n", "2\n"), "stands in it more than once"),
        (block("four\n", "4\n"), "does not stand in it"),
        (block("\n", "4\n"), "searches nothing"),
        (block("", "4\n"), "searches nothing"),
        ("", "no block"),
        ("one", "no block"),
        ("<<<<<<< SEARCH\none\n=======\n1\n", "no block"),
        (block("one\n", "1\n") + "and more", "outside of its blocks"),
        (block("one\n", "1\n") * 101, "more than 100"),
        (block("one\n", "1\n") + block("two\n", "2\n"), "stands in it more than once"),
    ],
)
def test_what_is_not_is_a_line(body, why):
    with pytest.raises(CannotEdit, match=why) as raised:
        apply_edits(TEXT, body)
    assert str(raised.value).isprintable()


def test_what_stands_in_the_midst_of_itself_too_is_not_found_once():
    with pytest.raises(CannotEdit, match="more than once"):
        apply_edits("a\na\na\na", block("a\na\na\n", "b\n"))
