"""Every recogniser of ours keeps the contract that is shipped for the recognisers of others."""

import contextlib
import math
import os
from functools import cache

import pytest

from contracts.clips import QUESTION
from contracts.gemini_service import GeminiService
from solovox.core.policy import EarKind, Policy
from solovox.live.connection import LiveService
from solovox.live.ear import LiveEar
from solovox.live.gemini import DEFAULT_MODEL, GEMINI, endpoint
from solovox.live.local.recogniser import LocalRecogniser
from solovox.live.setup import plan
from solovox.parts.engines.local import onsets, understanding
from solovox.speech.onnx import open_model
from solovox.speech.smart_turn import PauseOnly, SmartTurn
from solovox.speech.voice_activity import EnergyVad, SileroVad
from solovox.testing.contracts_ear import EarContract
from solovox.testing.contracts_recogniser import RecogniserContract
from solovox.testing.fakes import ScriptedStt
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow


class TestLocalRecogniser(RecogniserContract):
    speed = math.inf
    speech = QUESTION

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield LocalRecogniser(EnergyVad(), PauseOnly(), ScriptedStt("What time is it?"))


class TestWithoutWords(RecogniserContract):
    speed = math.inf
    speech = QUESTION
    understands = False

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield onsets()


@pytest.mark.weights
@pytest.mark.slow
class TestWithWeights(RecogniserContract):
    speed = math.inf
    speech = QUESTION

    @staticmethod
    @cache
    def parts():
        weights = Cache(default_root(os.environ))
        vad, turn = weights.path("silero-vad", "silero_vad.onnx"), weights.path("smart-turn")
        return open_model(vad), SmartTurn(turn / "smart-turn-v3.2-cpu.onnx"), understanding(weights)

    @contextlib.asynccontextmanager
    async def fresh(self):
        vad, turn, stt = self.parts()
        yield LocalRecogniser(SileroVad(vad), turn, stt, stt.draft())


class TestGeminiEar(EarContract):
    speed = 5.0
    model = DEFAULT_MODEL

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        async with GeminiService() as service:
            live = LiveService(family=GEMINI, endpoint=endpoint(service.url, None))
            setup = plan(Policy(ear=EarKind.LIVE), self.model, None)
            yield LiveEar(live, lambda: setup, sound), service


class TestGeminiEarOfAnotherFamily(TestGeminiEar):
    model = "gemini-3.1-flash-live-preview"
