"""The configuration as it counts: each key with its value, and where it was set or why it is so.

Rule: no secret is told: a key is masked, and whatever may be one in an address, as everywhere (`config/schema.py`).
"""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from solovox.config.declaring import Installed
from solovox.config.keys import KEYS
from solovox.config.load import Settings, printable
from solovox.config.own import print_own
from solovox.config.profile import profile
from solovox.config.schema import (
    Config,
    is_own,
    mask_secrets,
    own_key,
    show_value,
    value_of,
)
from solovox.parts.stores import LEARNING, OFF, ON, PersonsStore


class SettingInForce(msgspec.Struct):
    """One setting as it counts. Secrets are masked."""

    key: str
    value: str
    origin: Annotated[str, Meta(description="Where it was set, or why it is so.")]


class AddressToConfirm(msgspec.Struct):
    """An address that was set here, and is used for nothing before the person has confirmed it."""

    id: str
    key: str
    address: str
    host: Annotated[str, Meta(description="What the person is to be shown.")]
    gets: Annotated[str, Meta(description="What would be sent there.")]


class SettingsInForce(msgspec.Struct):
    """The configuration of new sessions."""

    profile: str
    settings: list[SettingInForce]
    waiting: Annotated[
        list[AddressToConfirm], Meta(description="Addresses that wait for the person's yes.")
    ] = []


def in_force(config: Config, found: Settings, installed: Installed) -> SettingsInForce:
    """What a new session has. `found`: what was set. Raises `ConfigError`."""
    rows = [*_values(config, found), *_own(found, installed)]
    return SettingsInForce(profile=config.profile, settings=[_mask_secrets(one, config) for one in rows])


def with_learning(shown: SettingsInForce, store: PersonsStore) -> SettingsInForce:
    """Beside them: whether edits teach. Raises `StoreError`."""
    told = SettingInForce(key=LEARNING, value=ON if store.learning() else OFF, origin="what was taught")
    return replace(shown, settings=[*shown.settings, told])


def _values(config: Config, found: Settings) -> Iterator[SettingInForce]:
    for key, option in KEYS.items():
        if (value := option.text(value_of(config, key))) is not None:
            yield SettingInForce(key=key, value=show_value(key, value), origin=_origin(config, found, key))


def _own(found: Settings, installed: Installed) -> Iterator[SettingInForce]:
    """Settings of adapters' own that were set."""
    for key, (value, origin) in printable(found, print_own(found, installed)).items():
        if is_own(key):
            yield SettingInForce(key=key, value=value, origin=origin)


def _mask_secrets(one: SettingInForce, config: Config) -> SettingInForce:
    return replace(one, value=mask_secrets(one.value, config.secrets))


def _origin(config: Config, found: Settings, key: str) -> str:
    section, _, name = key.partition(".")
    if section in ("ear", "narrator", "brain"):
        if name == "kind":
            return str(getattr(config.reasons, section))
        own = config.own.get(own_key(section, getattr(config, section).kind))
        said = own.said.get(name) if own is not None else None
        if said is not None:  # by its own table, by the section's key, or by a variable of another program
            return found[said].said_in if said in found else said
    if key in found:
        return found[key].said_in
    chosen = profile(config.profile)
    part = chosen.live if config.ear.kind != "local" else chosen.offline
    return f"profile {config.profile}" if key in chosen.always or key in part else "by default"
