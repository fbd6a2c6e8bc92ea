"""The choice of engines: what was set, and the profile for the rest.

Rule 1: what the person set is used as it is, or refused; it is never replaced by another.
Rule 2: a kind that only the profile names serves if it is installed and has what it needs; else it is passed over, and
said in `Config.reasons`. So with no key the local engine serves: a profile's `[live]` part counts where its ear is ready.
Rule 3: what a kind needs is asked of its own declaration (`Installed.missing`), here as everywhere.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from solovox.config.declaring import Installed, OptionKind
from solovox.config.load import Settings
from solovox.config.own import options, resolved, tables
from solovox.config.profile import Profile, profile
from solovox.config.schema import (
    KEEP,
    BrainConfig,
    Config,
    ConfigError,
    EarConfig,
    NarratorConfig,
    Own,
    Reasons,
    Secret,
    check_value,
    names_in,
    own_key,
)

LIVE_ONLY: Final = ("reader", "relay", "self")
"""Narrators that are a live model."""
KEYS: Final = (OptionKind.SECRET, OptionKind.ADDRESS)
"""Who gives one of these to an adapter wants it."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A kind, its own settings, and why it is this one."""

    kind: str
    own: Own
    why: str


def choose(name: str, found: Settings, installed: Installed) -> Config:
    """The configuration of a session. Raises `ConfigError`."""
    given = list(tables(found, installed))
    return ProfileChoice(profile(name), found, installed).config(
        [(section, one) for section, one, _ in given]
    )


class ProfileChoice:
    """One profile and what was set, on one machine."""

    def __init__(self, chosen: Profile, found: Settings, installed: Installed) -> None:
        self._profile = chosen
        self._found = found
        self._installed = installed

    def config(self, given: Collection[tuple[str, str]]) -> Config:
        """The whole. `given`: the adapters that have a table."""
        chosen, found = self._profile, self._found
        ear = self._ear()
        live = ear.kind != "local"
        narrator, brain = self._narrator(ear, live=live), self._brain()
        part = chosen.live if live else chosen.offline
        values = {**chosen.always, **part, **{key: value.text for key, value in found.items()}}
        owned = {own_key(section, one): self._own(section, one) for section, one in given}
        for section, one in (("ear", ear), ("narrator", narrator), ("brain", brain)):
            owned[own_key(section, one.kind)] = one.own
        return Config(
            profile=chosen.name,
            ear=replace(EarConfig(**_where(ear)), after_read=values["ear.after_read"]),
            narrator=NarratorConfig(
                kind=narrator.kind,
                session=values.get("narrator.session", "kept"),
                fidelity=values.get("narrator.fidelity", "strict"),
                url=_text(narrator.own, "url") or _text(ear.own, "url"),
                voice=values.get("narrator.voice"),
            ),
            brain=BrainConfig(**_where(brain)),
            recogniser=self._kind("recogniser", "local"),
            surface=self._kind("surface", "file"),
            routing=values["routing"],
            approval=values["approval"],
            amend=values["amend"],
            tools=names_in(values["tools"]),
            effects=values.get("effects", "ask"),
            workspace=values.get("workspace"),
            keep=values.get("journal.keep", KEEP),
            barge_in=chosen.barge_in,
            wake=chosen.wake,
            own=owned,
            variables={name: Secret(text) for name, text in self._installed.variables.items()},
            reasons=Reasons(ear=ear.why, narrator=narrator.why, brain=brain.why),
        )

    def _kind(self, section: str, default: str) -> str:
        """The kind that was set, which must be installed, or the default."""
        said = self._found.get(f"{section}.kind")
        if said is None:
            return default
        check_value(f"{section}.kind", said.text, said.said_in, self._installed.kinds(section))
        return said.text

    def _own(self, section: str, kind: str, under: Mapping[str, str] | None = None) -> Own:
        declaration = self._installed.declaration(section, kind)
        return resolved((section, kind), declaration, self._found, self._installed.variables, under)

    def _missing(self, section: str, kind: str, own: Own) -> str:
        return self._installed.missing(section, kind, own.values, own.secrets)

    def _named(self, section: str, kind: str, own: Own) -> list[str]:
        """By which keys and variables it was given an address or a secret."""
        there = options(section, self._installed.declaration(section, kind))
        return [key for name, key in own.said.items() if there[name].kind in KEYS]

    def _said(self, section: str) -> str:
        return f"set in {self._found[f'{section}.kind'].said_in}"

    def _ear(self) -> Chosen:
        wanted = self._profile.live["ear.kind"]
        below = _of(self._profile.live, "ear")
        if "ear.kind" in self._found:
            kind = self._kind("ear", "local")
            return Chosen(kind, self._own("ear", kind, below if kind == wanted else {}), self._said("ear"))
        local = self._own("ear", "local")
        if wanted not in self._installed.kinds("ear"):
            return Chosen("local", local, f"{wanted} is not installed")
        own = self._own("ear", wanted, below)
        named = self._named("ear", wanted, own)
        missing = self._missing("ear", wanted, own)
        if missing and not any(key in self._found for key in named):
            return Chosen("local", local, f"{wanted} needs {missing}")
        says = f"the profile {self._profile.name} says so"
        return Chosen(wanted, own, f"{named[0]} is set" if named else says)

    def _narrator(self, ear: Chosen, *, live: bool) -> Chosen:
        says = f"the profile {self._profile.name} says so"
        if "narrator.kind" in self._found:
            kind, why = self._kind("narrator", "voice"), self._said("narrator")
            if refused := self._cannot_read(kind, ear):
                raise ConfigError(f"narrator.kind = {kind} {refused}")
            return Chosen(kind, self._own("narrator", kind, self._shared(kind, ear)), why)
        kind = (self._profile.live if live else self._profile.offline)["narrator.kind"]
        why = says if live else f"{says}, where there is no live model"
        voice = self._own("narrator", "voice")
        if passed := self._cannot_read(kind, ear):
            return Chosen("voice", voice, f"{kind} {passed}")
        own = self._own("narrator", kind, self._shared(kind, ear))
        missing = self._missing("narrator", kind, own)
        if missing and not any(key in self._found for key in self._named("narrator", kind, own)):
            return Chosen("voice", voice, f"{kind} needs {missing}")
        return Chosen(kind, own, why)

    def _cannot_read(self, kind: str, ear: Chosen) -> str:
        """Why a narrator cannot read beside the ear; empty if it can."""
        if kind not in self._installed.kinds("narrator"):
            return "is not installed"
        if kind in LIVE_ONLY and ear.kind == "local":
            return (
                f"needs a live model, and ear.kind is local ({ear.why}): set narrator.kind=voice,"
                " or an ear that is live"
            )
        beside = self._installed.declaration("narrator", kind).beside
        if beside and ear.kind not in beside:
            return f"reads beside {' or '.join(beside)} only, and ear.kind is {ear.kind}: set narrator.kind=voice"
        return ""

    def _shared(self, kind: str, ear: Chosen) -> Mapping[str, str]:
        """What a narrator that reads beside the ear has from it. A key of a vendor's variable is found anew."""
        if ear.kind not in self._installed.declaration("narrator", kind).beside:
            return {}
        own = {name: text for name in ("url", "model") if (text := _text(ear.own, name))}
        key = ear.own.secrets.get("api_key")
        return own | ({"api_key": key.reveal()} if key and ear.own.said.get("api_key") in self._found else {})

    def _brain(self) -> Chosen:
        found, kinds = self._found, self._installed.kinds("brain")
        if "brain.kind" in found:
            kind = self._kind("brain", "local")
            return Chosen(kind, self._own("brain", kind), self._said("brain"))
        if "brain.url" in found:
            kind = self._installed.url_brain
            return Chosen(kind, self._own("brain", kind), "brain.url is set")
        for key in ("brain.api_key", "brain.model"):
            if key in found:
                raise ConfigError(
                    f"{key} is set, but nothing says whose it is: set brain.url or brain.kind too"
                )
        passed: list[str] = []
        for name in self._profile.brains:
            if name not in kinds:
                passed.append(f"{name} is not installed")
                continue
            own = self._own("brain", name)
            missing = self._missing("brain", name, own)
            if not missing or name == self._profile.brains[-1]:
                why = ", ".join(passed) or f"the profile {self._profile.name} says so"
                return Chosen(name, own, why)
            passed.append(f"{name} needs {missing}")
        raise ConfigError(f"no brain of the profile {self._profile.name} can serve: {', '.join(passed)}")


def _where(one: Chosen) -> dict[str, Any]:
    """What ears and brains have in common."""
    key = one.own.secrets.get("api_key")
    return {"kind": one.kind, "url": _text(one.own, "url"), "model": _text(one.own, "model"), "api_key": key}


def _text(own: Own, name: str) -> str | None:
    value = own.values.get(name)
    return str(value) if value is not None else None


def _of(values: Mapping[str, str], section: str) -> Mapping[str, str]:
    """A section's values by their names in it."""
    return {
        key.removeprefix(f"{section}."): text for key, text in values.items() if key.startswith(f"{section}.")
    }
