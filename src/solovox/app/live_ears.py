"""The factories of live ears: each takes an `AdapterArgs` and returns what makes a session's ear from its sound.

`settings`: `url`, `model`, `voice`, the session's `policy`, its `tools`, `socket` (how connections are held);
`secrets`: `api_key`.
The local recogniser listens beside every ear, and is made apart.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from solovox.config.schema import Config, ConfigError, EarConfig, NarratorConfig
from solovox.live.gemini.ear import ConnectionOptions, GeminiEar
from solovox.live.gemini.endpoint import BadEndpoint, Endpoint, endpoint
from solovox.live.gemini.relay import Relay
from solovox.live.gemini.setup import DEFAULT_MODEL, SetupPlan, plan
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.speech.resample import Resampler
from solovox.wire.gemini_live.families import converses, family_of
from solovox.wire.gemini_live.parts import Behavior

MakeEar = Callable[[Sound, Narrator | None], Ear]
"""Makes an ear from a session's sound and its narrator, which may read over the ear's connection."""

NOWHERE: Final = (
    "ear.kind = gemini ({}) needs ear.api_key, a key for Google's service, or ear.url, the ws:// or wss://"
    " address of another live model"
)
DEAF: Final = "ear.model = {} cannot be talked with: it translates, transcribes or makes music; try {}"


def gemini(given: AdapterArgs) -> MakeEar:
    """An ear over Gemini Live."""
    to = endpoint_of(given.settings.get("url"), given.secrets.get("api_key"))
    wanted = planned(given)
    socket = replace(given.settings.get("socket") or ConnectionOptions(), resample=Resampler)

    def make(sound: Sound, narrator: Narrator | None = None) -> Ear:
        return GeminiEar(to, wanted, sound, socket, narrator if isinstance(narrator, Relay) else None)

    return make


def planned(given: AdapterArgs) -> SetupPlan:
    """The setup of the ear. Raises `ConfigError`."""
    settings = given.settings
    model = settings.get("model")
    if model and not converses(model):
        raise ConfigError(DEAF.format(model, DEFAULT_MODEL))
    return plan(settings["policy"], model, settings.get("voice"), settings["tools"])


def endpoint_of(url: str | None, key: str | None) -> Endpoint:
    """Where to connect. Raises `ConfigError`."""
    try:
        return endpoint(url, key)
    except BadEndpoint as error:
        said = "ear.url" if "address" in str(error) else "ear.api_key"
        raise ConfigError(f"{said}: {error}") from None


def reachable(config: Config) -> None:
    """Whether there is anything to connect to. Raises `ConfigError`."""
    ear = config.ear
    if ear.kind == "gemini" and not ear.url and ear.api_key is None:
        raise ConfigError(NOWHERE.format(config.reasons.ear))


def schedules(ear: EarConfig) -> bool:
    """Whether the model supports `scheduling` of results; else the core waits for it to be idle (C2)."""
    return ear.kind != "gemini" or family_of(ear.model or DEFAULT_MODEL).functions.scheduling


def freezes(ear: EarConfig) -> bool:
    """Whether the model is blocked while a tool that it called works (C2)."""
    return Behavior.NON_BLOCKING not in family_of(ear.model or DEFAULT_MODEL).functions.behaviors


def voice_of(narrator: NarratorConfig) -> str | None:
    """The live model's own voice, where it is to be heard."""
    return None if narrator.kind == "voice" else narrator.voice
