"""What the person is shown of the talk and of their words: law T5; and a line on demand: N7."""

import pytest

from core.aloud import ASKS, ONE, ReadAloud, reading, shown, typed
from core.heard import ENDED, ear, live, spoken
from core.judged import Judged
from laws.scene import SECOND, asked, notices, of, read
from laws.simulation import simulate
from solovox.core import events as ev
from solovox.core.commands import CancelRun, CloseHold, FindLine, ShowHeard, ShowState, TalkState
from solovox.core.events import BrainWrote, LineFound, SilenceAsked, StopAsked, Typed
from solovox.core.policy import Approval, EarKind, Policy
from solovox.core.units import (
    MIC,
    AudioSpan,
    CallId,
    InputMeans,
    Principal,
    RunId,
    SourceId,
    StepId,
    StepKind,
    StepState,
)
from solovox.lang.en.words import ENGLISH
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


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("read line 3", 3), ("Read line three.", 3), ("read line number 12", 12),
        ("What's on line twenty one?", 21), ("what does line 40 say", 40), ("please read line ninety", 90), ("read line 9999", 9999),
        ("read line 0", None), ("read line", None), ("read line 10000", None), ("read line three of a.py", None),
        ("read line twenty twelve", None), ("line 3", None), ("read line please", None), ("delete line 3", None),
        ("read line five again", 5), ("read line ²", None), ("read line minus 3", None), ("read line seventeen please", 17),
    ],
)  # fmt: skip
def test_N7_a_line_is_asked_for_by_its_number(words, line):
    assert ENGLISH.lines.number(words) == line
    assert (ENGLISH.wish(words) is not None) is (line is not None)


@ASKS
def test_N7_a_line_of_the_newest_answer_is_said_and_the_voice_goes_on(ask):
    scene = reading()
    out = ask(scene, "read line three")
    assert (of(FindLine, out), asked(out), of(CancelRun, out), of(CloseHold, out)) == (
        [FindLine(ONE, 3)],
        [],
        [],
        [],
    )
    before = len(scene.all)
    scene.do(LineFound(ONE, 3, "return x"))
    scene.hear_out()
    assert shown(scene.all[before:]) == ["Line 3: return x"]
    assert "Line 3: return x" in read(scene.all[before:])


def test_N7_of_two_answers_it_is_the_newest_that_has_a_text():
    scene = reading()
    typed(scene, "and then")
    assert of(FindLine, scene.do(Typed("read line 1"))) == [FindLine(ONE, 1)]
    scene.do(BrainWrote(RunId(2), "Two."))
    assert of(FindLine, scene.do(Typed("read line 1"))) == [FindLine(RunId(2), 1)]


@pytest.mark.parametrize("silence", [StopAsked, SilenceAsked])
def test_T4_after_a_stop_no_line_is_said(silence):
    scene = reading()
    scene.do(Typed("read line 3"), silence(InputMeans.KEY))
    out = scene.do(LineFound(ONE, 3, "return x"))
    assert (shown(out), read(out)) == ([], [])


def test_N7_a_line_is_said_once_and_only_the_newest_that_was_wanted():
    scene = reading()
    scene.do(Typed("read line 3"), Typed("read line 4"))
    assert shown(scene.do(LineFound(ONE, 3, "three"))) == []
    assert shown(scene.do(LineFound(ONE, 4, "four"), LineFound(ONE, 4, "four"))) == ["Line 4: four"]


def test_N6_N7_while_a_line_is_looked_for_it_is_not_asked_for_more():
    scene = ReadAloud(Policy(spoken_ms=1_500))
    scene.do(Typed("tell me"))
    scene.answer(["Here is the first sentence of it."] * 4)
    scene.hear_out()
    assert shown(scene.do(Typed("read line 1"))) == []
    scene.do(LineFound(ONE, 1, "return x"))
    scene.hear_out()
    assert shown(scene.all) == ["More?", "Line 1: return x", "More?"]
