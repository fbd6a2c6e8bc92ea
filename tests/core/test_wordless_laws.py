"""A live model that answers for itself, and gives no sound: law G7 of what it only wrote, T5 after a tool's result, T2.8 and A4."""

import pytest

from core.alone import ONE, Alone
from laws.scene import SECOND, cues, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.units import MIC, AudioSpan, CallId, InputMeans

PIECES = ("It is noon.", "Lunch is at one.")
TEXT = "It is **noon**. Lunch is at one."
FROM_TO = (15, 32)
"""How far each piece stands for the text."""
PATIENCE = 1_500


def writes(scene, connection=ONE, ends=ev.EarTurnEnded):
    """The model gives text, and no sound. Returns what is decided at its end."""
    scene.do(ev.EarOutputTranscript(connection, TEXT, PIECES[0], FROM_TO[0]))
    scene.do(ev.EarOutputTranscript(connection, "", PIECES[1], FROM_TO[1]))
    return scene.do(ends(connection)) if ends else []


def asked(**choices):
    scene = Alone(**{"exact_voice": True, **choices})
    scene.say("what time is it")
    scene.wait(2_000)
    return scene


ENDS = {
    "its end": lambda scene: writes(scene),
    "an interruption by nobody": lambda scene: writes(scene, ends=ev.EarInterrupted),
    "silence": lambda scene: (writes(scene, ends=None), scene.wait(6_000))[1],
    "the loss of its connection": lambda scene: (
        writes(scene, ends=None),
        scene.do(ev.EarLost(ONE, "1011")),
    )[1],
}


@pytest.mark.parametrize("end", ENDS)
def test_G7_what_comes_without_sound_is_shown_and_our_own_voice_says_it(end):
    scene = asked()
    out = ENDS[end](scene)
    [answer] = of(do.ShowText, scene.all)
    assert answer.text == TEXT
    [shown] = of(do.ShowRead, out)
    assert (shown.run, shown.said, shown.shown_from, shown.shown_to) == (answer.run, PIECES[0], 0, 15)
    assert [(one.said, one.exact) for one in of(do.Read, out)] == [(PIECES[0], True)]
    first = of(do.Read, out)[0].read
    assert of(do.Play, scene.sound(first, SECOND, end=True))
    scene.played(first, SECOND)
    assert read(scene.all) == [*PIECES]
    assert not of(do.ShowFailure, scene.all)


def test_G7_T1_it_is_said_when_it_is_known_what_the_person_said():
    scene = Alone(exact_voice=True)
    scene.say("what time is it")
    assert read(writes(scene)) == []
    assert read(scene.wait(2_000)) == [PIECES[0]]


def test_G7_what_sounds_is_said_by_the_model_alone():
    scene = asked()
    scene.answers(text="It is ")
    assert read(writes(scene)) == []


@pytest.mark.parametrize("ends", [ev.EarTurnEnded, ev.EarInterrupted])
def test_G7_T5_where_no_voice_is_it_is_shown_and_one_line_says_so(ends):
    scene = asked(exact_voice=False)
    out = writes(scene, ends=ends)
    assert [one.text for one in of(do.ShowText, scene.all)] == [TEXT]
    assert len(of(do.ShowFailure, out)) == 1
    assert do.CueKind.FAILED in cues(out)
    assert read(scene.all) == []


CUTS = {
    "speech": lambda scene: scene.confirm(),
    "a stop": lambda scene: scene.do(ev.StopAsked(InputMeans.KEY)),
    "quiet": lambda scene: scene.do(ev.SilenceAsked(InputMeans.KEY)),
    "a typed line": lambda scene: scene.do(ev.Typed("and in Tokyo")),
}


@pytest.mark.parametrize("cut", CUTS)
def test_G4_what_was_cut_before_its_end_is_not_said(cut):
    scene = asked()
    writes(scene, ends=None)
    CUTS[cut](scene)
    scene.do(ev.EarTurnEnded(ONE))
    assert read(scene.wait(1_000)) == []


@pytest.mark.parametrize("cut", CUTS)
def test_G4_T1_our_reading_of_it_is_cut_and_does_not_come_back(cut):
    scene = asked()
    first = of(do.Read, writes(scene))[0].read
    scene.sound(first, SECOND)
    out = CUTS[cut](scene)
    assert of(do.Flush, out) == [do.Flush(first)]
    before = len(scene.all)
    scene.flushed(first, SECOND // 4)
    if cut == "speech":
        scene.hear(800)
        span = AudioSpan(MIC, scene.mic - 12_800, 12_800)
        scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "and in Tokyo", final=True))
    scene.wait(5_000)
    assert read(scene.all[before:]) == of(do.Play, scene.all[before:]) == []


def test_N1_a_model_that_speaks_after_all_takes_the_voice_back():
    scene = asked()
    first = of(do.Read, writes(scene))[0].read
    scene.sound(first, SECOND)
    out = scene.answers()
    assert of(do.Flush, out) == [do.Flush(first)]
    assert of(do.Play, out)
    scene.flushed(first, SECOND // 4)
    scene.do(ev.EarTurnEnded(ONE))
    scene.wait(3_000)
    assert read(scene.all) == [PIECES[0]]


# T2.8: nothing of the model is heard while the person may only have paused


def paused(**choices):
    scene = Alone(**choices)
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(1_000)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span, PATIENCE), ev.LocalTranscript(span, "what time is it", final=True))
    return scene


EARLY = {
    "sound": lambda scene: scene.answers(),
    "text, then sound": lambda scene: (scene.do(ev.EarOutputTranscript(ONE, "It ")), scene.answers())[1],
    "text, and no sound": lambda scene: writes(scene),
    "sound, and its end": lambda scene: scene.answers() + scene.do(ev.EarTurnEnded(ONE)),
}


@pytest.mark.parametrize("early", EARLY)
def test_T2_a_model_that_answers_early_is_heard_when_it_is_sure(early):
    scene = paused(exact_voice=True)
    scene.at += 300
    out = EARLY[early](scene) + scene.wait(PATIENCE - 301)
    assert of(do.Play, out) == read(out) == []
    assert of(do.Play, scene.wait(1)) or read(scene.wait(500))


@pytest.mark.parametrize("early", EARLY)
def test_T2_a_model_that_answers_early_is_not_heard_by_who_goes_on(early):
    scene = paused(exact_voice=True)
    scene.at += 300
    EARLY[early](scene)
    out = scene.say("in Tokyo") + scene.wait(5_000)
    assert of(do.Play, out) == read(out) == []


# T5: a tool's result that a model says nothing to


def called(*, text="", **choices):
    """The model has called a tool, and was given what it returned."""
    scene = Alone(**choices)
    scene.say("look at it")
    if text:
        scene.answers(text=text)
    scene.do(ev.EarCalled(ONE, CallId("a"), "look", "{}"))
    scene.wait(4_000)
    scene.do(ev.ToolReturned(1, "all is well"))
    assert of(do.AnswerCall, scene.all)
    return scene


@pytest.mark.parametrize("text", ["", "Let me look."], ids=["silent before", "spoke before"])
def test_T5_a_model_that_says_nothing_to_a_result_is_asked_once_more(text):
    scene = called(text=text)
    assert of(do.NudgeEar, scene.wait(2_999)) == []
    assert of(do.NudgeEar, scene.wait(1)) == [do.NudgeEar(ONE)]
    assert not scene.talk.is_idle
    assert of(do.Play, scene.answers(text="All is well."))
    scene.do(ev.EarTurnEnded(ONE))
    out = scene.wait(30_000)
    assert of(do.NudgeEar, out) == of(do.ShowFailure, out) == []


def test_T5_a_model_that_is_silent_then_too_gave_no_answer():
    scene = called()
    out = scene.wait(3_000 + 5_999)
    assert of(do.ShowFailure, out) == of(do.CloseEar, out) == []
    assert [one.text for one in of(do.ShowFailure, scene.wait(1))] == ["the live model gave no answer"]
    assert len(of(do.NudgeEar, scene.all + scene.wait(60_000))) == 1
    assert scene.talk.is_idle


SIGNS = {
    "sound": lambda scene: scene.answers(),
    "text": lambda scene: scene.do(ev.EarOutputTranscript(ONE, "All ")),
    "another call": lambda scene: scene.do(ev.EarCalled(ONE, CallId("b"), "look", '{"n":2}')),
    "speech": lambda scene: scene.confirm(),
    "a typed line": lambda scene: scene.do(ev.Typed("never mind, what time is it")),
    "a stop": lambda scene: scene.do(ev.StopAsked(InputMeans.KEY)),
    "the end of its connection": lambda scene: scene.do(ev.EarLost(ONE, "1011")),
}


@pytest.mark.parametrize("sign", SIGNS)
def test_T5_who_has_gone_on_is_not_reminded(sign):
    scene = called()
    SIGNS[sign](scene)
    assert of(do.NudgeEar, scene.wait(5_000)) == []


def test_T4_a_tool_that_a_stop_has_ended_brings_no_reminder():
    scene = Alone()
    scene.say("look at it")
    scene.do(ev.EarCalled(ONE, CallId("a"), "look", "{}"))
    scene.do(ev.StopAsked(InputMeans.KEY))
    assert of(do.NudgeEar, scene.wait(20_000)) == []
    assert scene.talk.is_idle
