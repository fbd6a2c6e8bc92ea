"""An ear that reads, too (`relay`): law N1 beside G1 and G6."""

import pytest

from core.judged import Judged
from laws.scene import SECOND, of
from solovox.core import events as ev
from solovox.core.commands import CancelRead, Drop, DropReason, Play, Read, ShowLeaving
from solovox.core.policy import EarKind, NarratorKind, Policy, Routing, ToolSpec
from solovox.core.units import AudioSpan, CallId, ConnectionId, InputMeans, ReadId, StreamId

ONE = ConnectionId(1)
TOOLS = (
    ToolSpec(name="look"),
    ToolSpec(name="beside", blocking=False),
    ToolSpec(name="ask_agent", routing=True),
)
IDLE = 1_500
BEHIND = 2_000


class Relayed(Judged):
    """A brain is asked, and the ear will read; every step is judged by all laws."""

    def __init__(self, *, exact=True):
        policy = Policy(
            ear=EarKind.LIVE,
            narrator=NarratorKind.RELAY,
            exact_voice=exact,
            routing=Routing.CODE,
            tools=TOOLS,
        )
        super().__init__(policy)
        self.do(ev.EarOpened(ONE))
        self.asks("what time is it")

    def asks(self, text):
        self.say(text)
        self.do(ev.EarTranscript(ONE, " " + text))
        self.wait(3_000)

    def chatters(self, samples=240):
        first = self.voice.get("ear", 0)
        self.voice["ear"] = first + samples
        return self.do(ev.EarAudio(ONE, AudioSpan(StreamId("ear/1"), first, samples)))

    def reads(self, read, samples=SECOND, said_to=10_000):
        return self.do(ev.ReadFollowed(ReadId(read), said_to)) + self.sound(read, samples, said_to)


def given(commands):
    return [(one.said, one.exact) for one in of(Read, commands)]


def test_N1_an_idle_ear_is_given_the_read_at_once():
    scene = Relayed()
    assert given(scene.write(1, "It is noon.")) == [("It is noon.", False)]
    assert of(Play, scene.reads(1))


@pytest.mark.parametrize("ms", [0, 100, 1_000, 1_999])
def test_N1_sound_that_comes_behind_the_end_of_a_read_is_of_no_read(ms):
    scene = Relayed()
    scene.write(1, "It is noon.", "Time for lunch.")
    out = scene.reads(1) + scene.do(ev.ReadRendered(ReadId(1)), ev.EarTurnEnded(ONE)) + scene.wait(ms)
    assert given(out) == []
    assert [one.why for one in scene.chatters()] == [DropReason.NOT_A_READ]
    assert given(scene.do(ev.EarTurnEnded(ONE)) + scene.wait(BEHIND - 1)) == []
    assert given(scene.wait(1)) == [("Time for lunch.", False)]


def test_G1_what_is_told_as_sound_of_a_read_that_has_ended_is_of_none():
    scene = Relayed()
    scene.write(1, "It is noon.")
    scene.do(ev.ReadFollowed(ReadId(1), 6))
    scene.sound(1, SECOND, end=True)
    assert [one.why for one in of(Drop, scene.sound(1, 240))] == [DropReason.LATE]


@pytest.mark.parametrize("ms", [0, 400, 1_400])
def test_N1_the_end_of_the_turn_is_waited_for_behind_the_end_of_a_read(ms):
    scene = Relayed()
    scene.write(1, "It is noon.", "Time for lunch.")
    out = scene.reads(1) + scene.do(ev.ReadRendered(ReadId(1))) + scene.wait(ms)
    out += scene.do(ev.EarTurnEnded(ONE)) + scene.wait(BEHIND - 1)
    assert given(out) == []
    assert given(scene.wait(1)) == [("Time for lunch.", False)]


def test_N1_a_turn_that_does_not_end_is_waited_for_while_something_plays():
    scene = Relayed()
    scene.write(1, "It is noon.", "Time for lunch.")
    scene.do(ev.ReadFollowed(ReadId(1), 100))
    out = scene.sound(1, 2 * SECOND, end=True) + scene.wait(1_999)
    assert given(out) == []
    assert given(scene.wait(1)) == [("Time for lunch.", True)]


def test_N1_an_ear_with_a_call_open_is_waited_for():
    scene = Relayed()
    scene.do(ev.EarCalled(ONE, CallId("a"), "look", "{}"))
    assert given(scene.write(1, "It is noon.")) == []
    assert given(scene.do(ev.ToolReturned(1, "seen")) + scene.wait(BEHIND - 1)) == []
    assert given(scene.wait(1)) == [("It is noon.", False)]


def test_N1_an_ear_whose_tool_runs_beside_what_it_says_is_waited_for():
    scene = Relayed()
    scene.do(ev.EarCalled(ONE, CallId("a"), "beside", "{}"))
    assert given(scene.write(1, "It is noon.")) == []
    assert given(scene.wait(IDLE)) == [("It is noon.", True)], "and then the exact voice says it"


@pytest.mark.parametrize(
    "ended",
    [lambda s: s.do(ev.EarTurnEnded(ONE)), lambda s: s.do(ev.EarInterrupted(ONE)), lambda s: s.wait(6_000)],
)
def test_N1_after_a_cut_the_next_read_waits_until_the_ear_has_ended(ended):
    scene = Relayed()
    scene.write(1, "It is noon. ", "Time for lunch.")
    scene.reads(1, 240, 4)
    assert of(CancelRead, scene.do(ev.SilenceAsked(InputMeans.KEY)))
    scene.do(ev.Flushed(ReadId(1), 240))
    assert [one.why for one in of(Drop, scene.sound(1, 240))] == [DropReason.CUT]
    ended(scene)
    scene.asks("and the date")
    assert given(scene.write(2, "It is Monday.")) == [("It is Monday.", False)]


def test_G6_a_read_that_failed_leaves_the_ear_idle():
    scene = Relayed()
    scene.write(1, "It is noon.", "Time for lunch.")
    assert given(scene.do(ev.ReadFailed(ReadId(1), "interrupted"))) == [("It is noon.", True)]
    assert given(scene.sound(2, 240, end=True)) == [("Time for lunch.", False)]


def test_N1_without_a_connection_the_exact_voice_reads():
    scene = Relayed()
    scene.do(ev.EarLost(ONE, "1006"))
    assert given(scene.write(1, "It is noon.")) == [("It is noon.", True)]


def test_L1_a_connection_that_goes_away_is_not_left_in_the_middle_of_a_read():
    scene = Relayed()
    scene.wait(10_000)
    scene.write(1, "It is noon.")
    assert scene.do(ev.EarGoingAway(ONE, 20_000)) == [ShowLeaving(leaving=True)]
    scene.reads(1)
    out = scene.sound(1, 240, end=True) + scene.do(ev.EarTurnEnded(ONE))
    assert [type(one).__name__ for one in out][-2:] == ["CloseEar", "OpenEar"]
