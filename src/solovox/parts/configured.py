"""From what the person set to a configuration, and what of it is not ready."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from msgspec import structs

from solovox.brains.python import name_of
from solovox.config.choosing import choose
from solovox.config.files import SECRET_FILE, by_file
from solovox.config.load import others, settings
from solovox.config.schema import Config, ConfigError, Own, own_key
from solovox.lang.languages import AUTO
from solovox.parts.registry import (
    BRAINS,
    EARS,
    NAMES_OF,
    NARRATORS,
    RECOGNISERS,
    SECTION_OF,
    SURFACES,
    VOICES,
    NarratorOf,
    ThisMachine,
    adapter_args,
    declaration,
    make,
    missing,
)
from solovox.ports import Vad
from solovox.text.pronounced import Pronounced
from solovox.weights import Cache

OWN: Final = "python"
"""The brain that is a function of the program's own."""
DEFAULT_VOICE: Final = "af_bella"


def this_machine(folder: Path | None = None, variables: Mapping[str, str] | None = None) -> ThisMachine:
    """What is on this machine. Raises `ConfigError` for a secret's file that cannot be read."""
    found = others(folder, variables)
    if not any(name.endswith(SECRET_FILE) for name in found):
        return ThisMachine(found)
    return ThisMachine({**found, **by_file(ThisMachine().secret_variables(), found)})


def configure(
    profile: str,
    flags: Iterable[str] = (),
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> Config:
    """The configuration of a session, from all places. Raises `ConfigError`."""
    return choose(profile, settings(flags, folder, variables), this_machine(folder, variables))


def with_agent(profile: str, flags: Iterable[str] = (), agent: Callable[..., object] | None = None) -> Config:
    """As `configured`; with an agent, that is the brain, whatever else is set. Raises `ConfigError`."""
    return of_agent(configure(profile, flags_of(flags, agent)), agent)


def flags_of(flags: Iterable[str], agent: Callable[..., object] | None) -> tuple[str, ...]:
    """The flags; with an agent, that is the brain."""
    return (*flags,) if agent is None else (*flags, f"brain.kind={OWN}")


def of_agent(config: Config, agent: Callable[..., object] | None) -> Config:
    """The configuration with the agent in it, if there is one."""
    if agent is None:
        return config
    reasons = structs.replace(config.reasons, brain=name_of(agent))
    return structs.replace(config, agent=agent, reasons=reasons)


def going_on(config: Config, session: str) -> Config:
    """The configuration with a session of the brain's own to go on with."""
    key = own_key("brain", config.brain.kind)
    own = config.own.get(key, Own())
    own = replace(own, values={**own.values, "session": session})
    return structs.replace(config, own={**config.own, key: own})


def narrator(
    config: Config, detect: Callable[[], Vad | None] | None = None, pronounced: Pronounced = tuple
) -> NarratorOf | None:
    """What makes the narrator; None: one of the voices reads, or the ear itself answers. Raises `ConfigError`. `detect`: what
    makes a detector of speech, when the session is made; `pronounced`: how the person wants words said."""
    kind = config.narrator.kind
    if kind in ("voice", "self"):
        return None
    made: NarratorOf = make(
        NARRATORS, kind, adapter_args(config, NARRATORS, kind, detect=detect, pronounced=pronounced)
    )
    return made


def voice_of(config: Config) -> str:
    """The name of the voice of this machine."""
    return (config.narrator.kind == "voice" and config.narrator.voice) or DEFAULT_VOICE


def speaks(config: Config) -> bool:
    """Whether the voice of this machine speaks the language of the talk. Where that is to be found out it is taken to."""
    there = declaration(VOICES, voice_of(config)).languages
    return not there or config.language in (*there, AUTO)


def unready(config: Config, weights: Cache) -> Iterator[str]:
    """What was chosen and is not ready: a line each that says what it needs. Beside a live ear the engine of this machine
    is not needed: loudness tells when the person speaks."""
    live = config.ear.kind != "local"
    chosen = [(EARS, config.ear.kind), (NARRATORS, config.narrator.kind), (SURFACES, config.surface)]
    chosen += [] if live and config.recogniser == "local" else [(RECOGNISERS, config.recogniser)]
    chosen += [] if config.narrator.kind == "self" else [(BRAINS, config.brain.kind)]
    chosen += [(VOICES, voice_of(config))] if config.narrator.kind == "voice" and speaks(config) else []
    for group, name in chosen:
        if lacks := missing(group, name, adapter_args(config, group, name, weights=weights)):
            yield f"{NAMES_OF[group]} = {name} needs {lacks}"
        yield from config.own.get(own_key(SECTION_OF[group], name), Own()).apart.values()


def surface_ready(config: Config) -> None:
    """Raises `ConfigError` if the surface has not what it needs: before anything is written."""
    if lacks := missing(SURFACES, config.surface, adapter_args(config, SURFACES, config.surface)):
        raise ConfigError(f"{NAMES_OF[SURFACES]} = {config.surface} needs {lacks}")
