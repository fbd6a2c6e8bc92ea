"""Law G6: what kind of sound a live reader gives, by a detector of speech that is loaded already."""

import os
from pathlib import Path

import numpy as np
import pytest

from solovox.core.commands import Read
from solovox.core.events import SoundKind
from solovox.core.units import VOICE_RATE, ReadId
from solovox.live.reader import ReaderOptions
from solovox.live.witness import SoundWitness
from solovox.parts.engines.local import piper
from solovox.parts.engines.shared import SharedEngines
from solovox.ports import AdapterArgs
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler, to_mono16
from solovox.weights import Cache, default_root
from solovox.wire.live_events import Spoke
from speech.conftest import NOISES

SPEECH, SILENCE, NOISE = SoundKind.SPEECH, SoundKind.SILENCE, SoundKind.NOISE


class LowIsSpeech:
    """A detector that takes a low tone for speech, and nothing else: whatever crosses zero seldom and is loud."""

    frame_samples = 512

    def reset(self):
        pass

    def probability(self, frame):
        samples = np.frombuffer(frame, "<i2").astype(float)
        crossings = np.count_nonzero(np.diff(np.signbit(samples)))
        return float(np.abs(samples).max() > 500 and crossings < 20)


class Knows:
    """A detector that has heard the voice of `witness` before."""

    def __init__(self, detector):
        self._of = detector
        self._began = 0
        self.frame_samples = detector.frame_samples

    def reset(self):
        self._began += 1
        self._of.reset()

    def probability(self, frame):
        return 1.0 if self._began < 2 else self._of.probability(frame)


def tone(hertz, ms, level=0.3):
    at = np.arange(VOICE_RATE * ms // 1_000) / VOICE_RATE
    return (level * 32_767 * np.sin(2 * np.pi * hertz * at)).astype("<i2").tobytes()


def spoken(ms):
    return tone(150, ms)


def quiet(ms):
    return bytes(2 * VOICE_RATE * ms // 1_000)


def witness(detector=None):
    """One that knows the voice already."""
    made = SoundWitness(detector or LowIsSpeech(), Resampler)
    list(made.kinds(spoken(1_000)))
    made.begin()
    return made


def lasting(made, *sounds, piece=40):
    """Milliseconds of each kind in a row, as they come in pieces of this length."""
    found, step = [], 2 * VOICE_RATE * piece // 1_000
    pcm = b"".join(sounds)
    for at in range(0, len(pcm), step):
        for kind, same in made.kinds(pcm[at : at + step]):
            before = found.pop()[1] if found and found[-1][0] is kind else 0
            found.append((kind, before + len(same) * 1_000 / 2 / VOICE_RATE))
    return found


@pytest.mark.parametrize("piece", [20, 40, 250, 5_000])
def test_G6_a_tone_behind_speech_is_noise_a_moment_later(piece):
    (first, spoke), (second, noise) = lasting(witness(), spoken(1_000), tone(3_000, 2_000), piece=piece)[-2:]
    assert (first, second) == (SPEECH, NOISE)
    assert spoke < 1_250
    assert noise > 1_750


def test_G6_none_of_the_sound_is_changed_or_kept_back():
    made, pcm = witness(), spoken(333) + tone(2_000, 777) + quiet(501) + spoken(7)
    assert b"".join(same for _, same in made.kinds(pcm)) == pcm
    assert list(made.kinds(b"")) == []


def test_G6_a_pause_between_words_is_speech_and_a_long_one_is_silence():
    """A word that begins is known one frame later."""
    found = lasting(witness(), spoken(500), quiet(200), spoken(500), quiet(900), spoken(500))
    assert [kind for kind, ms in found if ms > 100] == [SPEECH, SILENCE, SPEECH]
    assert sum(ms for kind, ms in found if kind is NOISE) < 100


def test_G6_a_hum_that_is_too_quiet_for_a_voice_is_silence():
    assert lasting(witness(), spoken(500), tone(3_000, 2_000, level=0.005))[-1][0] is SILENCE


def test_G6_another_read_begins_without_what_was_heard_before():
    made = witness()
    list(made.kinds(spoken(1_000)))
    made.begin()
    assert lasting(made, tone(3_000, 500))[0][0] is NOISE


def test_G6_a_detector_that_has_never_heard_this_voice_speak_is_no_witness():
    """Some voice that it does not know: nothing is taken for noise, and what is inaudible for silence, as without it."""
    made = SoundWitness(LowIsSpeech(), Resampler)
    assert [kind for kind, _ in lasting(made, tone(440, 3_000), quiet(80), tone(440, 1_000))] == [
        SPEECH,
        SILENCE,
        SPEECH,
    ]


def told(options, *sounds):
    """What a reader tells of this sound, each piece in a message of its own."""
    store = SoundStore()
    mouth = options.mouth(store)
    list(mouth.begin(options.reading(Read(ReadId(1), "Yes."))))
    return [(one, store.get(one.span)) for pcm in sounds for one in mouth.take_event(Spoke(pcm, VOICE_RATE))]


def test_G6_a_reader_tells_what_kind_of_sound_it_gives():
    options = ReaderOptions(resample=Resampler, detect=LowIsSpeech)
    sounds = [spoken(1_000), tone(3_000, 1_000), quiet(1_000)]
    pieces = told(options, *sounds)
    assert [one.kind for one, _ in pieces[-2:]] == [NOISE, SILENCE]
    assert b"".join(pcm for _, pcm in pieces) == b"".join(sounds)
    spans = [one.span for one, _ in pieces]
    assert [one.first for one in spans[1:]] == [one.end for one in spans[:-1]]


@pytest.mark.parametrize("missing", [{"detect": lambda: None}, {}], ids=["none loaded", "none given"])
def test_G6_without_a_detector_a_piece_is_told_as_it_came(missing):
    options = ReaderOptions(resample=Resampler, **missing)
    sounds = [spoken(1_000), tone(3_000, 1_000), quiet(1_000)]
    pieces = told(options, *sounds)
    assert [(one.kind, pcm) for one, pcm in pieces] == list(
        zip((SPEECH, SPEECH, SILENCE), sounds, strict=True)
    )


@pytest.fixture(scope="module")
def engines():
    """Those of a process whose recogniser is loaded."""
    made = SharedEngines(Cache(default_root(os.environ)))
    assert made.detector() is None, "nothing is loaded for it"
    made.models("whisper-tiny.en")
    return made


@pytest.fixture(scope="module")
def reading(engines):
    """A voice that reads, at our rate."""
    voice = piper(AdapterArgs({"weights": engines.weights}, Path()))
    text = "Sixty six swans swim south; she sees fish, and fresh chips. What? Psst, that is 32."
    return text, b"".join(one.pcm for one in voice.speak(text, 1.0))


@pytest.mark.weights
def test_G6_a_voice_is_speech_by_the_detector_that_the_recogniser_has_loaded(engines, reading):
    text, pcm = reading
    found = lasting(witness(Knows(engines.detector())), pcm)
    lasts = {one: sum(ms for kind, ms in found if kind is one) for one in SoundKind}
    assert lasts[NOISE] < 250
    assert lasts[SPEECH] > 45 * len(text)
    assert next(kind for kind, _ in reversed(found) if kind is not SILENCE) is SPEECH


@pytest.mark.weights
@pytest.mark.parametrize("name", sorted(NOISES))
def test_G6_what_a_voice_turns_into_is_no_speech_by_that_detector(engines, reading, name):
    """A tone, noise, music: for a moment the detector still hears the word before."""
    made = witness(Knows(engines.detector()))
    list(made.kinds(reading[1][: 2 * 24_000 * 2]))
    found = lasting(made, to_mono16(np.frombuffer(NOISES[name], "<i2"), 16_000, VOICE_RATE))
    assert sum(ms for kind, ms in found if kind is SPEECH) < 1_000
    loud = name not in ("silence", "faint noise", "clicks", "burst")
    assert not loud or sum(ms for kind, ms in found if kind is NOISE) > 1_900
