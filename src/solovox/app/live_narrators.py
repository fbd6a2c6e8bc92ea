"""The factories of the narrators that are live models: `reader` and `relay`, beside an ear over Gemini Live.

A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
does not say right is said by our own default voice (law G6); `narrator.voice` names the live model's voice. A relay reads
over the ear's connection, and is joined to it when both are made.
"""

from typing import Final

from solovox.app.live_ears import KEY, MODEL, URL
from solovox.app.registry import NarratorOf
from solovox.config.declaring import declares
from solovox.config.schema import ConfigError
from solovox.core.policy import Fidelity
from solovox.live.gemini.connection import Connection, opened
from solovox.live.gemini.endpoint import BadEndpoint, endpoint
from solovox.live.gemini.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.gemini.relay import Relay
from solovox.live.gemini.setup import DEFAULT_MODEL, SetupPlan, setup
from solovox.ports import AdapterArgs, Narrator, Sound
from solovox.speech.resample import Resampler
from solovox.wire.gemini_live.families import family_of

BESIDE: Final = ("gemini",)


def missing(given: AdapterArgs) -> str:
    """An address that can be used."""
    try:
        endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        return f"another narrator.url: {error}"
    return ""


@declares(URL, MODEL, KEY, missing=missing, beside=BESIDE, checked=True)
def reader(given: AdapterArgs) -> NarratorOf:
    """A live connection that reads, and does nothing else."""
    settings = given.settings
    try:
        to = endpoint(settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        raise ConfigError(f"narrator.url: {error}") from None
    plan = SetupPlan(
        model=settings.get("model") or DEFAULT_MODEL, instruction=INSTRUCTION, voice=settings.get("voice")
    )
    manner = ReaderOptions(
        family=plan.family,
        fresh=settings.get("session") == "fresh",
        tolerant=_tolerant(given),
        resample=Resampler,
    )

    async def dial() -> Connection:
        return await opened(to, setup(plan))

    def make(sound: Sound, exact: Narrator | None) -> Narrator:
        return LiveReader(dial, manner, sound, exact)

    return make


@declares(beside=BESIDE, checked=True)
def relay(given: AdapterArgs) -> NarratorOf:
    """The ear's own connection reads."""
    family = family_of(given.settings.get("model") or DEFAULT_MODEL)
    manner = ReaderOptions(family=family, tolerant=_tolerant(given), resample=Resampler)
    return lambda sound, exact: Relay(manner, sound, exact)


def _tolerant(given: AdapterArgs) -> bool:
    return Fidelity(given.settings.get("fidelity", "strict")) is Fidelity.FOLLOW
