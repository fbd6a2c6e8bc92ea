"""Ears over live models, of whichever family, and the narrators `reader` and `relay` beside them.

`settings` of an ear: `url`, `model`, `voice`, the session's `policy`, its `tools` and its `persona`, `now` (an object that gives both as they are
when a connection is opened, says when its tools change, and reads the person's corrections); `secrets`: `api_key`.
The recogniser of this machine listens beside every ear, and is made apart.

A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
does not say right is said by our own default voice (law G6); `narrator.voice` names the live model's voice. A relay reads
over the ear's connection, and is joined to it when both are made.
"""

import asyncio
from functools import partial
from typing import Final

from msgspec import Struct

from solovox.config.declaring import READERS, Declaration, ReadingManner
from solovox.config.fields import Address, Secret
from solovox.config.schema import ConfigError
from solovox.core.policy import Fidelity, Policy
from solovox.lang.languages import DEFAULT
from solovox.live.connection import BadEndpoint, Connection, LiveFamily, LiveService
from solovox.live.ear import ConnectionOptions, LiveEar
from solovox.live.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.relay import Relay
from solovox.live.setup import PERSONA, plan, taught
from solovox.parts.now import Now
from solovox.parts.personas import SessionPersona
from solovox.parts.registry import EARS, EarOf, NarratorOf, declaration
from solovox.parts.tools.selection import declared
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.shell.links.toolbox import ToldTools
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
        return f"another {_blamed(error)}: {error}"
    return ""


def live_ear(family: LiveFamily, given: AdapterArgs) -> EarOf:
    """An ear over a service of that family."""
    service = service_of(family, given)
    planned(family, given)
    now = given.settings.get("now")
    options = ConnectionOptions(
        resample=Resampler,
        corrections=None if now is None else now.corrections,
        coming=None if now is None else _SessionTools(now, given.settings.get("persona")),
    )

    def make(sound: Sound, narrator: Narrator | None = None) -> Ear:
        relay = narrator if isinstance(narrator, Relay) else None
        return LiveEar(service, partial(planned, family, given), sound, options, relay)

    return make


class _SessionTools:
    """In `self` an answer may need any tool: the ear's connection waits for the sets, as a brain's first question does, and
    is left for another when tools have come. Beside a brain it need not: what the ear is not told of, the brain has."""

    def __init__(self, now: Now, persona: SessionPersona | None) -> None:
        self._now, self._persona = now, persona

    async def known(self) -> None:
        """When each set is open, or could not be opened; where they are many, those nearest to what was said are chosen.
        Who the model is to be is read again before."""
        now = self._now
        if self.needed and self._persona is not None:
            await asyncio.to_thread(self._persona.look)
        if self.needed and now.box is not None:
            await now.box.opened()
            now.near = [one.name for one in await ToldTools(now.box, now.nearest).near(now.said)]

    async def changed(self) -> None:
        """When a set has told what it has from then on."""
        assert self._now.box is not None, "a session has begun where a connection is open"
        await self._now.box.changed()

    @property
    def needed(self) -> bool:
        """Whether the ear answers for itself."""
        return self._now.policy().alone


def planned(family: LiveFamily, given: AdapterArgs) -> LiveSetup:
    """The setup of the ear at this moment. Raises `ConfigError`."""
    settings = given.settings
    now = settings.get("now")
    policy: Policy = now.policy() if now is not None else settings["policy"]
    tools = declared(policy, *((now.tools(), now.near) if now is not None else (settings["tools"],)))
    model = settings.get("model") or family.model
    if why := family.unfit(model):
        raise ConfigError(f"ear.kind = {family.name} needs {UNFIT.format(model, why, family.model)}")
    persona: SessionPersona | None = settings.get("persona")
    themed = None if now is None or now.added is None else now.added.live_voice
    told = PERSONA if persona is None else persona.instruction
    return plan(policy, model, settings.get("voice") or themed, tools, told)


def service_of(family: LiveFamily, given: AdapterArgs) -> LiveService:
    """Where to connect. Raises `ConfigError`."""
    try:
        endpoint = family.endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        raise ConfigError(f"{_blamed(error)}: {error}") from None
    return LiveService(family=family, endpoint=endpoint)


def _blamed(error: BadEndpoint) -> str:
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
        return await service.open(taught(told, manner.pronounced()))

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
