"""Law G6: what a live reader says that it said is believed only with the sound to go with it: enough of it, and speech."""

import pytest

from core.test_verbatim_laws import READER, TEXT, exact, follow, patience, reading
from laws.scene import SECOND, of, read
from solovox.core.commands import Drop, DropReason, Play
from solovox.core.events import ReadRendered
from solovox.core.units import VOICE_RATE, ReadId

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


def test_G6_speech_that_turns_into_a_tone_is_heard_up_to_there():
    """The transcription stalls, or goes on: neither makes the tone audible."""
    scene = reading(READER, "It is noon, and they say that it will rain.")
    follow(scene, 12)
    scene.sound(1, ms(900))
    follow(scene, 30)
    for _ in range(20):
        scene.sound(1, ms(100), noise=True)
        scene.wait(100)
    scene.wait(READER.timing.cover + 3 * 2 * READER.timing.character)
    scene.flushed(1, ms(900))
    assert played(scene) == ms(900)
    assert exact(scene.all) == ["It is noon, and they say that it will rain."]
    assert of(Drop, scene.all)


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


def slowly(scene, text, character, until):
    """The reader gives its sound as fast as it is spoken, and no transcription."""
    for _ in range(until // 40):
        if read(scene.all)[-1] != text or exact(scene.all):
            return
        scene.sound(1, ms(40))
        scene.wait(40)


def test_G6_the_text_of_a_word_is_waited_for_as_long_as_this_reader_takes_to_say_it():
    text = "Counterintuitively, the branch is clean."
    scene = reading(READER, text)
    slowly(scene, text, 150, 19 * 150 + 1_000)
    assert exact(scene.all) == []
    follow(scene, 20)
    assert of(Play, scene.all)


def test_G6_however_slow_a_reader_is_it_is_waited_for_at_most_twice_as_long():
    text = "It is noon."
    scene = reading(READER, text)
    scene.sound(1, 20 * SECOND)
    assert exact(scene.wait(patience("It") + 2 * READER.timing.character - 1)) == []
    assert exact(scene.wait(1)) == [text]
