"""A client that knows the frames of the first clients only gets these, with their keys, and no others."""

import asyncio
import json
import subprocess
import sys

import pytest

import house_rules as house
from e2e.conftest import written
from http_server.coded_speech import PER_CHARACTER, QUIET, spoken
from http_server.page_client import page
from solovox.testing.fakes import ScriptedTts

pytestmark = pytest.mark.slow


async def test_S8_what_a_tool_asks_of_the_screen_comes_as_ui_action(site):
    running = await site()
    async with page(running.socket, first={"type": "start", "theme": "expert", "projectContext": {}}) as one:
        session = (await one.until("ready"))["sessionId"]
        await one.mic(spoken("Go to the studio.") + QUIET)
        await one.until("transcript", role="vox")
        sound = ScriptedTts(PER_CHARACTER).sound("It is open.")
        await one.when(lambda: one.voice[0].endswith(sound))
        await one.say("end")
        assert await one.over() == 1000
    assert one.frames == [
        {"type": "ready", "sessionId": session},
        {"type": "transcript", "role": "user", "text": "Go to the studio."},
        {"type": "tool_call", "name": "navigate_ui", "args": {"target": "studio"}},
        {"type": "ui_action", "action": "navigate", "target": "studio"},
        {"type": "tool_result", "name": "navigate_ui", "data": {"text": "It is open."}},
        {"type": "transcript", "role": "vox", "text": "It is open."},
        {"type": "session_end", "reason": "user"},
    ]


@pytest.mark.slow
async def test_S8_a_stranger_that_knows_only_these_is_content_where_a_tool_acts(site, tmp_path):
    """The program of `tests/strangers`: it tells of each frame and key that its design document does not have."""
    running = await site()
    wav = written(tmp_path / "go.wav", spoken("Go to the studio.") + bytes(3_200))
    steps = [{"start": {}}, {"until": "ready"}, {"say": str(wav)}, {"until": "ui_action", "target": "studio"},
             {"until": "tool_result"}, {"hear": 0.1}, {"end": True}, {"until": "session_end"}, {"finish": True}]  # fmt: skip
    stranger = await asyncio.create_subprocess_exec(
        sys.executable, house.ROOT / "tests" / "strangers" / "programs" / "studio.py",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    told, _ = await stranger.communicate(json.dumps({"url": running.socket, "steps": steps}).encode())
    lines = [json.loads(line) for line in told.splitlines()]
    assert stranger.returncode == 0, lines[-3:]
    assert [line for line in lines if "wrong" in line] == []


async def test_S8_a_server_that_goes_away_says_no_more_than_they_know(site):
    running = await site()
    async with page(running.socket, first={"type": "start"}) as one:
        await one.until("ready")
        running.told.set()
        assert await one.over() == 1000
    error, end = one.frames[1:]
    assert "going away" in error["message"]
    assert end == {"type": "session_end", "reason": "timeout"}
