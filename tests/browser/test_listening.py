"""A person is listened to at the page, in Debian's Chromium: with pauses, with the talk key, by taps; a chime says that words were sent."""

import re

import numpy as np
import pytest

from browser.test_spoken import words

pytestmark = [pytest.mark.weights, pytest.mark.slow]

RATE = 24_000


def tone(hertz, begin, end):
    """Of a tone that fades from 0.3 to 0.001 within 0.15 s: the samples between two times, in seconds."""
    at = np.arange(round(begin * RATE), round(end * RATE))
    return 32_767 * 0.3 * (0.001 / 0.3) ** (at / (0.15 * RATE)) * np.sin(2 * np.pi * hertz * at / RATE)


def found(sound, wanted):
    """Where it is in a sound, and how loud beside what is wanted. Another tone at the same time, or a gap elsewhere, does no harm."""
    likeness = np.correlate(sound, wanted) / (wanted @ wanted)
    return int(likeness.argmax()), likeness.max()


@pytest.fixture(scope="module")
def listening(scene, wav):
    return scene(
        "listening",
        paused=wav(0.5, "If you do not mind", 1.7, "in words that are long and slow, what time is it?", 2),
        held=wav(0.5, "What time is it?", 3, "And what is the date today?", 4),
        tapped=wav(0.5, "What is the date today?", 4),
    )


def test_the_words_so_far_are_on_the_screen_in_the_pause_and_nothing_is_asked_before_the_end(listening):
    pause = listening["pause"]
    shown = next(one for one in pause["words"] if "not mind" in one["text"] and one["unsure"])
    before = [at for at in pause["loud"] if at < shown["at"]]
    after = [at for at in pause["loud"] if at > shown["at"]]
    assert before
    assert after, "they came when the person had gone on"
    assert "time" not in shown["text"]
    assert max(before) < shown["at"] < min(after) < pause["asked"]


def test_the_chime_is_of_800_hertz_behind_the_turn_and_before_the_answer(listening):
    chime = listening["chime"]
    assert not chime["early"]
    assert max(listening["pause"]["loud"]) < chime["at"]
    heard = np.array(chime["samples"], float)
    begin = heard[: RATE // 2]
    first, strength = found(
        begin, tone(800, 0, 0.01)
    )  # short: a busy machine leaves gaps between the pieces that a browser plays
    assert strength == pytest.approx(1, abs=0.2), "the gain; web/tests/sound.test.ts has how it fades"
    assert max(range(600, 1_001, 20), key=lambda hertz: found(begin, tone(hertz, 0, 0.05))[1]) == 800
    answer = heard[first + RATE * 15 // 100 :].astype("<i2").tobytes()
    assert words(answer)[:2] == ["i", "can"], "I can't, without a model."


def test_while_the_talk_key_is_held_words_are_shown_at_a_pause_and_asked_once_when_it_is_let_go(listening):
    key = listening["key"]
    assert not key["part"]
    assert "What time is it" in key["shown"]
    assert "today" not in key["shown"]
    assert key["whileHeld"] == []
    (asked,) = key["after"]
    assert re.fullmatch(r"What time is it\W+and what is the \w+ today\W", asked, re.IGNORECASE)


def test_a_tap_begins_and_a_tap_ends_what_is_said(listening):
    assert listening["tap"] == {"asked": ["What is the date today?"], "state": "muted", "sent": 0}


def test_the_console_has_no_error_and_nothing_is_asked_of_another(listening):
    assert listening["errors"] == []
