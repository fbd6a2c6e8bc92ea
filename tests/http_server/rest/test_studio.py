"""REST of the Studio: projects, versions, jobs and their news."""

import asyncio
import contextlib
import io
import json
import zipfile

import httpx2 as httpx
import pytest

from solovox.http.rest.studio_jobs import parse_last_id
from studio.scripted_writer import APP, BLUE, PAGE, ScriptedWriter

pytestmark = pytest.mark.slow

AT = "/api/studio/projects"
FILES = {"index.html": PAGE.format("20 %"), "style.css": ":root { --accent: red; }\n"}


class Person:
    """One who uses the Studio over REST, while its workshop works."""

    def __init__(self, served, client):
        self.served, self.client = served, client

    async def asked(self, method, path, status=200, **given):
        answer = await self.client.request(method, path, **given)
        assert answer.status_code == status, answer.text
        told = answer.headers.get("content-type") == "application/json" and answer.content
        return answer.json() if told else answer

    async def made(self, prompt="a tip calculator", name="Tips"):
        """A project with one job done."""
        project = (await self.asked("POST", AT, json={"name": name}))["id"]
        await self.done(project, prompt)
        return project

    async def done(self, project, prompt, path="jobs", **given):
        job = await self.asked("POST", f"{AT}/{project}/{path}", json=given or {"prompt": prompt})
        async for news in self.served.workshop.news(project):
            if news.job == job["number"] and type(news.step).__name__ in (
                "JobDone",
                "JobFailed",
                "JobCancelled",
            ):
                break
        await asyncio.sleep(0)
        return news.step

    async def wrong(self, method, path, status, **given):
        """The line of an error."""
        return (await self.asked(method, path, status, **given))["error"]


@contextlib.asynccontextmanager
async def studio(served, *answers, **given):
    """The Studio, until the end; then its news have ended."""
    served.writer = ScriptedWriter(*(answers or [APP]), **given)
    until = asyncio.Event()
    transport = httpx.ASGITransport(app=served.app)
    async with (
        asyncio.TaskGroup() as tasks,
        httpx.AsyncClient(transport=transport, base_url="http://testserver") as client,
    ):
        tasks.create_task(served.workshop.run(until))
        await asyncio.sleep(0)
        person = Person(served, client)
        person.ends, person.tasks = until, tasks
        yield person
        until.set()


def test_a_job_makes_an_app_that_can_be_read_compared_shown_and_undone(served):
    async def main():
        async with studio(served, APP, BLUE) as person:
            project = await person.made()
            at = f"{AT}/{project}"
            found = await person.asked("GET", at)
            (job,) = found.pop("jobs")
            assert (found["name"], found["version"], found["tools"]) == ("Tips", 1, [])
            assert job == {
                "number": 1, "project": project, "prompt": "a tip calculator", "phase": "validate", "state": "done",
                "line": "A tip calculator.", "version": 1,
            }  # fmt: skip
            assert await person.asked("GET", f"{at}/files") == {"version": 1, "files": FILES}
            await person.done(project, "make it blue")
            versions = await person.asked("GET", f"{at}/versions")
            assert (versions["shown"], [one["about"] for one in versions["versions"]]) == (
                2,
                ["a tip calculator", "make it blue"],
            )
            (changed,) = (await person.asked("GET", f"{at}/diff?from=1&to=2"))["files"]
            assert (changed["path"], changed["change"], changed["added"], changed["removed"]) == (
                "style.css",
                "changed",
                1,
                1,
            )
            assert (await person.asked("POST", f"{at}/show", json={"number": 1}))["version"] == 1
            assert (await person.asked("GET", f"{at}/files"))["files"] == FILES
            assert "blue" in (await person.asked("GET", f"{at}/files?version=2"))["files"]["style.css"]
            assert (await person.asked("PUT", f"{at}/tools", json={"tools": ["zod"]}))["tools"] == ["zod"]
            assert (await person.asked("PATCH", at, json={"name": "More"}))["name"] == "More"
            await person.asked("DELETE", at, 204)
            assert (await person.asked("GET", AT)) == {"projects": []}

    asyncio.run(main())


def test_its_news_are_events_and_who_comes_again_gets_the_rest(served):
    async def main():
        async with studio(served) as person:
            project = await person.made()
            before = served.workshop.listeners(project)
            all_of_it = person.tasks.create_task(person.client.get(f"{AT}/{project}/news"))
            rest = person.tasks.create_task(
                person.client.get(f"{AT}/{project}/news", headers={"last-event-id": "1.12"})
            )
            while served.workshop.listeners(project) < before + 2:
                await asyncio.sleep(0)
            person.ends.set()
            for task, first in ((all_of_it, 1), (rest, 13)):
                answer = await task
                assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
                head, *events = answer.text.strip().split("\n\n")
                assert head == "retry: 1000"
                steps = [json.loads(one.split("data: ")[1]) for one in events]
                assert [one.split("\n")[0] for one in events] == [
                    f"id: 1.{n}" for n in range(first, len(steps) + first)
                ]
                assert steps[-1] == {
                    "job": 1,
                    "number": steps[-1]["number"],
                    "type": "job_done",
                    "version": 1,
                    "line": "A tip calculator.",
                }
            types = [
                json.loads(one.split("data: ")[1])["type"]
                for one in all_of_it.result().text.strip().split("\n\n")[1:]
            ]
            assert [*dict.fromkeys(types)] == [
                "job_began",
                "phase",
                "file_began",
                "file_wrote",
                "file_ended",
                "job_done",
            ]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("said", "found"), [(None, (0, 0)), ("3.17", (3, 17)), (" 3.17 ", (3, 17)), ("3", (0, 0)), ("-1.2", (0, 0)), ("1.9999999999", (0, 0))]
)  # fmt: skip
def test_what_a_client_has(said, found):
    assert parse_last_id(said) == found


def test_an_app_goes_out_as_a_zip_and_comes_in_again(served):
    async def main():
        async with studio(served) as person:
            project = await person.made(name="Tips “ä”")
            out = await person.asked("GET", f"{AT}/{project}/zip")
            assert out.headers["content-type"] == "application/zip"
            assert out.headers["content-disposition"].endswith("UTF-8''Tips%20%E2%80%9C%C3%A4%E2%80%9D.zip")
            with zipfile.ZipFile(io.BytesIO(out.content)) as archive:
                assert {name: archive.read(name).decode() for name in archive.namelist()} == FILES
            taken = await person.asked("POST", f"{AT}/import?name=Again", content=out.content)
            assert (taken["name"], taken["version"]) == ("Again", 1)
            assert (await person.asked("GET", f"{AT}/{taken['id']}/files"))["files"] == FILES
            assert (
                await person.wrong("POST", f"{AT}/import", 422, content=b"x")
                == "it is no ZIP, or a damaged one"
            )
            assert len((await person.asked("GET", AT))["projects"]) == 2

    asyncio.run(main())


def test_what_is_not_there_or_not_right_is_one_line(served):
    async def main():
        async with studio(served) as person:
            project = (await person.asked("POST", AT, json={"name": "Tips"}))["id"]
            at = f"{AT}/{project}"
            assert await person.asked("GET", f"{at}/files") == {"version": 0, "files": {}}
            for method, path, status, given in (
                ("GET", f"{AT}/nobody", 404, {}),
                ("PATCH", f"{AT}/nobody", 404, {"json": {"name": "x"}}),
                ("DELETE", f"{AT}/nobody", 404, {}),
                ("GET", f"{AT}/nobody/files", 404, {}),
                ("GET", f"{AT}/nobody/versions", 404, {}),
                ("GET", f"{AT}/nobody/news", 404, {}),
                ("GET", f"{AT}/nobody/zip", 404, {}),
                ("GET", f"{AT}/nobody/preview", 404, {}),
                ("POST", f"{AT}/nobody/jobs", 404, {"json": {"prompt": "x"}}),
                ("POST", f"{AT}/nobody/trouble", 404, {"json": {"version": 1, "lines": ["x"]}}),
                ("GET", f"{at}/files?version=3", 404, {}),
                ("GET", f"{at}/diff?from=0&to=3", 404, {}),
                ("GET", f"{at}/diff?from=-1&to=3", 422, {}),
                ("POST", f"{at}/show", 404, {"json": {"number": 3}}),
                ("GET", f"{at}/zip", 409, {}),
                ("GET", f"{at}/preview", 409, {}),
                ("POST", f"{at}/jobs", 409, {"json": {"prompt": " "}}),
                ("POST", f"{at}/jobs", 422, {"json": {}}),
                ("POST", AT, 422, {"json": {"name": " "}}),
                ("POST", AT, 422, {"json": {"name": "x" * 81}}),
                ("PATCH", at, 422, {"json": {"name": "a\nb"}}),
                ("PUT", f"{at}/tools", 422, {"json": {"tools": ["x"] * 61}}),
                ("GET", "/api/studio/catalogue", 501, {}),
            ):  # fmt: skip
                line = await person.wrong(method, path, status, **given)
                assert line.isprintable()

    asyncio.run(main())


def test_the_themes_are_told(served):
    themes = served.get("/api/studio/themes").json()["themes"]
    assert len(themes) == 8
    assert themes[0] == {
        "id": "expert",
        "about": "calm and exact",
        "voice": "bm_george",
        "live_voice": "Orus",
    }
