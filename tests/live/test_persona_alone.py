"""A live model that answers for itself as a persona: what it is told, and what it keeps (laws C4, L3)."""

import pytest

from live.gemini_rig import Live
from live.gemini_ways import Abort, Call, Hear, Say, Wait, Way
from solovox.config.schema import Config, EarConfig, NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.parts.policies import policy
from solovox.parts.tools.selection import tools

pytestmark = pytest.mark.slow

OWN = ("update_diary", "read_diary", "set_emotion", "message_discord_bot")
WRITES = Way(
    heard=(
        Hear(),
        Call("a", "update_diary", "Ada won the game.", "entry"),
        Call("b", "set_emotion", "glad", "emotion"),
        Say("I wrote it down."),
        Wait(500),
        Abort(),
    )
)


@pytest.fixture
def choices(tmp_path, monkeypatch):
    monkeypatch.setenv("SOLOVOX_STATE", str(tmp_path / "state"))
    path = tmp_path / "luna.md"
    path.write_text("# Luna\nYou love the sea.\n")
    return {"narrator": NarratorConfig(kind="self"), "persona": str(path), "tools": OWN}


def held(choices, way, **more):
    return Live(way, choices=choices, tools=tools(Config(**choices)), mic_ms=8_000, **more).held()


def instructions(talk):
    return [one.setup.system_instruction.parts[0].text for one in talk.double.talks]


def test_C4_what_it_writes_into_its_diary_has_a_receipt_and_is_known_to_the_next_connection(choices):
    talk = held(choices, WRITES)
    first, second = instructions(talk)[:2]
    assert first.startswith("You are Luna.")
    assert "You love the sea." in first
    assert "diary" not in first
    assert 'Your mood now: "glad".' in second
    assert '"Ada won the game."' in second
    receipts = {one.receipt for one in talk.happened(e.ToolReturned)}
    assert "Luna feels glad" in receipts
    assert any(one.startswith("diary entry of ") for one in receipts)
    assert not any(one.failed for one in talk.did(c.AnswerCall))
    assert talk.wrong_sums == []
    again = held(choices, Way(heard=(Hear(), Say("Ada won."))))
    assert '"Ada won the game."' in instructions(again)[0], "a later talk knows it too"


def test_C5_beside_a_brain_the_ear_is_declared_no_more_of_them_than_reading(choices):
    config = Config(
        **{**choices, "narrator": NarratorConfig(kind="voice")},
        ear=EarConfig(kind="gemini", url="ws://localhost:1"),
    )
    rules = policy(config, tools(config))
    assert [one.name for one in rules.tools if one.read_aloud] == ["read_diary"]
