"""Speech at the edges, and three minutes of it: laws A1, T1 to T5."""

import pytest

from core.heard import ONE, call, ear, live, spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, held, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import ShowHeard
from solovox.core.policy import Limits, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, PlayedReports, ReadId, SurfaceCaps


def final(span, text):
    return ev.LocalTranscript(span, text, final=True)


def draft(span, text):
    return ev.LocalTranscript(span, text, final=False)


# A lost surface, a reading, a wake phrase.


def test_A1_half_an_utterance_at_a_lost_surface_waits_for_its_words_and_is_a_hold():
    scene = Scene()
    scene.do(ev.SpeechConfirmed(0))
    scene.hear(1_000)
    assert scene.do(ev.SurfaceLeft()) == [do.ShowState(do.TalkState.AWAY)]
    span = AudioSpan(MIC, 0, 16_000)
    out = scene.do(ev.SpeechEnded(span), final(span, "delete the branch"))
    assert (asked(out), held(out)) == ([], ["delete the branch"])
    scene.do(ev.SurfaceJoined(SurfaceCaps()))


def reading(policy, played=PlayedReports.EXACT):
    scene = Scene(policy, joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(played=played)), ev.Typed("tell me"))
    scene.write(1, "Part one.")
    scene.sound(1, SECOND, 9, end=True)
    return scene


@pytest.mark.parametrize(
    ("played", "behind_ms", "is_held"),
    [
        (PlayedReports.EXACT, 400, False),
        (PlayedReports.EXACT, 600, True),
        (PlayedReports.NONE, 600, False),  # the reading is over a second later (G3)
        (PlayedReports.NONE, 1_600, True),
    ],
)
def test_T1_of_speech_begun_over_a_reading_half_a_second_behind_it_is_enough(played, behind_ms, is_held):
    scene = reading(Policy(barge_in=False), played)
    scene.hear(700)
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(300)
    if played is PlayedReports.EXACT:
        scene.do(ev.Played(ReadId(1), SECOND))
    for _ in range(behind_ms // 100):
        scene.hear(100)
    span = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), final(span, "what is the weather")) + scene.wait(5_000)
    assert (asked(out), held(out)) == ([], ["what is the weather"] if is_held else [])


def test_T5_a_cough_over_a_reading_is_known_by_us_at_once():
    scene = live()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Part one.", "Part two.")
    scene.sound(1, SECOND, 9)
    cough = spoken(scene, 300)
    scene.flushed(1, 100)
    assert of(do.Play, scene.do(cough("")))


def test_T3_the_wake_phrase_is_whole_words():
    scene = Scene(Policy(wake="max"))
    assert asked(scene.say("what is the maximum")) == []
    assert asked(scene.say("Max, what time is it?")) == ["what time is it?"]


def test_T3_a_wake_phrase_spotted_before_the_speech_was_sure_counts():
    scene = Scene(Policy(wake="computer"))
    scene.do(ev.OnsetHeard(0), ev.WakeHeard(4_000))
    assert asked(scene.say("commuter what time is it")) == ["commuter what time is it"]
    scene.wait(9_000)
    assert asked(scene.say("and what else")) == []


def test_T3_the_wake_phrase_alone_waits_for_the_question():
    scene = Scene(Policy(wake="computer"))
    assert asked(scene.say("Computer.", 400)) == []
    scene.wait(2_000)
    assert asked(scene.say("what time is it")) == ["what time is it"]
    scene = Scene(Policy(wake="computer"))
    scene.say("Computer.", 400)
    out = scene.wait(10_000)
    assert (asked(out), of(do.ShowFailure, out), scene.talk.is_idle) == ([], [], True)


# Phrases that stand alone, calls that come too late, answers of white space.


def test_T5_hang_on_alone_ends_without_a_reproach():
    scene = Scene()
    scene.say("Hang on.")
    assert of(do.ShowFailure, scene.wait(100_000)) == []
    assert scene.talk.is_idle


def test_T3_what_is_transcribed_is_bounded():
    scene = live(limits=Limits(heard_chars=100), narrator=NarratorKind.READER)
    scene.do(ev.SpeechConfirmed(0))
    out = [c for _ in range(50) for c in scene.do(ear(" a word"))]
    assert max(len(c.text) for c in of(do.ShowHeard, out)) <= 100
    assert {word for c in of(do.ShowHeard, out) for word in c.text.split()} == {
        "a",
        "word",
    }  # and no half of one


# Speech without an end, and words without one.


def test_T3_speech_without_an_end_has_a_bound():
    scene = live()
    scene.do(ev.SpeechConfirmed(0))
    scene.wait(2_000)
    scene.do(ear("what is the weather"), ev.EarEndedUtterance(ONE), call("a", "the weather"))
    out = scene.wait(60_000)
    assert (asked(out), held(out)) == ([], ["what is the weather"])
    scene.wait(200_000)
    assert scene.talk.is_idle


def test_T3_an_answer_does_not_wait_for_ever_behind_speech_without_an_end():
    scene = Scene()
    scene.do(ev.Typed("tell me"), ev.SpeechConfirmed(0))
    assert read(scene.write(1, "Noon.")) == []
    assert read(scene.wait(60_000)) == ["Noon."]


def test_T3_a_dictation_of_minutes_is_speech():
    scene = Scene()
    scene.do(ev.SpeechConfirmed(0))
    for n in range(1, 120):
        scene.hear(1_000)
        scene.do(draft(AudioSpan(MIC, 0, 16_000 * n), "word " * n))
    out = scene.do(ev.SpeechEnded(AudioSpan(MIC, 0, scene.mic)))
    assert asked(out + scene.do(final(AudioSpan(MIC, 0, scene.mic), "all of it"))) == ["all of it"]


def test_T1_an_onset_that_is_told_to_be_nothing_and_nothing_else_ends_by_itself():
    scene = Scene()
    scene.do(ev.OnsetHeard(0))
    assert not scene.talk.is_idle
    scene.wait(10_000)
    assert scene.talk.is_idle


def test_T4_what_was_said_behind_a_stop_is_asked_though_it_is_understood_later():
    scene = Scene()
    stop, behind = spoken(scene, 400), spoken(scene)
    scene.do(stop("never mind"))
    assert asked(scene.do(behind("list the files"))) == ["list the files"]


NAMES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
)
SENTENCES = [
    f"chapter {name} tells how the people of that house live" for name in (*NAMES, *map(str, range(17, 25)))
]
SPOKEN, WAITED = 3_500, 600
"""Milliseconds of each sentence, and of silence after which the recogniser ends it, at the earliest."""
PAUSE = 4_000 - WAITED


class Dictating(Judged):
    """Sentence by sentence, with a draft in the midst of each."""

    def sentence(self, text):
        first, half = self.mic, " ".join(text.split()[:5])
        out = self.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first)) + self.hear(SPOKEN // 2)
        out += self.do(ev.LocalTranscript(AudioSpan(MIC, first, self.mic - first), half, final=False))
        assert of(ShowHeard, out)[-1].text.endswith(half)
        out += self.hear(SPOKEN // 2)
        span = AudioSpan(MIC, first, self.mic - first)
        out += self.hear(WAITED) + self.do(ev.SpeechEnded(span), ev.LocalTranscript(span, text, final=True))
        assert of(ShowHeard, out)[-1].text.endswith(text)
        return out

    def dictate(self, sentences):
        return [one for text in sentences for one in (*self.sentence(text), *self.hear(PAUSE))]


@pytest.mark.slow
def test_T1_three_minutes_under_the_talk_key_are_one_instruction():
    scene = Dictating()
    scene.do(ev.FloorTaken())
    assert asked(scene.dictate(SENTENCES)) == []
    assert scene.at >= 180_000
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(10_000)) == [" ".join(SENTENCES)]


@pytest.mark.slow
def test_T2_three_minutes_after_hang_on_are_one_instruction():
    scene = Dictating()
    first, *others = SENTENCES
    out = scene.say(f"{first}, hang on") + scene.hear(PAUSE) + scene.dictate(others)
    assert asked(out) == []
    assert asked(scene.say("send it") + scene.wait(10_000)) == [" ".join(SENTENCES)]
