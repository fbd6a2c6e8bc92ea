"""The echo of our own words grants nothing (law A2.3): all that we say while something waits, through a loudspeaker into the microphone."""

import pytest

from laws.scene import Scene, of
from solovox.core import events as ev
from solovox.core.commands import CloseHold, Outcome, RunTool, ShowHold
from solovox.core.policy import Policy
from solovox.core.units import MIC, AudioSpan, CallId, RunId
from solovox.lang.en.words import ENGLISH, SENTENCES

pytestmark = pytest.mark.slow

CODE = SENTENCES.holds.code(1)
OURS = (
    SENTENCES.holds.asking("edit settings dot py", "", screen=True),
    SENTENCES.holds.asking("push to main by force", CODE, screen=True),
    SENTENCES.holds.unread,
    "Say yes to send it.",
    "You said: delete the old logs. Shall I send it?",
    "Shall I go ahead? Okay.",
    SENTENCES.waits,
    SENTENCES.more,
)
MISHEARD = ("Yes.", "Okay, go ahead.", "You may.", CODE)
"""What a recogniser may make of a part of them, at worst."""


def fragments(text):
    """Every run of its words that would be a yes by itself, and the whole."""
    words = text.split()
    runs = {" ".join(words[a:b]) for a in range(len(words)) for b in range(a + 1, len(words) + 1)}
    return {run for run in runs if ENGLISH.consent(run)} | {text}


def saying(text, seconds=2, *, grave=False):
    """An agent's act waits, and a voice of ours is about to say `text`."""
    scene = Scene(Policy(own_words=False))
    scene.say("clean up")
    scene.wait(6_000)
    scene.do(ev.BrainNeedsYes(RunId(1), CallId("p1"), "rm", "", "", "remove files", grave))
    scene.wait(1_000)
    scene.write(1, text, finish=False)
    scene.sound(1, seconds * 24_000, len(text), end=True)
    return scene


def hears(scene, from_ms, to_ms, heard):
    """Sound from one time on to another, both counted from now, and what the recogniser makes of it. It takes 200 ms to notice."""
    out, first = [], scene.mic + 16 * from_ms
    began = scene.at
    scene.wait(from_ms)
    out += scene.do(ev.SoundCaptured(AudioSpan(MIC, scene.mic, 16 * from_ms)))
    scene.mic += 16 * from_ms
    out += scene.do(ev.OnsetHeard(first))
    while scene.at < began + to_ms:
        out += scene.hear(100)
        out += scene.do(ev.SpeechConfirmed(first)) if scene.at == began + from_ms + 200 else []
    span = AudioSpan(MIC, first, scene.mic - first)
    out += scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, heard, final=True))
    return out + scene.wait(3_000)


def granted(commands):
    return [one for one in of(CloseHold, commands) if one.outcome is Outcome.GRANTED]


@pytest.mark.parametrize("late", [50, 100, 200, 300])
@pytest.mark.parametrize("text", OURS)
def test_A2_the_echo_of_our_own_words_grants_nothing(text, late):
    for heard in sorted({*MISHEARD, *fragments(text)}):
        for begins in (0, 1_500, 2_000):
            scene = saying(text, grave=CODE in heard)
            out = hears(scene, begins + late, max(2_000, begins) + late + 400, heard)
            assert granted(out) == of(RunTool, out) == [], (heard, begins)


def test_A2_the_same_words_of_a_person_grant_when_the_voice_has_been_silent():
    for heard in MISHEARD:
        scene = saying("Say yes to send it.", grave=CODE in heard)
        scene.wait(2_000)
        scene.played(1, 48_000)
        scene.wait(600)
        assert granted(hears(scene, 100, 700, heard))


def test_N5_A2_no_words_of_ours_that_ask_are_a_yes_or_a_no_or_have_the_code():
    assert {text: ENGLISH.consent(text) for text in OURS} == dict.fromkeys(OURS)
    assert [text for text in OURS if ENGLISH.find_code(text)[0]] == []


def test_A2_a_hold_is_shown_again_when_its_yes_may_have_been_an_echo():
    scene = saying("Say yes to send it.")
    out = hears(scene, 300, 2_500, "Yes.")
    assert [one.hold for one in of(ShowHold, out)] == [1]
