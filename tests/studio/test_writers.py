"""Who writes apps: a brain of any kind that is ready, told how; or the templates."""

import asyncio

import pytest

from meaning.spelled import Spelled
from solovox.config.schema import ConfigError
from solovox.parts.configured import configure
from solovox.ports import Act, Brain, BrainError, Step, Wrote
from solovox.ports.studio import UsedTool, WritingError, WritingOrder
from solovox.ports.workshop import JobDone, JobFailed
from solovox.studio.file_stream import FileClosed, FileOpened, FileStream
from solovox.studio.prompting import DIRECTIONS, word_order
from solovox.studio.studio import Studio
from solovox.studio.workshop.writers import BrainWriter, chosen_kind, engines, writer_of
from solovox.testing.memory_projects import MemoryProjects
from studio.rooms import NoEngines

ORDER = WritingOrder(
    prompt="make it blue",
    name="Tips",
    files={"a.css": "red"},
    tools=(UsedTool("zod", "Zod", "zod", "check what is typed"),),
    wrong=("a.css is empty",),
)


class Scribe(Brain):
    """Writes two pieces, and asks for what it may not have."""

    def __init__(self, error=None):
        self.asked, self.answers, self.opened, self.closed = [], [], 0, 0
        self._error = error

    async def open(self):
        self.opened += 1

    async def answer(self, question, host):
        self.asked.append(question)
        self.answers.append(await host.needs_yes(Act("rm -rf /")))
        self.answers.append(await host.call("shell", {}))
        yield Wrote("one ")
        yield Step("thinking")
        if self._error is not None:
            raise self._error
        yield Wrote("two")

    async def aclose(self):
        self.closed += 1


async def read(writer):
    return [piece async for piece in writer.write(ORDER)]


def test_a_brain_writes_text_and_gets_no_hands():
    brain = Scribe()

    async def main():
        writer = BrainWriter("mine", brain)
        assert "".join(await read(writer)) == "one two"
        await read(writer)
        await writer.aclose()

    asyncio.run(main())
    (question, _) = brain.asked
    assert (question.instruction, [*question.tools]) == (word_order(ORDER), [])
    assert [(one.role, one.text) for one in question.history] == [("system", DIRECTIONS)]
    assert (brain.answers[0].allowed, brain.answers[1].failed) == (False, True)
    assert (brain.opened, brain.closed) == (1, 1)


def test_its_error_is_a_line():
    with pytest.raises(WritingError, match="the key is wrong"):
        asyncio.run(read(BrainWriter("mine", Scribe(BrainError("the key is wrong")))))


def test_what_it_is_told_names_the_app_its_files_its_tools_and_what_is_wrong():
    told = word_order(ORDER)
    for part in (
        "Change this app: make it blue",
        '"Tips"',
        '<file path="a.css">\nred\n</file>',
        "Zod (zod): check what is typed",
        "- a.css is empty",
    ):
        assert part in told
    new = word_order(WritingOrder(prompt="a timer", name="Timer", files={}))
    assert new == 'Write a new app: a timer\n\nThe project is called "Timer".'


def test_the_form_that_it_is_told_is_the_form_that_is_read():
    events = [*FileStream().feed(DIRECTIONS)]
    assert [one.path for one in events if isinstance(one, FileOpened)] == ["index.html", "style.css"]
    assert sum(isinstance(one, FileClosed) for one in events) == 2


def chosen(folder, variables=None, **values):
    flags = [f"{key}={value}" for key, value in values.items()]
    return configure("talk", flags, folder, {"HOME": str(folder), **(variables or {})})


def test_who_is_named_writes_with_settings_of_its_own(tmp_path):
    config = chosen(tmp_path, **{"studio.brain.kind": "openai_compatible", "studio.openai_compatible.url": "http://h/v1", "studio.openai_compatible.model": "m"})  # fmt: skip
    writer = writer_of(config)
    assert writer.name == "openai_compatible"
    asyncio.run(writer.aclose())
    shared = chosen(tmp_path, **{"brain.url": "http://h/v1", "brain.model": "m", "studio.brain.kind": "openai_compatible"})  # fmt: skip
    assert shared.own["studio.openai_compatible"].values["url"] == "http://h/v1"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"studio.brain.kind": "nobody"}, "studio.brain.kind cannot be 'nobody'"),
        ({"studio.brain.kind": "local"}, "studio.brain.kind cannot be 'local'"),
        ({"studio.brain.kind": "mcp"}, "studio.brain.kind cannot be 'mcp'"),
        ({"studio.openai.modl": "m"}, "unknown key 'studio.openai.modl' .*did you mean model?"),
        ({"studio.brain.kind": "openai_compatible"}, "needs studio.openai_compatible.url"),
        (
            {"studio.brain.kind": "acp", "studio.acp.command": "true", "studio.acp.permissions": "edits"},
            "studio.acp.permissions cannot be set: what writes apps has no hands",
        ),
    ],
)
def test_who_cannot_write_is_one_line(tmp_path, values, says):
    with pytest.raises(ConfigError, match=says):
        writer_of(chosen(tmp_path, **values))


def test_where_nobody_is_named_and_no_key_is_there_the_templates_write(tmp_path):
    config = chosen(tmp_path)
    assert (config.studio, chosen_kind(config)) == ("", "templates")
    assert chosen(tmp_path, **{"studio.brain.kind": "templates"}).studio == "templates"
    found = dict(engines(config))
    assert "local" not in found
    assert found["openai_compatible"] == "studio.openai_compatible.url"
    assert {"gemini", "anthropic", "openai", "templates"} <= found.keys()


class SpellingEngines(NoEngines):
    """The engines of a machine whose sentence model goes by spelling."""

    def __init__(self):
        self.spelled = Spelled()

    def embedding(self):
        return self.spelled


async def ends(studio, *prompts):
    """How jobs of a Studio end, each in a project of its own."""
    found, until, ended = [], asyncio.Event(), asyncio.Event()
    studio.workshop.ended = lambda project, end: (found.append(end), ended.set())
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(studio.workshop.run(until))
        await asyncio.sleep(0)
        for prompt in prompts:
            ended.clear()
            studio.workshop.begin(studio.store.make("An app").id, prompt)
            await ended.wait()
        until.set()
    return found


OTHER_WORDS = "a thing that will ring after some minutes"


def test_other_words_find_an_app_by_the_studios_sentence_model(tmp_path):
    engines, config = SpellingEngines(), chosen(tmp_path)
    studio = Studio(MemoryProjects(), lambda: config, lambda: engines)
    first, second = asyncio.run(ends(studio, OTHER_WORDS, f"{OTHER_WORDS}!"))
    assert first == JobDone(1, "A timer.")
    assert isinstance(second, JobDone)
    asked = engines.spelled.asked
    asyncio.run(ends(studio, OTHER_WORDS))
    assert engines.spelled.asked == asked + 1, "where the apps lie is kept from job to job"


def test_without_the_sentence_model_other_words_are_refused_and_names_are_not(tmp_path):
    config = chosen(tmp_path)
    studio = Studio(MemoryProjects(), lambda: config, NoEngines)
    refused, made = asyncio.run(ends(studio, OTHER_WORDS, "a timer"))
    assert isinstance(refused, JobFailed)
    assert refused.line.startswith("I have no app for that. Without a model there are twelve: calculator, ")
    assert made == JobDone(1, "A timer.")
