"""Law G6: a live reader is heard as far as it says what it was given."""

import pytest

from laws.scene import SECOND, Scene, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Fidelity, NarratorKind, Policy, Timing
from solovox.core.speaking import pacing
from solovox.core.units import (
    VOICE_RATE,
    AudioSpan,
    InputMeans,
    Instant,
    ReadId,
    RunId,
    StreamId,
)

READER = Policy(narrator=NarratorKind.READER, exact_voice=True)
ALONE = Policy(narrator=NarratorKind.READER)
TEXT = "It is noon."


def reading(policy=READER, *pieces):
    """A scene in which the live reader was given the first piece."""
    scene = Scene(policy)
    scene.say("what time is it")
    scene.write(1, *(pieces or (TEXT, "Time for lunch.")))
    return scene


def follow(scene, said_to, number=1):
    return scene.do(ev.ReadFollowed(ReadId(number), said_to))


def stray(scene, said_to, number=1):
    return scene.do(ev.ReadStrayed(ReadId(number), said_to, 0.5))


def read_to_the_end(scene, number, length, samples=SECOND):
    follow(scene, length, number)
    return scene.sound(number, samples, end=True)


def patience(word=""):
    """How long a dry speaker waits for the text of this word, in milliseconds."""
    return READER.timing.cover + len(word) * READER.timing.character


def exact(commands):
    return [command.said for command in of(do.Read, commands) if command.exact]


@pytest.mark.parametrize("narrator", [NarratorKind.READER, NarratorKind.RELAY])
def test_G6_sound_without_text_is_held(narrator):
    scene = reading(Policy(narrator=narrator))
    assert scene.sound(1, 480) == []
    assert not scene.talk.is_open


def test_G6_sound_whose_text_was_there_first_is_played_at_once():
    scene = reading()
    follow(scene, 6)
    assert [c.span.count for c in of(do.Play, scene.sound(1, 480))] == [480]


def test_G6_held_sound_is_released_in_order_when_its_text_comes():
    scene = reading()
    scene.sound(1, 480)
    scene.sound(1, 240)
    scene.wait(499)
    assert [c.span.first for c in of(do.Play, follow(scene, 6))] == [0, 480]


@pytest.mark.parametrize(
    "policy", [Policy(), Policy(narrator=NarratorKind.READER, fidelity=Fidelity.OFF)], ids=["voice", "off"]
)
def test_G6_where_nothing_is_checked_nothing_is_held(policy):
    scene = reading(policy)
    assert len(of(do.Play, scene.sound(1, 480))) == 1
    assert stray(scene, 3) == []


def test_G6_sound_goes_on_for_at_most_twice_what_its_text_takes():
    scene, timing = reading(), READER.timing
    follow(scene, 4)
    most = 2 * (4 * timing.character + timing.breath) * VOICE_RATE // 1000
    assert len(of(do.Play, scene.sound(1, most))) == 1
    assert scene.sound(1, 1) == []
    assert len(of(do.Play, follow(scene, 5))) == 1


def test_G6_what_slow_speech_did_not_use_is_not_kept_for_later():
    """The text came in step with the sound: at any moment only the newest words allow more."""
    scene, timing = reading(READER, "one two three four five six seven eight nine ten"), READER.timing
    for said_to in range(4, 44, 4):
        follow(scene, said_to)
        scene.sound(1, 4 * timing.character * VOICE_RATE // 1000)
    released = sum(c.span.count for c in of(do.Play, scene.all))
    assert released == pacing.lasts(40, timing)
    slack = 2 * (4 * timing.character + timing.breath) * VOICE_RATE // 1000
    assert scene.sound(1, slack + 1) == []


def test_G6_sound_that_waits_for_too_long_has_strayed():
    scene = reading()
    scene.sound(1, 480)
    out = scene.wait(patience("It") - 1)
    assert of(do.Drop, out) == []
    out = scene.wait(1)
    assert of(do.Drop, out) == [
        do.Drop(do.SoundOrigin.NARRATOR, AudioSpan(StreamId("voice/1"), 0, 480), do.DropReason.STRAYED),
    ]
    assert of(do.CancelRead, out) == [do.CancelRead(ReadId(1))]
    assert exact(out) == [TEXT]


def test_G6_a_report_of_a_read_that_has_not_sounded_does_not_make_its_sound_wait_longer():
    scene = reading()
    scene.sound(1, 480)
    scene.wait(patience("It") - 100)
    scene.played(1, 240)
    assert exact(scene.wait(100)) == [TEXT]


def test_G6_whoever_strays_is_cut_and_the_piece_is_said_again_exactly():
    scene = reading()
    follow(scene, 5)
    scene.sound(1, SECOND)
    held = 2 * SECOND
    scene.sound(1, held)
    out = stray(scene, 5)
    assert [(c.why, c.span.count) for c in of(do.Drop, out)] == [(do.DropReason.STRAYED, held)]
    assert of(do.Flush, out) == [do.Flush(ReadId(1))]
    assert of(do.CancelRead, out) == [do.CancelRead(ReadId(1))]
    assert of(do.Read, out) == []
    out = scene.flushed(1, 240)
    assert of(do.Read, out) == [do.Read(ReadId(2), TEXT, exact=True)]
    assert of(do.ShowFailure, scene.all) == of(do.Cue, out) == []


def test_G6_the_exact_voice_is_not_checked_and_the_reader_goes_on_after_it():
    scene = reading()
    stray(scene, 0)
    assert len(of(do.Play, scene.sound(2, SECOND))) == 1
    out = scene.do(ev.ReadRendered(ReadId(2)))
    assert of(do.Read, out) == [do.Read(ReadId(3), "Time for lunch.")]
    assert scene.sound(3, 480) == []


def test_G6_only_the_sentences_not_heard_whole_are_said_again():
    scene = reading(READER, "One.", "Two.", "It is noon.", "Time for lunch.")
    for number in (1, 2):
        read_to_the_end(scene, number, 4, 6_000)
        scene.played(number, 6_000)
    follow(scene, 12, 3)
    scene.sound(3, SECOND)
    follow(scene, 16, 3)
    scene.sound(3, 480)
    stray(scene, 16, 3)
    assert exact(scene.flushed(3, SECOND)) == ["Time for lunch."]


def test_G6_without_an_exact_voice_it_is_shown_and_cued():
    scene = reading(ALONE)
    follow(scene, 5)
    scene.sound(1, 480)
    out = stray(scene, 5) + scene.flushed(1, 480)
    assert of(do.ShowFailure, out)
    assert read(out) == ["Time for lunch."]
    read_to_the_end(scene, 2, len("Time for lunch."))
    assert of(do.Cue, scene.played(2, SECOND)) == [do.Cue(do.CueKind.FAILED)]


def test_G6_a_silent_reader_has_strayed():
    scene = reading()
    assert exact(scene.wait(Timing().reader - 1)) == []
    assert exact(scene.wait(1)) == [TEXT]


@pytest.mark.parametrize("event", [ev.SilenceAsked(InputMeans.KEY), ev.HungUp(), ev.SurfaceLeft()])
def test_G2_held_sound_is_dropped_when_its_read_is_cut(event):
    scene = reading()
    scene.sound(1, 480)
    scene.sound(1, 240)
    assert [(c.why, c.span.count) for c in of(do.Drop, scene.do(event))] == [
        (do.DropReason.CUT, 480),
        (do.DropReason.CUT, 240),
    ]
    assert [type(c) for c in scene.sound(1, 100)] == [do.Drop]


def test_N1_the_mouth_is_free_when_the_read_is_whole_not_when_the_reader_says_so():
    scene = reading()
    follow(scene, 5)
    assert read(scene.sound(1, SECOND, end=True)) == []
    assert read(follow(scene, len(TEXT) - 1)) == []
    assert read(follow(scene, len(TEXT))) == ["Time for lunch."]


def test_N4_what_a_live_reader_said_is_rounded_down_to_its_pieces():
    scene, timing = reading(READER, "It is noon now."), READER.timing
    follow(scene, 5)
    scene.sound(1, pacing.lasts(5, timing))
    follow(scene, 10)
    scene.sound(1, pacing.lasts(5, timing) - 1)
    scene.do(ev.SilenceAsked(InputMeans.KEY))
    out = scene.flushed(1, 10**9)
    assert [c.then for c in of(do.TellPlayed, out)] == ["It is"]


def test_G6_exact_pieces_and_the_readers_pieces_are_never_one_read():
    scene = Scene(READER)
    scene.say("what time is it")
    scene.write(1, "One.", "Two.", "Three.", "Four.", "Five.", finish=False)
    for number in (1, 2):
        read_to_the_end(scene, number, 4, 6_000)
    assert read(scene.all)[-1] == "Three. Four. Five."
    scene.do(ev.BrainOffered(RunId(1), "Six.", 30))
    stray(scene, 0, 3)
    for number in (4, 5, 6):
        scene.sound(number, 6_000, end=True)
    assert [(c.said, c.exact) for c in of(do.Read, scene.all)[3:]] == [
        ("Three.", True),
        ("Four.", True),
        ("Five.", True),
        ("Six.", False),
    ]


def test_G6_no_transcription_takes_back_what_was_covered():
    timing = Timing()
    at = Instant(0)
    half = pacing.follow_script(pacing.Pacing("It is now."), at, 0, 7, timing)
    assert pacing.follow_script(half, at, 0, 3, timing) == half
    assert pacing.follow_script(half, at, 0, 99, timing).covered == 10
    assert pacing.deadline(half, at, timing) is None
    over = pacing.end_sound(half, Instant(5))
    assert pacing.deadline(over, at, timing) == 5 + 3 * timing.character + timing.cover
    assert pacing.deadline(over, Instant(900), timing) == 900 + 3 * timing.character + timing.cover
