"""Which tools a session gets: those that are named, and no others."""

import re
import sys
from typing import ClassVar

import pytest

import house_rules as house
from solovox.app import wiring
from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.config.profile import profiles
from solovox.config.schema import Config, ConfigError
from solovox.core.policy import ROUTING, Risk, Scheduling, ToolSpec
from solovox.live.setup import plan
from solovox.parts import registry
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.policies import policy
from solovox.parts.tools.looking import looking
from solovox.parts.tools.selection import chosen, tools
from solovox.ports import AdapterArgs, Tool, ToolResult
from solovox.testing.fakes import MemoryJournal, ScriptedRecogniser, ScriptedTool, ScriptedTts
from solovox.weights import Cache
from studio.rooms import room

SIX = ("recommend_tools", "generate_app", "add_tool", "navigate_ui", "get_project_status", "search_tools")
PERSONAS = ("update_diary", "read_diary", "set_emotion", "message_discord_bot")
OURS = tuple(tool.name for tool in looking(AdapterArgs({})) if tool.name != "echo")

MAIL = """
print("loaded")

from solovox import ports

class Tool(ports.Tool):
    description = "Sends."
    parameters = {"type": "object"}
    effects = True

    def __init__(self, name):
        self.name = name

    async def run(self, arguments):
        raise RuntimeError

def make(given):
    return [Tool("send_mail"), Tool("get_time")]
"""

SHED = """
class Shed:
    async def open(self):
        raise RuntimeError("not yet")

    async def aclose(self):
        pass

def make(given):
    return Shed()
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Another package, as pip would install it: it brings `send_mail`, and a `get_time` of its own."""
    (tmp_path / "my_mail.py").write_text(MAIL)
    info = tmp_path / "my_mail-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-mail\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[solovox.tools]\nmail = my_mail:make\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry._added.cache_clear()
    yield tmp_path
    sys.modules.pop("my_mail", None)
    registry._added.cache_clear()


def named(*names):
    return [tool.name for tool in tools(Config(tools=names))]


@pytest.mark.parametrize("profile", profiles())
def test_every_profile_names_tools_that_there_are(profile):
    config = choose(profile, {}, registry.ThisMachine())
    named = chosen(config, room(config=config) if profile == "studio" else None).tools
    more = {"handoff": ("echo",), "discord": PERSONAS, "studio": SIX}.get(profile, ())
    assert sorted(tool.name for tool in named) == sorted({*OURS, *more})
    if profile != "studio":
        assert tuple(tool.name for tool in named) == config.tools


@pytest.mark.parametrize(("profile", "over"), [("handoff", "ask_brain"), ("talk", "converse")])
def test_T3_an_ear_beside_a_brain_looks_by_all_tools_that_only_look_and_hands_the_rest_over(profile, over):
    found = settings(["ear.kind=gemini", "ear.api_key=k"], variables={})
    config = choose(profile, found, registry.ThisMachine())
    sends = ScriptedTool("send", ToolResult("sent"), effects=True)
    rules = policy(config, (*tools(config), sends))
    looking = tuple(name for name in config.tools if name != "stop")
    assert tuple(one.name for one in rules.tools if one.read_aloud) == looking
    assert [one.name for one in rules.tools if one.routing] == [over]
    declared = plan(rules, "gemini-2.5-flash-native-audio-latest", None, (*tools(config), sends))
    assert {one.name for one in declared.tools} == {over, *looking}


def test_the_ear_of_talk_hands_over_by_converse():
    found = settings(["ear.kind=gemini", "ear.api_key=k"], variables={})
    config = choose("talk", found, registry.ThisMachine())
    rules = policy(config, tools(config))
    assert [one.name for one in rules.tools if one.routing] == ["converse"]
    declared = plan(rules, "gemini-2.5-flash-native-audio-latest", None, tools(config))
    assert "call converse once, with their words in `instruction`" in declared.instruction
    assert declared.routing == {"converse": "instruction"}
    assert "converse" in {one.name for one in declared.tools}


def test_C2_a_studios_live_model_does_not_wait_for_the_status_of_the_project():
    found = choose(
        "studio", settings(["ear.kind=gemini", "ear.api_key=k"], variables={}), registry.ThisMachine()
    )
    named = chosen(found, room(config=found)).tools
    [status] = [one for one in policy(found, named).tools if one.name == "get_project_status"]
    [tool] = [one for one in named if one.name == "get_project_status"]
    assert tool.description.startswith("How the project of the Studio stands")
    assert (status.blocking, status.effects, status.scheduling) == (False, False, Scheduling.WHEN_IDLE)


def test_the_tools_of_a_package_are_for_sessions_that_name_them(package, capsys):
    assert named(*OURS) == [*OURS]
    assert capsys.readouterr().out == ""
    assert named("date", "mail_send_mail") == ["date", "mail_send_mail"]
    assert capsys.readouterr().out == "loaded\n"


def test_a_tool_that_is_no_tool_of_ours_says_what_to_write(package):
    text = (package / "my_mail.py").read_text()
    (package / "my_mail.py").write_text(text.replace("class Tool(ports.Tool)", "class Tool"))
    with pytest.raises(
        ConfigError, match=r"^the tool send_mail of mail does not say its risk: write class Tool\("
    ):
        named("mail_send_mail")


def test_a_set_of_tools_is_named_by_its_source_and_opened_later(package, monkeypatch):
    (package / "my_mail.py").write_text(SHED)
    found = chosen(Config(tools=("get_time", "mail")))
    assert [tool.name for tool in found.tools] == ["get_time"]
    assert list(found.sets) == ["mail"]
    assert chosen(Config(tools=("get_time",))).sets == {}


def test_an_unknown_tool_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"^tools cannot have 'get_tmie': did you mean get_time\?$"):
        named("get_tmie")


def test_the_name_of_a_package_means_all_its_tools_and_no_name_of_ours_is_taken(package):
    assert named("mail", "get_time") == ["mail_send_mail", "mail_get_time", "get_time"]


def test_the_name_of_the_routing_tool_is_taken():
    with pytest.raises(ConfigError, match="no tool can be called"):
        named(ROUTING.name)


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


def test_nothing_is_loaded_before_the_tools_are_known(tmp_path):
    with pytest.raises(ConfigError, match="tools cannot have"):
        wiring.parts(Config(tools=("get_tmie",)), SharedEngines(Cache(tmp_path)))


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
