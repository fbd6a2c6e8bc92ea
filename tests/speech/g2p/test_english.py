"""Words to phonemes, with a small dictionary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.ports import SpeechCorrection
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Source
from solovox.speech.tts.kokoro import IDS
from text.examples import examples


def phonemes(english, text):
    return " ".join(one.phonemes for one in english.sound_words(text))


@pytest.mark.parametrize(
    ("text", "spoken"),
    examples("sounds of a small dictionary"),
)
def test_how_a_phrase_sounds(english, text, spoken):
    assert phonemes(english, text) == spoken


@pytest.mark.parametrize(
    ("word", "sound", "source"),
    [(word, sound, Source[source]) for word, sound, source in examples("sounds, and where they come from")],
)
def test_where_a_word_comes_from(lexicon, word, sound, source):
    said = lexicon.pronounce(word)
    assert (said.phonemes, said.source) == (sound, source)


@given(st.text() | st.text(alphabet="abcdeghklmnoprstuyABC'-_.1 ", max_size=40))
def test_any_text_sounds_in_the_models_alphabet(english, text):
    sounded = english.sound_words(text)
    ends = [one.end for one in sounded]
    assert ends == sorted(ends)
    assert all(end <= len(text) for end in ends)
    assert all(phoneme in IDS for one in sounded for phoneme in one.phonemes)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=20))
def test_every_word_of_letters_can_be_said(english: English, word):
    assert phonemes(english, word)


OWN = [
    SpeechCorrection("a", "", written, spoken)
    for written, spoken in (
        ("Frodo", "the cat"),
        ("walk the dog", "box"),
        ("frodo", "hello world"),
        ("base", "/beɪs ˈdʒʌŋk/"),
    )
]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Frodo, wait!", "həlˈO wˈɜɹld , wˈAt !"),
        ("the FRODO", "ðə həlˈO wˈɜɹld"),
        ("please walk the dog", "plˈiz bˈɑks"),
        ("the base", "ðə bAs ˈʤʌŋk"),
        ("the codebase", "ðə kˈOdbˌAs"),
    ],
)
def test_N2_a_word_is_said_as_the_person_wants_it(lexicon, text, spoken):
    assert phonemes(English(lexicon, lambda: OWN), text) == spoken


@given(st.lists(st.sampled_from(["Frodo", "base", "cat", ",", "2", "."])).map(" ".join))
def test_N2_each_word_completes_the_text_up_to_its_end_with_own_words_too(lexicon, text):
    plain, own = (
        [one.end for one in English(lexicon, said).sound_words(text)] for said in (tuple, lambda: OWN)
    )
    assert own == sorted(own)
    assert max(own, default=0) == max(plain, default=0)
