"""A secret that a person types or a brain writes: the brain has it; the journal, the screen and the voice have its name (R2), and it replays (R1)."""

import asyncio
import json

import pytest

from http_server.lines_in_memory import hall, virtual
from http_server.writing_keys import BRAINS, OTHER
from solovox.parts import registry
from solovox.recordings import journal_reader
from solovox.recordings.replay import Identical, replay

KEY = "sk-ant-api03-Zz1Yy2Xx3Ww4Vv5Uu6Tt7Ss8Rr9Qq0"


@pytest.mark.parametrize("said", [f"Keep {KEY} in mind.", f"First {KEY}, then {KEY}."])
def test_R2_a_secret_reaches_the_brain_and_nothing_else(coded, tmp_path, monkeypatch, said):
    monkeypatch.setitem(registry.BUILT_IN[registry.BRAINS], "local", "http_server.writing_keys:repeats")

    async def scene():
        async with hall(tmp_path, journals=tmp_path / "journals") as at:
            line = await at.page()
            await line.asks({"type": "text", "text": said})
            await asyncio.sleep(60)
            shown = json.dumps([one for one in line.got if isinstance(one, dict)])
            assert KEY not in shown
            assert OTHER not in shown
            written = "".join(one["text"] for one in line.of("text"))
            names = said.replace(KEY, "[secret 1]")
            assert written == f"You said: {names} Mine is [secret 2], with my regards."
            assert "secret" in "".join(one["said"] for one in line.of("read"))

    virtual(scene)
    assert BRAINS[-1].asked == [said]
    (kept,) = (tmp_path / "journals").glob("*/journal.jsonl")
    assert KEY not in kept.read_text()
    assert OTHER not in kept.read_text()
    assert isinstance(replay(journal_reader.read(kept)), Identical)
