"""Functions and plugins that become tools by the key `tools`, and what packages bring by the entry point `solovox.tools`."""

import asyncio
import sys
from contextlib import suppress

import pytest

from app.packages import installed
from solovox.config.schema import Config, ConfigError
from solovox.parts.tools.selection import choose_tools, tools
from solovox.ports import ChangingToolSet

OWN = '''
import solovox
from solovox.ports import Tool, ToolResult

@solovox.tool(effects=False)
def weather(city: str) -> str:
    """The weather."""
    return f"rain in {city}"

def remind(what: str) -> str:
    return what

def ask_agent(): ...
def accept_instruction(): ...
def get_time(): ...
def untyped(x): ...

class Lamp:
    def get_prompt_instructions(self):
        return {"lamp_on": {"description": "On."}, "lamp_off": {"description": "Off."}}
    def run_action(self, action):
        return action["type"]

lamp = Lamp()

class Mine(Tool):
    name = "mine"
    description = "Is mine."
    parameters = {"type": "object"}
    async def run(self, arguments):
        return ToolResult("mine")

class Needing(Mine):
    def __init__(self, key): ...

class Hasty(Mine):
    timeout = "soon"

class Else: ...
number = 7
'''

PACKAGE = '''
import asyncio
import solovox
from solovox import ports
from solovox.ports import AdapterArgs

called = []

@solovox.tool
def today(city: str) -> str:
    """Today's weather."""
    return f"rain in {city}"

def remind(what: str) -> str:
    called.append(what)
    return what

def nothing_needed():
    called.append("nothing")

class Plugin:
    def get_prompt_instructions(self):
        return {"radar": {"description": "The radar.", "effects": False}, "weather_map": {"description": "The map."}}
    def run_action(self, action):
        return action["type"]

class One(ports.Tool):
    description = "One."
    parameters = {"type": "object"}
    def __init__(self, name): self.name = name
    async def run(self, arguments): return ports.ToolResult("one")

class Set:
    async def open(self): return [One("first"), One("weather_second")]
    async def aclose(self): ...

class Changing(Set):
    async def run(self, tell):
        await tell(ports.ToolsChanged([One("third")]))
        await asyncio.Event().wait()

class Bare:
    name = "bare"

def bare(given): return [Bare()]
def factory(given: "AdapterArgs"): return [One("get_time")]
def a_set(given): return Set()
def changing(given): return Changing()
def text(given): return "tools"
'''


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """A folder with the person's own module, in which we are."""
    (tmp_path / "own_of_mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    path = list(sys.path)
    yield tmp_path
    sys.modules.pop("own_of_mine", None)
    sys.path[:] = path


@pytest.fixture
def package(tmp_path):
    """A package as pip would install it; what its entry points lead to is to be said."""
    with installed(tmp_path, "weather_package", PACKAGE) as leads_to:
        line = "{} = weather_package:{}".format
        yield lambda *points: leads_to("\n".join(["[solovox.tools]", *(line(*one) for one in points)]))


def named(*names, **more):
    return [tool.name for tool in tools(Config(tools=names, **more))]


def test_a_function_and_a_plugin_of_the_persons_own_keep_their_names_and_come_in_order(beside):
    own = ("own_of_mine:weather", "get_time", "own_of_mine:Lamp", "own_of_mine:remind", "own_of_mine:Mine")
    assert named(*own) == ["weather", "get_time", "lamp_on", "lamp_off", "remind", "mine"]
    assert named("own_of_mine:lamp") == ["lamp_on", "lamp_off"], "one that is made already"
    assert [one.effects for one in tools(Config(tools=own))] == [False, False, True, True, True, False]


def test_they_are_found_in_the_workspace_too(beside, monkeypatch):
    other = beside / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    with pytest.raises(ConfigError, match="^tools = own_of_mine:weather: there is no module own_of_mine in "):
        named("own_of_mine:weather")
    assert named("own_of_mine:weather", workspace=str(beside)) == ["weather"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "own_of_mine:wether",
            r"tools = own_of_mine:wether: own_of_mine has no wether: did you mean weather\?",
        ),
        ("own_of_mine:", "tools = own_of_mine:: write module:name, such as my_tools:remind"),
        (
            "own_of_mine:untyped",
            "tools = own_of_mine:untyped: the parameter x of untyped has no type: write such as x: str",
        ),
        (
            "own_of_mine:Else",
            "tools = own_of_mine:Else: Else is a class without get_prompt_instructions and run_action: ",
        ),
        (
            "own_of_mine:number",
            "tools = own_of_mine:number: it is a value of the kind int: write a function, or a plugin class",
        ),
        ("own_of_mine:Needing", "tools = own_of_mine:Needing: Needing cannot be made without arguments: "),
        ("own_of_mine:Hasty", "the tool mine of Hasty says a timeout that is none: write class Hasty"),
        (
            "own_of_mine:ask_agent",
            "no tool can be called ask_agent, by which a live ear hands over: rename it",
        ),
        (
            "own_of_mine:accept_instruction",
            "no tool can be called accept_instruction, by which a live ear hands over",
        ),
    ],
)
def test_what_cannot_be_a_tool_is_one_line(beside, name, line):
    with pytest.raises(ConfigError, match=f"^{line}") as caught:
        named(name)
    assert "\n" not in str(caught.value)


def test_two_tools_of_one_name_are_refused(beside):
    with pytest.raises(
        ConfigError,
        match=r"^two tools are called get_time \(of looking and of own_of_mine:get_time\): rename one",
    ):
        named("get_time", "own_of_mine:get_time")
    with pytest.raises(ConfigError, match="^two tools are called lamp_on "):
        named("own_of_mine:Lamp", "own_of_mine:lamp")
    assert named("own_of_mine:get_time") == ["get_time"], "ours was not named"


def test_what_a_package_brings_is_called_after_its_entry_point(package):
    package(("weather", "Plugin"), ("city", "today"), ("clock", "factory"))
    assert named("weather") == ["weather_radar", "weather_map"]
    assert named("weather_map", "city_today", "get_time") == ["weather_map", "city_today", "get_time"]
    assert named("clock_get_time", "get_time") == ["clock_get_time", "get_time"]


@pytest.mark.parametrize("function", ["remind", "nothing_needed"])
def test_a_function_that_is_neither_marked_nor_a_factory_is_refused_and_not_called(package, function):
    package(("weather", function))
    line = f"^the tools of weather cannot be used: {function} is neither a tool nor a factory: write @solovox.tool above"
    with pytest.raises(ConfigError, match=line):
        named("weather")
    assert sys.modules["weather_package"].called == []


@pytest.mark.parametrize(
    ("function", "line"),
    [
        ("text", "the factory of weather returned no tools: return a sequence of "),
        ("bare", r"the tool bare of weather does not say its description: write class Bare\("),
    ],
)
def test_a_factory_that_makes_no_tools_is_refused(package, function, line):
    package(("weather", function))
    with pytest.raises(ConfigError, match=f"^{line}"):
        named("weather")


@pytest.mark.parametrize("function", ["a_set", "changing"])
async def test_the_tools_of_a_set_are_called_after_it(package, function):
    package(("weather", function))
    assert choose_tools(Config(tools=("get_time",))).sets == {}
    found = choose_tools(Config(tools=("get_time", "weather")))
    assert [tool.name for tool in found.tools] == ["get_time"]
    made = found.sets["weather"]
    assert [tool.name for tool in await made.open()] == ["weather_first", "weather_second"]
    assert isinstance(made, ChangingToolSet) == (function == "changing")
    await made.aclose()


async def test_what_a_set_has_later_is_called_after_it_too(package):
    package(("weather", "changing"))
    made = choose_tools(Config(tools=("weather",))).sets["weather"]
    news = asyncio.get_running_loop().create_future()

    async def tell(one):
        news.set_result(one)

    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(made.run(tell))
        changed = await news
        work.cancel()
    assert [tool.name for tool in changed.tools] == ["weather_third"]


def test_a_package_is_loaded_only_if_it_could_bring_what_is_named(package):
    package(("weather", "Plugin"), ("get", "Plugin"), ("ge", "Plugin"))
    assert named("date") == ["date"]
    with suppress(ConfigError):
        named("weathe")
    assert "weather_package" not in sys.modules
    package(("weather", "Plugin"), ("ge", "Plugin"))
    assert named("get_time") == ["get_time"]
    assert "weather_package" not in sys.modules, "get_time is none of ge's"
    with pytest.raises(
        ConfigError, match=r"^tools cannot have 'weather_rader': did you mean weather_radar\?$"
    ):
        named("weather_rader")
