"""MCP servers that others wrote, from registries, as they are: in whole sessions, and one by one."""

import asyncio
import contextlib
import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from brains.double import asking, serving, written
from cli.running import solovox
from e2e.conftest import JOE, Asked
from live.gemini_rig import Live
from live.gemini_ways import Abort, Wait, Way
from solovox.cli.replay import timeline
from solovox.config.schema import NarratorConfig
from solovox.core.policy import Risk
from solovox.ports import Progress, ToolsChanged, run_tool
from solovox.tools.mcp.server import McpTools
from solovox.tools.mcp.settings import ServedTools
from strangers.clients import installed

pytestmark = [pytest.mark.slow, pytest.mark.weights]

SCOPE = "@modelcontextprotocol"


@pytest.fixture(scope="session")
def places():
    """By name: the command of a server."""
    python, js = installed("mcp").resolve(), installed("mcp-js").resolve()
    node = str(js / "node")
    return {
        "git": [str(python / "bin" / "mcp-server-git")],
        "time": [str(python / "bin" / "mcp-server-time")],
        "files": [node, str(js / "node_modules" / SCOPE / "server-filesystem" / "dist" / "index.js")],
        "all": [node, str(js / "node_modules" / SCOPE / "server-everything" / "dist" / "index.js")],
    }


@pytest.fixture
def project(tmp_path):
    """A folder under git."""
    subprocess.run(["git", "init", "-q", "-b", "main", tmp_path], check=True)
    (tmp_path / "a.txt").write_text("hello\n")
    return tmp_path


def configured(project, places, more=""):
    table = (
        f'[mcp.files]\ncommand = {json.dumps(places["files"])}\nargs = ["{project}"]\n'
        f'[mcp.git]\ncommand = {json.dumps(places["git"])}\nargs = ["--repository", "."]\nrisk = "hinted"\n'
    )
    (project / "solovox.toml").write_text(table + more)


def processes(folder):
    """Which processes have the folder in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            found.append(path.read_bytes())
    return [one for one in found if str(folder).encode() in one]


async def asked_of(project, server, *more, text="Do it."):
    flags = ("--speed", "1", *JOE, "--set", f"brain.url={server.url}", "--set", "brain.model=m", *more)
    fixed = ("ask", "--text", text, "--out", "answer.wav", "--journal", "journal")
    return Asked(project, await asyncio.to_thread(lambda: solovox(*fixed, *flags, cwd=project)))


def told(asked, event):
    return [one for one in asked.entries if one.get("event") == event]


@pytest.mark.wide
async def test_tools_of_two_servers_are_asked_for_in_one_session_and_what_acts_waits_for_a_yes(
    project, places
):
    configured(project, places)
    file = str(project / "b.txt")
    calls = (
        asking(("git_git_status", [json.dumps({"repo_path": str(project)})])),
        asking(("files_write_file", [json.dumps({"path": file, "content": "by voice"})])),
        written("It is written."),
    )
    async with serving(*calls) as brain:
        text = "Edit the file, then commit the changes to git."
        asked = await asked_of(project, brain, "--do", "accept@held", text=text)
    assert asked.done.returncode == 0, asked.done.stderr
    assert (project / "b.txt").read_text() == "by voice"
    declared = {one["function"]["name"] for one in brain.requests[0]["tools"]}
    assert {"calculate", "git_git_commit", "files_edit_file"} <= declared
    assert len(declared) == 20, "of more, the nearest to what was said"
    looked, wrote = told(asked, "ToolReturned")
    assert ("a.txt" in looked["result"], looked["receipt"], looked["failed"]) == (True, None, False)
    assert wrote["receipt"] == f"files answered write_file: Successfully wrote to {file}"
    assert len(told(asked, "ConsentGiven")) == 1, "git_git_status says that it only looks, and is believed"
    shown = CliRunner().invoke(timeline, [str(asked.journal), "--html", str(project / "seen.html")])
    assert shown.exit_code == 0, shown.output
    assert "receipt files answered write_file" in (project / "seen.html").read_text()
    assert asked.replayed().startswith("identical")
    assert not processes(project), "they have ended with the session (L5)"


async def test_A1_without_a_yes_nothing_is_done(project, places):
    configured(project, places)
    write = asking(("files_write_file", [json.dumps({"path": str(project / "b.txt"), "content": "x"})]))
    async with serving(write, written("No.")) as brain:
        asked = await asked_of(project, brain, "--do", "refuse@held")
    assert (len(told(asked, "ConsentDenied")), told(asked, "ToolReturned")) == (1, [])
    assert len(brain.requests) == 2, "the brain was answered, and went on"
    assert not (project / "b.txt").exists()


class Held:
    """A server that is carried as a session carries it."""

    def __init__(self, settings):
        self.set, self.news, self._settings = McpTools(settings), [], settings

    async def __aenter__(self):
        self._tasks = await asyncio.TaskGroup().__aenter__()
        self._work = self._tasks.create_task(self.set.run(self._tell))
        self.tools = {one.own: one for one in await self.set.open()}
        return self

    async def _tell(self, news):
        self.news.append(news)

    async def use(self, name, progress=None, **arguments):
        async def tell(one):
            if progress is not None:
                progress.append(one)

        return await run_tool(self.tools[name], arguments, tell)

    async def __aexit__(self, *error):
        self._work.cancel()
        return await self._tasks.__aexit__(*error)


def served(name, places, folder, *arguments, **more):
    return ServedTools(name=name, command=(*places[name], *arguments), folder=folder, **more)


@pytest.mark.wide
async def test_what_is_no_text_is_said_progress_is_told_and_its_answer_is_the_receipt(project, places):
    progress = []
    async with Held(served("all", places, project)) as everything:
        image = await everything.use("get-tiny-image")
        inside = await everything.use("get-resource-reference")
        shape = await everything.use("get-structured-content", location="New York")
        long = await everything.use("trigger-long-running-operation", progress, duration=0.2, steps=2)
    assert "… an image (image/png, 4 kB), which cannot be shown here" in image.text
    assert "… the content of demo://resource/dynamic/text/1:" in inside.text
    assert json.loads(shape.text)["conditions"]
    assert progress == [Progress("1 of 2"), Progress("2 of 2")]
    assert long.receipt.startswith(
        "all answered trigger-long-running-operation: Long running operation completed"
    )
    assert not {"trigger-sampling-request", "trigger-elicitation-request"} & everything.tools.keys(), (
        "we offer neither"
    )


async def test_a_server_gets_few_variables_and_those_that_are_said(project, places, monkeypatch):
    monkeypatch.setenv("SOLOVOX_SECRET_OF_OURS", "x")
    monkeypatch.setenv("GITHUB_TOKEN", "x")
    async with Held(replace(served("all", places, project), environment={"MINE": "1"})) as everything:
        found = json.loads((await everything.use("get-env")).text)
    assert found.keys() <= {"HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "MINE"}
    assert found["MINE"] == "1"


async def test_what_says_that_it_only_looks_is_believed_only_if_the_person_says_so(project, places):
    async with (
        Held(served("git", places, project)) as asks,
        Held(served("git", places, project, hinted=True)) as hinted,
    ):
        risks = [{name: one.risk for name, one in server.tools.items()} for server in (asks, hinted)]
        failed = await hinted.use("git_show", repo_path=str(project), revision="nothing")
    assert set(risks[0].values()) == {Risk.ASK}
    assert (risks[1]["git_status"], risks[1]["git_commit"]) == (Risk.FREE, Risk.ASK)
    assert (failed.failed, failed.receipt) == (True, None)


async def test_a_server_of_python_tells_the_time(project, places):
    async with Held(served("time", places, project, only=("get_current_time",))) as clock:
        told = await clock.use("get_current_time", timezone="Asia/Tokyo")
    assert list(clock.tools) == ["get_current_time"]
    assert json.loads(told.text)["timezone"] == "Asia/Tokyo"
    assert not [one for one in clock.news if not isinstance(one, ToolsChanged)]


def test_a_live_ear_that_answers_for_itself_is_told_of_their_tools_at_each_connection(project, places):
    class Served(Live):
        sets = {  # noqa: RUF012
            "files": McpTools(served("files", places, project, str(project))),
            "time": McpTools(served("time", places, project)),
        }

    lost = Way(on={1: (Wait(1_000), Abort())})
    choices = {"narrator": NarratorConfig(kind="self")}
    talk = Served(lost, said=(), choices=choices, speed=1, mic_ms=9_000).held()
    first, second = (
        {one.name for tool in made.setup.tools for one in tool.function_declarations}
        for made in talk.double.talks
    )
    assert {"files_read_text_file", "files_write_file", "time_get_current_time"} <= first
    assert second == first
    assert not processes(project), "they have ended with the session (L5)"
