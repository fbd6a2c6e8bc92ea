"""What an agent does by itself: its steps (laws T2, T5, C4, C6)."""

import pytest

from solovox.core.commands import AskBrain, CancelRun, Cue, CueKind, ShowStep
from solovox.core.events import BrainStep
from solovox.core.units import RunId, StepId, StepKind, StepState
from solovox.testing.scene import Scene, asked, of

ONE = RunId(1)


def step(title="editing a.py", state=StepState.BEGUN, **more):
    return BrainStep(ONE, StepId("1"), StepKind.TOOL, title, "", state, **more)


def at_work(text="rename it"):
    scene = Scene()
    scene.say(text)
    return scene


def test_T5_a_step_is_shown_as_it_comes():
    out = at_work().do(step(effects=True))
    shown = ShowStep(ONE, StepId("1"), StepKind.TOOL, "editing a.py", "", StepState.BEGUN, effects=True)
    assert of(ShowStep, out) == [shown]


@pytest.mark.parametrize(
    ("effects", "asks"),
    [(False, ["rename it everywhere"]), (True, ["everywhere"])],
)
def test_T2_an_agent_that_has_changed_something_is_never_taken_back_and_asked_again(effects, asks):
    scene = at_work("rename it")
    scene.do(step(effects=effects))
    out = scene.say("everywhere") + scene.wait(3_000)
    assert asked(out) == asks


def test_T2_a_step_without_effects_does_not_undo_one_that_had_some():
    scene = at_work("rename it")
    scene.do(step(effects=True), step(state=StepState.DONE), step("reading b.py"))
    assert asked(scene.say("everywhere")) == ["everywhere"]


@pytest.mark.parametrize(
    ("state", "receipt", "cues"),
    [
        (StepState.DONE, "1f2e", [Cue(CueKind.DONE)]),
        (StepState.DONE, None, []),
        (StepState.BEGUN, "1f2e", []),
        (StepState.FAILED, "1f2e", []),
    ],
)
def test_C4_a_step_is_cued_as_done_only_with_a_receipt(state, receipt, cues):
    assert of(Cue, at_work().do(step(state=state, effects=True, receipt=receipt))) == cues


def test_C6_a_step_of_a_run_that_is_over_is_not_shown():
    scene = at_work()
    scene.write(1, "Done.")
    assert of(ShowStep, scene.do(step())) == []
    assert of(AskBrain, scene.all) != of(CancelRun, scene.all) == []
