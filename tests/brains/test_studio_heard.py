"""What the recogniser on this machine made of spoken requests, and what was meant; and requests that stay as they are."""

import csv
from pathlib import Path

import pytest

from solovox.brains.studio_heard import put_right

HEARD = {
    "Build me, a tip calculator.": "Build me a tip calculator.",
    "Build May, a tip calculator.": "Build me a tip calculator.",
    "Build maze, a tip calculator.": "Build me a tip calculator.",
    "Build me a tape calculator.": "Build me a tip calculator.",
    "Build MediaTip Calculator": "Build me a tip Calculator",
    "Fill me a color palette.": "Build me a color palette.",
    "Bills me a notebook.": "Build me a notebook.",
    "Build me at a do list.": "Build me a to-do list.",
    "Help me to do list.": "Build me a to-do list.",
    "Build me account down.": "Build me a countdown.",
    "Bills me a pole.": "Build me a poll.",
    "Make the button screen.": "Make the buttons green.",
    "Make a button screen.": "Make the buttons green.",
    "Make it blues.": "Make it blue.",
    "Make the text bitter.": "Make the text bigger.",
    "Show me the purview.": "Show me the preview.",
    "and do that": "Undo that",
    "Can do that.": "Undo that.",
    "And do the last change.": "Undo the last change.",
    "Under the last change.": "Undo the last change.",
}
AS_HEARD = (
    "Build me a pole vault game.", "Fill the background with blue.", "Make the button screen reader friendly.", "Put the buttons on a green screen.",
    "and do that for all buttons", "Build me a timer.", "Build me an app for May, a countdown.", "Play some blues.", "a bit bigger",
)  # fmt: skip
FROZEN = Path(__file__).with_name("studio_requests.tsv")


@pytest.mark.parametrize(("heard", "meant"), HEARD.items())
def test_what_was_misheard_is_what_was_meant(heard, meant):
    assert put_right(heard) == meant


@pytest.mark.parametrize("said", AS_HEARD)
def test_other_words_stay(said):
    assert put_right(said) == said


def test_no_request_that_was_written_down_is_changed():
    with FROZEN.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            said = " ".join(row["said"].split())
            assert put_right(said, card=row["state"] == "card").casefold() == said.casefold()


@pytest.mark.parametrize(
    "heard", ["A bit.", "OK, edit", "Yes, I did.", "Please edit.", "Edit, please.", "Yes, added."]
)
def test_a_short_word_adds_only_from_an_open_card(heard):
    assert put_right(heard, card=True) == "Add it."
    assert put_right(heard) == heard


@pytest.mark.parametrize("said", ["Edit the title.", "Yes.", "Add a bit of space.", "I did that."])
def test_an_open_card_changes_no_other_words(said):
    assert put_right(said, card=True) == said
