"""A yes by sound: people as four voices say it, through the recogniser; and the echo of our own words in a room (law A2)."""

import numpy as np
import pytest

from core.consented import corpus, score
from core.test_own_echo_laws import granted, saying
from live.test_recogniser import listen
from solovox.core.events import LocalTranscript, OnsetHeard, SoundCaptured, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan
from solovox.lang.en.words import ENGLISH, SENTENCES
from solovox.live.local.recogniser import LocalRecogniser
from solovox.parts.engines.local import english
from solovox.shell.clock import VirtualLoop
from solovox.speech.resample import to_mono16
from solovox.speech.smart_turn import PauseOnly
from solovox.speech.stt.whisper import Whisper
from solovox.speech.tts.kokoro import Kokoro
from solovox.speech.tts.piper import Piper
from solovox.speech.voice_activity import SileroVad
from speech.conftest import said as flite

pytestmark = [pytest.mark.weights, pytest.mark.slow]

RATE = 16_000
VOICES = ("joe", "slt", "joe", "rms", "bm_george")
"""Which says the first, the second, and so on. All of the corpus in nine voices: `benches/bench_consent.py`."""
QUIET = bytes(2 * RATE * 3 // 10)
MOST_REFUSED = 20
"""Percent. Of 60, some 20 are meant as a yes; one more or less is 5 %. The aim for the whole corpus is 10; `benches/results/consent.md` says what it is."""


@pytest.fixture(scope="module")
def whisper(weights):
    return Whisper(weights.path("whisper-base"))


@pytest.fixture(scope="module")
def joe(weights):
    folder = weights.path("piper-joe")
    return Piper(folder / "model.onnx", folder / "model.onnx.json", english(weights))


@pytest.fixture(scope="module")
def george(weights):
    return Kokoro(
        weights.path("kokoro", "model.onnx"), weights.path("kokoro-voices", "bm_george.bin"), english(weights)
    )


def spoken(text, voice):
    """16-bit sound at 16 kHz of one of our own voices."""
    return to_mono16(np.frombuffer(b"".join(one.pcm for one in voice.speak(text)), "<i2"), 24_000)


@pytest.mark.parametrize(("every", "count"), [(70, 12), pytest.param(14, 60, marks=pytest.mark.wide)])
def test_A2_of_utterances_by_sound_none_grants_that_is_no_yes(every, count, whisper, joe, george):
    some = corpus(by_sound=True)[::every]
    assert len(some) >= count
    heard = []
    for n, one in enumerate(some):
        voice = VOICES[n % len(VOICES)]
        ours = {"joe": joe, "bm_george": george}.get(voice)
        sound = flite(one.text, voice) if ours is None else spoken(one.text, ours)
        heard.append((one, whisper.transcribe(QUIET + sound + QUIET).text))
    found = score(heard, ENGLISH)
    print(f"\nconsent by sound: {found}")
    assert found.false_grants == []
    assert count < 60 or found.refused <= MOST_REFUSED, found.false_refusals


def room(sound, late, decibels):
    """Sound through a loudspeaker in a room: so late, so much quieter, with reflections that die away within a quarter of a second."""
    chance = np.random.default_rng(7)
    reflections = chance.standard_normal(RATE // 4) * np.exp(-np.arange(RATE // 4) / (RATE / 25))
    reflections *= 0.5 / np.sqrt((reflections**2).sum())
    reflections[0] = 1.0
    echo = np.convolve(np.frombuffer(sound, "<i2"), reflections) * 10 ** (decibels / 20)
    return bytes(2 * (RATE * late // 1000)) + np.clip(echo, -32768, 32767).astype("<i2").tobytes()


def microphone(sound, weights, whisper):
    """What the recogniser makes of a microphone's sound: each event, and when it came."""
    pcm = sound + bytes(2 * RATE * 2)
    recogniser = LocalRecogniser(
        SileroVad(weights.path("silero-vad", "silero_vad.onnx")), PauseOnly(), whisper
    )
    clock = VirtualLoop()
    try:
        return clock.run_until_complete(listen(recogniser, pcm))
    finally:
        clock.close()


def session(text, sound, heard, *, silent_for=0, grave=False):
    """The core hears it while a voice of ours says `text`, or so many milliseconds after."""
    seconds = len(sound) / 2 / RATE
    scene = saying(text, round(seconds + 0.5), grave=grave)
    if silent_for:
        scene.wait(round(1000 * round(seconds + 0.5)))
        scene.played(1, 24_000 * round(seconds + 0.5))
        scene.wait(silent_for)
    began, out = scene.mic, []
    for event in heard:
        sample = began + _when(event)
        ms = max(0, (sample - scene.mic) // 16)
        scene.wait(ms)
        out += scene.do(SoundCaptured(AudioSpan("mic", scene.mic, 16 * ms)))
        scene.mic += 16 * ms
        out += scene.do(_moved(event, began))
    return out + scene.wait(3_000)


def _when(event):
    """The sample at which it could be known, at the earliest."""
    match event:
        case OnsetHeard(first=first) | SpeechConfirmed(first=first):
            return first
        case SpeechEnded(span=span) | LocalTranscript(span=span):
            return span.end
        case _:
            return 0


def _moved(event, by):
    match event:
        case OnsetHeard(first=first):
            return OnsetHeard(first + by)
        case SpeechConfirmed(first=first):
            return SpeechConfirmed(first + by)
        case SpeechEnded(span=span):
            return SpeechEnded(AudioSpan(span.stream, span.first + by, span.count))
        case LocalTranscript(span=span, text=text, final=final):
            return LocalTranscript(AudioSpan(span.stream, span.first + by, span.count), text, final)
        case _:
            return event


ECHOES = (
    (SENTENCES.holds.asking("edit settings dot py", "", screen=True), 50, -6),
    ("Say yes to send it.", 100, -6),
    ("Okay. Shall I send it?", 300, -12),
    ("Yes.", 200, -20),
    (f"Confirm {SENTENCES.holds.code(1)}.", 150, -30),
)


@pytest.mark.parametrize(("text", "late", "decibels"), ECHOES)
def test_A2_our_own_words_in_a_room_grant_nothing(text, late, decibels, weights, whisper, joe):
    sound = spoken(text, joe)
    heard = microphone(room(sound, late, decibels), weights, whisper)
    assert decibels < -20 or [one for one in heard if isinstance(one, LocalTranscript) and one.text]
    for grave in (False, True):
        assert granted(session(text, sound, heard, grave=grave)) == []


def test_A2_the_same_sound_grants_when_no_voice_of_ours_is_heard(weights, whisper, joe):
    sound = spoken("Yes, go ahead.", joe)
    heard = microphone(room(sound, 200, -6), weights, whisper)
    assert granted(session("Yes, go ahead.", sound, heard)) == []
    assert granted(session("Yes, go ahead.", sound, heard, silent_for=1_000))
