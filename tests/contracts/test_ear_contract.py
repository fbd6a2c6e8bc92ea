"""Every ear of ours keeps the contract that is shipped for the ears of others."""

import contextlib

from contracts.gemini_service import GeminiService
from solovox.core.policy import EarKind, Policy
from solovox.live.gemini.ear import GeminiEar
from solovox.live.gemini.endpoint import endpoint
from solovox.live.gemini.setup import plan
from solovox.testing.contracts_ear import EarContract


class TestGeminiEar(EarContract):
    speed = 5.0
    model = None

    @contextlib.asynccontextmanager
    async def fresh(self, sound):
        async with GeminiService() as service:
            setup = plan(Policy(ear=EarKind.LIVE), self.model, None)
            yield GeminiEar(endpoint(service.url, None), lambda: setup, sound), service


class TestGeminiEarOfAnotherFamily(TestGeminiEar):
    model = "gemini-3.1-flash-live-preview"
