"""Whose sessions are told: the agent's, where it keeps some, else those that are recorded here."""

import os

import pytest
from msgspec import structs

from solovox.config.schema import Config, NarratorConfig
from solovox.core import events as e
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan
from solovox.parts import registry
from solovox.parts.tools.looking import list_recordings, sessions_of
from solovox.parts.tools.selection import tools
from solovox.ports import AgentSession, AgentSessionError, AgentSessions, Brain
from solovox.recordings.journal import create


class Kept(AgentSessions):
    async def list_sessions(self, limit=50):
        return [AgentSession("s1", "seven", 0)][:limit]


class Remembering(Brain):
    def sessions(self):
        return Kept()


def remembering(given):
    return Remembering()


@pytest.fixture
def agent(monkeypatch):
    """A brain that keeps its own, under the name `local`."""
    made = {**registry.BUILT_IN[registry.BRAINS], "local": f"{__name__}:remembering"}
    monkeypatch.setitem(registry.BUILT_IN, registry.BRAINS, made)


async def talked(root, name, written, *events):
    """A journal that was written at a moment (seconds); None: it is written still."""
    journal = create(root / name, session=name, created="", profile="talk", policy=Policy())
    for at, event in enumerate(events):
        journal.append(at, event, ())
    await journal.sync()
    if written is not None:
        await journal.aclose()
        os.utime(root / name / "journal.jsonl", (written, written))
    return journal


def heard(text, *, final=True):
    return e.LocalTranscript(AudioSpan(MIC, 0, 16_000), text, final=final)


async def test_recorded_talks_are_told_by_their_first_words_the_newest_first(tmp_path):
    await talked(tmp_path, "a", 100, e.Typed("Rename login"), e.Typed("And test it"))
    await talked(tmp_path, "b", 200, heard("what", final=False), heard("what time is it"))
    await talked(tmp_path, "c", 300)
    (tmp_path / "no-session").mkdir()
    found = await list_recordings(tmp_path)(10)
    assert found == [
        AgentSession("c", "", 300_000),
        AgentSession("b", "what time is it", 200_000),
        AgentSession("a", "Rename login", 100_000),
    ]
    assert await list_recordings(tmp_path)(1) == found[:1]


async def test_the_talk_in_which_it_is_asked_is_no_earlier_session(tmp_path):
    await talked(tmp_path, "a", 100, e.Typed("Rename login"))
    journal = await talked(tmp_path, "b", None, e.Typed("Which sessions are there?"))
    assert [one.id for one in await list_recordings(tmp_path)(10)] == ["a"]
    await journal.aclose()
    assert [one.id for one in await list_recordings(tmp_path)(10)] == ["b", "a"]


async def test_where_nothing_is_recorded_there_is_none(tmp_path):
    assert await list_recordings(tmp_path / "nowhere")(10) == []


async def test_a_folder_that_cannot_be_read_is_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    assert await list_recordings(tmp_path / "file")(10) == []
    os.chmod(tmp_path, 0)
    try:
        if not os.access(tmp_path, os.R_OK):
            with pytest.raises(AgentSessionError, match="cannot be read"):
                await list_recordings(tmp_path)(10)
    finally:
        os.chmod(tmp_path, 0o700)


async def test_an_agent_that_keeps_its_own_is_asked_for_them(tmp_path, agent):
    await talked(tmp_path, "a", 100, e.Typed("Rename login"))
    config = Config(journals=tmp_path)
    assert [one.title for one in await sessions_of(config)(10)] == ["seven"]
    alone = structs.replace(config, narrator=NarratorConfig(kind="self"))
    assert [one.title for one in await sessions_of(alone)(10)] == ["Rename login"], "no brain is there"


async def test_the_tool_of_a_session_tells_of_its_own_folder(tmp_path):
    await talked(tmp_path, "a", 100, e.Typed("Rename login"))
    [tool] = tools(Config(journals=tmp_path, tools=("list_sessions",)))
    assert '"Rename login"' in (await tool.run({})).text
