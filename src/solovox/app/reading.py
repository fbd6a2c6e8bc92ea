"""The narrators of live models: from a configuration to what makes a session's narrator.

A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
does not say right is said by our own voice (law G6), so `narrator.voice` is the live model's: ours is the default.
"""

from collections.abc import Callable
from typing import Final

from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Fidelity
from solovox.live.gemini.connection import Connection, opened
from solovox.live.gemini.endpoint import BadEndpoint, endpoint
from solovox.live.gemini.reader import INSTRUCTION, LiveReader, Manner
from solovox.live.gemini.setup import DEFAULT_MODEL, Plan, setup
from solovox.ports import Sound
from solovox.shell.link import NarratorLink

MakeNarrator = Callable[[Sound, NarratorLink], NarratorLink]
"""From the exact voice's narrator to the session's."""

BUILT: Final = ("voice", "reader", "self")
LATER: Final = "narrator.kind = {} is not built yet ({}): set narrator.kind=voice or reader"


def narrator(config: Config) -> MakeNarrator | None:
    """What reads beside the exact voice; None if nothing does. Raises `ConfigError`."""
    kind, ear = config.narrator.kind, config.ear
    if kind not in BUILT:
        raise ConfigError(LATER.format(kind, config.reasons.narrator))
    if kind in ("voice", "self"):
        return None
    url, key = config.narrator.url or ear.url, ear.api_key
    try:
        to = endpoint(url, key.reveal() if key else None)
    except BadEndpoint as error:
        raise ConfigError(f"narrator.url: {error}") from None
    plan = Plan(model=ear.model or DEFAULT_MODEL, instruction=INSTRUCTION, voice=config.narrator.voice)
    manner = Manner(
        family=plan.family,
        fresh=config.narrator.session == "fresh",
        tolerant=Fidelity(config.narrator.fidelity) is Fidelity.FOLLOW,
    )

    async def dial() -> Connection:
        return await opened(to, setup(plan))

    def make(sound: Sound, exact: NarratorLink) -> NarratorLink:
        return LiveReader(dial, manner, sound, exact)

    return make
