"""Real voices, real sound, understood by a real recogniser."""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from portions import sampled
from solovox.core.units import VOICE_RATE
from solovox.speech.g2p.english import English
from solovox.speech.g2p.lexicon import Lexicon, Source
from solovox.speech.resample import to_mono16
from solovox.speech.stt.whisper import Whisper
from solovox.speech.tts.kokoro import VOICES, Kokoro
from solovox.speech.tts.piper import Piper
from solovox.weights.cache import Cache, default_root

pytestmark = pytest.mark.weights


@pytest.fixture(scope="session")
def cache():
    return Cache(default_root(os.environ))


@pytest.fixture(scope="session")
def english(cache):
    return English(Lexicon(cache.path("misaki", "us_gold.json"), cache.path("misaki", "us_silver.json")))


@pytest.fixture(scope="session")
def kokoro(cache, english):
    return Kokoro(cache.path("kokoro", "model.onnx"), cache.path("kokoro-voices", "af_bella.bin"), english)


@pytest.fixture(scope="session")
def joe(cache, english):
    return Piper(cache.path("piper-joe", "model.onnx"), cache.path("piper-joe", "model.onnx.json"), english)


@pytest.fixture(scope="session", params=["kokoro", "joe"])
def voice(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def whisper(cache):
    return Whisper(cache.path("whisper-base"))


def heard(whisper, pcm):
    text = whisper.transcribe(to_mono16(np.frombuffer(pcm, "<i2"), VOICE_RATE)).text
    return re.sub(r"[^a-z0-9 ]", "", text.lower().replace("-", " "))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("What time is it?", "what time is it"),
        ("I changed two files, and committed the result.", "i changed two files and committed the result"),
        ("Please open the settings page and turn off the microphone.",
         "please open the settings page and turn off the microphone"),
    ],
)  # fmt: skip
def test_what_is_said_is_understood(voice, whisper, text, words):
    pcm = b"".join(spoken.pcm for spoken in voice.speak(text))
    assert heard(whisper, pcm).replace("2", "two") == words


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    sampled(
        ["Sure.", "It takes 5 ms, see main.py (v1.2)…  ", "One\n\ntwo — three! 😀", "a_b cD E.F. 100% of $3.50 on 2026-11-21",
         "The quick brown fox jumps over the lazy dog while nobody looks at the garden behind the old house."],
        2,
    ),
)  # fmt: skip
def test_N4_marks_follow_the_sound(voice, text):
    spoken = list(voice.speak(text))
    marks = [one.said_to for one in spoken]
    assert marks == sorted(marks)
    assert marks[-1] == len(text)
    assert all(len(one.pcm) % 2 == 0 for one in spoken)
    sound = np.frombuffer(b"".join(one.pcm for one in spoken), "<i2").astype(int)
    assert 1000 < np.abs(sound).max() < 32767
    assert 0.03 * len(text) < len(sound) / VOICE_RATE < 0.25 * len(text) + 1.5


@pytest.mark.slow
def test_N4_a_word_is_marked_only_when_it_was_heard(voice, whisper):
    text = "Open the settings page and turn off the microphone now."
    pcm, said_to = b"", 0
    for spoken in voice.speak(text):
        if spoken.said_to > text.index(" and"):
            break
        pcm, said_to = pcm + spoken.pcm, spoken.said_to
    assert text[:said_to] == "Open the settings page"
    assert "settings page" in heard(whisper, pcm + bytes(VOICE_RATE))


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", " ", "…", "***", "😀", "你好"])
def test_what_has_no_sound_is_said_at_once(voice, text):
    spoken = list(voice.speak(text))
    assert [one.said_to for one in spoken][-1:] == ([len(text)] if text else [])
    assert not any(one.pcm for one in spoken)


@pytest.mark.slow
def test_the_first_sound_of_a_long_text_is_short(voice):
    text = "I found it. " + "The test fails because the time is too short. " * 40
    first = next(iter(voice.speak(text)))
    assert 0 < len(first.pcm) < VOICE_RATE * 2


ONE_OF_A_KIND = ("af_bella", "am_adam", "bf_emma", "bm_george")
"""American and British, a woman and a man."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(VOICES, ONE_OF_A_KIND))
def test_every_voice_speaks(cache, english, whisper, name):
    voice = Kokoro(cache.path("kokoro", "model.onnx"), cache.path("kokoro-voices", f"{name}.bin"), english)
    pcm = b"".join(spoken.pcm for spoken in voice.speak("Open the settings page."))
    assert heard(whisper, pcm) == "open the settings page"


def test_a_file_that_is_no_voice_is_refused(cache, english, tmp_path):
    wrong = tmp_path / "wrong.bin"
    wrong.write_bytes(bytes(100))
    with pytest.raises(ValueError, match=r"wrong\.bin is not a Kokoro voice"):
        Kokoro(cache.path("kokoro", "model.onnx"), wrong, english)


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("The live server will live.", "ðə lˈIv sˈɜɹvəɹ wɪl lˈɪv ."),
        ("We refuse to close the project.", "wi ɹəfjˈuz tə klˈOz ðə pɹˈɑʤˌɛkt ."),
        ("I read it yesterday.", "ˈI ɹˈɛd ɪt jˈɛstəɹdˌA ."),
        ("Is that it?", "ɪz ðˈæt ɪt ?"),
        ("Namespaces, iterators.", "nˈAmspˌAsᵻz , ˈɪTəɹˌAtəɹz ."),
        ("Three eighths.", "θɹˈi ˈAtθs ."),
    ],
)
def test_homographs_in_the_whole_dictionary(english, text, sounds):
    assert " ".join(one.phonemes for one in english.sound_words(text)) == sounds


def test_few_words_are_guessed(english):
    text = (Path(__file__).parents[3] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    words = [one for one in english.sound_words(text) if one.source is not None]
    assert len(words) > 500
    assert sum(one.source is Source.RULES for one in words) / len(words) < 0.02
