"""A person at the screens beside the talk: they record, replay, run again, look at lanes, read an old talk and go on with it."""

import os
import re

import pytest

from browser.conftest import AXE, served

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

SAID = 3.6
"""Seconds that the question takes, with the silence around it."""


@pytest.fixture(scope="module")
def keeping(tmp_path_factory):
    """The address of a server that keeps journals and recordings."""
    with served(tmp_path_factory.mktemp("keeping")) as line:
        yield line


@pytest.fixture(scope="module")
def recorded(scene, keeping, wav):
    return scene(
        "recorded",
        url=keeping,
        question=wav(0.5, "What time is it?", 2),
        seconds=SAID,
        axe=str(AXE),
        pictures=os.environ.get("PICTURES", ""),
    )


def test_the_shipped_question_says_that_no_person_said_it(recorded):
    assert recorded["shipped"].startswith("converse_closure_question synthetic")
    assert "No person said it." in recorded["shipped"]
    assert "Delete" not in recorded["shipped"]


def test_what_is_recorded_aside_is_not_sent_and_closes_the_device(recorded):
    assert recorded["aside"] == {"status": "connected, microphone off", "sent": 0}
    assert recorded["closed"]


def test_a_recording_is_the_microphone_and_is_heard_and_answered_with_no_device(recorded):
    replayed = recorded["replayed"]
    assert replayed["device"] == "Recording time_please, in place of a device"
    assert replayed["opened"] == 1, "the device that recorded it, and no other"
    assert replayed["heard"] == ["You\nWhat time is it?"]
    assert "The time is " in replayed["answer"][0]


def test_a_recording_is_run_without_a_page(recorded):
    run = recorded["run"]
    assert (run["heard"], run["instruction"]) == ("What time is it?", "What time is it?")
    assert run["said"].startswith("The time is ")


def test_a_deletion_is_asked_for_and_escape_deletes_nothing(recorded):
    assert recorded["asked"] == 1


def test_the_lanes_of_the_talk_that_runs_are_drawn_zoomed_walked_and_heard(recorded):
    timeline = recorded["timeline"]
    assert timeline["lanes"][:2] == ["You", "Heard"]
    assert {"Brain", "Read aloud", "Voice"} <= set(timeline["lanes"])
    assert timeline["live"].startswith("runs · What time is it?")
    assert re.match(r"You: speech, 0:\d\d\.\d to 0:\d\d\.\d", timeline["chosen"])
    assert timeline["wider"] > 3 * timeline["wide"]
    assert timeline["walked"] != timeline["chosen"]
    assert timeline["rows"] == timeline["bars"] >= 10


def test_first_text_and_first_sound_stand_in_the_row_of_the_question_in_their_order(recorded):
    (row,) = recorded["turns"]
    steps = ("end_of_turn", "first_text", "first_read", "first_sound", "first_played")
    waited = [row["latency_ms"][step] for step in steps]
    assert waited == sorted(waited)
    table = [one for one in recorded["timeline"]["table"] if not one[1].startswith("cue")]
    lanes = [lane for lane, _ in table]
    begins = table.index(["Heard", "What time is it?"])
    places = [lanes.index(lane, begins) for lane in ("Brain", "Read aloud", "Voice")]
    assert places == sorted(places)


def test_a_talk_that_is_over_is_read_as_it_was_heard_found_and_gone_on_with(recorded):
    assert any("This page is in it." in one for one in recorded["running"])
    assert recorded["read"].startswith("You\nWhat time is it?\n\nAnswer")
    assert re.search(r"What time is it\?\n\n.+ · 1 question · local", recorded["card"])
    assert recorded["found"] == {"xylophone": 0, "time": 1}
    continued = recorded["continued"]
    assert continued["now"] not in ("", continued["of"])
    assert continued["troubles"] == []
    assert re.fullmatch(
        r"Earlier, as it was heard\n+You\nWhat time is it\?\n+Solovox\nThe time is .+", continued["earlier"]
    )


def test_each_screen_is_fit_for_everybody_on_a_phone_and_a_wide_screen(recorded):
    assert recorded["wrong"] == []


def test_the_console_has_no_error(recorded):
    assert recorded["errors"] == []
