"""Each kind of brain writes an app as `studio.brain.kind`, by its real SDK or program: what its model says on loopback goes
through the workshop into versions.
"""

import asyncio
import itertools
import os
import shlex

import pytest

from brains_sdk.acp_double import COMMAND, END, permission, scripted, text
from brains_sdk.claude_double import read
from brains_sdk.serving import served
from solovox.demo.messages import TextBlock
from solovox.demo.serving import messages_app
from solovox.parts.configured import configure
from solovox.ports.workshop import FileWrote, JobDone, PhaseBegan
from solovox.studio.prompting import DIRECTIONS
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.studio.workshop.writers import writer_of
from solovox.testing.memory_projects import MemoryProjects

PIECE = 5
"""Characters that a model says at a time: each tag comes in several pieces."""
STYLE = ":root { --accent: #b00; }\n"
APP = f"""I made a tip calculator.

<file path="index.html">
<!doctype html>
<html lang="en">
<head><title>Tips</title><link rel="stylesheet" href="style.css"></head>
<body><label>Bill <input id="bill"></label><script src="app.js"></script></body>
</html>
</file>
<file path="style.css">
{STYLE}</file>
"""
SCRIPT = """I added what was missing.
<file path="app.js">
document.querySelector('#bill').value = 80 < 100 ? '80' : '' // a sign of a tag in it
</file>
"""
RED = "#b00"
RECOLOUR = """I made it {said}.
<edit path="style.css">
<<<<<<< SEARCH
--accent: {was};
=======
--accent: {becomes};
>>>>>>> REPLACE
</edit>
"""
WHOLE = """I wrote all of it again.
<file path="style.css">
:root { --accent: #080; }
</file>
"""
ANSWERS = (
    APP,  # there is no app.js yet
    SCRIPT,
    RECOLOUR.format(said="blue", was=RED, becomes="#00b"),
    RECOLOUR.format(said="green", was=RED, becomes="#080"),  # it is not red any more
    WHOLE,
)
TOLD = [True, False, True, True, False]
"""Whether an answer's question has the directions: once a session, which is as long as a job."""
WISHES = "a tip calculator", "make it blue", "make it green"


def in_pieces(said):
    return [said[at : at + PIECE] for at in range(0, len(said), PIECE)]


def settings(folder, kind, talks=(), **values):
    """The configuration of a person who writes with that kind. `talks`: what is said of the brain that talks."""
    own = [*talks, *(f"studio.{kind}.{name}={value}" for name, value in values.items())]
    variables = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    return configure("studio", [f"studio.brain.kind={kind}", *own], folder, variables)


async def jobs(config, *wishes):
    """The steps of each job, one behind the other, and the versions that they made."""
    store, until, found = MemoryProjects(), asyncio.Event(), []
    shop = ProjectWorkshop(store, lambda: writer_of(config))
    project = store.make("Tips").id
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(shop.run(until))
        await asyncio.sleep(0)
        for wish in wishes:
            steps, ended = [], asyncio.Event()
            shop.stepped = lambda project, job, step, steps=steps: steps.append(step)
            shop.ended = lambda project, end, ended=ended: ended.set()
            shop.begin(project, wish)
            await ended.wait()
            found.append(steps)
        until.set()
    return found, [store.version(project, one.number).files for one in store.versions(project)]


def phases(steps):
    return [one.phase.value for one in steps if isinstance(one, PhaseBegan)]


def check(found, versions):
    """The five answers made three versions, with a repair of the first and of the third."""
    first, second, third = found
    assert [steps[-1] for steps in found] == [
        JobDone(1, "I made a tip calculator."),
        JobDone(2, "I made it blue."),
        JobDone(3, "I made it green."),
    ]
    whole = ["analyse", "plan", "generate", "validate"]
    repaired = [*whole, "iterate", "validate"]
    assert [phases(first), phases(second), phases(third)] == [repaired, whole, repaired]
    pieces = [one.text for one in first if isinstance(one, FileWrote) and one.path == "index.html"]
    assert len(pieces) > 10, "it is followed while it is written"
    assert "".join(pieces) == versions[0]["index.html"]
    assert versions[0].keys() == {"index.html", "style.css", "app.js"}
    assert "80 < 100" in versions[0]["app.js"]
    assert [one["style.css"] for one in versions] == [
        STYLE, STYLE.replace(RED, "#00b"), STYLE.replace(RED, "#080"),
    ]  # fmt: skip
    assert versions[0]["index.html"] == versions[2]["index.html"]


def check_asked(asked):
    """What the model was told, answer by answer. `asked`: the words of each question."""
    for told, has in zip(
        asked,
        (
            "Write a new app: a tip calculator",
            "- index.html asks for app.js, which is not there",
            "Change this app: make it blue",
            "Change this app: make it green",
            "- the edit of style.css was not made: what it searches does not stand in it: '--accent: #b00;'. Write all of style.css",
        ),
        strict=True,
    ):
        assert has in told
    assert all('<file path="index.html">\n<!doctype html>' in told for told in asked[1:])


class Writes:
    """A model that says the answers one after the other. Keeps what it was asked."""

    def __init__(self, *answers):
        self.answers = [*answers]
        self.requests = []

    async def reply(self, request):
        self.requests.append(request)
        for piece in in_pieces(self.answers.pop(0)):
            yield TextBlock(piece)


def newest(messages):
    """What was said since the model said something."""
    said = [*itertools.takewhile(lambda one: one["role"] != "assistant", reversed(messages))]
    return "\n".join(map(read, reversed(said)))


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """The folder in which an agent works that only writes."""
    monkeypatch.setenv("SOLOVOX_STATE", str(tmp_path / "state"))
    return tmp_path / "state" / "studio"


async def test_claude_code_by_its_program_writes_without_hands(tmp_path, desk):
    model = Writes(*ANSWERS)
    async with served(messages_app(model)) as url:
        config = settings(tmp_path, "claude_code", url=url, api_key="dummy", config_dir=tmp_path / "own")
        check(*await jobs(config, *WISHES))
    asked = [newest(one.messages) for one in model.requests]
    check_asked(asked)
    assert [DIRECTIONS in one for one in asked] == TOLD
    assert not any(one.tools for one in model.requests)
    assert f"Primary working directory: {desk}\n" in asked[0]
    assert [*desk.iterdir()] == []


async def test_an_agent_of_the_protocol_writes_without_hands(tmp_path, desk, monkeypatch):
    """Whatever the same agent may in a talk."""
    talks = "brain.kind=acp", "brain.permissions=edits", f"brain.command={shlex.join(COMMAND)}"
    wish = permission("t1", kind="edit", locations=[{"path": str(desk / "a.txt")}])
    scripts = [[wish, *map(text, in_pieces(one)), END] for one in ANSWERS]
    async with scripted(*scripts) as (double, variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        check(*await jobs(settings(tmp_path, "acp", talks), *WISHES))
    asked = [one["params"]["prompt"][0]["text"] for one in double.messages("session/prompt")]
    check_asked(asked)
    assert [DIRECTIONS in one for one in asked] == TOLD
    assert {one["params"]["cwd"] for one in double.messages("session/new")} == {str(desk)}
    assert {one["result"]["outcome"]["optionId"] for one in double.answers()} == {"no"}
