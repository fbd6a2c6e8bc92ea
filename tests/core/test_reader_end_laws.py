"""Law G6 at the end of a read: how a reader ends too early, goes on after its end, or was not to be heard at all."""

import pytest

from core.test_verbatim_laws import READER, TEXT, exact, follow, patience, reading
from solovox.core import pacing
from solovox.core.commands import Drop, Flush, Play, Read, ShowRead, TellPlayed
from solovox.core.events import ReadRendered
from solovox.core.policy import Timing
from solovox.core.units import VOICE_RATE, ReadId
from solovox.testing.scene import SECOND, of, read


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
    out = scene.wait(400) + follow(scene, len(TEXT)) + scene.wait(Timing().linger)
    assert [type(c) for c in out] == [Play, ShowRead, Read]
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


def test_G6_a_short_read_of_silence_is_not_taken_for_heard():
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    out = scene.sound(1, SECOND, silent=True, end=True) + scene.wait(1_000 + patience())
    assert exact(out + scene.flushed(1, SECOND)) == [TEXT]


def test_G6_pauses_between_words_are_part_of_what_is_heard():
    scene = reading(READER, TEXT)
    follow(scene, len(TEXT))
    for silent in (True, False, True, False, True):
        scene.sound(1, SECOND // 4, silent=silent)
    out = scene.do(ReadRendered(ReadId(1)))
    assert exact(out + scene.wait(READER.timing.cover)) == []
    assert [c.shown_to for c in of(TellPlayed, scene.played(1, SECOND * 5 // 4))] == [len(TEXT)]


def test_G6_a_reader_that_goes_on_after_its_end_is_heard_to_its_last_word():
    """Its last word comes behind the end, and the sound of it behind that."""
    scene = reading()
    follow(scene, len(TEXT) - 5)
    scene.sound(1, SECOND // 2, end=True)
    follow(scene, len(TEXT))
    out = scene.wait(Timing().linger - 1) + scene.sound(1, SECOND // 4)
    assert [type(c) for c in out] == [Play]
    assert read(scene.wait(Timing().linger)) == ["Time for lunch."]
    assert exact(scene.all) == []


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_G6_an_end_that_is_told_before_the_last_sound_is_not_believed_at_once(share):
    """All of the text, a part of its sound, the end; and the rest of the sound right behind it."""
    scene, timing = reading(), READER.timing
    follow(scene, len(TEXT))
    whole = pacing.lasts(len(TEXT), timing)
    part = int(share * whole)
    out = scene.sound(1, part, end=True) + scene.wait(timing.linger - 1) + scene.sound(1, whole - part)
    out += scene.wait(timing.linger - 1)
    assert [c.span.count for c in of(Play, out)] == [part, whole - part]
    assert read(out) == []
    assert read(scene.wait(1)) == ["Time for lunch."]
    assert exact(scene.all) == []


def test_G6_words_behind_the_end_whose_sound_does_not_come_are_said_again():
    """An ear that relays: its sound behind the end of a read is its own, for all that is known."""
    scene, timing = reading(), READER.timing
    follow(scene, 5)
    scene.sound(1, pacing.lasts(5, timing), end=True)
    assert exact(follow(scene, len(TEXT)) + scene.wait(5 * timing.character + patience() - 1)) == []
    out = scene.wait(1)
    assert exact(out + scene.flushed(1, pacing.lasts(5, timing))) == [TEXT]


def test_G6_a_reader_that_goes_on_slowly_after_its_end_is_waited_for():
    scene, timing = reading(), READER.timing
    follow(scene, len(TEXT))
    scene.sound(1, 6_000, end=True)
    for _ in range(3):
        scene.wait(timing.linger - 1)
        scene.sound(1, 4_000)
    assert read(scene.wait(timing.linger)) == ["Time for lunch."]
    assert exact(scene.all) == []


def test_N1_a_read_with_the_sound_that_its_text_takes_ends_at_once():
    scene = reading()
    follow(scene, len(TEXT))
    enough = pacing.lasts(len(TEXT), READER.timing) * 3 // 4
    assert read(scene.sound(1, enough, end=True)) == ["Time for lunch."]


def test_G6_text_that_comes_slowly_behind_the_end_is_waited_for():
    scene = reading(READER, "one two three four five six")
    for last in (False, False, False, True):
        scene.sound(1, SECOND // 2, end=last)
    for said_to in (3, 7, 13, 18, 23, 27):
        scene.wait(1_000)
        follow(scene, said_to)
    scene.wait(Timing().linger)
    assert exact(scene.all) == []
