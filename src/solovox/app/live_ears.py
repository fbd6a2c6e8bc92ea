"""The factory of the ear over Gemini Live: from an `AdapterArgs` to what makes a session's ear from its sound.

`settings`: `url`, `model`, `voice`, the session's `policy`, its `tools` and its `persona`, `now` (an object that gives both as they are
when a connection is opened, says when its tools change, and reads the person's corrections), `socket` (how connections are held); `secrets`: `api_key`.
The recogniser of this machine listens beside every ear, and is made apart.
"""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Struct

from solovox.app.personas import SessionPersona
from solovox.app.registry import EarOf
from solovox.app.tool_selection import declared
from solovox.config.declaring import Declaration, Destination, EarTraits, setting
from solovox.config.fields import Address, Limit, Secret
from solovox.config.schema import ConfigError
from solovox.core.policy import Policy
from solovox.live.ear import ConnectionOptions, GeminiEar
from solovox.live.gemini.endpoint import BadEndpoint, Endpoint, endpoint
from solovox.live.relay import Relay
from solovox.live.setup import DEFAULT_MODEL, PERSONA, SetupPlan, plan
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.shell.links.told_tools import ToldTools
from solovox.speech.resample import Resampler
from solovox.text.pronounced import Pronounced
from solovox.wire.gemini_live.families import converses, family_of
from solovox.wire.gemini_live.parts import Behavior

if TYPE_CHECKING:
    from solovox.app.wiring import Now
from solovox.app.registry import NarratorOf
from solovox.core.policy import Fidelity
from solovox.lang.languages import DEFAULT
from solovox.live.connection import Connection, opened
from solovox.live.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.setup import setup
from solovox.live.witness import Detect

NOWHERE: Final = "ear.api_key (a key of Google's) or ear.url (the address of another)"
DEAF: Final = (
    "another model: ear.model = {} cannot be talked with: it translates, transcribes or makes music; try {}"
)


class ReaderKeys(Struct, frozen=True, kw_only=True):
    """The settings of a connection that reads."""

    url: Annotated[Address | None, setting("GOOGLE_GEMINI_BASE_URL")] = None
    """Where it is; Google's service, if not given."""
    model: str = DEFAULT_MODEL
    """Which model it is. Its family is told from its name."""
    api_key: Annotated[Secret | None, setting("GEMINI_API_KEY", "GOOGLE_API_KEY", host="googleapis.com")] = (
        None
    )
    """A key for Google's service, or a token that begins with auth_tokens/."""


class GeminiLiveKeys(ReaderKeys, frozen=True, kw_only=True):
    """The settings of the ear."""

    limit: Limit = "15m"
    """How long a connection may last, 1m at least, or none. It is left in a pause before."""


def missing(given: AdapterArgs) -> str:
    """An address or a key that can be used, and a model that converses."""
    url, model = given.settings.get("url"), given.settings.get("model")
    if not url and not given.secrets.get("api_key"):
        return NOWHERE
    if model and not converses(model):
        return DEAF.format(model, DEFAULT_MODEL)
    try:
        endpoint(url, given.secrets.get("api_key"))
    except BadEndpoint as error:
        return f"another {_blamed(error)}: {error}"
    return ""


def traits(model: str | None) -> EarTraits:
    """What the model's family does with tools (C2)."""
    functions = family_of(model or DEFAULT_MODEL).functions
    return EarTraits(schedules=functions.scheduling, freezes=Behavior.NON_BLOCKING not in functions.behaviors)


@Declaration(
    GeminiLiveKeys,
    missing=missing,
    traits=traits,
    way=Destination(service=lambda _: "Google’s Gemini Live"),
)
def gemini(given: AdapterArgs) -> EarOf:
    """An ear over Gemini Live."""
    to = endpoint_of(given)
    planned(given)
    now = given.settings.get("now")
    socket = replace(
        given.settings.get("socket") or ConnectionOptions(),
        resample=Resampler,
        corrections=None if now is None else now.corrections,
        coming=None if now is None else _SessionTools(now, given.settings.get("persona")),
    )

    def make(sound: Sound, narrator: Narrator | None = None) -> Ear:
        return GeminiEar(
            to, partial(planned, given), sound, socket, narrator if isinstance(narrator, Relay) else None
        )

    return make


class _SessionTools:
    """In `self` an answer may need any tool: the ear's connection waits for the sets, as a brain's first question does, and
    is left for another when tools have come. Beside a brain it need not: what the ear is not told of, the brain has."""

    def __init__(self, now: "Now", persona: SessionPersona | None) -> None:
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


def planned(given: AdapterArgs) -> SetupPlan:
    """The setup of the ear at this moment. Raises `ConfigError`."""
    settings = given.settings
    now = settings.get("now")
    policy: Policy = now.policy() if now is not None else settings["policy"]
    tools = declared(policy, *((now.tools(), now.near) if now is not None else (settings["tools"],)))
    model = settings.get("model")
    if model and not converses(model):
        raise ConfigError(f"ear.kind = gemini needs {DEAF.format(model, DEFAULT_MODEL)}")
    persona: SessionPersona | None = settings.get("persona")
    themed = None if now is None or now.studio is None else now.studio.theme.live_voice
    return plan(
        policy,
        model,
        settings.get("voice") or themed,
        tools,
        PERSONA if persona is None else persona.instruction,
    )


def endpoint_of(given: AdapterArgs) -> Endpoint:
    """Where to connect. Raises `ConfigError`."""
    try:
        return endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        raise ConfigError(f"{_blamed(error)}: {error}") from None


def _blamed(error: BadEndpoint) -> str:
    return "ear.url" if "address" in str(error) else "ear.api_key"


# The factories of the narrators that are live models: `reader` and `relay`, beside an ear over Gemini Live.
#
# A reader has its own connection, with the ear's key and model, at `narrator.url` (the ear's, if not given). What it
# does not say right is said by our own default voice (law G6); `narrator.voice` names the live model's voice. A relay reads
# over the ear's connection, and is joined to it when both are made.

BESIDE: Final = ("gemini",)


def unreachable(given: AdapterArgs) -> str:
    """An address that can be used."""
    try:
        endpoint(given.settings.get("url"), given.secrets.get("api_key"))
    except BadEndpoint as error:
        return f"another narrator.url: {error}"
    return ""


@Declaration(ReaderKeys, missing=unreachable, beside=BESIDE, checked=True)
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
        language=given.settings.get("language", DEFAULT),
        resample=Resampler,
        detect=_detect(given),
        pronounced=_pronounced(given),
    )

    async def dial() -> Connection:
        return await opened(to, setup(plan.taught(manner.pronounced())))

    def make(sound: Sound, exact: Narrator | None) -> Narrator:
        return LiveReader(dial, manner, sound, exact)

    return make


@Declaration(beside=BESIDE, checked=True)
def relay(given: AdapterArgs) -> NarratorOf:
    """The ear's own connection reads."""
    family = family_of(given.settings.get("model") or DEFAULT_MODEL)
    manner = ReaderOptions(
        family=family,
        tolerant=_tolerant(given),
        language=given.settings.get("language", DEFAULT),
        resample=Resampler,
        detect=_detect(given),
        pronounced=_pronounced(given),
    )
    return lambda sound, exact: Relay(manner, sound, exact)


def _detect(given: AdapterArgs) -> Detect:
    made: Detect | None = given.settings.get("detect")
    return made or (lambda: None)


def _pronounced(given: AdapterArgs) -> Pronounced:
    found: Pronounced = given.settings.get("pronounced", tuple)
    return found


def _tolerant(given: AdapterArgs) -> bool:
    return Fidelity(given.settings.get("fidelity", "strict")) is Fidelity.FOLLOW
