"""Law G6 at the end of a read, and of the sound that goes with a text."""

import pytest

from core.test_verbatim_laws import READER, TEXT, exact, follow, patience, reading
from laws.scene import SECOND, of, read
from solovox.core.commands import (
    CancelRead,
    Drop,
    DropReason,
    Flush,
    Play,
    Read,
    ShowRead,
    ShowState,
    TellPlayed,
)
from solovox.core.events import ReadFailed, ReadRendered
from solovox.core.speaking import pacing
from solovox.core.units import VOICE_RATE, ReadId


def test_G6_a_reader_that_stops_early_has_strayed():
    scene = reading()
    follow(scene, 5)
    scene.sound(1, SECOND, end=True)
    scene.played(1, SECOND)
    assert scene.wait(999 + patience("noon.")) == []
    out = scene.wait(1)
    assert of(Flush, out) == [Flush(ReadId(1))]
    assert exact(scene.flushed(1, SECOND)) == [TEXT]


def test_G6_the_text_may_come_after_the_readers_end():
    scene = reading()
    scene.sound(1, SECOND, end=True)
    out = scene.wait(400) + follow(scene, len(TEXT))
    assert [type(c) for c in out] == [Play, ShowRead, Read, ShowState]
    assert read(out) == ["Time for lunch."]


def test_G6_silence_is_no_sound_whatever_its_transcription_says():
    """The right words, and a sound that nobody can hear: all of it is said by the exact voice."""
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    breath = 2 * READER.timing.breath * VOICE_RATE // 1000
    assert len(of(Play, scene.sound(1, breath, silent=True))) == 1
    assert scene.sound(1, 1, silent=True) == []
    out = scene.wait(2 * READER.timing.breath + patience())
    assert of(Drop, out)
    assert exact(out + scene.flushed(1, breath)) == [TEXT]
    assert {c.shown_to for c in of(TellPlayed, scene.all)} == {0}


@pytest.mark.parametrize("ms", [0, 100, 400, 1_000, 1_900])
def test_G1_sound_that_comes_after_a_readers_end_is_of_no_read(ms):
    """It comes while the last words of the transcription are still awaited."""
    scene = reading(READER, TEXT)
    follow(scene, 6)
    scene.sound(1, SECOND, end=True)
    scene.wait(ms)
    assert [c.why for c in of(Drop, scene.sound(1, SECOND // 2))] == [DropReason.LATE]
    assert exact(follow(scene, len(TEXT)) + scene.wait(10_000)) == []
    assert sum(c.span.count for c in of(Play, scene.all)) == SECOND


@pytest.mark.parametrize(("share", "again"), [(0.3, [TEXT]), (0.49, [TEXT]), (0.51, []), (0.9, [])])
def test_G6_with_less_than_half_of_the_sound_that_its_text_takes_a_read_was_not_said(share, again):
    """A transcription that is whole, and syllables that are missing."""
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    part = int(share * pacing.lasts(len(TEXT), READER.timing))
    out = scene.sound(1, part, end=True) + scene.played(1, part) + scene.wait(patience() + 1_000)
    assert exact(out + scene.flushed(1, part)) == again


@pytest.mark.parametrize("way", ["silence", "failure"])
@pytest.mark.parametrize("share", [0.6, 0.8, 1.5])
def test_G6_what_was_heard_whole_is_not_said_again_though_its_end_never_came(way, share):
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    samples = int(share * pacing.lasts(len(TEXT), READER.timing))
    scene.sound(1, samples)
    scene.played(1, samples)
    out = (
        scene.do(ReadFailed(ReadId(1), "it broke")) if way == "failure" else scene.wait(READER.timing.reader)
    )
    assert of(Flush, out) == of(Read, out) == []
    assert of(CancelRead, out) == [CancelRead(ReadId(1))]
    assert [c.shown_to for c in of(TellPlayed, out)] == [len(TEXT)]
    assert of(Read, scene.wait(10_000)) == []


def test_G6_of_a_read_whose_end_never_comes_what_is_missing_is_said():
    scene = reading(READER, TEXT)
    follow(scene, 6)
    scene.sound(1, SECOND // 2)
    scene.played(1, SECOND // 2)
    out = scene.wait(READER.timing.reader)
    assert exact(out + scene.flushed(1, SECOND // 2)) == [TEXT]


def test_G6_sound_beyond_its_text_is_not_heard_and_the_next_read_does_not_begin_on_it():
    """All words have come, and more sound than they take, before the end."""
    scene, timing = reading(), READER.timing
    most = 2 * (pacing.lasts(len(TEXT), timing) + timing.breath * VOICE_RATE // 1000)
    follow(scene, len(TEXT))
    scene.sound(1, most)
    assert read(scene.sound(1, SECOND, end=True)) == []
    out = scene.wait(most * 1000 // VOICE_RATE + patience())
    assert [(c.why, c.span.count) for c in of(Drop, out)] == [(DropReason.STRAYED, SECOND)]
    assert exact(out + scene.flushed(1, most)) == []
    assert read(scene.all)[-1] == "Time for lunch."


def test_G6_text_that_comes_slowly_behind_the_end_is_waited_for():
    scene = reading(READER, "one two three four five six")
    for last in (False, False, False, True):
        scene.sound(1, SECOND // 2, end=last)
    for said_to in (3, 7, 13, 18, 23, 27):
        scene.wait(1_000)
        follow(scene, said_to)
    assert exact(scene.all) == []


CHINESE = "我们现在去公园散步，然后回家吃晚饭。"
KANA = "きょうはとてもいいてんきですね。"


def ms(count):
    return count * VOICE_RATE // 1_000


def over(scene):
    """The reader has ended, and what is missing has been waited for; what a speaker without reports had is played."""
    out = scene.do(ReadRendered(ReadId(1))) + scene.wait(10_000)
    return out + scene.flushed(1, 0)


def played(scene):
    return sum(one.span.count for one in of(Play, scene.all) if one.read == 1)


@pytest.mark.parametrize("rest", [{}, {"silent": True}, {"noise": True}], ids=["alone", "silence", "noise"])
def test_G6_a_quarter_of_a_second_is_no_reading_of_three_words_whatever_fills_the_time(rest):
    """Its transcription is whole: fidelity 1.00."""
    text = "That is 32."
    scene = reading(READER, text)
    follow(scene, len(text))
    scene.sound(1, ms(130))
    if rest:
        scene.sound(1, ms(600), **rest)
    scene.sound(1, ms(130))
    assert exact(over(scene)) == [text]


def test_G6_noise_is_never_heard_whatever_its_transcription_says():
    scene = reading(READER, TEXT)
    for said_to in (3, 6, len(TEXT)):
        follow(scene, said_to)
        scene.sound(1, ms(400), noise=True)
    out = over(scene)
    assert played(scene) == 0
    assert [one.why for one in of(Drop, out)] == [DropReason.STRAYED] * 3
    assert exact(out) == [TEXT]


def test_G6_a_loud_consonant_is_heard_as_soon_as_speech_follows_it():
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    assert of(Play, scene.sound(1, ms(150), noise=True)) == []
    assert of(Play, scene.sound(1, ms(40), silent=True)) == []
    assert sum(one.span.count for one in of(Play, scene.sound(1, ms(700)))) == ms(890)
    assert exact(over(scene)) == []


@pytest.mark.parametrize(("text", "character"), [(CHINESE, 230), (CHINESE, 300), (KANA, 130), (KANA, 230)])
def test_G6_what_is_written_in_syllables_takes_longer_and_may(text, character):
    """A reader at this pace, whose words are known half a second behind."""
    scene = reading(READER, text)
    for said_to in range(1, len(text) + 1):
        scene.sound(1, ms(character))
        scene.wait(character)
        if said_to > 2:
            follow(scene, said_to - 2)
    scene.wait(500)
    follow(scene, len(text))
    assert exact(over(scene)) == []


def test_G6_what_is_written_in_syllables_was_not_said_as_fast_as_letters():
    scene = reading(READER, CHINESE)
    follow(scene, len(CHINESE))
    scene.sound(1, ms(60 * len(CHINESE)))
    assert exact(over(scene)) == [CHINESE]


def test_G6_however_slow_a_reader_is_it_is_waited_for_at_most_twice_as_long():
    text = "It is noon."
    scene = reading(READER, text)
    scene.sound(1, 20 * SECOND)
    assert exact(scene.wait(patience("It") + 2 * READER.timing.character - 1)) == []
    assert exact(scene.wait(1)) == [text]
