"""What a surface cannot show, and what it cannot recall: laws A2, T5 and G4."""

from dataclasses import replace

import pytest

from laws.scene import Scene, asked, of
from solovox.core.commands import AskBrain, CloseHold, Cue, CueKind, Outcome, ShowFailure, ShowHold
from solovox.core.events import BrainCalled, ConsentGiven, SurfaceJoined, SurfaceLeft, Typed
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import CallId, HoldId, InputMeans, RunId, SurfaceCaps, SurfaceId

REVIEW = Policy(approval=Approval.REVIEW)
SILENT = replace(REVIEW, own_words=False)
PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")
SCREEN = SurfaceJoined(SurfaceCaps(), PAGE)
NO_SCREEN = SurfaceJoined(SurfaceCaps(screen=False), PHONE)
UNSEEN = "something waits for a yes, and no screen shows it: give the yes where it can be seen"


def holding(*surfaces):
    """Surfaces come and go, then something is held; and what was decided from it."""
    scene = Scene(SILENT, joined=False)
    scene.do(*surfaces)
    return scene, scene.say("delete the old logs") + scene.wait(1_000)


@pytest.mark.parametrize(
    ("surfaces", "seen"),
    [
        ([SCREEN], True),
        ([NO_SCREEN], False),
        ([SCREEN, NO_SCREEN], True),
        ([NO_SCREEN, SCREEN], True),
        ([SCREEN, NO_SCREEN, SurfaceLeft(PAGE)], False),
        ([NO_SCREEN, SCREEN, SurfaceLeft(PHONE)], True),
    ],
)
def test_A2_a_spoken_yes_to_what_was_not_heard_grants_only_what_a_screen_shows(surfaces, seen):
    scene, _ = holding(*surfaces)
    out = scene.say("yes", 400)
    assert asked(out) == ["delete the old logs"] * seen
    assert [one.hold for one in of(ShowHold, out)] == [1] * (not seen)
    assert [one.text for one in of(ShowFailure, out)] == [UNSEEN] * (not seen)


@pytest.mark.parametrize(("surface", "unseen"), [(SCREEN, 0), (NO_SCREEN, 1)])
def test_T5_what_no_screen_shows_is_heard_to_wait(surface, unseen):
    _, out = holding(surface)
    assert len(of(ShowHold, out)) == 1
    assert [one.text for one in of(ShowFailure, out)] == [UNSEEN] * unseen
    assert out.count(Cue(CueKind.FAILED)) == unseen


def test_A1_where_nothing_is_seen_a_no_aloud_and_a_yes_by_key_still_count():
    scene, _ = holding(NO_SCREEN)
    assert [one.outcome for one in of(CloseHold, scene.say("no", 400))] == [Outcome.DENIED]
    scene, _ = holding(NO_SCREEN)
    out = scene.do(ConsentGiven(HoldId(1), "delete the old logs", InputMeans.KEY))
    assert [one.instruction for one in of(AskBrain, out)] == ["delete the old logs"]


@pytest.mark.parametrize(("kind", "draft"), [("instruction", True), ("action", False)])
def test_A1_a_screen_is_told_what_stays_as_a_draft(kind, draft):
    scene = Scene(replace(REVIEW, tools=(ToolSpec(name="rm", risk=Risk.ASK),)))
    if kind == "instruction":
        scene.say("delete the old logs")
    else:
        scene.do(Typed("clean up"), BrainCalled(RunId(1), CallId("c"), "rm", "{}"))
    (hold,) = of(ShowHold, scene.all)
    ended = of(CloseHold, scene.wait(200_000))
    assert (hold.kind.value, [(one.outcome, one.draft) for one in ended]) == (
        kind,
        [(Outcome.EXPIRED, draft)],
    )
