"""What was chosen, with all that adapters have of their own; and the names of keys: a dot between section and name.

Rule: an unknown key is an error of one line that suggests the nearest one.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from solovox.config.errors import ConfigError
from solovox.config.fields import (
    MASK,
    NO_NAMES,
    Option,
    OptionKind,
    Secret,
    Value,
    find_hidden_parts,
    mask_secrets,
    suggestion,
)
from solovox.config.keys import KEYS, OF_SESSION, BrainConfig, EarConfig, Keys, McpServer, NarratorConfig

__all__ = [
    "MASK",
    "NO_NAMES",
    "BrainConfig",
    "ConfigError",
    "EarConfig",
    "NarratorConfig",
    "Secret",
    "mask_secrets",
    "suggestion",
]

SECTIONS: Final = (
    "ear", "recogniser", "narrator", "voice", "brain", "corrector", "studio", "tools", "surface",
)  # fmt: skip
"""Whose adapters have tables of their own: `[brain.NAME]`."""
MCP: Final = "mcp"
"""The section of servers: `[mcp.NAME]`, with names that the person gives (`mcp_servers.py`)."""
ALIASES: Final = {"tools.names": "tools"}
"""In TOML `tools` cannot be a list and hold the tables of packages too."""
SECRETS: Final = frozenset(key for key, one in KEYS.items() if one.kind is OptionKind.SECRET)


@dataclass(frozen=True, slots=True)
class Own:
    """The settings of one adapter's own, checked. `said`: for those that were set, by which key, or by which variable of another
    program. `apart`: secrets that were set and do not go where the adapter is, and why; `refused`: why it cannot be used at all."""

    values: Mapping[str, Value] = field(default_factory=dict)
    secrets: Mapping[str, Secret] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""


class Reasons(msgspec.Struct, frozen=True, kw_only=True):
    """Why each engine was chosen; who gets what the person says, and whose account pays. In a few words, for people; empty: none
    that is known."""

    ear: str = "by default"
    narrator: str = "by default"
    brain: str = "by default"
    voice_to: str = ""
    words_to: str = ""
    pays: str = ""


class Config(Keys, frozen=True, kw_only=True):
    """Everything that is chosen."""

    profile: str = "talk"
    inside: bool = True
    """Whether what is on this machine may be looked into. False: strangers are there."""
    own: Mapping[str, Own] = {}
    """The settings of adapters' own, by `section.name` (`own_key`)."""
    mcp: Mapping[str, McpServer] = {}
    """The MCP servers of a session, by name."""
    mcp_idle: tuple[str, ...] = ()
    """Those that are configured, and that `tools` leaves out."""
    variables: Mapping[str, Secret] = {}
    """Variables of other programs. An adapter gets those that it declares."""
    handed: set[Secret] = msgspec.field(default_factory=set)
    """The secrets that adapters were given, besides those of `ear` and `brain`."""
    agent: Callable[..., object] | None = None
    """A function of the program's own, where it was handed over by `solovox.run`."""
    journals: Path | None = None
    """Where the sessions of this process are kept. None: in the person's state folder."""
    reasons: Reasons = Reasons()

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be written down."""
        own = {key for one in self.own.values() for key in one.secrets.values()} | self.handed
        keys = dict.fromkeys((self.ear.api_key, self.brain.api_key, *sorted(own, key=Secret.reveal)))
        values = [str(one) for own in self.own.values() for one in own.values.values()]
        served = [one.url.reveal() for one in self.mcp.values() if one.url is not None]
        urls = [self.ear.url, self.narrator.url, self.brain.url, *served]
        urls += [one for one in values if "://" in one]
        parts = [part for url in urls for part in find_hidden_parts(url or "")]
        return (*(key.reveal() for key in keys if key is not None), *parts)


def who(config: Config) -> str:
    """Who hears, thinks and reads, and why: one line without secrets."""
    return "; ".join(each_role(config))


def each_role(config: Config) -> tuple[str, ...]:
    """Who hears, who thinks, who reads, and why; who gets voice and words, and who pays: a line each, without secrets."""
    why, kinds = config.reasons, (config.ear.kind, config.brain.kind, config.narrator.kind)
    told = {"voice goes to": why.voice_to}
    if config.narrator.kind == "self":
        lines = [f"hears, thinks and speaks: {kinds[0]} ({why.ear}; narrator.kind = self: {why.narrator})"]
    else:
        said = zip(("hears", "thinks", "reads"), kinds, (why.ear, why.brain, why.narrator), strict=True)
        lines = [f"{does}: {kind} ({reason})" for does, kind, reason in said]
        told |= {"words go to": why.words_to, "pays": why.pays}
    lines += [f"{does}: {whose}" for does, whose in told.items() if whose]
    return tuple(mask_secrets(line, config.secrets) for line in lines)


def value_of(config: Config, key: str) -> object:
    """What a key of the session is in a configuration."""
    option, section = KEYS[key], key.partition(".")[0]
    if option.owner is Keys:
        return getattr(config, option.field)
    place = getattr(config, section)
    if key in OF_SESSION:
        return getattr(place, option.field)
    own = config.own.get(own_key(section, place.kind))  # some kinds have it
    return None if own is None else own.values.get(option.name)


def own_key(section: str, name: str, option: str = "") -> str:
    """The key of an adapter's table, or of a setting in it. Variables have capitals and no dashes: neither counts."""
    return ".".join(part for part in (section, name, option) if part).lower().replace("-", "_")


def is_own(key: str) -> bool:
    """Whether the key is one of an adapter's own: `brain.mine.model`."""
    parts = key.split(".")
    return parts[0] in SECTIONS and len(parts) > 2 and all(parts) and key.isprintable() and key not in KEYS


def is_mcp(key: str) -> bool:
    """Whether the key is one of an MCP server's."""
    return key.startswith(f"{MCP}.")


def mcp_name(text: str) -> str:
    """A server's name as it is known: neither capitals nor dashes count, for variables have none."""
    return text.lower().replace("-", "_")


def known_key(key: str) -> str:
    """A key as it is known. What is below the option of a server (`env.NAME`) stays as it is."""
    if is_mcp(key):
        parts = key.split(".", 3)
        return ".".join(
            (parts[0], *map(mcp_name, parts[1:2]), *(one.lower() for one in parts[2:3]), *parts[3:])
        )
    return ALIASES.get(key, own_key(key, "") if is_own(key) else key)


def check_key(key: str, said_in: str) -> None:
    """Raises `ConfigError` for a key that there is not. Those of adapters and of servers are checked by `choose`."""
    if key not in KEYS and not is_own(key) and not is_mcp(key):
        raise ConfigError(f"unknown key {key!r} ({said_in}): {suggestion(key, KEYS)}")


def text_of(key: str, value: object) -> str | None:
    """A value of a file as the text that it stands for. None: it cannot be said so."""
    option: Option | None = KEYS.get(key)
    if is_mcp(key) and isinstance(value, list | bool | int | float):
        return json.dumps(value)
    if isinstance(value, bool | int | float) and (
        is_own(key) or (option is not None and option.takes(value))
    ):
        return str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, list) and option is not None and option.takes(value):
        return ", ".join(value) or NO_NAMES
    return value if isinstance(value, str) else None


def check_text(key: str, text: str, said_in: str) -> None:
    """Raises `ConfigError` for what a key of the session cannot be."""
    if key in KEYS:
        KEYS[key].parse(key, text, said_in)


def check_kind(key: str, text: str, said_in: str, known: tuple[str, ...]) -> None:
    """Raises `ConfigError` for a kind that is not among those that are there."""
    if text not in known:
        raise ConfigError(f"{key} cannot be {text!r} ({said_in}): {suggestion(text, known)}")


def show_value(key: str, text: str) -> str:
    """A value of the session as it may be printed."""
    return KEYS[key].show(text)
