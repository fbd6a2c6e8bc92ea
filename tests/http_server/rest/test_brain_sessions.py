"""REST: the sessions that a brain keeps by itself are listed, read, opened, and taken back to a message."""

from pathlib import Path

import pytest

from solovox.parts import registry
from solovox.parts.configured import going_on
from solovox.ports import AgentMessage, AgentSession, AgentSessionError, AgentSessions, Brain

pytestmark = pytest.mark.slow

SAID = (
    AgentMessage("m1", False, "Remember seven."),
    AgentMessage("m2", True, "Yes."),
    AgentMessage("m3", True, " "),
)


class Kept(AgentSessions):
    """One session, and what was forked of it."""

    async def list_sessions(self, limit=50):
        return [AgentSession("s1", "seven", 1_767_323_045_000)][:limit]

    async def messages(self, session):
        if session != "s1":
            raise AgentSessionError(f"there is no session {session!r}")
        return SAID

    async def fork(self, session, to=None, title=None):
        if to not in {one.id for one in await self.messages(session)}:
            raise AgentSessionError(f"there is no message {to!r} in that session")
        return AgentSession(f"{session}-{to}", "seven", 0)


class Remembering(Brain):
    def sessions(self):
        return Kept()


def brain(given):
    return Remembering()


@pytest.fixture
def kept(served, monkeypatch):
    made = {**registry.BUILT_IN[registry.BRAINS], "local": "http_server.rest.test_brain_sessions:brain"}
    monkeypatch.setitem(registry.BUILT_IN, registry.BRAINS, made)
    return served


def test_those_of_this_folder_are_listed_and_read(kept):
    assert kept.get("/api/brain/sessions").json() == {
        "brain": "local",
        "keeps": True,
        "sessions": [
            {"id": "s1", "title": "seven", "updated": "2026-01-02T03:04:05Z", "folder": str(Path.cwd())}
        ],
    }
    assert kept.get("/api/brain/sessions/s1/messages").json() == {
        "messages": [
            {"id": "m1", "by": "person", "text": "Remember seven."},
            {"id": "m2", "by": "agent", "text": "Yes."},
        ]
    }


def test_those_of_a_brain_that_is_not_chosen_are_listed_too(kept, monkeypatch):
    made = {**registry.BUILT_IN[registry.BRAINS], "openai": "http_server.rest.test_brain_sessions:brain"}
    monkeypatch.setitem(registry.BUILT_IN, registry.BRAINS, made)
    answer = kept.get("/api/brain/sessions?brain=openai").json()
    assert (answer["brain"], [one["id"] for one in answer["sessions"]]) == ("openai", ["s1"])
    assert kept.own.config("talk").brain.kind == "local", "nothing was chosen"
    assert kept.talks.begun == []


def test_only_a_brain_that_is_known_is_asked(kept):
    for name in ("os", "../openai", "x" * 200):
        assert kept.get(f"/api/brain/sessions?brain={name}").status_code == 422


def test_one_is_opened_and_taken_back(kept):
    assert kept.client.post("/api/sessions", json={"resume": "s1"}).json() == {"session": "new-1"}
    assert kept.client.post("/api/sessions", json={"resume": "s1", "rewind_to": "m1"}).status_code == 200
    assert kept.talks.begun == [((), "s1"), ((), "s1-m1")]


@pytest.mark.parametrize("body", [{"resume": "s2"}, {"resume": "s1", "rewind_to": "m9"}, {"resume": ""}])
def test_what_is_not_there_is_one_line_and_begins_nothing(kept, body):
    answer = kept.client.post("/api/sessions", json=body)
    assert answer.status_code == 404
    assert "there is no" in answer.json()["error"]
    assert kept.get("/api/brain/sessions/s2/messages").status_code == 404
    assert kept.talks.begun == []


def test_a_brain_that_keeps_none_says_so(served):
    assert served.get("/api/brain/sessions").json() == {"brain": "local", "keeps": False, "sessions": []}
    for answer in (
        served.get("/api/brain/sessions/s1/messages"),
        served.client.post("/api/sessions", json={"resume": "s1"}),
    ):
        assert answer.status_code == 409
        assert "keeps no sessions of its own" in answer.json()["error"]


def test_where_there_is_no_place_it_is_said_when_to_come_back(kept):
    kept.talks.why = "all 50 sessions of this server are taken"
    answer = kept.client.post("/api/sessions", json={"resume": "s1"})
    assert (answer.status_code, answer.json()["error"]) == (503, kept.talks.why)
    assert answer.headers["retry-after"] == "5"


def test_the_session_that_goes_on_is_the_one_that_the_brain_is_made_with(served):
    config = served.own.config("talk")
    made = registry.adapter_args(going_on(config, "s1"), registry.BRAINS, config.brain.kind)
    assert made.settings["session"] == "s1"
    assert "session" not in registry.adapter_args(config, registry.BRAINS, config.brain.kind).settings
