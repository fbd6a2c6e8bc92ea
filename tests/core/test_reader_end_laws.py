"""Law G6 at the end of a read: how a reader ends too early, goes on after its end, or was not to be heard at all."""

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


def test_G6_text_without_sound_has_strayed():
    scene = reading()
    out = follow(scene, len(TEXT)) + scene.do(ReadRendered(ReadId(1))) + scene.wait(patience())
    assert exact(out) == [TEXT]


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


def test_G6_pauses_between_words_are_part_of_what_is_heard():
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    for silent in (True, False, True, False, True):
        scene.sound(1, SECOND // 4, silent=silent)
    out = scene.do(ReadRendered(ReadId(1)))
    assert exact(out + scene.wait(READER.timing.cover)) == []
    assert [c.shown_to for c in of(TellPlayed, scene.played(1, SECOND * 5 // 4))] == [len(TEXT)]


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
