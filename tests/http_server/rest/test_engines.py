"""REST: sounds are heard again and recordings are run in a process of their own, which grants nothing and keeps nothing."""

import asyncio
import wave
from pathlib import Path

import msgspec
import pytest

from http_server.coded_speech import QUIET, spoken
from http_server.rest.conftest import Served
from solovox.config.load import environment
from solovox.http.persons_settings import PersonsSettings
from solovox.http.rest.engines_apart import EngineProcess, EnginesPlace, corrections_tested, recording_run
from solovox.http.rest.recordings import compare_runs
from solovox.parts import registry
from solovox.parts.stores import PersonsStore
from solovox.ports import ReasoningCorrection, SttCorrection
from solovox.ports.offload import TooBusy
from solovox.surfaces.wav import BadSound
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow

AT = "2026-01-31T09:00:00.000Z"
SHIPPED = "converse_closure_question"
CODED = {
    registry.VOICES: ("af_bella", "http_server.coded_speech:voice"),
    registry.BRAINS: ("local", "http_server.coded_speech:brain"),
    registry.RECOGNISERS: ("local", "cli.test_retest:mending"),
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A function: what is wanted, done in this process with engines that hear and say exact text."""
    for group, (name, made) in CODED.items():
        monkeypatch.setitem(registry.BUILT_IN, group, {name: made})
    monkeypatch.setenv("SOLOVOX_STATE", str(tmp_path / "state"))
    flags = ("tools=get_time", "narrator.voice=af_bella")

    def asked(*more, wav=None, ids=()):
        place = EnginesPlace("talk", (*flags, *more), str(tmp_path), str(tmp_path))
        return corrections_tested(place, ids) if wav is None else recording_run(place, wav)

    return asked


def recorded(path: Path, text: str) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(16_000) + spoken(text) + QUIET)
    return path


@pytest.mark.slow
def test_K2_sounds_are_heard_with_and_without_what_was_taught(here):
    store = PersonsStore(environment()).open_store()
    store.add(
        SttCorrection("a", AT, spoken("Open the cube folder."), "Open the tube.", "Open the kube folder.")
    )
    store.add(
        SttCorrection("b", AT, spoken("Open the cube folder.")[:-2], "the cube folder", "the kube folder")
    )
    store.add(SttCorrection("c", AT, b"", "get hub", "GitHub"))
    store.add(ReasoningCorrection("d", AT, "i", "ls talks", "list the talks"))
    store.close()
    found = here(ids=("a", "c", "d"))
    (one,) = found.results
    assert msgspec.to_builtins(one) == {
        "id": "a",
        "heard_then": "Open the tube.",
        "heard_now": "Open the cube folder.",
        "mended": "Open the kube folder.",
        "meant": "Open the kube folder.",
        "wer_before": 0.25,
        "wer_after": 0.0,
    }
    assert (found.wer_before, found.wer_after) == (0.25, 0.0)
    assert [one.id for one in found.skipped] == ["c", "d"]
    assert [one.id for one in here().results] == ["a", "b"]


def test_a_run_says_what_was_heard_asked_and_said(here, tmp_path):
    found = here(wav=recorded(tmp_path / "q.wav", "Say hello."))
    assert (found.heard, found.instruction) == (["Say hello."], ["Say hello."])
    assert found.said
    assert found.failures == []
    assert "thinks: local" in found.who


def test_A2_a_run_grants_nothing(here, tmp_path):
    found = here("approval=review", wav=recorded(tmp_path / "q.wav", "Say hello."))
    assert (found.heard, found.instruction, found.said) == (["Say hello."], ["Say hello."], [])


def test_what_is_no_sound_is_one_line(here, tmp_path):
    (tmp_path / "q.wav").write_bytes(b"none")
    with pytest.raises(BadSound):
        here(wav=tmp_path / "q.wav")


def test_a_run_is_compared_with_the_one_before_part_by_part(here, tmp_path):
    one = here(wav=recorded(tmp_path / "q.wav", "Say hello."))
    two = here(wav=recorded(tmp_path / "r.wav", "Say goodbye."))
    assert compare_runs(one, None).differences == []
    assert compare_runs(one, one).differences == []
    found = {each.what: (each.before, each.now) for each in compare_runs(two, one).differences}
    assert found["instruction"] == (["Say hello."], ["Say goodbye."])
    assert "failures" not in found


def test_what_is_not_there_is_404_and_nothing_named_tests_nothing(served):
    assert served.client.post("/api/recordings/none/run").status_code == 404
    assert served.client.post("/api/corrections/test", json={"ids": ["none"]}).status_code == 404
    answer = served.client.post("/api/corrections/test", json={"ids": []})
    assert answer.json() == {"results": [], "skipped": [], "wer_before": 0.0, "wer_after": 0.0}


@pytest.mark.slow
async def test_one_is_tested_at_a_time_and_the_next_is_told_to_come_back(tmp_path):
    own = PersonsSettings((), None, tmp_path, {"SOLOVOX_STATE": str(tmp_path / "state")})
    engines = EngineProcess(own, "talk", Cache(tmp_path))
    one, two = await asyncio.gather(engines.test(()), engines.test(()), return_exceptions=True)
    assert one.results == []
    assert isinstance(two, TooBusy)
    assert (await engines.test(())).results == [], "there is place again"


@pytest.mark.wide
@pytest.mark.weights
def test_the_shipped_question_is_heard_and_its_next_run_is_compared_with_it(tmp_path):
    served = Served(tmp_path / "journals", "tools=get_time", weights=Cache(default_root(environment())))
    first = served.client.post(f"/api/recordings/{SHIPPED}/run")
    assert first.status_code == 200, first.text
    assert first.json()["now"]["heard"] == ["What is a closure?"]
    assert (first.json()["before"], first.json()["differences"]) == (None, [])
    again = served.client.post(f"/api/recordings/{SHIPPED}/run").json()
    assert (again["before"], again["differences"]) == (first.json()["now"], [])
