"""Every part of the local engine keeps the contract that is shipped for the parts of others."""

import os
from functools import cache

import pytest

from contracts.clips import QUESTION, clip
from solovox.parts.engines.local import kokoro, piper, understanding
from solovox.ports import AdapterArgs
from solovox.speech.smart_turn import PauseOnly, SmartTurn
from solovox.speech.stt.mended import Wordless
from solovox.speech.voice_activity import EnergyVad, SileroVad
from solovox.speech.wake_phrase import SpottedWake, TextWake
from solovox.testing.contracts_speech import (
    ActivityContract,
    TranscriberContract,
    TurnContract,
    VoiceContract,
    WakeContract,
)
from solovox.testing.fakes import ScriptedStt, ScriptedTts
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow

WEIGHTS = Cache(default_root(os.environ))
SHORT = "I see."


class TestScriptedVoice(VoiceContract):
    def fresh(self):
        return ScriptedTts(1_440)


@pytest.mark.weights
@pytest.mark.slow
class TestKokoro(VoiceContract):
    text = SHORT

    @staticmethod
    @cache
    def made():
        return kokoro(AdapterArgs({"weights": WEIGHTS, "voice": "af_bella"}))

    def fresh(self):
        return self.made()


@pytest.mark.weights
@pytest.mark.slow
class TestPiper(VoiceContract):
    text = SHORT
    repeats = False

    @staticmethod
    @cache
    def made():
        return piper(AdapterArgs({"weights": WEIGHTS}))

    def fresh(self):
        return self.made()


class TestWordless(TranscriberContract):
    speech = QUESTION

    def fresh(self):
        return Wordless()


class TestScriptedTranscriber(TranscriberContract):
    speech = QUESTION
    words = "time"

    def fresh(self):
        return ScriptedStt("What time is it?")


@cache
def whisper():
    return understanding(WEIGHTS)


@pytest.mark.weights
@pytest.mark.slow
class TestWhisper(TranscriberContract):
    speech = QUESTION
    words = "time"

    def fresh(self):
        return whisper()


class TestEnergy(ActivityContract):
    speech = QUESTION

    def fresh(self):
        return EnergyVad()


@pytest.mark.weights
class TestSilero(ActivityContract):
    speech = QUESTION

    def fresh(self):
        return SileroVad(WEIGHTS.path("silero-vad", "silero_vad.onnx"))


class TestPauseOnly(TurnContract):
    speech = QUESTION

    def fresh(self):
        return PauseOnly()


@pytest.mark.weights
class TestSmartTurn(TurnContract):
    speech = QUESTION

    def fresh(self):
        return self.made()

    @staticmethod
    @cache
    def made():
        return SmartTurn(WEIGHTS.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))


class TestReadWake(WakeContract):
    speech = QUESTION

    def fresh(self):
        return TextWake("computer")


class TestSpottedWake(WakeContract):
    phrase = "stop"
    speech = QUESTION
    called = clip("barge_in")

    def fresh(self):
        return SpottedWake("stop")
