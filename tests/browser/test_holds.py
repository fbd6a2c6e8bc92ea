"""A person puts right what waits for their yes, at the page in Debian's Chromium: heard again, edited, learned, reworded."""

import os
from pathlib import Path

import pytest

from browser.test_page import READABLE

pytestmark = [pytest.mark.weights, pytest.mark.slow]

MEANT = "What is 6 times 7?"


@pytest.fixture(scope="module")
def teaches(scene, wav):
    return scene("teaches", question=wav(0.5, "What is six times eight?", 2), meant=MEANT)


def test_K1_what_was_heard_is_put_right_and_that_is_asked_and_learned(teaches):
    assert teaches["first"] == "said", "the keyboard leads to what was heard"
    assert teaches["follows"] == MEANT
    number = teaches["hold"]["hold"]
    assert teaches["sent"] == {"type": "edit", "hold": number, "text": MEANT, "heard": MEANT}
    assert teaches["asked"]["instruction"] == MEANT
    assert teaches["line"].startswith("Learned from your edit.")


def test_it_is_shown_word_by_word_what_the_edit_changes(teaches):
    gone, fresh = (" ".join(teaches["differs"][one]) for one in ("gone", "fresh"))
    assert gone.startswith("removed:")
    assert fresh.startswith("added:")
    assert "7?" in fresh


def test_what_was_said_is_played_and_stopped(teaches):
    sound = teaches["sound"]
    assert (sound["status"], sound["kind"]) == (200, "audio/wav")
    assert sound["bytes"] > 32_000


@pytest.fixture(scope="module")
def reworded(scene):
    return scene(
        "reworded",
        picture=os.environ.get("HOLDS_PICTURE") and str(Path(os.environ["HOLDS_PICTURE"]).absolute()),
    )


def test_K2_mends_are_marked_and_each_is_taken_back_by_keys(reworded):
    marks = ["user_service.py", "GitHub"]
    assert reworded["shown"] == {
        "text": "Push user_service.py to GitHub and the brench",
        "marks": marks,
        "talk": marks,
    }
    assert [(one["heard"], one["meant"]) for one in reworded["undone"]] == [("get hub", "GitHub")] * 2
    assert "Push user_service.py to get hub and the brench" in reworded["talk"]


def test_a_wording_that_comes_late_is_offered_and_never_typed_over_an_edit(reworded):
    assert reworded["mine"].endswith("brench!")
    assert reworded["kept"] == {"value": reworded["mine"], "focus": "instruction"}
    assert not reworded["again"], "no yes was missed"
    assert reworded["used"] == {
        "value": "Push user_service.py to GitHub and the branch",
        "focus": "send primary",
        "offers": 0,
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_both_colours_and_on_a_small_screen(reworded, scheme):
    contrast, where = reworded["contrasts"][scheme]
    assert contrast >= READABLE, where
    assert reworded["wide"] == 0
    assert reworded["nameless"] == []


@pytest.mark.parametrize("name", ["teaches", "reworded"])
def test_the_console_has_no_error(request, name):
    assert request.getfixturevalue(name)["errors"] == []
