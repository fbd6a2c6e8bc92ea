"""What an ear still has to transcribe, of an utterance of which we did other things than ask, or whose place others took (laws T3, A4)."""

from core.alone import ONE, Alone
from laws.scene import of
from solovox.core import units as u
from solovox.core.commands import ShowHeard
from solovox.core.events import EarTranscript, LocalTranscript, OnsetHeard, SpeechConfirmed, SpeechEnded

ANN, BOB = u.SourceId("ann"), u.SourceId("bob")


def part(scene, source=u.PERSON, ms=1_000):
    """Somebody says something; its span."""
    first = scene.mic
    scene.do(OnsetHeard(first), SpeechConfirmed(first, source))
    scene.hear(ms)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(SpeechEnded(span))
    return span


def shown(out):
    """The words that are shown for good, and whose they are."""
    return [(one.source, one.text) for one in of(ShowHeard, out) if one.final]


def test_T3_T4_a_stop_that_an_ear_transcribes_late_is_not_what_is_said_next():
    scene = Alone()
    yes = part(scene)
    scene.do(EarTranscript(ONE, " yes"))
    scene.wait(400)
    stop = part(scene)
    scene.do(LocalTranscript(yes, "yes", final=True), LocalTranscript(stop, "stop", final=True))
    scene.wait(400)
    next_words = part(scene)
    scene.do(EarTranscript(ONE, " stop"))
    scene.wait(1_000)
    out = scene.do(LocalTranscript(next_words, "paint the table", final=True))
    assert shown(out) == [(u.PERSON, "paint the table")]


def test_A4_words_of_one_that_an_ear_transcribes_two_late_are_not_shown_as_anothers():
    owners = frozenset({u.Principal(ANN), u.Principal(BOB)})
    scene = Alone(owners=owners)
    first = part(scene, BOB)
    scene.wait(1_200)
    start = scene.mic
    scene.do(OnsetHeard(start), SpeechConfirmed(start, ANN))
    scene.do(LocalTranscript(first, "sell no chairs", final=True, source=BOB))
    scene.do(EarTranscript(ONE, " sell no chairs"))
    scene.hear(1_000)
    second = u.AudioSpan(u.MIC, start, scene.mic - start)
    scene.do(SpeechEnded(second))
    scene.wait(900)
    scene.do(LocalTranscript(second, "paint every table", final=True, source=ANN))
    scene.wait(300)
    scene.do(OnsetHeard(scene.mic), SpeechConfirmed(scene.mic, BOB))
    out = scene.do(EarTranscript(ONE, " paint every table"))
    assert [one.source for one in of(ShowHeard, out)] == [u.PERSON]
