"""Profiles: one kind of use each, as data. `choosing.py` makes a configuration of one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from solovox.config.load import flat
from solovox.config.schema import ConfigError, check_key, check_value, suggestion, text_of


@dataclass(frozen=True, slots=True)
class Profile:
    """Who listens, who thinks, who reads: one kind of use, as data."""

    name: str
    about: str
    ears: tuple[str, ...]
    """Live models; the first that is ready listens."""
    brains: tuple[str, ...]
    wake: str
    variables: Mapping[str, str]
    """By key: the variable of other programs that it is taken from in this profile, where nothing else sets it."""
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
    variables = {key: str(one) for key, one in flat(tree.pop("variables", {})).items()}
    for key in variables:
        check_key(key, f"{name}.toml [variables]")
    ears, brains = tuple(tree.pop("ears")), tuple(tree.pop("brains"))
    return Profile(name, tree["about"], ears, brains, tree["wake"], variables, **parts)
