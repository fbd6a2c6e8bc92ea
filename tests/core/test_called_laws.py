"""The wake phrase opens the floor (law T6): after it alone, the next words are for us."""

import pytest

from laws.scene import Scene, asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Listens, Policy
from solovox.core.units import MIC, AudioSpan

QUESTION, PHRASE = "What time is it?", "Computer."
SPARED = Policy(wake="computer", listens=Listens.WOKEN)
BOTH = pytest.mark.parametrize("policy", [SPARED, Policy(wake="computer")], ids=["woken", "always"])
SAID = pytest.mark.parametrize("words", [PHRASE, ""], ids=["by its words", "by its sound alone"])


def calls(scene, words=PHRASE):
    """The phrase alone: it is heard in the sound, and then in the words, if they are understood."""
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    out = scene.hear(600) + scene.do(ev.WakeHeard(scene.mic))
    sound = AudioSpan(MIC, first, scene.mic - first)
    return out + scene.do(ev.SpeechEnded(sound), ev.LocalTranscript(sound, words, final=True))


def pause(scene, ms):
    """Nobody speaks, and the microphone hears that."""
    return [one for _ in range(0, ms, 100) for one in scene.hear(100)]


def called(policy=SPARED, words=PHRASE):
    scene = Scene(policy)
    scene.hear(500)
    calls(scene, words)
    return scene


@BOTH
@SAID
@pytest.mark.parametrize("gap", [0, 800, 2_000, 5_900])
def test_T6_what_follows_the_phrase_alone_needs_none(policy, words, gap):
    scene = called(policy, words)
    pause(scene, gap)
    assert asked(scene.say(QUESTION)) == [QUESTION]
    assert asked(scene.all) == [QUESTION]


@BOTH
@SAID
def test_T6_six_seconds_after_the_phrase_alone_it_is_needed_again(policy, words):
    scene = called(policy, words)
    out = pause(scene, 6_000)
    assert asked(out + scene.say("Soup.") + scene.wait(20_000)) == []
    assert of(do.ShowFailure, scene.all) == []


def test_T6_words_are_wanted_from_the_phrase_to_the_next_speech():
    scene = called()
    assert of(do.HearAll, scene.all) == [do.HearAll(False), do.HearAll(True)]
    pause(scene, 1_000)
    first = scene.mic
    assert of(do.HearAll, scene.do(ev.SpeechConfirmed(first))) == [do.HearAll(False)]
    scene.hear(1_000)
    sound = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(sound), ev.LocalTranscript(sound, QUESTION, final=True))
    assert of(do.HearAll, out + scene.wait(20_000)) == [], "one question is wanted, and no other words"


def test_T6_a_question_that_is_begun_before_the_phrase_is_understood_is_wanted():
    scene = Scene(SPARED)
    one = AudioSpan(MIC, 0, 9_600)
    scene.do(ev.SpeechConfirmed(0))
    scene.hear(600)
    scene.do(ev.WakeHeard(9_600), ev.SpeechEnded(one))
    scene.hear(800)
    scene.do(ev.SpeechConfirmed(22_400))
    out = scene.do(ev.LocalTranscript(one, PHRASE, final=True))
    assert of(do.HearAll, out) == [do.HearAll(True), do.HearAll(False)]
    scene.hear(1_000)
    two = AudioSpan(MIC, 22_400, 16_000)
    out = scene.do(ev.SpeechEnded(two), ev.LocalTranscript(two, QUESTION, final=True))
    assert asked(out) == [QUESTION]


@SAID
@pytest.mark.parametrize(("rest", "heard"), [(1_000, [QUESTION]), (3_500, [])])
def test_T6_a_cough_after_the_phrase_is_no_question_and_keeps_nothing_open(words, rest, heard):
    scene = called(words=words)
    pause(scene, 2_000)
    assert do.HearAll(True) in scene.say("", ms=500)
    pause(scene, rest)
    assert asked(scene.say(QUESTION)) == heard
