"""T4: a live model that hears a stop in other words calls `stop`, and everything stops as by the key."""

from live.gemini_rig import Live
from live.gemini_ways import GOOD, Call, Hear, Say, Way
from solovox.config.schema import NarratorConfig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import InputMeans
from solovox.ports import ToolResult, Wrote
from solovox.testing.fakes import Pause, ScriptedTool
from solovox.tools.stop import StopTool

ASKED, ENOUGH = "what now please", "that will do leave it"
TWO = ((400, ASKED, ASKED), (5_000, ENOUGH, ENOUGH))
STOPS = (Hear(), Call("s", "stop", argument=""))
LONG = Wrote("The quick brown fox jumps over the lazy dog. " * 40)


class Turns(Way):
    """It hands the first utterance over, and calls `stop` at the second."""

    turns = (GOOD, STOPS)


def talk(*script, **choices):
    live = Live(Turns(), said=TWO, mic_ms=14_000, tools=(StopTool(),), choices=choices)
    live.scripts = {ASKED: script}
    return live.held()


def test_T4_what_is_read_ends():
    told = talk(LONG)
    assert told.happened(e.StopAsked) == [e.StopAsked(InputMeans.TOOL)]
    assert c.Cue(c.CueKind.STOPPED) in told.did(c.Cue)
    assert told.asked == [ASKED], "what was meant as a stop is no instruction"
    stopped = [at for at, event, _ in told.journal.entries if isinstance(event, e.StopAsked)]
    assert not [
        at
        for at, _, did in told.journal.entries
        for one in did
        if isinstance(one, c.Read) and at > stopped[0]
    ]


def test_T4_what_is_at_work_ends():
    told = talk(Pause(60), Wrote("Done."))
    assert [one.run for one in told.did(c.CancelRun)] == [one.run for one in told.did(c.AskBrain)]
    assert told.asked == [ASKED]
    assert told.read == ""


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
