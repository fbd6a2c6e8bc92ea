"""The network goes and comes back while a person talks at the page: sockets that are really cut, and a browser that is offline."""

import base64
import re
from difflib import SequenceMatcher

import pytest

from browser.test_spoken import words
from e2e.test_taking_the_floor import LONG

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

OFFLINE = "Connection lost, being made again"


@pytest.fixture(scope="module")
def network(scene, wav):
    return scene("network", question=wav(0.5, "What time is it?", 2), long=LONG)


def test_a_cut_is_told_with_what_becomes_of_what_one_says(network):
    assert network["cut"]["phase"] == OFFLINE
    assert network["cut"]["trouble"].endswith("It is being made again: what you say now is kept.")


def test_a_question_through_which_the_line_was_cut_is_heard_whole_and_asked_once(network):
    spoken = network["spoken"]
    (turn,) = spoken["turns"]
    assert turn.startswith("You\nWhat time is it?\n")
    assert (spoken["resumed"], spoken["troubles"]) == (1, 0)


def test_of_an_answer_through_which_the_line_was_cut_nothing_is_lost_or_said_twice(network):
    whole = network["whole"]
    assert whole["ahead"] == "", "all of it was heard"
    assert [end for end in whole["ends"] if end not in whole["played"]] == []
    written, heard = re.findall(r"\w+", whole["text"].lower()), words(base64.b64decode(network["heard"]))
    assert SequenceMatcher(None, written, heard, autojunk=False).ratio() > 0.8, heard
    assert max(map(heard.count, ("convert", "units", "connect", "brain"))) == 1


def test_offline_is_told_at_once_and_a_typed_line_stays_until_it_can_be_sent(network):
    assert network["offline"]["phase"] == OFFLINE
    assert network["offline"]["left"] == "What is 6 times 7?"


def test_it_is_there_again_with_every_turn_once(network):
    assert network["turns"] == [
        "You\nWhat time is it?",
        f"You typed\n{LONG}",
        "You typed\nWhat is 6 times 7?",
    ]


def test_the_console_has_no_other_error_and_nothing_is_asked_of_another(network):
    assert network["errors"] == []
