"""What is shown of the person's words (law T5): whatever came of them, it is shown for good when they end."""

import pytest

from core.heard import ENDED, call, ear, live, spoken
from core.judged import Judged
from laws.scene import of
from solovox.core import events as ev
from solovox.core.commands import CloseHold, ShowHeard
from solovox.core.policy import Approval, EarKind, Policy
from solovox.core.units import MIC, AudioSpan, CallId, InputMeans, Principal, RunId, SourceId

ANN = SourceId("ann")


def heard(scene, draft, final, *, who=None, wait=9_000, between=()):
    """The person speaks: a draft of it is shown, then all is known."""
    before, first = len(scene.all), scene.mic
    more = {"source": who} if who else {}
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, **more))
    scene.hear(700)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.LocalTranscript(span, draft, final=False, **more), *between)
    scene.do(ev.SpeechEnded(span))
    if final is not None:
        scene.do(ev.LocalTranscript(span, final, final=True, **more))
    scene.wait(wait)
    return of(ShowHeard, scene.all[before:])


def waiting(**choices):
    """Something waits for a yes, and has been seen."""
    scene = Judged(Policy(own_words=False, **choices))
    scene.do(ev.Typed("go"), ev.BrainNeedsYes(RunId(1), CallId("a"), "git push", said="git push"))
    scene.wait(9_000)
    return scene


@pytest.mark.parametrize("words", ["yes", "no", "no, use the other branch", "what is this"])
def test_T5_what_is_said_beside_what_waits_is_shown_for_good(words):
    scene = waiting()
    shown = heard(scene, words[:3], words)
    assert (shown[0].final, shown[-1].final, shown[-1].text) == (False, True, words)


def test_T5_a_yes_while_the_talk_key_is_held_down_is_shown_for_good():
    scene = waiting()
    scene.do(ev.FloorTaken())
    shown = heard(scene, "yes", "yes", wait=100)
    scene.do(ev.FloorGiven())
    assert of(CloseHold, scene.all)
    scene.wait(9_000)
    assert [one.text for one in (*shown, *of(ShowHeard, scene.all)) if one.final][-1] == "yes"


@pytest.mark.parametrize(
    "words",
    ["stop", "be quiet", "status", "what did you change", "skip", "slower", "read line 3", "list the files"],
)
def test_T5_whatever_a_sentence_asks_it_is_shown_for_good(words):
    scene = Judged(Policy())
    scene.do(ev.Typed("go"))
    shown = heard(scene, words[:4], words)
    assert (shown[-1].final, shown[-1].text) == (True, words)


@pytest.mark.parametrize("words", ["stop", "be quiet", "list the files"])
def test_T5_also_where_a_live_ear_hears_it(words):
    scene = live()
    shown = heard(scene, words[:4], words, between=(ear(words), call(), ENDED))
    assert (shown[-1].final, shown[-1].text) == (True, words)


@pytest.mark.parametrize("final", ["", "mm-hm"])
def test_T5_what_came_to_nothing_is_taken_back(final):
    shown = heard(Judged(Policy()), "I'm", final)
    assert [(one.text, one.final) for one in shown] == [("I'm", False), ("", True)]


@pytest.mark.parametrize(
    "ends",
    [
        [ev.StopAsked(InputMeans.KEY)],
        [ev.SurfaceLeft()],
        [ev.HungUp()],
        [ev.SilenceAsked(InputMeans.KEY)],
        [ev.PolicyChanged(Policy(approval=Approval.REVIEW))],
    ],
    ids=lambda ends: type(ends[0]).__name__,
)
@pytest.mark.parametrize("final", [None, "list the files"])
def test_T5_whatever_ends_it(ends, final):
    shown = heard(Judged(Policy()), "list the", final, wait=100_000, between=ends)
    assert shown[-1].final


@pytest.mark.parametrize("words", ["status", "slower", "yes", "stop", "list the files"])
def test_T5_A4_it_is_shown_with_who_said_it(words):
    scene = waiting(owners=frozenset({Principal("ann"), Principal("person")}))
    shown = heard(scene, words[:4], words, who=ANN)
    assert {one.source for one in shown} == {ANN}


def test_T5_what_only_a_live_ear_has_heard_is_shown_for_good_too():
    scene = live(understands=False)
    assert scene.policy.ear is EarKind.LIVE
    shown = heard(scene, "", "", between=(ear("be quiet"), ENDED))
    assert (shown[-1].final, shown[-1].text) == (True, "be quiet")


def test_T5_a_stop_and_what_was_said_behind_it_are_shown_each_for_good():
    """What stops is understood when the person has gone on speaking."""
    scene = Judged(Policy())
    stop, rest = spoken(scene, 400), spoken(scene)
    scene.do(stop("stop"), rest("list the files"))
    scene.wait(9_000)
    lines = {one.utterance: one.text for one in of(ShowHeard, scene.all) if one.final}
    assert list(lines.values()) == ["stop", "list the files"]
