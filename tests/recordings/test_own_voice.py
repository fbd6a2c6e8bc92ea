"""What a live model says for itself in the turns of a timeline: its text is `said`, and `played` when all of it was."""

import pytest

from laws.scene import Scene
from solovox.core import events as ev
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.units import AudioSpan, ConnectionId, ReadId, StreamId
from solovox.recordings.turns import MicTime, Turns

ONE = ConnectionId(1)
ALONE = Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)


class Recorded(Scene):
    """A scene whose turns are kept."""

    def __init__(self):
        self.turns = Turns(MicTime(), ALONE)
        super().__init__(ALONE)
        self.do(ev.EarOpened(ONE))
        self.say("what time is it")
        self.wait(3_000)

    def do(self, *events):
        out = []
        for event in events:
            did = super().do(event)
            self.turns.see(self.at, event, tuple(did))
            out += did
        return out

    @property
    def last(self):
        return self.turns.turns[-1]


def spoke(first):
    return ev.EarAudio(ONE, AudioSpan(StreamId("ear/1"), first, 240))


@pytest.mark.parametrize(
    "order",
    [
        (ev.EarOutputTranscript(ONE, "It is"), spoke(0), ev.EarOutputTranscript(ONE, " noon."), spoke(240)),
        (spoke(0), spoke(240), ev.EarOutputTranscript(ONE, "It is noon.")),
        (ev.EarOutputTranscript(ONE, "It is noon."), spoke(0), spoke(240)),
    ],
)
def test_G7_text_and_sound_of_one_answer_are_one_read_in_whichever_order(order):
    talk = Recorded()
    talk.do(*order, ev.EarTurnEnded(ONE), ev.Played(ReadId(1), 480))
    assert (talk.last.heard, talk.last.said, talk.last.played) == (
        "what time is it",
        ["It is noon."],
        "It is noon.",
    )


def test_G7_of_an_answer_that_was_cut_no_word_is_surely_played():
    talk = Recorded()
    talk.do(ev.EarOutputTranscript(ONE, "It is noon."), spoke(0), spoke(240), ev.Played(ReadId(1), 100))
    talk.do(ev.SpeechConfirmed(0), ev.Flushed(ReadId(1), 120))
    assert (talk.last.said, talk.last.played) == (["It is noon."], "")


def test_G7_the_next_answer_is_another():
    talk = Recorded()
    talk.do(
        spoke(0),
        ev.EarOutputTranscript(ONE, "It is noon."),
        ev.EarTurnEnded(ONE),
        ev.EarOutputTranscript(ONE, "And hot."),
        spoke(240),
    )
    assert talk.last.said == ["It is noon.", "And hot."]
