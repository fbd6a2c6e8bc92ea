"""A person speaks at the page, in Debian's Chromium: heard, answered, heard by what the page plays, interrupted."""

import base64
import os
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import house_rules as house
from e2e.test_taking_the_floor import LONG
from solovox.speech.resample import Resampler
from solovox.speech.stt.whisper import Whisper
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.weights, pytest.mark.slow]

PICTURE = house.ROOT / "docs" / "images" / "page.png"


def words(pcm):
    """What our own recogniser understands of 24 kHz sound, in small letters."""
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    down = Resampler(24_000, 16_000)
    return re.findall(r"\w+", whisper.transcribe(down.feed(pcm) + down.finish()).text.lower())


@pytest.fixture(scope="module")
def spoken(scene, wav, tmp_path_factory):
    taken = str(
        Path(os.environ.get("PAGE_PICTURE") or tmp_path_factory.mktemp("picture") / "page.png").absolute()
    )
    return scene(
        "spoken",
        question=wav(0.5, "What time is it?", 2),
        stop=wav(0.5, "Stop.", 2),
        long=LONG,
        picture=taken,
    )


def test_the_token_leaves_the_address_and_the_name_of_the_talk_stays(spoken):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#[\w-]+", spoken["address"])


def test_a_question_is_heard_whole_though_the_connection_drops_in_it_and_its_answer_marked_as_it_was_heard(
    spoken,
):
    assert spoken["resumed"] == 1
    who, question, *_, answer = spoken["turn"].split("\n")
    assert (who, question) == ("You", "What time is it?")
    assert answer.startswith("The time is ")
    assert spoken["marked"] == answer


def test_cues_are_heard_behind_the_words_and_before_the_answer(spoken):
    cues = spoken["cues"]
    assert cues["count"] >= 1
    assert (cues["early"], cues["sounded"]) == (False, True)


def test_what_the_page_plays_is_the_answer(spoken):
    heard = base64.b64decode(spoken["answer"])
    assert words(heard)[:2] == ["the", "time"]
    assert np.abs(np.frombuffer(heard, "<i2")).max() > 3_000


def test_it_says_who_hears_thinks_and_reads_and_that_echo_is_taken_away(spoken):
    engines = spoken["about"]["engines"]
    assert re.fullmatch(r"hears\nlocal.+\nthinks\nlocal.+\nreads\nvoice.+", engines, re.DOTALL)
    assert spoken["about"]["microphone"].endswith(", echo taken away")


def test_T4_a_spoken_stop_cuts_the_voice_and_nothing_is_heard_after_it(spoken):
    assert spoken["after"] == {"untilTheCue": False, "afterIt": False}
    assert spoken["samples"] >= max(spoken["played"], default=0)


def test_what_was_played_is_told_at_least_every_tenth_of_a_second(spoken):
    counts = [0, *spoken["played"]]
    assert all(0 < after - before <= 2_400 + 128 for before, after in pairwise(counts))


def test_a_microphone_that_is_unplugged_is_told_with_what_to_do(spoken):
    assert spoken["unplugged"].startswith("The microphone is gone")
    assert spoken["troubles"].keys() == {"link"}, "and it is no trouble any more when another is there"


def test_hanging_up_stops_the_microphone_and_offers_a_new_talk(spoken):
    assert spoken["tracks"] == ["ended", "ended"]
    assert spoken["last"] == {"type": "end"}
    assert spoken["troubles"] == {"link": "This talk has ended: you hung up."}


def test_the_console_has_no_error(spoken):
    assert spoken["errors"] == []


def test_the_picture_of_the_page_is_small():
    assert PICTURE.stat().st_size < 150_000
