"""Which tools a session gets: those that are named, and no others."""

import re
from typing import ClassVar

import pytest

import house_rules as house
from solovox.app import wiring
from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.config.profile import profiles
from solovox.config.schema import Config
from solovox.core.policy import Risk, Scheduling, ToolSpec
from solovox.live.setup import plan
from solovox.parts import registry
from solovox.parts.policies import policy
from solovox.parts.tools.looking import looking
from solovox.parts.tools.selection import choose_tools, tools
from solovox.ports import AdapterArgs, Tool, ToolResult
from solovox.testing.fakes import MemoryJournal, ScriptedRecogniser, ScriptedTool, ScriptedTts
from studio.rooms import room

SIX = ("recommend_tools", "generate_app", "add_tool", "navigate_ui", "get_project_status", "search_tools")
PERSONAS = ("update_diary", "read_diary", "set_emotion", "message_discord_bot")
OURS = tuple(tool.name for tool in looking(AdapterArgs({})) if tool.name != "echo")


@pytest.mark.parametrize("profile", profiles())
def test_every_profile_names_tools_that_there_are(profile):
    config = choose(profile, {}, registry.ThisMachine())
    named = choose_tools(config, room(config=config) if profile == "studio" else None).tools
    more = {"handoff": ("echo",), "discord": PERSONAS, "studio": SIX}.get(profile, ())
    assert sorted(tool.name for tool in named) == sorted({*OURS, *more})
    if profile != "studio":
        assert tuple(tool.name for tool in named) == config.tools


@pytest.mark.parametrize(
    ("profile", "over", "told"), [("handoff", "ask_brain", "query"), ("talk", "converse", "instruction")]
)
def test_T3_an_ear_beside_a_brain_looks_by_all_tools_that_only_look_and_hands_the_rest_over(
    profile, over, told
):
    found = settings(["ear.kind=gemini", "ear.api_key=k"], variables={})
    config = choose(profile, found, registry.ThisMachine())
    sends = ScriptedTool("send", ToolResult("sent"), effects=True)
    rules = policy(config, (*tools(config), sends))
    looking = tuple(name for name in config.tools if name != "stop")
    assert tuple(one.name for one in rules.tools if one.read_aloud) == looking
    assert [one.name for one in rules.tools if one.routing] == [over]
    declared = plan(rules, "gemini-2.5-flash-native-audio-latest", None, (*tools(config), sends))
    assert {one.name for one in declared.tools} == {over, *looking}
    assert f"call {over} once, with their words in `{told}`" in declared.instruction
    assert declared.routing == {over: told}


def test_C2_a_studios_live_model_does_not_wait_for_the_status_of_the_project():
    found = choose(
        "studio", settings(["ear.kind=gemini", "ear.api_key=k"], variables={}), registry.ThisMachine()
    )
    named = choose_tools(found, room(config=found)).tools
    [status] = [one for one in policy(found, named).tools if one.name == "get_project_status"]
    [tool] = [one for one in named if one.name == "get_project_status"]
    assert tool.description.startswith("How the project of the Studio stands")
    assert (status.blocking, status.effects, status.scheduling) == (False, False, Scheduling.WHEN_IDLE)


@pytest.mark.parametrize(("effects", "asks"), [("ask", True), ("allow", False)])
def test_what_has_effects_asks_for_a_yes_unless_the_person_said_otherwise(effects, asks):
    given = [
        ScriptedTool("mail", ToolResult("sent"), effects=True),
        ScriptedTool("look", ToolResult("seen")),
    ]
    specs = policy(Config(effects=effects), given).tools
    assert specs == (
        ToolSpec(name="mail", effects=True, risk=Risk.ASK if asks else Risk.FREE),
        ToolSpec(name="look"),
    )


class Saying(Tool):
    """A tool that says everything about itself."""

    name = "say"
    description = "Says."
    parameters: ClassVar = {"type": "object"}
    timeout = 1.5
    scheduling = Scheduling.SILENT
    read_aloud = True

    def __init__(self, risk=None, *, effects=False):
        self.risk = risk
        self.effects = effects

    async def run(self, arguments):
        return ToolResult("said")


@pytest.mark.parametrize(
    ("risk", "effects", "person", "found", "aloud"),
    [
        (None, False, "ask", Risk.FREE, True),
        (None, True, "ask", Risk.ASK, False),
        (None, True, "allow", Risk.FREE, False),
        (Risk.FREE, True, "ask", Risk.FREE, False),
        (Risk.ASK, False, "ask", Risk.ASK, False),
        (Risk.NEVER, False, "ask", Risk.NEVER, False),
        (Risk.NEVER, True, "allow", Risk.NEVER, False),
    ],
)
def test_what_a_tool_says_of_itself_is_what_the_core_knows_of_it(risk, effects, person, found, aloud):
    [spec] = policy(Config(effects=person), [Saying(risk, effects=effects)]).tools
    assert (spec.risk, spec.read_aloud) == (found, aloud)
    assert (spec.timeout_ms, spec.scheduling) == (1_500, Scheduling.SILENT)


def test_a_session_with_two_tools_of_one_name_is_not_made():
    twice = (ScriptedTool("t", ToolResult("a")), ScriptedTool("t", ToolResult("b")))
    loaded = wiring.SessionParts(policy(Config()), ScriptedRecogniser([]), ScriptedTts(), None, twice)
    with pytest.raises(ValueError, match="^two tools are called t; give one another name$"):
        wiring.session(loaded, lambda place: None, MemoryJournal())


@pytest.mark.parametrize(
    ("file", "flags", "expected"),
    [
        ('tools = ["get_time", "date"]', [], ("get_time", "date")),
        ('tools = "get_time date,get_time"', [], ("get_time", "date")),
        ("tools = []", [], ()),
        ('tools = ["get_time"]', ["tools=date, calculate"], ("date", "calculate")),
        ("", ["tools=none"], ()),
        ("", [], OURS),
    ],
)
def test_the_person_names_them_as_a_list_or_as_text(file, flags, expected, tmp_path):
    (tmp_path / "solovox.toml").write_text(file)
    assert choose("talk", settings(flags, tmp_path, {}), registry.ThisMachine()).tools == expected


def test_the_how_to_has_every_tool_that_is_built_in_and_no_other():
    page = (house.ROOT / "docs" / "howto" / "tools.md").read_text()
    table = page.split("<!-- built in -->\n")[1].split("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == {
        tool.name for tool in looking(AdapterArgs({}))
    }
