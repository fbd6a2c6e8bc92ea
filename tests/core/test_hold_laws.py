"""What a hold shows, and what becomes of it when no answer comes: laws A1, A3."""

import pytest

from core.heard import call, ear, live, spoken
from laws.scene import Scene, asked, closed, of
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import HoldKind, Outcome, Read, ShowFailure, ShowHold
from solovox.core.policy import Approval, Policy, Risk, ToolSpec

REVIEW = Policy(approval=Approval.REVIEW)
RISKY = Policy(tools=(ToolSpec(name="rm", effects=True, risk=Risk.ASK),))


def yes(hold, text):
    return ev.ConsentGiven(u.HoldId(hold), text, u.InputMeans.CLICK)


def holding(policy=REVIEW):
    scene = Scene(policy)
    scene.say("delete the old logs")
    return scene


def test_A1_a_hold_shows_what_was_heard_where_it_was_said_and_until_when_it_waits():
    scene = Scene(REVIEW)
    scene.hear(2_000)
    assert of(ShowHold, scene.say("delete the old logs", 1_000)) == [
        ShowHold(
            u.HoldId(1),
            "delete the old logs",
            heard="delete the old logs",
            utterance=u.UtteranceId(1),
            span=u.AudioSpan(u.MIC, 24_000, 24_000),
            until=scene.at + 120_000,
        )
    ]


def test_A1_an_action_shows_whose_it_is_and_nothing_that_was_heard():
    scene = Scene(RISKY)
    scene.say("clean up")
    out = scene.do(ev.BrainCalled(u.RunId(1), u.CallId("1"), "rm", '{"p":"/tmp"}', said="rm p /tmp"))
    assert of(ShowHold, out) == [
        ShowHold(
            u.HoldId(1),
            'rm {"p":"/tmp"}',
            HoldKind.ACTION,
            utterance=u.UtteranceId(1),
            until=scene.at + 120_000,
        )
    ]


@pytest.mark.parametrize("proposed", ["delete the old logs", "", "drop all tables now"])
@pytest.mark.parametrize("approval", [Approval.REVIEW, Approval.CORRECT])
def test_A1_what_was_heard_is_held_and_the_wording_of_the_ear_is_shown_beside_it(approval, proposed):
    scene = live(approval=approval)
    words = "um delete the old locks"
    local = spoken(scene)
    (hold,) = of(ShowHold, scene.do(local(words), ear(words), call("a", proposed)) + scene.wait(3_000))
    assert (hold.text, hold.heard, hold.proposed) == (words, words, proposed)
    assert asked(scene.do(yes(1, hold.text))) == [words]


@pytest.mark.parametrize("how", ["expired", "left"])
def test_A1_an_instruction_without_an_answer_stays_a_draft_and_is_sent_by_a_fresh_yes_once(how):
    scene = holding()
    out = (
        scene.wait(120_001)
        if how == "expired"
        else scene.do(ev.SurfaceLeft(), ev.SurfaceJoined(u.SurfaceCaps()))
    )
    assert closed(out) == [(1, Outcome.EXPIRED if how == "expired" else Outcome.VOID)]
    out = scene.do(yes(1, "delete the old logs now"))
    assert (asked(out), closed(out)) == (["delete the old logs now"], [(1, Outcome.GRANTED)])
    out = scene.do(yes(1, "delete the old logs now"))
    assert (asked(out), len(of(ShowFailure, out))) == ([], 1)


def test_A3_a_yes_aloud_is_never_for_a_draft():
    scene = holding()
    scene.wait(120_001)
    assert closed(scene.say("yes", 400)) == []
    scene = holding(Policy(approval=Approval.REVIEW))
    scene.wait(120_001)
    scene.say("list the branches")
    assert asked(scene.say("yes", 400)) == ["list the branches"]


@pytest.mark.parametrize(
    "end",
    [
        lambda scene: scene.do(ev.ConsentDenied(u.HoldId(1), u.InputMeans.CLICK)),
        lambda scene: scene.do(yes(1, " ")),
        lambda scene: scene.do(ev.StopAsked(u.InputMeans.KEY)),
        lambda scene: scene.say("but not those of today"),
        lambda scene: scene.wait(120_001) + scene.do(ev.ConsentDenied(u.HoldId(1), u.InputMeans.CLICK)),
        lambda scene: scene.wait(120_001) + scene.do(yes(1, " ")),
    ],
    ids=["denied", "emptied", "stopped", "went on", "draft denied", "draft emptied"],
)
def test_A1_what_was_refused_or_went_on_is_no_draft(end):
    scene = holding()
    end(scene)
    out = scene.do(yes(1, "delete the old logs"))
    assert (asked(out), len(of(ShowFailure, out))) == ([], 1)


def two_parts(scene, first="open the door"):
    """Beside a hold the person pauses, with the talk key down. What our recogniser will say of the second part."""
    scene.wait(20_000)
    scene.do(ev.FloorTaken())
    scene.do(spoken(scene)(first))
    local = spoken(scene)
    scene.do(ev.FloorGiven())
    return local


@pytest.mark.parametrize("words", ["status", "skip that", "repeat", "yes", "no", "mm-hm", "be quiet", ""])
def test_T3_words_are_not_lost_with_the_rest_of_their_utterance(words):
    scene = holding()
    two_parts(scene)
    scene.say(words)
    scene.wait(60_000)
    assert "open the door" in [hold.text for hold in of(ShowHold, scene.all)]


@pytest.mark.parametrize("after", [0, 5_000])
def test_T3_the_rest_that_comes_late_is_held_with_the_words_before_it(after):
    scene = holding()
    local = two_parts(scene)
    scene.say("status")
    scene.wait(after)
    scene.do(local("as soon as she is there"))
    scene.wait(60_000)
    last = of(ShowHold, scene.all)[-1]
    assert last.text == "open the door as soon as she is there"
    assert [hold for hold, outcome in closed(scene.all) if outcome is Outcome.VOID] == [2]


def test_T3_of_words_that_are_not_known_yet_nothing_is_said_to_have_failed():
    scene = holding()
    scene.wait(20_000)
    local = spoken(scene)
    out = scene.say("status")
    (status,) = of(Read, out)
    scene.sound(status.read, 24_000, end=True)
    scene.played(status.read, 24_000)
    out = scene.do(local("open the door")) + scene.wait(60_000)
    assert [hold.text for hold in of(ShowHold, out)] == ["open the door"]
    assert of(ShowFailure, scene.all) == []


def test_A1_eight_drafts_are_kept():
    scene = Scene(REVIEW)
    for number in range(9):
        scene.say(f"delete branch {number}")
        scene.wait(121_000)
    assert asked(scene.do(yes(1, "delete branch 0"))) == []
    assert asked(scene.do(yes(2, "delete branch 1"))) == ["delete branch 1"]
