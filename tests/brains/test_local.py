"""The brain of this machine: what it understands, and that it is honest about the rest."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brains.listening import FILES, Heard
from brains.questions import EXACT, NOT_EXACT
from solovox.brains.exact_forms import match_forms as forms_of
from solovox.brains.local import MORE, OFFLINE, LocalBrain, LocalPersona, resolve
from solovox.ports import BrainError, Question, Step, ToolResult, Wrote
from solovox.ports.places import START_VOICE, STOP_VOICE
from solovox.testing.contracts_brain import BrainContract, ScriptedHost
from solovox.testing.fakes import ScriptedTool
from solovox.text.speakable import Speakable
from solovox.tools.catalog import Catalog
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import GetTime
from solovox.tools.workspace import Workspace


class TestLocalKeepsTheContract(BrainContract):
    @contextlib.asynccontextmanager
    async def fresh(self):
        yield LocalBrain()

    @contextlib.asynccontextmanager
    async def failing(self):
        yield None


@pytest.fixture
def heard(tmp_path):
    return Heard(tmp_path)


@pytest.mark.parametrize(("said", "tool", "content"), EXACT)
def test_C7_an_exact_form_is_answered_by_its_tool(heard, said, tool, content):
    used, text = heard.answer(said)
    assert (used, content in text) == (tool, True), text


@pytest.mark.parametrize("said", [*NOT_EXACT, "", "...", "é" * 500])
def test_C7_anything_else_is_not_known_and_that_is_said(heard, said):
    assert heard.answer(said) == ("none", OFFLINE)


def test_a_place_that_is_not_known_is_said_to_be_none(heard):
    assert heard.answer("What time is it in Sydney for my mum?") == (
        "none", "I don't know what time it is in Sydney for my mum."
    )  # fmt: skip


async def asked(instruction, tools, use=None, persona=None):
    answering = LocalBrain(persona).answer(Question(instruction, tools=tools), ScriptedHost(use))
    return [event async for event in answering]


async def test_it_promises_only_what_the_tools_in_its_hands_can_do():
    assert await asked("what can you do", []) == [Wrote(f"I have no tools here. {MORE}")]
    only_time = [GetTime(lambda: None)]
    assert await asked("what can you do", only_time) == [Wrote(f"I can tell the time. {MORE}")]
    assert await asked("read the readme", only_time) == [Wrote(OFFLINE)]


async def test_the_status_of_a_project_is_asked_for_and_told(tmp_path):
    studio = [ProjectStatus(Workspace(tmp_path))]
    assert await asked("what is the status of the project?", studio, Catalog(studio).call) == [
        Step("looking at the project"),
        Wrote("It is not under git. It has 0 files."),
    ]
    assert await asked("what can you do", studio) == [Wrote(f"I can say how the project stands. {MORE}")]


async def test_C3_a_failed_tool_is_told_and_a_call_that_raises_is_one_kind_of_error():
    only_time = [GetTime(lambda: None)]
    assert await asked("what time is it", only_time) == [
        Wrote("That did not work: there is no tool get_time.")
    ]

    async def broken(name, arguments):
        raise RuntimeError("a tool that cannot be called")

    with pytest.raises(BrainError, match="time could not be called: a tool that"):
        await asked("what time is it", only_time, broken)


def test_answers_are_short_to_hear_and_whole_to_see(heard):
    _, text = heard.answer("search for rain")
    speakable = Speakable()
    said = [piece.said for piece in speakable.feed(text) + speakable.finish() if piece.said]
    assert said[-1].endswith("on screen.")
    assert "src/main.py:4: def measure_rain():" in text
    assert len(" ".join(said)) < 150


@pytest.mark.parametrize(
    ("spoken", "path"),
    [
        ("the read me", "README.md"),
        ("pyproject dot toml", "pyproject.toml"),
        ("pie project dot toml", "pyproject.toml"),
        ("main dot py", "src/main.py"),
        ("main dot p y", "src/main.py"),
        ("source slash main", None),
        ("src slash main dot py", "src/main.py"),
        ("rain underscore sensor", "src/rain_sensor.py"),
        ("rain censor", "src/rain_sensor.py"),
        ("rain sensors", "src/rain_sensor.py"),
        ("config dot jason", "src/config.json"),
        ("test main", "tests/test_main.py"),
        ("the licence", "LICENSE"),
        ("change log", "CHANGELOG.md"),
        ("nothing like it", None),
        ("", None),
    ],
)
def test_spoken_names(spoken, path):
    assert resolve(spoken, sorted(FILES)) == path


@given(
    st.lists(
        st.sampled_from(
            "what is the 5 in of read file time for search convert miles to plus find how many days".split()
        )
        | st.text(max_size=6),
        max_size=12,
    )
)
def test_nothing_that_is_said_breaks_the_forms(words):
    for one in forms_of(" ".join(words)):
        assert one.tool


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("Join us in voice.", START_VOICE), ("hey Luna, can you join the voice channel?", START_VOICE), ("come and talk with us!", START_VOICE),
        ("start voice chat please", START_VOICE), ("Stop the voice.", STOP_VOICE), ("Luna, please leave the voice channel", STOP_VOICE),
        ("hang up", STOP_VOICE), ("why did they join us in voice?", ""), ("don't join us", ""), ("stop", ""), ("is the voice on?", ""),
        ("tell Bob to join us", ""), ("should I leave the call?", ""),
    ],
)  # fmt: skip
async def test_a_talk_in_voice_is_begun_and_ended_by_a_whole_request(said, action):
    both = [ScriptedTool(name, ToolResult("I talk in Lobby")) for name in (START_VOICE, STOP_VOICE)]
    called = []

    async def use(name, arguments):
        called.append(name)
        return ToolResult("I talk in Lobby")

    answer = await asked(said, both, use, LocalPersona("Luna", lambda: ""))
    assert called == [action] * bool(action)
    assert answer == [Wrote("I talk in Lobby." if action else OFFLINE)]
