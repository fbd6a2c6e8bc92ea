"""What can be configured. The keys are a contract: a dot between section and name, values as text.

Rule 1: an unknown key or value is an error of one line that suggests the nearest one.
Rule 2: a secret shows itself nowhere: not in `repr`, not in `str`, not in an error.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from solovox.config.amounts import KEEP, KEPT, ROOM, ROOMY, WRITE_DAYS, WRITE_ROOM
from solovox.core.policy import AfterRead, Amendment, Approval, Fidelity, Listens, Routing
from solovox.core.transcripts import plain
from solovox.lang.languages import AUTO, DEFAULT, HEARD

if TYPE_CHECKING:
    from solovox.config.mcp_servers import McpServer


def _words(choices: type[Enum]) -> tuple[str, ...]:
    return tuple(str(one.value) for one in choices)


VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "ear.kind": (),
    "ear.url": (),
    "ear.model": (),
    "ear.api_key": (),
    "ear.after_read": _words(AfterRead),
    "ear.listens": _words(Listens),
    "ear.hand_over": ("ask_agent", "ask_brain", "converse"),
    "ear.tools": (),
    "ear.limit": (),
    "recogniser.kind": (),
    "narrator.kind": (),
    "narrator.session": ("kept", "fresh"),
    "narrator.fidelity": _words(Fidelity),
    "narrator.url": (),
    "narrator.voice": (),
    "narrator.speed": (),
    "narrator.spoken_seconds": (),
    "brain.kind": (),
    "brain.url": (),
    "brain.model": (),
    "brain.api_key": (),
    "brain.session": (),
    "brain.permissions": ("ask", "edits", "plan"),
    "brain.tools": (),
    "brain.prompt": (),
    "brain.command": (),
    "brain.first_seconds": (),
    "brain.idle_seconds": (),
    "corrector.kind": (),
    "studio.brain.kind": (),
    "surface.kind": (),
    "wake.phrase": (),
    "wake.follow_seconds": (),
    "wake.by": ("phrase", "name", "always"),
    "language": (AUTO, *HEARD),
    "persona": (),
    "routing": _words(Routing),
    "approval": _words(Approval),
    "amend": _words(Amendment),
    "ask_early": ("free", "yes", "no"),
    "patience": (),
    "owners": (),
    "guests": ("yes", "no"),
    "own_words": ("yes", "no"),
    "barge_in": ("yes", "no"),
    "tools": (),
    "effects": ("ask", "allow"),
    "workspace": (),
    "journal.keep": (),
    "journal.room": (),
}
"""Every key with the values it may have; no values: any text. A kind is one of those that are installed."""

SECTIONS: Final = (
    "ear", "recogniser", "narrator", "voice", "brain", "corrector", "studio", "tools", "surface",
)  # fmt: skip
"""Whose adapters have tables of their own: `[brain.NAME]`."""
MCP: Final = "mcp"
"""The section of servers: `[mcp.NAME]`, with names that the person gives (`mcp_servers.py`)."""
ALIASES: Final = {"tools.names": "tools"}
"""In TOML `tools` cannot be a list and hold the tables of packages too."""

LISTS: Final = frozenset({"tools", "owners", "ear.tools"})
"""Keys whose text is names with commas or spaces between them; a file may have a list instead."""
NUMBERS: Final = frozenset({"brain.first_seconds", "brain.idle_seconds", "narrator.speed", "patience"})
"""Keys whose text is a number; a file may have the number itself."""
NO_NAMES: Final = "none"
SECRETS: Final = frozenset({"ear.api_key", "brain.api_key"})
ADDRESSES: Final = frozenset({"ear.url", "narrator.url", "brain.url"})
"""Keys whose text is an address: what stands before its host and behind its path may be a secret."""
MASK: Final = "********"
_SECONDS: Final = re.compile(r"0|[1-9][0-9]?|[1-5][0-9]{2}|600")
_PERCENT: Final = re.compile(r"[5-9][0-9]|1[0-9]{2}|200")
_WRITE_SECONDS: Final = "write a number of seconds from 1 to 600, or 0"
_WRITTEN: Final = {
    "journal.keep": (KEPT, WRITE_DAYS),
    "journal.room": (ROOMY, WRITE_ROOM),
    "narrator.spoken_seconds": (_SECONDS, f"{_WRITE_SECONDS} to hear all"),
    "narrator.speed": (_PERCENT, "write percent of the usual speed, from 50 to 200"),
    "patience": (_PERCENT, "write percent of the usual patience, from 50 to 200"),
    "wake.follow_seconds": (_SECONDS, f"{_WRITE_SECONDS} to need the phrase each time"),
}
LONGEST_PHRASE: Final = 6
"""Words of a wake phrase."""


class ConfigError(Exception):
    """What is configured cannot be. One line that says what to do."""


Value = str | int | float | bool
"""Of an adapter's own setting."""


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


@dataclass(frozen=True, slots=True)
class Own:
    """The settings of one adapter's own, checked. `said`: for those that were set, by which key, or by which variable of another
    program. `apart`: secrets that were set and do not go where the adapter is, and why; `refused`: why it cannot be used at all."""

    values: Mapping[str, Value] = field(default_factory=dict)
    secrets: Mapping[str, Secret] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)
    apart: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarConfig:
    """Who listens."""

    kind: str = "local"
    url: str | None = None
    model: str | None = None
    api_key: Secret | None = None
    after_read: str = "keep"
    listens: str | None = None
    """None: what was not said to us is spared wherever words can be told from sound here (law T6)."""
    hand_over: str = "ask_agent"
    """The tool by which a live ear beside a brain hands over what the person said."""
    tools: tuple[str, ...] = ()
    """Tools that it may call in the brain's place, beside those that say so of themselves: what they give is read (T3)."""
    goes_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NarratorConfig:
    """Who reads."""

    kind: str = "voice"
    session: str = "kept"
    fidelity: str = "strict"
    url: str | None = None
    voice: str | None = None
    speed: int = 100
    """How fast the voice speaks at first, in percent of its usual speed (law N7)."""
    spoken_seconds: int = 0
    """How much of an answer is said before the person is asked whether they want more; 0: all (law N6)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrainConfig:
    """Who thinks."""

    kind: str = "local"
    url: str | None = None
    model: str | None = None
    api_key: Secret | None = None
    goes_to: str = ""
    pays: str = ""
    """Who gets the person's words, and whose account pays for the answers, in a few words. Empty: none that is known."""


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
    ask_early: str = "free"
    """Whether an agent is asked before it is sure that the person has finished (law T2); `free`: one that costs nothing."""
    patience: int = 0
    """How long a pause is waited out, in percent of the usual; 0: as learned."""
    owners: tuple[str, ...] = ()  # empty: everybody
    guests: bool = False
    own_words: bool = True
    """Whether words that no brain wrote are said: "status", announcements (law N5)."""
    tools: tuple[str, ...] = ()
    effects: str = "ask"
    workspace: str | None = None
    inside: bool = True  # whether what is on this machine may be looked into; False: strangers are there
    keep: str = KEEP
    room: str = ROOM
    barge_in: bool = True
    """Whether the person can talk over a voice of ours (law T1.2)."""
    wake: str = ""
    wake_follow_seconds: int = 0  # what begins this soon after a voice of ours was heard needs no phrase
    wake_by: str | None = None
    language: str = DEFAULT  # what the person speaks: a code, or `auto`
    persona: str = ""
    recogniser: str = "local"
    surface: str = "file"
    corrector: str = ""  # the kind of brain that proposes another wording (law A1); empty: none does
    studio: str = ""
    """What writes the Studio's apps: a kind of brain, or `templates`. Empty: whichever is ready."""
    own: Mapping[str, Own] = field(default_factory=dict)
    """The settings of adapters' own, by `section.name` (`own_key`)."""
    mcp: Mapping[str, "McpServer"] = field(default_factory=dict)
    """The MCP servers of a session, by name."""
    mcp_idle: tuple[str, ...] = ()
    """Those that are configured, and that `tools` leaves out."""
    variables: Mapping[str, Secret] = field(default_factory=dict, repr=False, compare=False)
    """Variables of other programs. An adapter gets those that it declares."""
    handed: set[Secret] = field(default_factory=set, repr=False, compare=False)
    """The secrets that adapters were given, besides those of `ear` and `brain`."""
    agent: Callable[..., Any] | None = field(default=None, repr=False, compare=False)
    """A function of the program's own, where it was handed over by `solovox.run`."""
    journals: Path | None = field(default=None, repr=False, compare=False)
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
        hidden = [part for url in urls for part in _hidden(url or "")]
        return (*(key.reveal() for key in keys if key is not None), *hidden)


def who(config: Config) -> str:
    """Who hears, thinks and reads, and why: one line without secrets."""
    return "; ".join(each_role(config))


def each_role(config: Config) -> tuple[str, ...]:
    """Who hears, who thinks, who reads, and why; who gets voice and words, and who pays: a line each, without secrets."""
    why, kinds = config.reasons, (config.ear.kind, config.brain.kind, config.narrator.kind)
    told = {"voice goes to": config.ear.goes_to}
    if config.narrator.kind == "self":
        lines = [f"hears, thinks and speaks: {kinds[0]} ({why.ear}; narrator.kind = self: {why.narrator})"]
    else:
        said = zip(("hears", "thinks", "reads"), kinds, (why.ear, why.brain, why.narrator), strict=True)
        lines = [f"{does}: {kind} ({reason})" for does, kind, reason in said]
        told |= {"words go to": config.brain.goes_to, "pays": config.brain.pays}
    lines += [f"{does}: {whose}" for does, whose in told.items() if whose]
    return tuple(masked(line, config.secrets) for line in lines)


def masked(text: str, secrets: Iterable[str]) -> str:
    """The text with each of the secrets masked; the longest first, for one may be part of another."""
    for secret in sorted({*secrets} - {""}, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def own_key(section: str, name: str, option: str = "") -> str:
    """The key of an adapter's table, or of a setting in it. Variables have capitals and no dashes: neither counts."""
    return ".".join(part for part in (section, name, option) if part).lower().replace("-", "_")


def is_own(key: str) -> bool:
    """Whether the key is one of an adapter's own: `brain.mine.model`."""
    parts = key.split(".")
    return parts[0] in SECTIONS and len(parts) > 2 and all(parts) and key.isprintable() and key not in VALUES


def mcp_name(text: str) -> str:
    """A server's name as it is known: neither capitals nor dashes count, for variables have none."""
    return text.lower().replace("-", "_")


def mcp_key(key: str) -> str:
    """A key of an MCP server as it is known. What is below its option (`env.NAME`) stays as it is."""
    parts = key.split(".", 3)
    return ".".join((parts[0], *map(mcp_name, parts[1:2]), *(one.lower() for one in parts[2:3]), *parts[3:]))


def check_key(key: str, said_in: str) -> None:
    """Raises `ConfigError` for a key that there is not. Those of adapters and of servers are checked by `choose`."""
    if key not in VALUES and not is_own(key) and not key.startswith(f"{MCP}."):
        raise ConfigError(f"unknown key {key!r} ({said_in}): {suggestion(key, VALUES)}")


def check_value(key: str, value: str, said_in: str, values: Sequence[str] = ()) -> None:
    """Raises `ConfigError` for a value that the key cannot have."""
    known = values or VALUES.get(key, ())
    if known and value not in known:
        raise ConfigError(f"{key} cannot be {shown(key, value)!r} ({said_in}): {suggestion(value, known)}")
    if key == "wake.phrase" and not (is_phrase(value) or value == NO_NAMES):
        write = f"write one to {LONGEST_PHRASE} words, or none to need no phrase"
        raise ConfigError(f"{key} cannot be {value!r} ({said_in}): {write}")
    pattern, write = _WRITTEN.get(key, (None, ""))
    if pattern is not None and not pattern.fullmatch(value):
        raise ConfigError(f"{key} cannot be {value!r} ({said_in}): {write}")


def is_phrase(text: str) -> bool:
    """Whether a wake phrase can be heard, and found among words."""
    words = plain(text).split()
    return 0 < len(words) <= LONGEST_PHRASE and any(letter.isalpha() for word in words for letter in word)


def text_of(key: str, value: object) -> object:
    """A value as text, where the key may have a list of names or a number; else the value itself."""
    numbered = key.endswith("_seconds") and isinstance(value, int | float) and not isinstance(value, bool)
    if numbered or (is_own(key) and isinstance(value, bool | int | float)):
        return str(value).lower()
    if key in NUMBERS and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if key in LISTS and isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or NO_NAMES
    if key.startswith(f"{MCP}.") and isinstance(value, list | bool | int | float):
        return json.dumps(value)
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


def shown(key: str, value: str) -> str:
    """A value as it may be printed."""
    return shown_as(value, secret=key in SECRETS, address=key in ADDRESSES)


def shown_as(value: str, *, secret: bool, address: bool) -> str:
    """A value as it may be printed, by what it is."""
    if secret:
        return MASK
    return masked(value, _hidden(value)) if address else value


def _hidden(address: str) -> list[str]:
    """The parts of an address that may be secrets: name and password, and what a query says."""
    rest, _, query = address.partition("#")[0].partition("?")
    before, at, _ = rest.partition("://")[2].partition("/")[0].rpartition("@")
    said = [
        value for _, equals, value in (part.partition("=") for part in query.split("&")) if equals and value
    ]
    bare = [part for part in query.split("&") if part and "=" not in part]
    return [*said, *bare, *([before] if at and before else [])]
