"""A person at the page, in Debian's Chromium: spoken to, interrupted, asked for a yes, loaded again, taken over, without a mouse."""

import base64
import os
import re

import numpy as np
import pytest

import house_rules as house
from e2e.conftest import written
from e2e.test_taking_the_floor import LONG
from solovox.shell.clock import here_and_now
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root
from speech.conftest import said

pytestmark = [pytest.mark.weights, pytest.mark.slow]

RATE = 16_000
PICTURE = house.ROOT / "docs" / "images" / "page.png"
READABLE = 4.5
"""The contrast of text, by WCAG AA."""


def quiet(seconds):
    return bytes(2 * int(RATE * seconds))


@pytest.fixture(scope="module")
def wav(tmp_path_factory):
    """A function: texts and pauses in seconds to the path of their sound."""
    folder = tmp_path_factory.mktemp("wav")

    def render(*parts):
        pcm = b"".join(said(one) if isinstance(one, str) else quiet(one) for one in parts)
        return str(written(folder / f"{len(list(folder.iterdir()))}.wav", pcm))

    return render


def words(pcm):
    """What our own recogniser understands of 24 kHz sound, in small letters."""
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    down = Resampler(24_000, RATE)
    return re.findall(r"\w+", whisper.transcribe(down.feed(pcm) + down.finish()).text.lower())


@pytest.fixture(scope="module")
def spoken(scene, wav):
    return scene("spoken", wav=wav(0.5, "What time is it?", 9, "Stop.", 2), long=LONG)


def test_the_token_leaves_the_address_and_the_name_of_the_talk_stays(spoken):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#[\w-]+", spoken["address"])


def test_a_spoken_question_is_shown_and_its_answer_marked_as_it_was_heard(spoken):
    who, question, *_, answer = spoken["turn"].split("\n")
    assert (who, question) == ("You", "What time is it?")
    assert answer.startswith("It is ")
    assert spoken["marked"] == answer


def test_what_the_page_plays_is_the_answer(spoken):
    heard = base64.b64decode(spoken["answer"])
    assert words(heard)[:2] == ["it", "is"]
    assert np.abs(np.frombuffer(heard, "<i2")).max() > 3_000


def test_it_says_who_hears_thinks_and_reads_and_that_echo_is_taken_away(spoken):
    assert re.fullmatch(
        r"hears: local .*\nthinks: local .*\nreads: voice .*", spoken["about"]["engines"], re.DOTALL
    )
    assert spoken["about"]["microphone"].endswith(", echo taken away")


def test_T4_a_spoken_stop_cuts_the_voice_and_nothing_is_heard_after_it(spoken):
    assert spoken["after"] == {"untilTheCue": False, "afterIt": False}
    assert spoken["samples"] >= max(spoken["played"], default=0)


def test_what_was_played_is_told_at_least_every_tenth_of_a_second(spoken):
    counts = [0, *spoken["played"]]
    assert all(0 < after - before <= 2_400 + 128 for before, after in zip(counts, counts[1:], strict=False))


def test_hanging_up_stops_the_microphone_and_offers_a_new_talk(spoken):
    assert spoken["tracks"] == ["ended"]
    assert spoken["last"] == {"type": "end"}
    assert spoken["troubles"] == {"link": "This talk has ended: you hung up."}


@pytest.fixture(scope="module")
def held(scene, wav):
    return scene("held", wav=wav(0.5, "What time is it?", 4.5, "What is the date today?", 2))


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
def returns(scene, wav):
    return scene("returns", wav=wav(1), long=LONG)


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
def keys(scene, wav):
    return scene("keys", wav=wav(1))


def test_the_talk_key_is_let_go_also_where_that_cannot_be_seen(keys):
    assert keys["floors"] == [True, False, True, False]


def test_a_space_in_the_text_field_is_a_space(keys):
    assert keys["written"] == "a b"


def test_every_control_has_a_name_and_is_reached_by_the_tab_key(keys):
    assert keys["nameless"] == []
    assert {"send", "microphone", "talk", "silence", "stop", "hang-up", "approval"} <= set(keys["order"])


def test_nothing_is_cut_off_on_a_small_screen_or_a_large_zoom(keys):
    assert keys["wide"] == {"360": 0, "600": 0, "1200": 0}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_can_be_read(keys, scheme):
    contrast, where = keys["contrasts"][scheme]
    assert contrast >= READABLE, where


@pytest.fixture(scope="module")
def refused(scene, wav):
    return scene("refused", wav=wav(1))


def test_a_microphone_that_is_refused_is_said_with_what_to_do_and_typing_works(refused):
    assert refused["said"].startswith("The browser does not let this page use the microphone. Allow it")
    assert "It is " in refused["answer"]
    assert refused["spokenBytes"] == 0


def test_after_hanging_up_a_new_talk_begins_with_nothing_of_the_old_one(refused):
    assert refused["turns"] == []
    assert "link" not in refused["troubles"]


@pytest.mark.parametrize("name", ["spoken", "held", "returns", "keys", "refused"])
def test_the_console_has_no_error(request, name):
    assert request.getfixturevalue(name)["errors"] == []


def test_the_picture_of_the_page_is_small():
    assert PICTURE.stat().st_size < 150_000
