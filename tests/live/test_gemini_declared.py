"""Which tools a live ear is declared at each connection, of those that come and go in mid-session: laws T3, C3 and C5."""

import asyncio
import logging

import numpy as np
import pytest

from live.gemini_rig import Live
from live.gemini_ways import Abort, Call, Hear, Say, Wait, Way
from solovox.config.schema import Config, EarConfig, NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import Approval
from solovox.meaning.nearest import NearestTools
from solovox.parts.policies import policy, spec_of
from solovox.parts.tools.selection import MOST, choose_declared
from solovox.ports import ChangingToolSet, ToolResult, ToolsChanged
from solovox.shell.links.toolbox import Toolbox
from solovox.testing.fakes import ScriptedTool

pytestmark = pytest.mark.slow

SELF, BESIDE = {"narrator": NarratorConfig(kind="self")}, {"narrator": NarratorConfig(kind="voice")}
LOOK, PEEK = (ScriptedTool(name, ToolResult("seen")) for name in ("look", "peek"))
DIG = ScriptedTool("dig", ToolResult("dug"), effects=True)
ONE = ((400, "what now please", "watt now"),)
NOON = (Hear(), Say("It is noon."))
LOST = Way(opened=(Wait(1_500), Abort()), on={2: (Wait(1_500), Abort())})
"""The first and the second connection are lost after a second and a half."""


class Shed(ChangingToolSet):
    """A set that opens after a while, and has other tools at other moments (seconds)."""

    def __init__(self, after, tools, at=1e9, then=()):
        self._after, self._tools, self._at, self._then = after, tools, at, then

    async def open(self):
        await asyncio.sleep(self._after)
        return self._tools

    async def run(self, tell):
        await asyncio.sleep(self._at)
        await tell(ToolsChanged(self._then))

    async def aclose(self):
        pass


def talked(shed, choices, way=LOST, said=(), **more):
    class Sheltered(Live):
        sets = {"shed": shed}  # noqa: RUF012

    return Sheltered(way, said=said, choices=choices, **more).held()


def told(talk):
    """What each connection was told of."""
    return [
        [one.name for tool in made.setup.tools or () for one in tool.function_declarations]
        for made in talk.double.talks
    ]


def test_T3_tools_of_a_set_that_only_look_are_declared_beside_a_brain_at_the_next_connection():
    talk = talked(Shed(1, (LOOK, DIG)), BESIDE, tools=(PEEK,))
    assert told(talk)[:2] == [["ask_agent", "peek"], ["ask_agent", "peek", "look"]]
    first, second, *_ = (one.setup.system_instruction.parts[0].text for one in talk.double.talks)
    assert "these tools gives, and for nothing else, call that tool instead: peek.\n" in first
    assert "call that tool instead: peek, look.\n" in second


def test_T3_a_tool_that_a_set_has_no_longer_is_neither_declared_nor_named():
    talk = talked(Shed(0, (LOOK, PEEK), at=1, then=(PEEK,)), BESIDE)
    assert told(talk)[1] == ["ask_agent", "peek"]
    assert "look" not in talk.double.talks[1].setup.system_instruction.parts[0].text


def test_in_self_the_first_connection_waits_for_the_sets():
    talk = talked(Shed(3, (LOOK, DIG)), SELF, tools=(PEEK,))
    assert told(talk)[0] == ["peek", "look", "dig"]


def test_in_self_a_slow_set_keeps_nobody_waiting_and_its_tools_are_declared_in_the_next_pause():
    talk = talked(Shed(7, (LOOK,)), SELF, Way(heard=NOON, later=None), ONE, mic_ms=19_000)
    assert told(talk) == [[], ["look"]]
    first, second = talk.double.talks
    assert first.transcripts == ["what now please"], "what was said meanwhile is heard (L2)"
    assert second.setup.session_resumption.handle or second.messages, (
        "what was said is known to the next (L3)"
    )
    assert not talk.happened(e.EarLost)


def test_in_self_an_ear_is_not_left_in_the_middle_of_an_answer_nor_for_a_tool_that_has_gone():
    long = Way(heard=(Hear(), Say("It is noon, and the sun stands high.", ms=9_000)), later=None)
    talk = talked(Shed(0, (), at=7, then=(LOOK,)), SELF, long, ((5_000, *ONE[0][1:]),), mic_ms=21_000)
    assert told(talk) == [[], ["look"]]
    [answer] = talk.double.answers.values()
    assert np.count_nonzero(talk.samples) == answer, "it was heard whole"
    gone = talked(Shed(0, (LOOK, PEEK), at=7, then=(LOOK,)), SELF, Way(heard=NOON), ONE, mic_ms=19_000)
    assert told(gone) == [["look", "peek"]]


def test_beside_a_brain_no_connection_is_left_for_tools_that_come():
    talk = talked(Shed(7, (LOOK,)), BESIDE, Way(), ONE, mic_ms=19_000)
    assert told(talk) == [["ask_agent"]]


@pytest.mark.parametrize("model", [None, "gemini-3.1-flash-live-preview"])
def test_C3_a_call_of_a_tool_that_a_set_has_no_longer_is_a_failed_result_that_says_so(model):
    way = Way(opened=(Wait(3_000), Call("a", "look")), heard=NOON, later=None)
    talk = talked(Shed(0, (LOOK,), at=1), SELF, way, mic_ms=6_000, ear={"model": model})
    [answer] = talk.did(c.AnswerCall)
    assert (answer.failed, answer.result) == (True, "there is no tool named look")


def test_T3_a_call_beside_a_brain_of_a_tool_that_is_gone_is_answered_by_the_brain():
    way = Way(heard=(Hear(), Call("a", "look")))
    said = ((2_000, "what now please", "what now please"),)
    talk = talked(Shed(0, (LOOK,), at=1), BESIDE, way, said, mic_ms=8_000)
    assert talk.asked == ["what now please"]
    assert talk.read == talk.answer


@pytest.mark.parametrize("kind", ["self", "voice"])
@pytest.mark.parametrize("approval", ["direct", "review"])
def test_at_most_twenty_are_declared_those_named_one_by_one_before_those_of_sets(kind, approval):
    config = Config(ear=EarConfig(kind="gemini"), narrator=NarratorConfig(kind=kind), approval=approval)
    named = [ScriptedTool(f"named_{n}", ToolResult("x")) for n in range(12)]
    of_sets = [ScriptedTool(f"set_{n}", ToolResult("x")) for n in range(12)]
    rules = policy(config, [*named, *of_sets])
    room = MOST if kind == "self" else MOST - 1 - (rules.approval is not Approval.DIRECT)
    assert choose_declared(rules, [*named, *of_sets]) == [*named, *of_sets][:room]


def test_in_self_the_next_connection_of_many_tools_is_told_those_nearest_to_what_was_said():
    many = [ScriptedTool(name, ToolResult("x")) for name in (*(f"far_{n}" for n in range(30)), "watt_now")]

    def no_model():
        raise OSError("there is no sentence model here")

    class Many(Live):
        sets = {"shed": Shed(0, many)}  # noqa: RUF012
        nearest = NearestTools(no_model)

    talk = Many(Way(heard=(*NOON, Wait(500), Abort())), said=ONE, choices=SELF, mic_ms=8_000).held()
    first, second = told(talk)
    assert first == [one.name for one in many[:MOST]]
    assert "watt_now" in second
    assert len(second) == MOST


async def test_a_set_that_changes_does_not_come_before_what_was_named():
    box, config = Toolbox([LOOK], {"shed": Shed(0, (PEEK,), at=0, then=(DIG, PEEK))}), Config()

    async def tell(_):
        pass

    work = asyncio.create_task(box.run(tell))
    await box.await_opened()
    while box.get("dig") is None:
        await asyncio.sleep(0)
    work.cancel()
    assert [one.name for one in box] == ["look", "dig", "peek"]
    assert spec_of(config)(DIG).effects


class Rewritten(Shed):
    """A set that never changes, and writes a file anew at a moment (seconds)."""

    def __init__(self, path, at, text):
        super().__init__(0, (LOOK,))
        self._path, self._when, self._text = path, at, text

    async def run(self, tell):
        await asyncio.sleep(self._when)
        self._path.write_text(self._text)


@pytest.mark.parametrize(
    ("text", "then", "warned"),
    [("# Luna\nbold", "bold", ""), ("no name", "shy", "the persona stays as it was")],
)
def test_the_persona_is_read_again_at_each_connection_and_a_broken_one_changes_nothing(
    tmp_path, monkeypatch, caplog, text, then, warned
):
    monkeypatch.setenv("SOLOVOX_STATE", str(tmp_path / "state"))
    path = tmp_path / "luna.md"
    path.write_text("# Luna\nshy")
    choices = {**SELF, "persona": str(path)}
    with caplog.at_level(logging.INFO, "solovox"):
        talk = talked(Rewritten(path, 1, text), choices)
    first, second, *_ = (one.setup.system_instruction.parts[0].text for one in talk.double.talks)
    assert "\n\nshy\n\n" in first
    assert f"\n\n{then}\n\n" in second
    assert warned in caplog.text
    assert caplog.messages.count("1 tool declared") == len(talk.double.talks)


def test_the_log_says_how_many_tools_a_connection_was_declared_and_that_there_are_none(caplog):
    with caplog.at_level(logging.INFO, "solovox"):
        talked(Shed(1, (LOOK, DIG)), SELF, tools=(PEEK,))
    assert caplog.messages[0] == "3 tools declared"
    caplog.clear()
    with caplog.at_level(logging.INFO, "solovox"):
        talked(Shed(0, ()), SELF)
    assert caplog.messages[0].startswith("0 tools declared: the live model can talk, and do nothing")
