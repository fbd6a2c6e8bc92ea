"""A page in the Studio: its theme and its project reach the session, and a job's end comes into the talk."""

import asyncio

import pytest

from http_server.page_client import page

pytestmark = pytest.mark.slow

START = {"type": "start", "solovox": 1, "theme": "warm", "projectContext": {"name": "Garden"}}


async def test_N5_a_job_is_begun_in_the_pages_project_and_its_end_comes_into_the_talk(site):
    running = await site("tools=studio")
    async with page(running.socket, first=START) as one:
        session = (await one.until("ready"))["sessionId"]
        talk = running.site.talks.get(session)
        assert (talk.now.added.now.theme, talk.now.added.now.name) == ("warm", "Garden")
        await one.say("text", text="Build me a calculator.")
        result = await one.until("result", tool="generate_app")
        assert result["receipt"].startswith("job ")
        notice = await one.until("notice")
        assert notice["text"] == "Done. A calculator."
        [made] = await asyncio.to_thread(running.site.studio.studio.store.projects)
        assert (made.name, made.version) == ("Garden", 1)
        assert [frame["target"] for frame in one.of("act") if frame["action"] == "project"] == [made.id]


async def test_a_theme_and_a_project_can_be_set_and_what_cannot_be_is_one_line(site):
    running = await site("tools=studio")
    async with page(running.socket, first={**START, "theme": "beige"}) as one:
        session = (await one.until("ready"))["sessionId"]
        assert (await one.until("error"))["message"].startswith(
            "there is no theme 'beige': there is expert, sharp"
        )
        now = running.site.talks.get(session).now.added.now
        assert now.theme == "expert"
        await one.say("set", key="theme", value="retro")
        await one.say("set", key="theme", value="purple")
        assert "there is no theme 'purple'" in (await one.until("error"))["message"]
        assert now.theme == "retro"
        await one.say("set", key="project", value="nowhere")
        await one.until("error")
        made = await asyncio.to_thread(running.site.studio.studio.store.make, "Tips")
        await one.say("set", key="project", value=made.id)
        await one.say("text", text="Go to the studio.")
        await one.until("act", action="navigate", target="studio")
        assert now.project == made.id


async def test_N5_who_has_just_chosen_is_greeted_by_our_voice_and_by_no_other_talk(site):
    running = await site("tools=studio")
    context = {"name": "Garden"}
    async with page(running.socket, first={**START, "projectContext": {**context, "greet": True}}) as one:
        shown = (await one.until("state"))["view"]["notices"]
        assert [one["text"] for one in shown] == ["Hello, I am VOX. Say or type what you want to build."]
        await one.until("read_end")
        assert one.total > 0
    async with page(running.socket, first={**START, "projectContext": {**context, "greet": "no"}}) as one:
        await one.say("text", text="Go to the studio.")
        await one.until("finished")
        assert one.of("notice") == []
        assert one.of("state")[0]["view"]["notices"] == []


async def test_S8_a_client_of_the_first_ones_has_its_theme_and_its_projects_name(site):
    running = await site("tools=studio")
    first = {"type": "start", "theme": "future", "projectContext": {"name": "garden", "tools": []}}
    async with page(running.socket, first=first) as one:
        session = (await one.until("ready"))["sessionId"]
        now = running.site.talks.get(session).now.added.now
        assert (now.theme, now.name, now.project) == ("future", "garden", "")


async def test_S3_a_page_that_is_back_by_its_token_goes_on_with_the_same_project_and_theme(site):
    running = await site("tools=studio")
    async with page(running.socket, first=START) as one:
        ready = await one.until("ready")
        await one.say("text", text="Build me a calculator.")
        made = (await one.until("act", action="project"))["target"]
        await one.until("notice")
        one.vanish()
        await one.over()
    async with page(running.socket, first={"type": "resume", "token": ready["token"]}) as back:
        assert (await back.until("ready"))["sessionId"] == ready["sessionId"]
        shown = (await back.until("state"))["view"]["notices"]
        assert [one["text"] for one in shown] == ["Done. A calculator."]
        await back.say("text", text="Make it blue.")
        assert (await back.until("result", tool="generate_app"))["receipt"].startswith("job ")
        assert (await back.until("notice"))["text"] == "Done. It is blue now."
        now = running.site.talks.get(ready["sessionId"]).now.added.now
        assert (now.project, now.theme) == (made, "warm")
        [kept] = await asyncio.to_thread(running.site.studio.studio.store.projects)
        assert (kept.id, kept.version) == (made, 2)


async def test_the_end_of_a_session_has_one_of_the_reasons_of_the_design(site):
    running = await site("tools=studio")
    async with page(running.socket, first=START) as one, page(running.socket, first=START) as other:
        await one.until("ready")
        session = (await other.until("ready"))["sessionId"]
        await one.say("end")
        assert (await one.until("session_end"))["reason"] == "user"
        assert await one.over() == 1000
        running.site.talks.end_session(session, ZeroDivisionError("of ours"))
        ended = await other.until("session_end")
        assert (ended["reason"], ended["detail"]) == ("error", "the session could not go on")
        assert await other.over() == 1000
    async with page(running.socket, first=START) as late:
        await late.until("ready")
        running.site.talks.say_goodbye()
        ended = await late.until("session_end")
        assert ended["reason"] == "timeout"
        assert "going away" in ended["detail"]
        assert await late.over() == 1000
