"""A function of Python as a brain: what a newcomer writes first works, and everything else is one clear line."""

import asyncio
import contextlib
import functools
import sys
import threading

import pytest

from solovox.brains.python import MOST_THREADS, PythonBrain
from solovox.config.schema import ConfigError
from solovox.parts.brains.own_agents import no_agent, python
from solovox.ports import AdapterArgs, BrainError, Message, Question, Step, TokensUsed, Wrote
from solovox.testing.contracts_brain import BrainContract, ScriptedHost

ASK = Question("hello there", (Message("person", "hi"),))


async def streaming(text):
    for word in text.split():
        yield f"{word} "


async def returning(text):
    return text.upper()


def plain(text):
    return text.upper()


async def handing_on(text):
    return streaming(text)


def handing_on_at_once(text):
    return streaming(text)


async def with_question(text, question):
    yield f"{len(question.history)} before {text}"


async def with_both(text, host, question=None, model="small"):
    yield f"{(await host.call('clock', {})).text} / {question.instruction} / {model}"


async def of_any_work(text):
    yield Step("thinking")
    yield "Well."
    yield TokensUsed(3, 4)


class Object:
    async def __call__(self, text):
        yield text

    async def method(self, said):
        return said

    def blocking(self, said):
        return said


async def everything(*all_of_it, **more):
    return repr((all_of_it, more))


def failing(at):
    async def agent(text):
        yield "First. "
        raise at

    return agent


async def answered(agent, question=ASK):
    return [one async for one in PythonBrain(agent).answer(question, ScriptedHost())]


async def failure(agent):
    with pytest.raises(BrainError) as caught:
        await answered(agent)
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None
    return str(caught.value)


class TestAGeneratorKeepsTheContract(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield PythonBrain(streaming)

    @contextlib.asynccontextmanager
    async def failing(self):
        yield PythonBrain(failing(RuntimeError("no\nmore")))


class TestAPlainFunctionKeepsTheContract(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield PythonBrain(plain)


@pytest.mark.parametrize(
    ("agent", "says"),
    [
        (streaming, "hello there "),
        (returning, "HELLO THERE"),
        (plain, "HELLO THERE"),
        (handing_on, "hello there "),
        (handing_on_at_once, "hello there "),
        (with_question, "1 before hello there"),
        (with_both, "there is no tool clock / hello there / small"),
        (Object(), "hello there"),
        (Object().method, "hello there"),
        (Object().blocking, "hello there"),
        (functools.partial(with_question, question=ASK), "1 before hello there"),
        (lambda text: f"<{text}>", "<hello there>"),
        (everything, "(('hello there',), {})"),
        (str.title, "Hello There"),
    ],
)
async def test_what_a_newcomer_writes_is_an_agent(agent, says):
    assert "".join(one.text for one in await answered(agent)) == says


async def test_pieces_come_as_they_are_yielded_and_work_is_passed_on():
    assert await answered(streaming) == [Wrote("hello "), Wrote("there ")]
    assert await answered(of_any_work) == [Step("thinking"), Wrote("Well."), TokensUsed(3, 4)]


def blocks(text):
    yield text


@pytest.mark.parametrize(
    ("agent", "line"),
    [
        ("hello", "an agent is a function, and this is a value of the kind str: write async def agent(text)"),
        (None, "this is nothing: write async def agent(text)"),
        (Object, "this is a class (Object): write async def agent(text)"),
        (blocks, "blocks is a generator that blocks: write async def agent(text)"),
        (lambda: "", "<lambda> takes no text: write async def agent(text)"),
        (lambda *, text: "", "takes no text"),
        (lambda text, model: "", "takes 'model', which nobody gives: it gets the text, and question or host"),
        (lambda text, *, key: "", "takes 'key', which nobody gives"),
        (lambda text, question, /: "", "takes 'question', which nobody gives"),
    ],
    ids=range(9),
)
def test_what_cannot_be_an_agent_is_one_line(agent, line):
    with pytest.raises(ValueError, match=r"^(an agent|blocks|<lambda>) ") as caught:
        PythonBrain(agent)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)


async def yields_a_number(text):
    yield 5


async def returns_nothing(text):
    print(end="")


@pytest.mark.parametrize(
    ("agent", "line"),
    [
        (
            yields_a_number,
            "yields_a_number yielded a value of the kind int: yield text, or a solovox.ports.Step",
        ),
        (returns_nothing, "returns_nothing returned nothing: return text, or yield it"),
        (lambda text: b"bytes", "<lambda> returned a value of the kind bytes"),
        (lambda text: iter([text]), "<lambda> returned a value of the kind list_iterator"),
        (lambda text: next(iter([])), "RuntimeError: StopIteration"),
        (
            failing(ValueError("a bad\n  thing")),
            "agent failed: ValueError: a bad thing (test_python.py, line ",
        ),
        (failing(SystemExit(3)), "agent failed: SystemExit: 3"),
        (failing(KeyError()), "agent failed: KeyError (test_python.py"),
        (failing(BrainError("the quota\nis used up")), "the quota is used up"),
        (failing(ValueError("x" * 10_000)), "xxx (test_python.py, line "),
    ],
)
async def test_what_goes_wrong_in_it_is_one_line(agent, line):
    said = await failure(agent)
    assert line in said
    assert len(said) < 400


async def test_closing_the_answer_runs_the_finally_of_the_generator():
    seen = []

    async def agent(text):
        try:
            yield "One."
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("finally")

    answer = PythonBrain(agent).answer(ASK, ScriptedHost())
    assert await anext(answer) == Wrote("One.")
    await answer.aclose()
    assert seen == ["finally"]


@pytest.mark.parametrize("streams", [True, False])
async def test_cancelling_the_reader_runs_the_finally_of_the_agent(streams):
    seen, begun = [], asyncio.Event()

    async def works():
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            seen.append("finally")

    async def stream(text):
        await works()
        yield text

    async def whole(text):
        await works()
        return text

    async with asyncio.timeout(2), asyncio.TaskGroup() as tasks:
        reading = tasks.create_task(answered(stream if streams else whole))
        await begun.wait()
        reading.cancel()
    assert seen == ["finally"]


async def test_a_plain_function_that_blocks_stops_nothing_and_is_not_waited_for():
    go, begun = threading.Event(), threading.Event()

    def agent(text):
        begun.set()
        go.wait(10)
        return "late"

    brain = PythonBrain(agent)

    async def read():
        return [one async for one in brain.answer(ASK, ScriptedHost())]

    try:
        for _ in range(MOST_THREADS):
            reading = asyncio.get_running_loop().create_task(read())
            await asyncio.to_thread(begun.wait, 5)
            reading.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reading
            begun.clear()
        with pytest.raises(BrainError, match="agent has not returned from 8 earlier questions"):
            await read()
    finally:
        go.set()
    async with asyncio.timeout(5):
        while True:
            with contextlib.suppress(BrainError):
                assert await read() == [Wrote("late")]
                break
            await asyncio.sleep(0)


MODULE = """
import helping

async def agent(text):
    yield helping.word

class Kept:
    async def method(self, text):
        yield "kept"

kept = Kept()
number = 5
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The person's own folder, with a module of theirs."""
    (tmp_path / "agent_of_a_test.py").write_text(MODULE)
    (tmp_path / "helping.py").write_text("word = 'helped'")
    (tmp_path / "broken_of_a_test.py").write_text("raise ValueError('two\\nlines')")
    (tmp_path / "ending_of_a_test.py").write_text("raise SystemExit(1)")
    (tmp_path / "wrong_of_a_test.py").write_text("def def")
    (tmp_path / "needing_of_a_test.py").write_text("import no_such_module_at_all")
    there, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - there:
        del sys.modules[name]


@pytest.mark.parametrize(("named", "says"), [("agent", "helped"), ("kept.method", "kept")])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["current folder", "workspace"])
async def test_it_is_found_by_its_name_in_this_folder_or_the_workspace(
    folder, tmp_path_factory, monkeypatch, named, says, elsewhere
):
    if elsewhere:
        monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    workspace = str(folder) if elsewhere else None
    made = python(AdapterArgs({"agent": f"agent_of_a_test:{named}"}, workspace))
    assert [one async for one in made.answer(ASK, ScriptedHost())] == [Wrote(says)]


@pytest.mark.parametrize(
    ("named", "line"),
    [
        ("agent_of_a_test", "write module:function, such as my_agent:agent"),
        ("agent-of-a-test:agent", "write module:function"),
        ("no_module_of_a_test:agent", "there is no module no_module_of_a_test in "),
        ("agent_of_a_test.sub:agent", "there is no module agent_of_a_test.sub in "),
        ("agent_of_a_test:agnt", "agent_of_a_test has no agnt: did you mean agent?"),
        ("agent_of_a_test:number", "an agent is a function, and this is a value of the kind int"),
        ("broken_of_a_test:agent", "broken_of_a_test cannot be imported: ValueError: two lines"),
        ("ending_of_a_test:agent", "ending_of_a_test cannot be imported: SystemExit: 1"),
        ("wrong_of_a_test:agent", "wrong_of_a_test cannot be imported: SyntaxError: "),
        ("needing_of_a_test:agent", "needing_of_a_test needs the module no_such_module_at_all: install it"),
    ],
)
def test_a_name_that_leads_nowhere_is_one_line(folder, named, line):
    with pytest.raises(ConfigError) as caught:
        python(AdapterArgs({"agent": named}))
    assert line in str(caught.value)
    assert str(caught.value).startswith("brain.python.agent")
    assert "\n" not in str(caught.value)


def test_a_module_of_theirs_hides_none_of_pythons_afterwards(folder):
    (folder / "colorsys.py").write_text("mine = True")
    python(AdapterArgs({"agent": "agent_of_a_test:agent"}))
    import colorsys

    assert not hasattr(colorsys, "mine")


def test_it_is_ready_if_it_is_set():
    assert no_agent(AdapterArgs({})) == "brain.python.agent: write module:function, such as my_agent:agent"
    assert no_agent(AdapterArgs({"agent": "not_imported_here:agent"})) == ""
