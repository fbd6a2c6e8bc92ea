"""A client that knows the frames of the first clients only gets these, with their keys, and no others."""

from app.web.coded_speech import PER_CHARACTER, QUIET, spoken
from app.web.page_client import page
from solovox.testing.fakes import ScriptedTts


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


async def test_S8_it_may_send_no_others(site):
    running = await site()
    async with page(running.socket, first={"type": "start"}) as one:
        await one.until("ready")
        for kind in ("text", "stop", "take"):
            await one.say(kind, text="Hello.")
            assert '"solovox": 1' in (await one.until("error"))["message"]


async def test_S8_a_server_that_goes_away_says_no_more_than_they_know(site):
    running = await site()
    async with page(running.socket, first={"type": "start"}) as one:
        await one.until("ready")
        running.told.set()
        assert await one.over() == 1000
    error, end = one.frames[1:]
    assert "going away" in error["message"]
    assert end == {"type": "session_end", "reason": "timeout"}
