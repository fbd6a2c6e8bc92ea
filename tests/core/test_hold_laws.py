"""What a hold shows, on a screen or without one, and other wordings of it: laws A1, A2, A3, T5."""

from dataclasses import replace

import pytest

from core.heard import ROUTE, call, ear, live, spoken
from laws.scene import Scene, asked, closed, of
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import (
    AskBrain,
    CloseHold,
    Cue,
    CueKind,
    HoldKind,
    Outcome,
    ProposeWording,
    Read,
    ShowFailure,
    ShowHold,
    ShowUsage,
    Teach,
)
from solovox.core.events import BrainCalled, ConsentGiven, SurfaceJoined, SurfaceLeft, Typed
from solovox.core.policy import Approval, Policy, Risk, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, RunId, SurfaceCaps, SurfaceId

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


def test_T3_speech_beside_a_hold_is_settled_when_the_hold_goes_with_its_run():
    scene = live(tools=(ROUTE, *RISKY.tools))
    scene.do(ev.Typed("clean up"), ev.BrainCalled(u.RunId(1), u.CallId("1"), "rm", '{"p":"/tmp"}'))
    local = spoken(scene)
    scene.do(local("what time is it hang on"), ear("what time is it hang on"))
    local = spoken(scene)
    scene.do(local("and the date"), ear("what time is it and the date"))
    scene.wait(2_000)
    assert closed(scene.do(ev.BrainFinished(u.RunId(1)))) == [(1, Outcome.VOID)]
    assert scene.talk.next_deadline is not None
    scene.wait(5_000)
    assert asked(scene.all)[1:] == ["what time is it and the date"]


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


SILENT = replace(REVIEW, own_words=False)
PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")
SCREEN = SurfaceJoined(SurfaceCaps(), PAGE)
NO_SCREEN = SurfaceJoined(SurfaceCaps(screen=False), PHONE)
UNSEEN = "something waits for a yes, and no screen shows it: give the yes where it can be seen"


def held_at(*surfaces):
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
    scene, _ = held_at(*surfaces)
    out = scene.say("yes", 400)
    assert asked(out) == ["delete the old logs"] * seen
    assert [one.hold for one in of(ShowHold, out)] == [1] * (not seen)
    assert [one.text for one in of(ShowFailure, out)] == [UNSEEN] * (not seen)


@pytest.mark.parametrize(("surface", "unseen"), [(SCREEN, 0), (NO_SCREEN, 1)])
def test_T5_what_no_screen_shows_is_heard_to_wait(surface, unseen):
    _, out = held_at(surface)
    assert len(of(ShowHold, out)) == 1
    assert [one.text for one in of(ShowFailure, out)] == [UNSEEN] * unseen
    assert out.count(Cue(CueKind.FAILED)) == unseen


def test_A1_where_nothing_is_seen_a_no_aloud_and_a_yes_by_key_still_count():
    scene, _ = held_at(NO_SCREEN)
    assert [one.outcome for one in of(CloseHold, scene.say("no", 400))] == [Outcome.DENIED]
    scene, _ = held_at(NO_SCREEN)
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


CORRECT = Policy(approval=Approval.CORRECT)
HEARD, MEANT = "um delete the old locks", "delete the old logs"
ONE = HoldId(1)
PROPOSED = ev.WordingProposed(ONE, MEANT)


def takes(text, hold=ONE):
    return ev.ConsentGiven(hold, text, InputMeans.CLICK)


def worded(policy=CORRECT):
    scene = Scene(policy)
    scene.say(HEARD)
    return scene


def texts(commands):
    return [(hold.text, hold.heard, hold.proposed) for hold in of(ShowHold, commands)]


@pytest.mark.parametrize(("approval", "wanted"), [(Approval.CORRECT, True), (Approval.REVIEW, False)])
def test_A1_what_was_heard_is_held_at_once_and_another_wording_is_asked_for_in_correct(approval, wanted):
    out = Scene(Policy(approval=approval)).say(HEARD)
    assert texts(out) == [(HEARD, HEARD, "")]
    assert of(ProposeWording, out) == [ProposeWording(ONE, HEARD)] * wanted


def test_A1_what_is_proposed_is_shown_in_the_place_of_what_was_heard():
    scene = worded()
    until = of(ShowHold, scene.all)[0].until
    scene.wait(2_000)
    (hold,) = of(ShowHold, scene.do(PROPOSED))
    assert (hold.hold, hold.text, hold.heard, hold.proposed) == (ONE, MEANT, HEARD, MEANT)
    assert hold.until == until
    assert asked(scene.do(takes(MEANT))) == [MEANT]


def test_A1_what_is_bold_stands_beside_what_was_heard_and_is_sent_only_if_it_is_taken():
    bold = replace(PROPOSED, bold=True)
    scene = worded()
    assert texts(scene.do(bold)) == [(HEARD, HEARD, MEANT)]
    scene.wait(1_000)
    assert asked(scene.say("yes")) == [HEARD]
    taken = worded()
    taken.do(bold)
    taken.wait(1_000)
    out = taken.do(takes(MEANT))
    assert asked(out) == [MEANT]
    assert of(Teach, out) == []


@pytest.mark.parametrize(
    ("before", "event"),
    [
        (lambda scene: scene.wait(3_000), PROPOSED),
        (lambda scene: scene.do(ev.WordingProposed(ONE, "delete the locks")), PROPOSED),
        (lambda scene: scene.do(ev.WordingProposed(ONE, "")), PROPOSED),
        (lambda scene: scene.do(ev.ConsentDenied(ONE, InputMeans.CLICK)), PROPOSED),
        (lambda scene: scene.do(takes(HEARD)), PROPOSED),
        (lambda scene: scene.do(ev.StopAsked(InputMeans.KEY)), PROPOSED),
        (lambda scene: scene.do(ev.SurfaceLeft(), ev.SurfaceJoined(SurfaceCaps())), PROPOSED),
        (lambda scene: None, ev.WordingProposed(ONE, "")),
        (lambda scene: None, ev.WordingProposed(ONE, HEARD)),
        (lambda scene: None, ev.WordingProposed(HoldId(2), MEANT)),
    ],
    ids="late second after_nothing denied granted stopped left nothing same other".split(),
)
def test_A1_late_failed_or_none_changes_nothing(before, event):
    scene = worded()
    before(scene)
    assert of(ShowHold, scene.do(event)) == []


def test_A3_a_yes_to_the_text_before_sends_that_text():
    scene = worded()
    scene.do(PROPOSED)
    assert asked(scene.do(takes(HEARD))) == [HEARD]


def answering(scene, text="yes"):
    """The person has begun to answer, and then the rest of it."""
    first = scene.mic
    scene.do(ev.OnsetHeard(first))
    yield
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(400)
    yield
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, text, final=True))
    yield


@pytest.mark.parametrize("begun", [1, 2])
def test_A3_the_text_does_not_change_under_a_spoken_answer(begun):
    scene = worded()
    scene.wait(500)
    answer = answering(scene)
    for _ in range(begun):
        next(answer)
    assert of(ShowHold, scene.do(PROPOSED)) == []
    list(answer)
    assert asked(scene.all) == [HEARD]


@pytest.mark.parametrize(("pause", "sent"), [(0, []), (299, []), (301, [MEANT])])
def test_A3_a_yes_that_begins_with_the_new_text_is_to_neither(pause, sent):
    scene = worded()
    scene.wait(1_000)
    scene.do(PROPOSED)
    scene.wait(pause)
    assert asked(scene.say("yes", 400)) == sent
    scene.wait(1_000)
    if not sent:
        assert asked(scene.say("yes", 400)) == [MEANT]


@pytest.mark.parametrize("end", [lambda scene: None, lambda scene: scene.do(takes(HEARD))])
@pytest.mark.parametrize("text", [MEANT, ""])
def test_A1_what_a_wording_has_cost_is_told_whatever_becomes_of_it(end, text):
    scene = worded()
    end(scene)
    out = scene.do(ev.WordingProposed(ONE, text, 900, -1, 30))
    assert of(ShowUsage, out) == [ShowUsage(None, 900, 0, 30, ONE)]
