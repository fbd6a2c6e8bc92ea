"""The brain of this machine through the core and the real tools: an empty result is a result, and no other."""

import pytest

from app.talking import answered

EMPTY = [
    ("Search for elephant.", "I find elephant nowhere in your files."),
    ("What files are here?", "There is nothing here."),
    ("Read notes dot text", "I can't find a file called notes.text here."),
    ("How many files are there?", "It has 0 files."),
]

NEARLY_EMPTY = [
    ("What is in the docs folder?", "There is nothing in docs."),
    ("Read notes dot text", "notes.txt is empty."),
    ("Read blank dot text", "blank.txt is empty."),
    ("Search for elephant.", "I find elephant nowhere in your files."),
]


@pytest.mark.parametrize(("line", "text"), EMPTY)
def test_C1_nothing_in_an_empty_folder_is_taken_for_something(line, text, tmp_path):
    assert answered(line, tmp_path) == text


@pytest.mark.parametrize(("line", "text"), NEARLY_EMPTY)
def test_C1_an_empty_file_and_an_empty_folder_are_told(line, text, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "notes.txt").touch()
    (tmp_path / "blank.txt").write_text("\n  \n")
    assert answered(line, tmp_path) == text
