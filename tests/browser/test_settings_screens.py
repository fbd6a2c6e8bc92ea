"""The first visit, what was taught, and what is set: as a person does it at the page, by keys and on a small screen, too."""

import base64
import json
import os

import pytest

from browser.conftest import AXE, served
from speech.conftest import said

pytestmark = [pytest.mark.wide, pytest.mark.weights, pytest.mark.slow]

KEY = "sk-never-to-be-seen-again"


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A server of its own: what is set and taught here is nobody else's."""
    with served(tmp_path_factory.mktemp("own"), "--limit", "10", "--no-journal") as line:
        yield line


@pytest.fixture(scope="module")
def plan(own):
    return {"url": own, "axe": str(AXE), "pictures": os.environ.get("PICTURES", "")}


@pytest.fixture(scope="module")
def first(scene, plan, wav):
    return scene("firstVisit", **plan, sentence=wav(2.2, "Are you still there?", 4))


@pytest.fixture(scope="module")
def taught(scene, plan, tmp_path_factory):
    file = tmp_path_factory.mktemp("taught") / "corrections.json"
    one = {
        "id": "one",
        "type": "stt",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "heard": "Please delete the locks.",
        "meant": "Please delete the logs.",
        "audio": base64.b64encode(said("Please delete the logs.")).decode(),
    }
    two = {
        "id": "two",
        "type": "reasoning",
        "createdAt": "2026-02-01T09:00:00.000Z",
        "input": "the tests",
        "proposed": "Run it.",
        "corrected": "Run the tests.",
    }
    file.write_text(json.dumps([one, two]))
    return scene("corrections", **plan, file=str(file))


@pytest.fixture(scope="module")
def kept(scene, plan):
    return scene("settings", **plan, key=KEY)


def test_where_the_sound_goes_is_said_before_any_of_it_is_sent(first):
    goes = first["goes"]
    assert goes["line"] == "Your voice goes to this machine and no further."
    assert goes["spoken"] == 0
    assert goes["bottom"] <= 780, "it is seen without scrolling"


def test_the_sound_check_hears_what_is_said_and_asks_no_brain(first):
    findings = first["findings"]
    assert findings["Heard"][0] == "fine"
    assert findings["Heard"][1].startswith("“Are you still there")
    assert findings["Level"] == ["fine", "Good."]
    assert findings["Language"][1].startswith("English")
    assert findings["Echo"][0] == "fine"
    assert first["recorded"] == pytest.approx(3, abs=0.2)
    assert first["asked"] == 0
    assert first["microphone"] == "muted"
    assert first["focused"]
    assert first["silenced"] == 0, "Escape closed the check, and nothing else"


def test_a_correction_is_added_by_keys_edited_taken_elsewhere_and_forgotten(taught):
    assert taught["refused"].startswith("Write both")
    assert taught["added"] == {"gone": ["removed: get hub"], "fresh": ["added: GitHub"]}
    assert taught["imported"].startswith("Import: 2 new")
    assert taught["seconds"] > 0.5
    assert "edit" in taught["edited"], "where one was before"
    assert taught["exported"] == 3
    assert (taught["kept"], taught["left"]) == (3, 2)


def test_K4_what_was_taught_is_tried(taught):
    assert "Words that were wrong" in taught["tested"]


def test_a_setting_is_kept_and_what_is_wrong_stands_beside_it(kept):
    assert "600" in kept["wrong"]
    assert kept["kept"]["keep"] == "7 days"
    assert kept["kept"]["brain"] == "openai"
    assert kept["lacking"], "what it needs is said beside it"
    assert kept["instruction"]


def test_T6_a_wake_phrase_is_kept_and_without_one_nothing_can_be_spared(kept):
    assert "needs a wake phrase" in kept["lone"]
    assert (kept["kept"]["wake"], kept["kept"]["listens"]) == ("hey solovox", "woken")


def test_the_language_that_is_spoken_is_kept(kept):
    assert kept["kept"]["language"] == "de"


def test_what_a_flag_has_set_is_shown_and_cannot_be_changed(kept):
    assert kept["voice"]["disabled"]
    assert "--set" in kept["voice"]["about"]


def test_R2_a_key_goes_in_and_never_comes_out(kept):
    assert kept["shown"] == {"value": "", "type": "password", "about": "A key is set."}
    assert kept["kept"]["secret"] == "A key is set."
    assert kept["leaked"] == 0


@pytest.mark.parametrize("visit", ["first", "taught", "kept"])
def test_every_look_is_accessible_and_nothing_is_said_on_the_console(request, visit):
    facts = request.getfixturevalue(visit)
    assert facts["found"] == []
    assert facts["errors"] == []
