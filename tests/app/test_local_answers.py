"""The brain of this machine through the core and the real tools: an empty result is a result, and no other."""

import pytest

from app.talking import answered
from solovox.brains.local import OFFLINE

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


ELSEWHERE = [
    ("What time is it in Tokyo?", "The time in Tokyo is 12:05 AM on Sunday."),
    ("What is Tokyo time?", "The time in Tokyo is 12:05 AM on Sunday."),
    ("What time is it in London?", "The time in London is 3:05 PM."),
    ("What time is it in Springfield?", "I don't know what time it is in Springfield."),
    ("What time is it in an hour?", "I don't know what time it is in an hour."),
    ("What time is it at the moment?", "The time is 3:05 PM."),
    ("What day is it in Tokyo?", "It is Sunday, November 22nd, 2026 in Tokyo."),
    ("What day of the week is December 25th?", "December 25th, 2026 is a Friday."),
    ("What day is Christmas?", "Christmas is Friday, December 25th, 2026."),
    ("What day was yesterday?", "Yesterday was Friday, November 20th, 2026."),
    ("What's tomorrow's date?", "Tomorrow is Sunday, November 22nd, 2026."),
    ("Is tomorrow Sunday?", OFFLINE),
    ("What day of the week was July 4th, nineteen seventy six?", "July 4th, 1976 was a Sunday."),
    ("How many days until Christmas?", "Christmas is in 34 days."),
    ("What day is Easter?", OFFLINE),
    ("What day is my birthday?", OFFLINE),
    ("What day is it?", "It is Saturday, November 21st, 2026."),
    ("Is today Friday or Saturday?", OFFLINE),
]


@pytest.mark.parametrize(("line", "text"), ELSEWHERE)
def test_another_place_or_day_is_not_answered_with_ours(line, text, tmp_path):
    assert answered(line, tmp_path) == text
