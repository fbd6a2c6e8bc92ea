"""Another wording of what waits for a yes, proposed by a text brain: laws A1, A3."""

from dataclasses import replace

import pytest

from laws.scene import Scene, asked, of
from solovox.core import events as ev
from solovox.core.commands import ProposeWording, ShowHold, ShowUsage, Teach
from solovox.core.policy import Approval, Policy
from solovox.core.units import MIC, AudioSpan, HoldId, InputMeans, SurfaceCaps

CORRECT = Policy(approval=Approval.CORRECT)
HEARD, MEANT = "um delete the old locks", "delete the old logs"
ONE = HoldId(1)
PROPOSED = ev.WordingProposed(ONE, MEANT)


def yes(text, hold=ONE):
    return ev.ConsentGiven(hold, text, InputMeans.CLICK)


def holding(policy=CORRECT):
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


def test_A1_where_nothing_is_seen_or_said_no_other_wording_is_asked_for_or_taken():
    scene = Scene(replace(CORRECT, own_words=False), joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(screen=False)))
    assert of(ProposeWording, scene.say(HEARD)) == []
    assert of(ShowHold, scene.do(PROPOSED)) == []


def test_A1_what_is_proposed_is_shown_in_the_place_of_what_was_heard():
    scene = holding()
    until = of(ShowHold, scene.all)[0].until
    scene.wait(2_000)
    (hold,) = of(ShowHold, scene.do(PROPOSED))
    assert (hold.hold, hold.text, hold.heard, hold.proposed) == (ONE, MEANT, HEARD, MEANT)
    assert hold.until == until
    assert asked(scene.do(yes(MEANT))) == [MEANT]


def test_A1_what_is_bold_stands_beside_what_was_heard_and_is_sent_only_if_it_is_taken():
    bold = replace(PROPOSED, bold=True)
    scene = holding()
    assert texts(scene.do(bold)) == [(HEARD, HEARD, MEANT)]
    scene.wait(1_000)
    assert asked(scene.say("yes")) == [HEARD]
    taken = holding()
    taken.do(bold)
    taken.wait(1_000)
    out = taken.do(yes(MEANT))
    assert asked(out) == [MEANT]
    assert of(Teach, out) == []


@pytest.mark.parametrize(
    ("before", "event"),
    [
        (lambda scene: scene.wait(3_000), PROPOSED),
        (lambda scene: scene.do(ev.WordingProposed(ONE, "delete the locks")), PROPOSED),
        (lambda scene: scene.do(ev.WordingProposed(ONE, "")), PROPOSED),
        (lambda scene: scene.do(ev.ConsentDenied(ONE, InputMeans.CLICK)), PROPOSED),
        (lambda scene: scene.do(yes(HEARD)), PROPOSED),
        (lambda scene: scene.do(ev.StopAsked(InputMeans.KEY)), PROPOSED),
        (lambda scene: scene.do(ev.SurfaceLeft(), ev.SurfaceJoined(SurfaceCaps())), PROPOSED),
        (lambda scene: None, ev.WordingProposed(ONE, "")),
        (lambda scene: None, ev.WordingProposed(ONE, HEARD)),
        (lambda scene: None, ev.WordingProposed(HoldId(2), MEANT)),
    ],
    ids="late second after_nothing denied granted stopped left nothing same other".split(),
)
def test_A1_late_failed_or_none_changes_nothing(before, event):
    scene = holding()
    before(scene)
    assert of(ShowHold, scene.do(event)) == []


def test_A1_in_time_is_until_three_seconds():
    scene = holding()
    scene.wait(2_999)
    assert texts(scene.do(PROPOSED)) == [(MEANT, HEARD, MEANT)]


def test_A3_a_yes_to_the_text_before_sends_that_text():
    scene = holding()
    scene.do(PROPOSED)
    assert asked(scene.do(yes(HEARD))) == [HEARD]


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
    scene = holding()
    scene.wait(500)
    answer = answering(scene)
    for _ in range(begun):
        next(answer)
    assert of(ShowHold, scene.do(PROPOSED)) == []
    list(answer)
    assert asked(scene.all) == [HEARD]


@pytest.mark.parametrize(("pause", "sent"), [(0, []), (299, []), (301, [MEANT])])
def test_A3_a_yes_that_begins_with_the_new_text_is_to_neither(pause, sent):
    scene = holding()
    scene.wait(1_000)
    scene.do(PROPOSED)
    scene.wait(pause)
    assert asked(scene.say("yes", 400)) == sent
    scene.wait(1_000)
    if not sent:
        assert asked(scene.say("yes", 400)) == [MEANT]


@pytest.mark.parametrize("end", [lambda scene: None, lambda scene: scene.do(yes(HEARD))])
@pytest.mark.parametrize("text", [MEANT, ""])
def test_A1_what_a_wording_has_cost_is_told_whatever_becomes_of_it(end, text):
    scene = holding()
    end(scene)
    out = scene.do(ev.WordingProposed(ONE, text, 900, -1, 30))
    assert of(ShowUsage, out) == [ShowUsage(None, 900, 0, 30, ONE)]
