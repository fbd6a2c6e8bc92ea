"""The factory of the ear over Gemini Live: from an `AdapterArgs` to what makes a session's ear from its sound.

`settings`: `url`, `model`, `voice`, `now` (a `SessionNow`), `socket` (how connections are held); `secrets`: `api_key`.
The recogniser of this machine listens beside every ear, and is made apart.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from solovox.config.declaring import EarTraits, Option, OptionKind, declares, goes_by
from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Fidelity
from solovox.lang.languages import DEFAULT
from solovox.live.connection import Connection, opened
from solovox.live.ear import ConnectionOptions, GeminiEar
from solovox.live.gemini.endpoint import BadEndpoint, Endpoint, endpoint
from solovox.live.reader import INSTRUCTION, LiveReader, ReaderOptions
from solovox.live.relay import Relay
from solovox.live.setup import DEFAULT_MODEL, PERSONA, SetupPlan, plan, setup
from solovox.live.witness import Detect
from solovox.parts.addition import Addition
from solovox.parts.brains.making import who
from solovox.parts.engines.recognisers import ear_given
from solovox.parts.now import SessionNow
from solovox.parts.policies import policy
from solovox.parts.registry import EarOf, NarratorOf
from solovox.parts.tools.selection import chosen, declared
from solovox.ports import AdapterArgs, Ear, Narrator, Sound
from solovox.speech.resample import Resampler
from solovox.text.pronounced import Pronounced
from solovox.wire.gemini_live.families import converses, family_of
from solovox.wire.gemini_live.parts import Behavior

NOWHERE: Final = "ear.api_key (a key of Google's) or ear.url (the address of another)"
DEAF: Final = (
    "another model: ear.model = {} cannot be talked with: it translates, transcribes or makes music; try {}"
)
KEY: Final = Option(
    name="api_key",
    kind=OptionKind.SECRET,
    about="A key for Google's service, or a token that begins with auth_tokens/.",
    variables=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    host="googleapis.com",
)
MODEL: Final = Option(
    name="model", default=DEFAULT_MODEL, about="Which model it is. Its family is told from its name."
)
URL: Final = Option(
    name="url",
    kind=OptionKind.ADDRESS,
    about="Where it is; Google's service, if not given.",
    variables=("GOOGLE_GEMINI_BASE_URL",),
)

LIMIT: Final = Option(
    name="limit",
    kind=OptionKind.LIMIT,
    default="15m",
    about="How long a connection may last, 1m at least, or none. It is left in a pause before.",
)


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


@goes_by(lambda _: "Google’s Gemini Live")
@declares(URL, MODEL, KEY, LIMIT, missing=missing, traits=traits)
def gemini(given: AdapterArgs) -> EarOf:
    """An ear over Gemini Live."""
    to, now = endpoint_of(given), now_of(given)
    planned(given)
    socket = replace(
        given.settings.get("socket") or ConnectionOptions(),
        resample=Resampler,
        corrections=now.corrections,
        coming=now,
    )

    def make(sound: Sound, narrator: Narrator | None = None) -> Ear:
        return GeminiEar(
            to, partial(planned, given), sound, socket, narrator if isinstance(narrator, Relay) else None
        )

    return make


def planned(given: AdapterArgs) -> SetupPlan:
    """The setup of the ear at this moment. Raises `ConfigError`."""
    model, now = given.settings.get("model"), now_of(given)
    if model and not converses(model):
        raise ConfigError(f"ear.kind = gemini needs {DEAF.format(model, DEFAULT_MODEL)}")
    themed = None if now.added is None else now.added.live_voice
    return plan(
        now.policy,
        model,
        given.settings.get("voice") or themed,
        declared(now.policy, now.tools, now.near),
        PERSONA if now.persona is None else now.persona.instruction,
    )


def now_of(given: AdapterArgs) -> SessionNow:
    """What counts in its session."""
    now: SessionNow = given.settings["now"]
    return now


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


@declares(URL, MODEL, KEY, missing=unreachable, beside=BESIDE, checked=True)
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


@declares(beside=BESIDE, checked=True)
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


# What a live model is told to be, with the configuration of this moment.

KIND: Final = "gemini"
"""The ear that is looked into."""


def live_setup(
    configured: Callable[[Sequence[str]], Config],
    added: Callable[[Config], Addition | None],
    *,
    needed: bool = False,
) -> tuple[Config, SetupPlan, Endpoint]:
    """The configuration with a live model in it, what it would be sent, and where. `configured` makes one with more flags; `added`: what its host adds;
    `needed`: it must be reachable. Raises `ConfigError`.
    """
    config = configured(())
    if config.ear.kind == "local":
        config = configured((f"ear.kind={KIND}",))
    if config.ear.kind != KIND:
        raise ConfigError(
            f"ear.kind = {config.ear.kind} is none that can be looked into: set ear.kind={KIND}"
        )
    own = added(config)
    named = chosen(config, own).tools
    now = SessionNow(policy(config, named), named, persona=who(config, own), added=own)
    given = ear_given(config, now)
    if needed and (lacks := missing(given)):
        raise ConfigError(f"ear.kind = {KIND} needs {lacks}")
    return config, planned(given), endpoint_of(given)
