"""REST: corrections are seen, made, changed, forgotten, and taken elsewhere (laws K1, K2)."""

import base64
import io
import json
import wave

import pytest

from solovox.store.exchange import KEY

pytestmark = pytest.mark.slow

PCM = bytes(range(256)) * 125
WORDS = {"type": "stt", "heard": "delete the locks", "meant": "delete the logs"}
SPOKEN = WORDS | {"audio": base64.b64encode(PCM).decode()}
ASKED = {"type": "reasoning", "input": "the tests", "proposed": "Run it.", "corrected": "Run the tests."}


def added(served, entry):
    answer = served.client.post("/api/corrections", json=entry)
    assert answer.status_code == 200, answer.text
    return answer.json()


def listed(served):
    return served.get("/api/corrections").json()


def test_K1_what_is_taught_is_listed_the_newest_first_without_its_sound(served):
    assert listed(served) == {"learning": False, "corrections": []}
    first = added(served, SPOKEN | {"id": "one", "createdAt": "2026-01-31T09:00:00.000Z"})
    assert first == WORDS | {
        "id": "one",
        "createdAt": "2026-01-31T09:00:00.000Z",
        "sound": "/api/corrections/one/sound.wav",
        "seconds": 1.0,
    }
    second = added(served, ASKED)
    served.store.learn(on=True)
    found = listed(served)
    assert found["learning"] is True
    assert [one["id"] for one in found["corrections"]] == [second["id"], "one"]
    assert found["corrections"][0]["sound"] is None
    assert found["corrections"][0]["seconds"] == 0.0
    assert found["corrections"][0]["corrected"] == "Run the tests."
    assert "audio" not in json.dumps(found)


def test_K1_its_sound_is_what_came(served):
    made = added(served, SPOKEN)
    answer = served.get(made["sound"])
    with wave.open(io.BytesIO(answer.content)) as sound:
        assert (sound.getparams()[:3], sound.readframes(20_000)) == ((1, 2, 16_000), PCM)
    silent = added(served, WORDS | {"meant": "delete the blogs"})
    assert silent["sound"] is None
    for which in (silent["id"], "nobody", "..%2fstore.sqlite"):
        assert served.get(f"/api/corrections/{which}/sound.wav").status_code == 404


def test_the_texts_of_one_are_changed_and_one_is_forgotten(served):
    made = added(served, SPOKEN)
    at = f"/api/corrections/{made['id']}"
    changed = served.client.patch(at, json={"meant": "delete all logs"}).json()
    assert changed == listed(served)["corrections"][0]
    assert (changed["heard"], changed["meant"], changed["seconds"]) == (
        "delete the locks",
        "delete all logs",
        1.0,
    )
    assert served.client.delete(at).status_code == 204
    assert served.client.delete(at).status_code == 404
    assert listed(served)["corrections"] == []


@pytest.mark.parametrize(
    ("texts", "status", "says"),
    [
        ({}, 422, "say what to change in it: heard, meant"),
        ({"corrected": "x"}, 422, "say what to change in it: heard, meant"),
        ({"meant": "delete the locks"}, 422, "heard and meant are the same"),
        ({"sound": "x"}, 422, "unknown field `sound`"),
        ({"meant": "delete the rest"}, 409, "says that already"),
    ],
)
def test_a_change_that_cannot_be_is_one_line_and_changes_nothing(served, texts, status, says):
    made = added(served, WORDS)
    added(served, WORDS | {"meant": "delete the rest"})
    before = listed(served)
    answer = served.client.patch(f"/api/corrections/{made['id']}", json=texts)
    assert (answer.status_code, listed(served)) == (status, before)
    assert says in answer.json()["error"]
    assert served.client.patch("/api/corrections/nobody", json={"meant": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "it is no object"),
        (b"{}", "type is neither stt, reasoning nor speech"),
        (json.dumps(WORDS | {"meant": WORDS["heard"]}).encode(), "heard and meant are the same"),
    ],
)
def test_one_that_cannot_be_kept_is_refused_in_one_line(shared, body, says):
    answer = shared.client.post("/api/corrections", content=body)
    assert (answer.status_code, listed(shared)["corrections"]) == (422, [])
    assert says in answer.json()["error"]


def test_K2_they_travel_as_a_file_and_come_back_once(served):
    for one in (SPOKEN, ASKED):
        added(served, one)
    file = served.get("/api/corrections/export")
    assert "attachment" in file.headers["content-disposition"]
    entries = file.json()
    assert [one["type"] for one in entries] == ["stt", "reasoning"]
    assert base64.b64decode(entries[0]["audio"]) == PCM
    before = listed(served)
    served.client.delete(f"/api/corrections/{entries[0]['id']}")
    bad = [*entries, {"type": "other", "id": "x", "createdAt": "2026-01-31T09:00:00.000Z"}]
    kept_by_a_page = json.dumps({KEY: json.dumps(bad)})
    answer = served.client.post("/api/corrections/import", content=kept_by_a_page)
    assert answer.json() == {
        "added": 1,
        "kept": 1,
        "refused": 1,
        "why": ["entry 3: type is neither stt, reasoning nor speech"],
    }
    assert listed(served) == before


def test_K1_how_a_word_is_said_is_taught_and_changed(served):
    made = added(served, {"type": "speech", "written": "Nguyen", "spoken": "win"})
    assert (made["written"], made["spoken"], made["sound"]) == ("Nguyen", "win", None)
    answer = served.client.patch(f"/api/corrections/{made['id']}", json={"spoken": "/wɪn/"})
    assert answer.json()["spoken"] == "/wɪn/"
    assert served.client.patch(f"/api/corrections/{made['id']}", json={"heard": "x"}).status_code == 422
    assert [one["type"] for one in listed(served)["corrections"]] == ["speech"]
