"""Law G6 where a live reader is right, and slow: its transcription comes behind its sound, by what this service takes.

A reader that gives its sound as fast as it is spoken, or five times as fast; each word's text comes so long after the
word has ended. Pauses at commas and full stops.
"""

import random

import pytest

from laws.scene import Scene, of
from solovox.core.commands import Drop, DropReason, Play
from solovox.core.events import ReadFollowed, ReadRendered
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import ReadId

pytestmark = pytest.mark.slow

FRAME = 40
"""Milliseconds of sound that come at once."""
SENTENCES = [
    "It is noon, they say.",
    "Internationalization of the documentation is incomprehensible to uninitiated administrators.",
    "The tests are green, the branch is clean, and nothing waits to be merged.",
    "I found three files. The first, notes dot text, is empty.",
    "Yes.",
    "Counterintuitively, the misconfigured authentication middleware acknowledged everything.",
    "There will be soup and bread, and after that we go for a walk.",
]


def moments(text, pace, lag, rng):
    """(when, what) in milliseconds from the first sound: a frame, or how many characters are transcribed."""
    said, sound, out = 0, 0.0, []
    for word in text.split(" "):
        said += len(word) + 1
        sound += max(130, len(word) * rng.uniform(55, 80))
        out.append((sound / pace + lag, min(said, len(text))))
        if word[-1] in ",.":
            sound += rng.uniform(150, 500)
    frames = [(at / pace, None) for at in range(0, int(sound), FRAME)]
    return sorted(out + frames, key=lambda one: one[0])


def heard(scene, number, text, *, pace, lag, rng):
    """The reader reads one text right. Whether it was believed, and the longest gap in it (ms)."""
    begin, gap, plays = scene.at, 0, []
    for at, said_to in moments(text, pace, lag, rng):
        out = scene.wait(max(0, round(begin + at) - scene.at))
        out += (
            scene.sound(number, FRAME * 24)
            if said_to is None
            else scene.do(ReadFollowed(ReadId(number), said_to))
        )
        plays += [(scene.at, one.span.count / 24) for one in of(Play, out)]
        if any(one.why is DropReason.STRAYED for one in of(Drop, out)):
            return False, 0
    out = scene.do(ReadRendered(ReadId(number))) + scene.wait(3_000)
    plays += [(scene.at, one.span.count / 24) for one in of(Play, out)]
    until = plays[0][0] if plays else 0
    for at, lasts in plays:
        gap = max(gap, at - until)
        until = max(at, until) + lasts
    return not any(one.why is DropReason.STRAYED for one in of(Drop, scene.all)), gap


@pytest.mark.parametrize("pace", [1, 5])
@pytest.mark.parametrize("lag", [0, 100, 200, 400, 600, 800])
def test_G6_a_right_reading_is_believed_however_late_its_words_come(pace, lag):
    rng, wrong, gaps, count = random.Random(lag), 0, [], 0
    for _ in range(4):
        scene = Scene(Policy(narrator=NarratorKind.READER, exact_voice=True))
        scene.say("what is new")
        scene.write(1, *SENTENCES)
        for number, text in enumerate(SENTENCES, 1):
            right, gap = heard(scene, number, text, pace=pace, lag=lag, rng=rng)
            wrong, count = wrong + (not right), count + 1
            gaps.append(gap)
            if not right:
                break
    assert (wrong, max(gaps)) == (0, 0), f"{wrong} of {count} strayed; the longest gap was {max(gaps)} ms"
