"""A person at the page, in Debian's Chromium: asked for a yes, loaded again, taken over, without a mouse, without a microphone."""

import pytest

from e2e.test_taking_the_floor import LONG
from solovox.shell.clock import here_and_now

pytestmark = [pytest.mark.weights, pytest.mark.slow]

READABLE = 4.5
"""The contrast of text, by WCAG AA."""


@pytest.fixture(scope="module")
def held(scene, wav):
    question, another = (wav(0.5, words, 2) for words in ("What time is it?", "What is the date today?"))
    return scene("held", question=question, another=another)


def test_A3_the_edited_text_is_asked_and_the_accepted_one_as_it_was_shown(held):
    assert held["shown"] == held["hold"]["text"] == "What time is it?"
    shown = held["second"]["text"]
    assert held["decided"] == [
        {"type": "edit", "hold": held["hold"]["hold"], "text": "What is 6 times 7?"},
        {"type": "accept", "hold": held["second"]["hold"], "text": shown},
    ]
    first, second = held["all"]
    assert first.endswith("That is 42.")
    assert second.endswith(f", {here_and_now().year}.")
    assert held["left"] == 0


@pytest.fixture(scope="module")
def returns(scene):
    return scene("returns", long=LONG)


def test_a_reload_keeps_the_transcript_and_the_voice_goes_on_where_it_was(returns):
    assert returns["before"] == returns["reloaded"]
    assert LONG in returns["before"][0]
    resume, read = returns["resume"], returns["goesOn"]
    assert resume["samples"] >= 12_000 or resume["read"] > 1
    assert (read["read"], read["first"]) == (resume["read"], resume["samples"])


def test_a_second_window_watches_and_takes_over(returns):
    watching = returns["watching"]
    assert watching["words"] == returns["before"]
    assert watching["status"] == returns["first"]["status"] == "connected, watching"
    assert watching["troubles"]["holder"].startswith("Another page has microphone and speaker")
    assert returns["taken"].get("first", 0) > 0 or returns["taken"]["read"] > 1


def test_after_a_drop_the_talk_goes_on_and_both_windows_show_the_same(returns):
    first, second = returns["both"]
    assert first == second
    assert len(first) == 2


@pytest.fixture(scope="module")
def keys(scene):
    return scene("keys")


def test_the_talk_key_is_let_go_also_where_that_cannot_be_seen(keys):
    assert keys["floors"] == [True, False, True, False]


def test_a_muted_microphone_sends_nothing_and_is_on_while_the_talk_key_is_held(keys):
    assert keys["sentWhileMuted"] == 0
    muted_off, taken, given, muted_on = keys["byKey"]
    assert (muted_off, taken, given, muted_on) == (False, True, False, True)


def test_a_space_in_the_text_field_is_a_space(keys):
    assert keys["written"] == "a b"


def test_every_control_has_a_name_and_is_reached_by_the_tab_key(keys):
    assert keys["nameless"] == []
    assert {"send", "microphone", "talk", "silence", "stop", "hang-up", "approval"} <= set(keys["order"])


def test_nothing_is_cut_off_on_a_small_screen_or_a_large_zoom(keys):
    assert keys["wide"] == {"360": 0, "600": 0, "1200": 0, "1600": 0}


def test_the_header_takes_no_more_lines_than_it_needs_and_the_dock_one(keys):
    assert keys["header"]["360"] <= 96
    assert keys["header"]["1600"] < 48, keys["header"]
    assert {len(set(tops)) for tops in keys["dock"]} == {1}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(keys, scheme):
    contrast, where = keys["contrasts"][scheme]
    assert contrast >= READABLE, where


@pytest.fixture(scope="module")
def refused(scene):
    return scene("refused")


def test_a_microphone_that_is_refused_is_said_with_what_to_do_and_typing_works(refused):
    assert refused["said"].startswith("The browser does not let this page use the microphone. Allow it")
    assert "The time is " in refused["answer"]
    assert refused["spokenBytes"] == 0


def test_after_hanging_up_a_new_talk_begins_with_nothing_of_the_old_one(refused):
    assert refused["turns"] == []
    assert "link" not in refused["troubles"]


def test_a_page_whose_voice_cannot_be_loaded_reads_and_types_and_says_what_to_do(scene):
    voiceless = scene("voiceless")
    assert "The time is " in voiceless["answer"]
    assert voiceless["tracks"] == 0, "no microphone is opened for a talk that cannot be heard"
    assert voiceless["status"] == "connected, watching"
    assert voiceless["turns"] == ["You typed\nWhat time is it?"]
    assert voiceless["troubles"].keys() == {"speaker"}
    assert voiceless["troubles"]["speaker"].endswith("Reload the page to try again.")


@pytest.mark.parametrize("name", ["held", "returns", "keys", "refused"])
def test_the_console_has_no_error(request, name):
    assert request.getfixturevalue(name)["errors"] == []
