"""T4: a live model that hears a stop in other words calls `stop`, and everything stops as by the key."""

import pytest

from live.gemini_rig import Live
from live.gemini_ways import GOOD, Call, Hear, Say, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import InputMeans
from solovox.ports import ToolResult, Wrote
from solovox.testing.fakes import Pause, ScriptedTool, Use
from solovox.tools.stop import StopTool

pytestmark = pytest.mark.slow

ASKED, ENOUGH = "what now please", "that will do leave it"
TWO = ((400, ASKED, ASKED), (5_000, ENOUGH, ENOUGH))
STOPS = (Hear(), Call("s", "stop", argument=""))
LONG = Wrote("The quick brown fox jumps over the lazy dog. " * 40)


class Turns(Way):
    """It hands the first utterance over, and calls `stop` at the second."""

    turns = (GOOD, STOPS)


class HandsOver(Way):
    turns = (GOOD, (Hear(), Call("s")))


def talk(way, *script):
    live = Live(way, said=TWO, mic_ms=14_000, tools=(StopTool(),))
    stops = (Use("stop"), Wrote("Stopped."))
    live.scripts = {ASKED: script, ENOUGH: stops, f"{ASKED} {ENOUGH}": stops}
    return live.held()


def everything_stopped(told):
    assert told.happened(e.StopAsked) == [e.StopAsked(InputMeans.TOOL)]
    assert c.Cue(c.CueKind.STOPPED) in told.did(c.Cue)
    at = next(at for at, event, _ in told.journal.entries if isinstance(event, e.StopAsked))
    assert not [
        one for when, _, did in told.journal.entries for one in did if isinstance(one, c.Read) and when > at
    ]
    assert {one.run for one in told.did(c.CancelRun)} >= {told.did(c.AskBrain)[-1].run}


@pytest.mark.parametrize(
    ("script", "asked"),
    [((LONG,), ENOUGH), ((Pause(60), Wrote("Done.")), f"{ASKED} {ENOUGH}")],
    ids=["read", "at work"],
)
def test_T4_a_brain_that_understands_a_stop_stops_everything_and_itself(script, asked):
    told = talk(HandsOver(), *script)
    assert told.asked == [ASKED, asked]
    everything_stopped(told)
    assert "Stopped." not in told.read


@pytest.mark.slow
def test_C5_an_ear_beside_a_brain_stops_nothing_and_the_brain_is_asked():
    told = talk(Turns(), LONG)
    refused = [one.result for one in told.did(c.AnswerCall) if one.tool == "stop"]
    assert refused == ["only the agent may use stop: hand it over"]
    assert told.asked == [ASKED, ENOUGH]
    everything_stopped(told)


@pytest.mark.slow
def test_T4_a_tool_of_a_live_model_that_answers_itself_ends():
    slow = ScriptedTool("look", ToolResult("seen"), seconds=60)

    class Alone(Way):
        turns = ((Hear(), Call("a", "look", argument="")), STOPS)

    live = Live(
        Alone(answered=(Say("I have seen it."),)),
        said=TWO,
        mic_ms=14_000,
        tools=(StopTool(), slow),
        choices={"narrator": NarratorConfig(kind="self")},
    ).held()
    assert slow.running == 0
    assert len(live.did(c.CancelTool)) == 2
    assert c.Cue(c.CueKind.STOPPED) in live.did(c.Cue)
