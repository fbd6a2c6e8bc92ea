"""Profiles, and the choice of engines: what was set, and the profile for the rest.

Rule 1: what the person set is used as it is, or refused; it is never replaced by another.
Rule 2: with no key the local engine serves: a profile's `[live]` part counts only where `ear.api_key` or
`ear.url` is set, or `ear.kind` names a live model; else its `[offline]` part does.
Rule 3: of a profile's `brains` the first serves that is built and has what it needs.
"""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from solovox.config.load import Settings, flat
from solovox.config.schema import (
    KEEP,
    BrainConfig,
    Config,
    ConfigError,
    EarConfig,
    NarratorConfig,
    Reasons,
    Secret,
    check_key,
    check_value,
    names_in,
    suggestion,
    text_of,
)

LATER: Final = ("claude_code", "openai", "gemini", "claude")
"""Brains that profiles and people name, and that are not built yet."""
NO_KEY: Final = "neither ear.api_key nor ear.url is set"


@dataclass(frozen=True, slots=True)
class Profile:
    """Who listens, who thinks, who reads: one kind of use, as data."""

    name: str
    about: str
    brains: tuple[str, ...]
    barge_in: bool
    wake: str
    always: Mapping[str, str]
    live: Mapping[str, str]
    offline: Mapping[str, str]


@cache
def profiles() -> Mapping[str, Profile]:
    """All profiles by name, `talk` first."""
    folder = files("solovox.config.profiles")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    read = [_profile(name.removesuffix(".toml"), folder.joinpath(name).read_text("utf-8")) for name in names]
    return {one.name: one for one in sorted(read, key=lambda one: one.name != "talk")}


def profile(name: str) -> Profile:
    """The profile of that name. Raises `ConfigError`."""
    found = profiles().get(name)
    if found is None:
        raise ConfigError(f"unknown profile {name!r}: {suggestion(name, profiles())}")
    return found


def _profile(name: str, text: str) -> Profile:
    tree = tomllib.loads(text)
    parts = {
        part: {key: str(text_of(key, value)) for key, value in flat(tree.pop(part)).items()}
        for part in ("always", "live", "offline")
    }
    for part, values in parts.items():
        for key, value in values.items():
            check_key(key, f"{name}.toml [{part}]")
            check_value(key, value, f"{name}.toml [{part}]")
    brains = tuple(tree.pop("brains"))
    return Profile(name, tree["about"], brains, tree["barge_in"], tree["wake"], **parts)


def choose(name: str, found: Settings, brains: Collection[str]) -> Config:
    """The configuration of a session. `brains` are those that are built. Raises `ConfigError`."""
    chosen = profile(name)
    keyed = [key for key in ("ear.api_key", "ear.url") if key in found]
    said = found.get("ear.kind")
    live = said.text != "local" if said else bool(keyed)
    part = chosen.live if live else chosen.offline
    values = {**chosen.always, **part, **{key: value.text for key, value in found.items()}}
    why_ear = f"set in {said.said_in}" if said else f"{keyed[0]} is set" if keyed else NO_KEY
    kind, why_brain = _brain(chosen, found, brains)
    config = Config(
        profile=name,
        ear=EarConfig(
            kind=values["ear.kind"],
            url=values.get("ear.url"),
            model=values.get("ear.model"),
            api_key=_secret(values.get("ear.api_key")),
            after_read=values["ear.after_read"],
        ),
        narrator=NarratorConfig(
            kind=values["narrator.kind"],
            session=values.get("narrator.session", "kept"),
            fidelity=values.get("narrator.fidelity", "strict"),
            url=values.get("narrator.url") or values.get("ear.url"),
            voice=values.get("narrator.voice"),
        ),
        brain=BrainConfig(
            kind=kind,
            url=values.get("brain.url"),
            model=values.get("brain.model"),
            api_key=_secret(values.get("brain.api_key")),
        ),
        routing=values["routing"],
        approval=values["approval"],
        amend=values["amend"],
        tools=names_in(values["tools"]),
        effects=values.get("effects", "ask"),
        workspace=values.get("workspace"),
        keep=values.get("journal.keep", KEEP),
        barge_in=chosen.barge_in,
        wake=chosen.wake,
        reasons=Reasons(ear=why_ear, narrator=_why_narrator(chosen, found, live), brain=why_brain),
    )
    _check(config)
    return config


def _secret(text: str | None) -> Secret | None:
    return Secret(text) if text else None


def _brain(chosen: Profile, found: Settings, brains: Collection[str]) -> tuple[str, str]:
    said = found.get("brain.kind")
    if said is not None:
        if said.text not in brains and said.text in LATER:
            raise ConfigError(f"brain.kind = {said.text} is not built yet: there is {', '.join(brains)}")
        check_value("brain.kind", said.text, said.said_in, sorted(brains))
        return said.text, f"set in {said.said_in}"
    if "brain.url" in found:
        return "openai_compatible", "brain.url is set"
    for key in ("brain.api_key", "brain.model"):
        if key in found:
            raise ConfigError(f"{key} is set, but nothing says whose it is: set brain.url or brain.kind too")
    first = next(name for name in chosen.brains if name in brains and name != "openai_compatible")
    passed = ", ".join(f"{name} {_lacks(name)}" for name in chosen.brains[: chosen.brains.index(first)])
    return first, passed or f"the profile {chosen.name} says so"


def _lacks(name: str) -> str:
    return "is not set up (brain.url)" if name == "openai_compatible" else "is not built yet"


def _why_narrator(chosen: Profile, found: Settings, live: bool) -> str:
    said = found.get("narrator.kind")
    if said is not None:
        return f"set in {said.said_in}"
    return f"the profile {chosen.name} says so" + ("" if live else ", where there is no live model")


def _check(config: Config) -> None:
    if config.ear.kind == "local" and config.narrator.kind != "voice":
        raise ConfigError(
            f"narrator.kind = {config.narrator.kind} needs a live model, and ear.kind is local"
            f" ({config.reasons.ear}): set narrator.kind=voice, or an ear that is live"
        )
