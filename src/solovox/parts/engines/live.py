"""Ears over live models, of whichever family, and the narrators `reader` and `relay` beside them.

`settings` of an ear: `url`, `model`, `voice`, `now` (a `SessionNow`); `secrets`: `api_key`.
The recogniser of this machine listens beside every ear, and is made apart.

A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
does not say right is said by our own default voice (law G6); `narrator.voice` names the live model's voice. A relay reads
over the ear's connection, and is joined to it when both are made.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from solovox.config.declaring import READERS, Declaration, ReadingManner
from solovox.config.fields import Address, Secret
from solovox.config.profile import profile
from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Fidelity
from solovox.lang.languages import DEFAULT
from solovox.live.connection import BadEndpoint, Connection, LiveFamily, LiveService
from solovox.live.ear import ConnectionOptions, LiveEar
from solovox.live.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.relay import Relay
from solovox.live.setup import PERSONA, add_corrections, plan
from solovox.parts.addition import Addition
from solovox.parts.brains.making import who
from solovox.parts.engines.recognisers import ear_given
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.parts.registry import EARS, EarOf, NarratorOf, declaration
from solovox.parts.tools.selection import choose_declared, choose_tools
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.speech.resample import Resampler
from solovox.wire.live_events import LiveSetup

UNFIT: Final = "another model: ear.model = {} cannot be talked with: {}; try {}"


def missing(family: LiveFamily, given: AdapterArgs) -> str:
    """An address and a key that can be used, and a model that can be talked with."""
    model = given.settings.get("model")
    if model and (why := family.unfit(model)):
        return UNFIT.format(model, why, family.model)
    try:
        family.endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        return f"another {_setting_to_blame(error)}: {error}"
    return ""


def live_ear(family: LiveFamily, given: AdapterArgs) -> EarOf:
    """An ear over a service of that family."""
    service = service_of(family, given)
    plan_setup(family, given)
    now = now_of(given)
    options = ConnectionOptions(
        resample=Resampler,
        corrections=now.corrections,
        coming=now,
    )

    def make(sound: Sound, narrator: Narrator | None = None) -> Ear:
        relay = narrator if isinstance(narrator, Relay) else None
        return LiveEar(service, partial(plan_setup, family, given), sound, options, relay)

    return make


def plan_setup(family: LiveFamily, given: AdapterArgs) -> LiveSetup:
    """The setup of the ear at this moment. Raises `ConfigError`."""
    model, now = given.settings.get("model") or family.model, now_of(given)
    if why := family.unfit(model):
        raise ConfigError(f"ear.kind = {family.name} needs {UNFIT.format(model, why, family.model)}")
    themed = None if now.added is None else now.added.live_voice
    told = PERSONA if now.persona is None else now.persona.instruction
    tools = choose_declared(now.policy, now.tools, now.near)
    return plan(now.policy, model, given.settings.get("voice") or themed, tools, told)


def now_of(given: AdapterArgs) -> SessionNow:
    """What counts in its session."""
    now: SessionNow = given.settings["now"]
    return now


def service_of(family: LiveFamily, given: AdapterArgs) -> LiveService:
    """Where to connect. Raises `ConfigError`."""
    try:
        endpoint = family.endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        raise ConfigError(f"{_setting_to_blame(error)}: {error}") from None
    return LiveService(family=family, endpoint=endpoint)


def _setting_to_blame(error: BadEndpoint) -> str:
    return "ear.url" if "address" in str(error) else "ear.api_key"


def family_beside(kind: str) -> LiveFamily:
    """The family of an ear. Raises `ConfigError` if it is over no live model that can be asked for anything else."""
    found = declaration(EARS, kind).live
    if not isinstance(found, LiveFamily):
        raise ConfigError(f"ear.kind = {kind} is none over a live model that we know")
    return found


class ReaderKeys(Struct, frozen=True, kw_only=True):
    """The settings of a reader."""

    url: Address | None = None
    """Where it is; where the ear is, if not given."""
    model: str | None = None
    """Which model it is; the ear's, if not given."""
    api_key: Secret | None = None
    """Its key; the ear's, where the ear is."""


@Declaration(ReaderKeys, reading=ReadingManner(beside=READERS, checked=True))
def reader(given: AdapterArgs) -> NarratorOf:
    """A live connection that reads, and does nothing else."""
    settings, family = given.settings, family_beside(given.settings["ear"])
    try:
        endpoint = family.endpoint(settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        raise ConfigError(f"narrator.url: {error}") from None
    service = LiveService(family=family, endpoint=endpoint)
    told = LiveSetup(
        model=settings.get("model") or family.model, instruction=INSTRUCTION, voice=settings.get("voice")
    )
    manner = _manner(given)

    async def dial() -> Connection:
        return await service.open(add_corrections(told, manner.pronounced()))

    def make(sound: Sound, exact: Narrator | None) -> Narrator:
        return LiveReader(dial, manner, sound, exact)

    return make


@Declaration(reading=ReadingManner(beside=READERS, checked=True, relays=True))
def relay(given: AdapterArgs) -> NarratorOf:
    """The ear's own connection reads."""
    manner = _manner(given)
    return lambda sound, exact: Relay(manner, sound, exact)


def _manner(given: AdapterArgs) -> ReaderOptions:
    settings = given.settings
    return ReaderOptions(
        fresh=settings.get("session") == "fresh",
        tolerant=Fidelity(settings.get("fidelity", "strict")) is Fidelity.FOLLOW,
        language=settings.get("language", DEFAULT),
        resample=Resampler,
        detect=settings.get("detect") or (lambda: None),
        pronounced=settings.get("pronounced", tuple),
    )


# What a live model is told to be, with the configuration of this moment.


def live_setup(
    configured: Callable[[Sequence[str]], Config],
    added: Callable[[Config], Addition | None],
    *,
    needed: bool = False,
) -> tuple[Config, LiveSetup, LiveService]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags; `added`: what its host adds;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={profile(config.profile).ears[0]}",))
    family = family_beside(config.ear.kind)
    own = added(config)
    named = choose_tools(config, own).tools
    now = SessionNow(policy(config, named), named, persona=who(config, own), added=own)
    given = ear_given(config, now)
    if needed and (lacks := declaration(EARS, config.ear.kind).missing(given)):
        raise ConfigError(f"ear.kind = {config.ear.kind} needs {lacks}")
    return config, plan_setup(family, given), service_of(family, given)
