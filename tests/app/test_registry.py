"""Names become factories: ours, and those of packages that add an entry point."""

import json

import pytest

from app.packages import installed, written
from cli.running import here, one_line, solovox
from solovox.config.fields import OptionKind
from solovox.config.schema import Config, ConfigError, EarConfig, NarratorConfig
from solovox.parts import registry
from solovox.parts.configured import configure, narrator
from solovox.parts.engines.shared import SharedEngines
from solovox.parts.tools.selection import tools
from solovox.ports import AdapterArgs
from solovox.weights import Cache

pytestmark = pytest.mark.slow

MINE = """
from solovox.ports import Brain, Wrote

class Mine(Brain):
    async def answer(self, question, call):
        yield Wrote("mine")
    async def aclose(self):
        pass

def make(given):
    return Mine()
"""


@pytest.fixture
def package(tmp_path):
    """Another package, as pip would install it, in `tmp_path`."""
    points = "mine = my_package:make\nlocal = my_package:make\nbroken = no_such_module:make\n"
    written(tmp_path, "my_package", MINE, f"[solovox.brains]\n{points}")
    return tmp_path


WHOLE = """
from typing import Annotated
from msgspec import Struct
from solovox.config.declaring import Declaration, setting
from solovox.config.fields import Secret
from solovox.core import events as ev
from solovox.ports import ToolResult, Wrote
from solovox.testing.fakes import ScriptedBrain, ScriptedRecogniser, ScriptedTool, ScriptedTts

class Mine(Struct):
    answer: str = "Mine."
    \"""What it says.\"""
    token: Annotated[Secret | None, setting("MINE_TOKEN")] = None
    \"""A key.\"""

class Greeting(Struct):
    greeting: str = "hello"

@Declaration(
    Mine,
    missing=lambda given: "" if given.secrets.get("token") else "brain.mine.token, a key",
)
def brain(given):
    return ScriptedBrain(default=[Wrote(given.settings["answer"])])

def surface(given):
    return lambda place: (given.settings["greeting"], place)
surface.declaration = Declaration(Greeting)

def voice(given):
    return ScriptedTts()

def recogniser(given):
    return ScriptedRecogniser([])

def tools(given):
    return [ScriptedTool("notes", ToolResult("a note"))]

def ear(given):
    return lambda sound, narrator: (given.settings["policy"], sound, narrator)

def narrator(given):
    return lambda sound, exact: exact

def wrong(given):
    return None
wrong.declaration = "nothing"

@Declaration(missing=lambda given: "a door")
def bare(given):
    return None

@Declaration(missing=lambda given: 1 / 0)
def dumb(given):
    return None
"""
GROUPS = {
    "brains": "brain", "surfaces": "surface", "voices": "voice", "recognisers": "recogniser",
    "tools": "tools", "ears": "ear", "narrators": "narrator",
}  # fmt: skip
CHOSEN = (
    "brain.kind=mine",
    "narrator.voice=mine",
    "recogniser.kind=mine",
    "tools=mine_notes",
)


@pytest.fixture
def whole(tmp_path):
    """A package that adds one of each, named `mine`; it takes names of ours too, and gets none."""
    points = [f"[solovox.{group}]\nmine = whole_package:{made}\n" for group, made in GROUPS.items()]
    points[0] += "wrong = whole_package:wrong\ndumb = whole_package:dumb\n"
    points[1] += "bare = whole_package:bare\n"
    points[2] += "bare = whole_package:bare\n"
    points[4] += "a_bare = whole_package:bare\n"
    points[5] += "local = whole_package:ear\ngemini = whole_package:ear\n"
    with installed(tmp_path, "whole_package", WHOLE) as leads_to:
        leads_to("\n".join(points))
        yield tmp_path


def test_one_of_each_is_chosen_by_its_key_and_holds_a_session(whole, monkeypatch, capfd):
    flags = [word for flag in CHOSEN for word in ("--set", flag)]
    more = {"SOLOVOX_BRAIN__MINE__ANSWER": "Never heard of it.", "MINE_TOKEN": "a-token-of-mine"}
    done = here(
        ("ask", "--text", "what is it", "--no-journal", "--speed", "50", *flags),
        whole,
        monkeypatch,
        capfd,
        more,
    )
    assert done.returncode == 0, done.stderr
    assert "Never heard of it." in done.stdout
    assert "thinks: mine (set in --set)" in done.stderr
    assert "a-token-of-mine" not in done.stdout + done.stderr


def test_a_profile_says_what_is_not_ready_and_why(whole, monkeypatch, capfd):
    (whole / "solovox.toml").write_text('[brain]\nkind = "mine"')
    done = here(("profiles", "talk"), whole, monkeypatch, capfd, {})
    assert "thinks: mine (set in solovox.toml)" in done.stdout
    assert "not ready: brain.kind = mine needs brain.mine.token, a key" in done.stdout
    assert "brain.mine.answer (text): What it says. Mine., if not given." in done.stdout
    assert "brain.mine.token (a secret): A key. Also MINE_TOKEN." in done.stdout
    done = here(("ask", "--text", "x"), whole, monkeypatch, capfd, {})
    assert "brain.kind = mine needs brain.mine.token, a key" in one_line(done)
    done = here(("doctor", "--quick", "--json"), whole, monkeypatch, capfd, {})
    [check] = [one for one in json.loads(done.stdout)["checks"] if one["name"] == "brain"]
    assert (check["found"], check["todo"]) == ("bad", "it needs brain.mine.token, a key")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("wrong", "brain.kind = wrong: its declaration is none"),
        ("dumb", "brain.kind = dumb cannot say what it needs: ZeroDivisionError"),
    ],
)
def test_a_declaration_that_cannot_be_used_is_one_line(name, says, whole):
    with pytest.raises(ConfigError) as error:
        registry.make(registry.BRAINS, name, AdapterArgs({}))
    assert says in str(error.value)


def test_a_surface_is_made_of_its_own_settings_and_refused_if_it_is_not_ready(whole):
    config = configure("talk", ("surface.kind=mine", "surface.mine.greeting=good day"), whole, {})
    own = registry.adapter_args(config, registry.SURFACES, config.surface)
    assert (config.surface, own.settings) == ("mine", {"greeting": "good day"})
    assert registry.make(registry.SURFACES, "mine", own)("place") == ("good day", "place")
    with pytest.raises(ConfigError, match=r"^surface\.kind = bare needs a door$"):
        registry.make(registry.SURFACES, "bare", own)


def test_a_package_of_tools_that_is_not_ready_is_passed_over_and_named_where_a_tool_is_missed(whole):
    assert [tool.name for tool in tools(Config(tools=("mine_notes",)))] == ["mine_notes"]
    assert [tool.name for tool in tools(Config(tools=("mine",)))] == ["mine_notes"], "all that it brings"
    with pytest.raises(ConfigError, match=r"^tools cannot have 'a_bare_mail': .*; a_bare needs a door$"):
        tools(Config(tools=("a_bare_mail",)))
    with pytest.raises(ConfigError, match=r"^tools cannot have 'minne': did you mean mine\?$"):
        tools(Config(tools=("minne",)))
    with pytest.raises(ConfigError, match=r"^tools cannot have 'get_tmie': did you mean get_time\?$"):
        tools(Config(tools=("get_tmie",)))


def test_a_voice_that_is_not_ready_is_refused(whole):
    config = configure("talk", ("narrator.voice=bare",), whole, {})
    with pytest.raises(ConfigError, match=r"^narrator\.voice = bare needs a door$"):
        SharedEngines(Cache(whole)).voice(config, "bare")


@pytest.mark.parametrize("group", registry.BUILT_IN)
def test_every_built_in_adapter_declares_options_that_can_be_read(group):
    for name in registry.names(group):
        for option in registry.declaration(group, name).options.values():
            assert option.name.isidentifier()
            assert option.about.endswith(".")
            assert option.host or option.kind is not OptionKind.SECRET or not option.variables


@pytest.mark.parametrize("group", registry.BUILT_IN)
def test_an_unknown_name_is_refused_with_what_there_is(group):
    with pytest.raises(ConfigError) as error:
        registry.factory(group, "af_bela")
    assert registry.NAMES_OF[group] in str(error.value)
    assert ("did you mean af_bella?" in str(error.value)) == (group == registry.VOICES)


@pytest.mark.slow
def test_another_packages_brain_can_be_chosen_and_takes_no_name_of_ours(package):
    program = (
        "from solovox.parts.registry import BRAINS, factory, names; "
        "print(names(BRAINS)); print(factory(BRAINS, 'mine').__module__, factory(BRAINS, 'local').__module__)"
    )
    done = solovox(cwd=package, program=("-c", program), PYTHONPATH=str(package))
    assert done.stdout.splitlines() == [
        str((*registry.BUILT_IN[registry.BRAINS], "broken", "mine")),
        "my_package solovox.parts.brains.local",
    ]


@pytest.mark.slow
def test_a_package_that_cannot_be_loaded_is_named(package):
    done = solovox(
        "ask", "q.wav", "--out", "a.wav", "--set", "brain.kind=broken",
        cwd=with_question(package), PYTHONPATH=str(package),
    )  # fmt: skip
    assert done.returncode == 2
    assert (
        "brain.kind = broken of my-package cannot be loaded: No module named 'no_such_module'" in done.stderr
    )


def with_question(folder):
    (folder / "q.wav").write_bytes(
        b"RIFF\x28\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\x04\0\0\0\0\0\0\0"
    )
    return folder


def test_what_cannot_read_is_said_before_anything_is_loaded():
    assert narrator(Config()) is None
    live = EarConfig(kind="gemini", url="ws://h")
    with pytest.raises(ConfigError, match=r"narrator\.url: "):
        narrator(Config(ear=live, narrator=NarratorConfig(kind="reader", url="nowhere")))
