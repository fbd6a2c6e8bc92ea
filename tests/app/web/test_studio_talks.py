"""A page in the Studio: its theme and its project reach the session, and a job's end comes into the talk."""

import asyncio

from app.web.page_client import page

START = {"type": "start", "solovox": 1, "theme": "warm", "projectContext": {"name": "Garden"}}


async def test_N5_a_job_is_begun_in_the_pages_project_and_its_end_comes_into_the_talk(site):
    running = await site("tools=studio")
    async with page(running.socket, first=START) as one:
        session = (await one.until("ready"))["sessionId"]
        talk = running.site.talks.get(session)
        assert (talk.now.studio.now.theme, talk.now.studio.now.name) == ("warm", "Garden")
        await one.say("text", text="Build me a tip calculator.")
        result = await one.until("result", tool="generate_app")
        assert result["receipt"].startswith("job ")
        notice = await one.until("notice")
        assert notice["text"] == "Done. A tip calculator."
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
        now = running.site.talks.get(session).now.studio.now
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


async def test_S8_a_client_of_the_first_ones_has_its_theme_and_its_projects_name(site):
    running = await site("tools=studio")
    first = {"type": "start", "theme": "future", "projectContext": {"name": "garden", "tools": []}}
    async with page(running.socket, first=first) as one:
        session = (await one.until("ready"))["sessionId"]
        now = running.site.talks.get(session).now.studio.now
        assert (now.theme, now.name, now.project) == ("future", "garden", "")
