"""What the person is shown that the talk does, and that words which come to nothing are told: law T5."""

import pytest

from core.judged import Judged
from laws.scene import SECOND, notices, of
from laws.simulation import simulate
from solovox.core import events as ev
from solovox.core.commands import ShowState, TalkState
from solovox.core.policy import Approval, Policy
from solovox.core.units import CallId, InputMeans, RunId, StepId, StepKind, StepState, SurfaceCaps
from solovox.view import View, after

S = TalkState


class Watched(Judged):
    """A scene that is judged by all laws, and what a screen shows of it."""

    def __init__(self, policy=None):
        self.view = View()
        super().__init__(policy)

    def do(self, *events):
        out = []
        for one in events:
            did = super().do(one)
            self.view = after(self.view, self.events[-1][1], did)
            out += did
        return out

    @property
    def notices(self):
        return [one.text for one in self.view.notices]


def states(scene):
    return [one.state for one in of(ShowState, scene.all)]


def test_T5_a_turn_shows_what_it_does_from_the_first_word_to_the_last():
    scene = Watched()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND, end=True)
    scene.played(1, SECOND)
    assert states(scene) == [
        S.LISTENING, S.HEARING, S.UNDERSTANDING, S.THINKING, S.VOICING, S.SPEAKING, S.LISTENING,
    ]  # fmt: skip
    assert scene.view.state is S.LISTENING


def test_T5_what_waits_for_a_yes_shows_as_long_as_it_waits_and_no_longer():
    scene = Watched(Policy(approval=Approval.REVIEW))
    scene.say("delete the branch")
    assert scene.view.state is S.ASKING
    scene.do(ev.ConsentDenied(scene.view.holds[0].hold, InputMeans.KEY))
    assert scene.view.state is S.LISTENING


def test_T5_nobody_is_there_and_the_end_show_nothing_that_was():
    scene = Watched()
    scene.say("what time is it")
    scene.do(ev.SurfaceLeft())
    assert scene.view.state is S.AWAY
    scene.do(ev.SurfaceJoined(SurfaceCaps()), ev.HungUp())
    assert scene.view.state is S.AWAY


def test_T5_with_a_wake_phrase_it_shows_when_none_is_needed():
    scene = Watched(Policy(wake="computer", follow_ms=5_000))
    assert scene.view.state is S.SPARING
    scene.do(ev.WakeHeard(scene.mic))
    scene.say("computer what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND, end=True)
    scene.wait(1_000)
    scene.played(1, SECOND)
    assert scene.view.state is S.LISTENING
    scene.wait(10_000)
    assert scene.view.state is S.SPARING


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_T5_in_any_history_it_has_its_cause(seed):
    simulate(seed)


# A notice goes with what it tells of.


def needs(scene):
    scene.do(ev.Typed("tidy up"))
    return scene.do(ev.BrainNeedsYes(RunId(1), CallId("a"), "run the tests", said="run the tests"))


def test_T5_that_something_waits_goes_with_it():
    scene = Watched()
    needs(scene)
    scene.wait(2_000)
    (told,) = scene.notices
    assert "run the tests" in told
    scene.do(ev.Announced("It rains."))
    scene.do(ev.ConsentDenied(scene.view.holds[0].hold, InputMeans.KEY))
    assert scene.notices == ["It rains."]


@pytest.mark.parametrize(
    "end", [ev.BrainFinished(RunId(1)), ev.BrainFailed(RunId(1), "gone"), ev.StopAsked(InputMeans.KEY)]
)
def test_T5_that_work_goes_on_goes_with_it(end):
    scene = Watched()
    scene.do(
        ev.Typed("tidy up"),
        ev.BrainStep(RunId(1), StepId("1"), StepKind.TOOL, "looking", "", StepState.BEGUN),
    )
    scene.say("status")
    assert len(scene.notices) == 1
    (working,) = scene.notices
    scene.do(end)
    assert working not in scene.notices


# Words that were heard and not taken.


def test_T5_words_over_a_reading_that_nobody_listens_to_are_told():
    scene = Watched(Policy(barge_in=False))
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, 20 * SECOND)
    out = scene.say("and what day is it") + scene.wait(3_000)
    assert [("and what day is it" in one, "read" in one) for one in notices(out)] == [(True, True)]
    assert notices(scene.say("mm-hm") + scene.wait(3_000)) == []
