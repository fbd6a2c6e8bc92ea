"""What can be configured. The keys are a contract: a dot between section and name, values as text.

Rule 1: an unknown key or value is an error of one line that suggests the nearest one.
Rule 2: a secret shows itself nowhere: not in `repr`, not in `str`, not in an error.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "ear.kind": ("local", "gemini"),
    "ear.url": (),
    "ear.model": (),
    "ear.api_key": (),
    "ear.after_read": ("keep", "restart"),
    "narrator.kind": ("reader", "relay", "voice", "self"),
    "narrator.session": ("kept", "fresh"),
    "narrator.fidelity": ("strict", "follow", "off"),
    "narrator.url": (),
    "narrator.voice": (),
    "brain.kind": (),
    "brain.url": (),
    "brain.model": (),
    "brain.api_key": (),
    "routing": ("model", "nudge", "code"),
    "approval": ("direct", "review", "correct"),
    "amend": ("queue", "replace"),
    "tools": (),
    "effects": ("ask", "allow"),
    "workspace": (),
    "journal.keep": (),
}
"""Every key with the values it may have; no values: any text. `brain.kind` is one of the installed brains."""

LISTS: Final = frozenset({"tools"})
"""Keys whose text is names with commas or spaces between them; a file may have a list instead."""
NO_NAMES: Final = "none"
SECRETS: Final = frozenset({"ear.api_key", "brain.api_key"})
ADDRESSES: Final = frozenset({"ear.url", "narrator.url", "brain.url"})
"""Keys whose text is an address: what stands before its host and behind its path may be a secret."""
KEEP: Final = "30 days"
"""How long sessions are kept in the state folder by default."""
MASK: Final = "********"
_DAYS: Final = re.compile(r"([1-9][0-9]{0,4}) ?days?")


class ConfigError(Exception):
    """What is configured cannot be. One line that says what to do."""


class Secret:
    """A text that is handed on by `reveal()` only."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    def __repr__(self) -> str:
        return MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarConfig:
    """Who listens."""

    kind: str = "local"
    url: str | None = None
    model: str | None = None
    api_key: Secret | None = None
    after_read: str = "keep"


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratorConfig:
    """Who reads."""

    kind: str = "voice"
    session: str = "kept"
    fidelity: str = "strict"
    url: str | None = None
    voice: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BrainConfig:
    """Who thinks."""

    kind: str = "local"
    url: str | None = None
    model: str | None = None
    api_key: Secret | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """Why each engine was chosen, in a few words."""

    ear: str = "by default"
    narrator: str = "by default"
    brain: str = "by default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """Everything that is chosen. `reasons` is for people."""

    profile: str = "talk"
    ear: EarConfig = EarConfig()
    narrator: NarratorConfig = NarratorConfig()
    brain: BrainConfig = BrainConfig()
    routing: str = "nudge"
    approval: str = "direct"
    amend: str = "replace"
    tools: tuple[str, ...] = ()
    effects: str = "ask"
    workspace: str | None = None
    keep: str = KEEP
    barge_in: bool = True
    wake: str = ""
    reasons: Reasons = Reasons()

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be written down."""
        keys = (self.ear.api_key, self.brain.api_key)
        hidden = [
            part for url in (self.ear.url, self.narrator.url, self.brain.url) for part in _hidden(url or "")
        ]
        return (*(key.reveal() for key in keys if key is not None), *hidden)


def check_key(key: str, said_in: str) -> None:
    """Raises `ConfigError` for a key that there is not."""
    if key not in VALUES:
        raise ConfigError(f"unknown key {key!r} ({said_in}): {suggestion(key, VALUES)}")


def check_value(key: str, value: str, said_in: str, values: Sequence[str] = ()) -> None:
    """Raises `ConfigError` for a value that the key cannot have."""
    known = values or VALUES[key]
    if known and value not in known:
        raise ConfigError(f"{key} cannot be {shown(key, value)!r} ({said_in}): {suggestion(value, known)}")
    if key == "journal.keep":
        try:
            days_of(value)
        except ConfigError as error:
            raise ConfigError(f"{key} cannot be {value!r} ({said_in}): {error}") from None


def text_of(key: str, value: object) -> object:
    """A value as text, where it is a list of names and the key may have one; else the value itself."""
    if key in LISTS and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or NO_NAMES
    return value


def names_in(text: str) -> tuple[str, ...]:
    """The names of a list, each once."""
    return tuple(dict.fromkeys(text.replace(",", " ").split())) if text != NO_NAMES else ()


def suggestion(word: str, known: Iterable[str], before: str = "") -> str:
    """`did you mean x?`, or what there is; each with what stands `before` all of them."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    return (
        f"did you mean {before}{near[0]}?" if near else f"there is {', '.join(before + one for one in names)}"
    )


def days_of(keep: str) -> int | None:
    """For how many days sessions are kept; None: for ever. Raises `ConfigError`."""
    if keep in ("never", "forever"):
        return None if keep == "forever" else 0
    found = _DAYS.fullmatch(keep)
    if found is None:
        raise ConfigError("write never, forever, or a number of days, for example 30 days")
    return int(found[1])


def shown(key: str, value: str) -> str:
    """A value as it may be printed."""
    if key in SECRETS:
        return MASK
    if key in ADDRESSES:
        for secret in _hidden(value):
            value = value.replace(secret, MASK)
    return value


def _hidden(address: str) -> list[str]:
    """The parts of an address that may be secrets: name and password, and what a query says; the longest first."""
    rest, _, query = address.partition("#")[0].partition("?")
    before, at, _ = rest.partition("://")[2].partition("/")[0].rpartition("@")
    said = [
        value for _, equals, value in (part.partition("=") for part in query.split("&")) if equals and value
    ]
    bare = [part for part in query.split("&") if part and "=" not in part]
    return sorted({*said, *bare, *([before] if at and before else [])}, key=len, reverse=True)
