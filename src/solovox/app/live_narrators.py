"""The factories of the narrators that are live models.

A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
does not say right is said by our own default voice (law G6); `narrator.voice` names the live model's voice. A relay reads
over the ear's connection, and is joined to it when both are made. In `self` there is no narrator.
"""

from collections.abc import Callable

from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Fidelity
from solovox.live.gemini.connection import Connection, opened
from solovox.live.gemini.endpoint import BadEndpoint, endpoint
from solovox.live.gemini.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.gemini.relay import Relay
from solovox.live.gemini.setup import DEFAULT_MODEL, SetupPlan, setup
from solovox.ports import Narrator, Sound
from solovox.speech.resample import Resampler
from solovox.wire.gemini_live.families import family_of

MakeNarrator = Callable[[Sound, Narrator | None], Narrator]
"""From the exact voice's narrator, if there is one, to the session's."""


def narrator(config: Config) -> MakeNarrator | None:
    """The factory of the live narrator; None if the configuration has none. Raises `ConfigError`."""
    kind, ear = config.narrator.kind, config.ear
    if kind in ("voice", "self"):
        return None
    tolerant = Fidelity(config.narrator.fidelity) is Fidelity.FOLLOW
    if kind == "relay":
        manner = ReaderOptions(
            family=family_of(ear.model or DEFAULT_MODEL), tolerant=tolerant, resample=Resampler
        )
        return lambda sound, exact: Relay(manner, sound, exact)
    url, key = config.narrator.url or ear.url, ear.api_key
    try:
        to = endpoint(url, key.reveal() if key else None)
    except BadEndpoint as error:
        raise ConfigError(f"narrator.url: {error}") from None
    plan = SetupPlan(model=ear.model or DEFAULT_MODEL, instruction=INSTRUCTION, voice=config.narrator.voice)
    manner = ReaderOptions(
        family=plan.family,
        fresh=config.narrator.session == "fresh",
        tolerant=tolerant,
        resample=Resampler,
    )

    async def dial() -> Connection:
        return await opened(to, setup(plan))

    def make(sound: Sound, exact: Narrator | None) -> Narrator:
        return LiveReader(dial, manner, sound, exact)

    return make
