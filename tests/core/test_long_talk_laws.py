"""Three minutes of dictation with pauses of four seconds, quick questions, a question over an answer: no word is lost, and all is
shown as it is understood. Laws T1, T2, T3.
"""

import pytest

from core.judged import Judged
from laws.scene import asked, of
from solovox.core import events as ev
from solovox.core.commands import ShowHeard
from solovox.core.policy import Amendment, Policy
from solovox.core.units import MIC, AudioSpan

pytestmark = pytest.mark.slow

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


def test_T1_three_minutes_under_the_talk_key_are_one_instruction():
    scene = Dictating()
    scene.do(ev.FloorTaken())
    assert asked(scene.dictate(SENTENCES)) == []
    assert scene.at >= 180_000
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(10_000)) == [" ".join(SENTENCES)]


def test_T2_three_minutes_after_hang_on_are_one_instruction():
    scene = Dictating()
    first, *others = SENTENCES
    out = scene.say(f"{first}, hang on") + scene.hear(PAUSE) + scene.dictate(others)
    assert asked(out) == []
    assert asked(scene.say("send it") + scene.wait(10_000)) == [" ".join(SENTENCES)]


@pytest.mark.parametrize("amendment", [Amendment.QUEUE, Amendment.REPLACE])
@pytest.mark.parametrize("between", [700, 2_000, 6_000])
def test_T3_two_quick_questions_are_both_asked(between, amendment):
    scene = Dictating(Policy(amendment=amendment))
    out = (
        scene.say("what time is it")
        + scene.hear(between)
        + scene.say("and who is on duty")
        + scene.wait(10_000)
    )
    words = " ".join(asked(out + scene.write(1, "It is noon.") + scene.wait(10_000)))
    assert "what time is it" in words
    assert "who is on duty" in words
