"""What is heard in a language, by sound: a talk in German, French, Spanish, Italian and Portuguese. Our own voice says its sounds, as they
are spelled here; a native speaker has not been heard."""

import os
from pathlib import Path

import numpy as np
import pytest

from live.whole_ear import told_by
from solovox.core.events import LocalTranscript, SpeechEnded
from solovox.core.sense import Context, Intent
from solovox.core.transcripts import plain
from solovox.lang.languages import pack_of
from solovox.lang.understanding import classify
from solovox.parts.engines.local import models
from solovox.speech.g2p.english import SpokenWord
from solovox.speech.g2p.lexicon import Source
from solovox.speech.resample import to_mono16
from solovox.speech.tts.kokoro import Kokoro
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.weights

SPOKEN = [
    ("de", "af_bella", "ʃtˈɔp.", Intent.STOP),
    ("fr", "bf_emma", "stˈɔp.", Intent.STOP),
    ("it", "am_michael", "fˈermatɪ.", Intent.STOP),
    ("es", "bf_emma", "sˈi poɾ faβˈoɾ.", Intent.YES),
    ("pt", "af_bella", "nˈɐ̃ʊ̃ ˌobriɡˈadʊ.", Intent.NO),
]
MADRID = "kˈe tjˈempo ˈaθe ˈoɪ en maðɾˈid?"


class Sounds:
    """In the place of a language: each word is its sounds."""

    def sound_words(self, text):
        words, at = [], 0
        for word in text[:-1].split():
            at = text.index(word, at) + len(word)
            words.append(SpokenWord(word, at, Source.DICTIONARY, word))
        return [*words, SpokenWord(text[-1], len(text), None)]


@pytest.fixture(scope="module")
def weights():
    return Cache(Path(default_root(os.environ)))


@pytest.fixture(scope="module")
def loaded(weights):
    return models(weights)


def said(weights, voice, sounds):
    """The sound of the phonemes, 16-bit at 16 kHz."""
    speaker = Kokoro(
        weights.path("kokoro", "model.onnx"), weights.path("kokoro-voices", f"{voice}.bin"), Sounds()
    )
    return to_mono16(np.frombuffer(b"".join(one.pcm for one in speaker.speak(sounds)), "<i2"), 24_000)


async def heard(listener, sound):
    """The events of a recogniser that hears a sound between silences."""
    return await told_by(listener, bytes(16_000) + sound + bytes(4 * 32_000))


@pytest.mark.parametrize(("language", "voice", "sounds", "kind"), SPOKEN)
async def test_T4_A2_what_is_ours_is_heard_and_understood(weights, loaded, language, voice, sounds, kind):
    told = await heard(loaded.recogniser(language=language), said(weights, voice, sounds))
    finals = [one.text for one in told if isinstance(one, LocalTranscript) and one.final]
    assert [classify(text, Context(waits=True), pack_of(language)).kind for text in finals] == [kind], finals
    assert len([one for one in told if isinstance(one, SpeechEnded)]) == 1


async def test_a_question_is_written_in_its_language_as_a_draft_and_at_its_end(weights, loaded):
    sound = said(weights, "bf_emma", MADRID)
    told = await heard(loaded.recogniser(language="es"), sound)
    assert plain(told[-1].text) == "que tiempo hace hoy en madrid"
    assert "hoy en Madrid" in loaded.whisper.hearing("es").draft().transcribe(sound).text


def test_a_language_that_is_found_out_is_kept_for_what_does_not_tell_one(weights, loaded):
    """Too short, or as near to several."""
    listening, spanish = loaded.whisper.hearing("auto"), loaded.whisper.hearing("es")
    assert "tiempo" in listening.transcribe(2 * said(weights, "bf_emma", MADRID)).text
    for sounds in ("sˈi poɾ faβˈoɾ.", "madɾˈid salamˈanka sevˈija."):
        sound = said(weights, "am_michael", sounds)
        assert listening.transcribe(sound) == spanish.transcribe(sound)
