"""Every recogniser of ours keeps the contract that is shipped for the recognisers of others."""

import contextlib
import math
import os

import pytest

from contracts.clips import QUESTION
from solovox.app.local_engines import onsets, recogniser
from solovox.live.local.recogniser import LocalRecogniser
from solovox.ports import AdapterArgs
from solovox.speech.turn.pause import PauseOnly
from solovox.speech.vad.energy import EnergyVad
from solovox.testing.contracts_recogniser import RecogniserContract
from solovox.testing.fakes import ScriptedStt
from solovox.weights import Cache, default_root


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

    @contextlib.asynccontextmanager
    async def fresh(self):
        yield recogniser(AdapterArgs({"weights": Cache(default_root(os.environ))}))
