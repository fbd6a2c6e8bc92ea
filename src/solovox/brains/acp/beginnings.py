"""What an agent's session begins with: a login, by a key that is set or a command that the person runs; the one of its own modes that is
what the person wants of its permissions; and the id of its last session, one small file for each workspace and command.

Agents name their modes as they like. `ask` must hold whatever they begin with: some begin with a mode that asks for
nothing.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from solovox.brains.acp.frames import mapping, objects, printable, text_of
from solovox.ports import Json

LONGEST: Final = 160
COMMANDS: Final[Mapping[str, str]] = {"@agentclientprotocol/codex-acp": "codex login"}
"""By the agent's name: what logs in, where the program that speaks the protocol is another than the agent's own and does not say it."""
_KEY: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN)\b")


def key_login(ways: Sequence[Json], variables: Mapping[str, str]) -> str:
    """The id of the first way to log in by a key whose variable is set; empty if there is none."""
    return next(
        (
            text_of(one.get("id"))
            for one in ways
            if any(variables.get(name, "").strip() for name in _variables(one))
        ),
        "",
    )


def login_line(agent: str, ways: Sequence[Json], command: Sequence[str]) -> str:
    """What the person runs. `agent`: its name, as it says; `command`: by which it was started."""
    keys = dict.fromkeys(name for one in ways for name in _variables(one))
    key = f", or set {' or '.join(keys)}" if keys else ""
    for one in ways:
        arguments = one.get("args")
        if one.get("type") == "terminal" and isinstance(arguments, list):
            return f"run {' '.join((*command, *map(str, arguments)))} in a terminal{key}"
    texts = [text_of(one.get("description")) for one in ways]
    if said := next((text for text in texts if "run " in text.casefold()), ""):
        return printable(said, LONGEST)
    if known := COMMANDS.get(agent):
        return f"run {known} in a terminal{key}"
    names = [name for one in ways if (name := text_of(one.get("name")))]
    by = f" ({printable(', '.join(names), 80)})" if names else ""
    return f"run {command[0]} in a terminal and log in there{by}{key or ', or set its key'}"


def _variables(way: Json) -> Iterator[str]:
    """The variables of keys that a way to log in takes: those that it lists, its provider's, and those that it speaks of."""
    yield from filter(None, (text_of(one.get("name")) for one in objects(way.get("vars"))))
    if provider := text_of(mapping(mapping(way.get("_meta")).get("api-key")).get("provider")):
        yield f"{provider.upper()}_API_KEY"
    yield from _KEY.findall(text_of(way.get("description")))


NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "ask": ("default", "ask", "askalways", "manual", "approve", "readonly", "normal"),
    "edits": ("acceptedits", "autoedit", "edits", "smartapprove"),
    "plan": ("plan", "planning", "architect"),
}
"""Their ids, in small letters and without signs, the best first."""
FREE: Final = frozenset(
    (
        "yolo",
        "auto",
        "bypass",
        "bypasspermissions",
        "fullaccess",
        "agentfullaccess",
        "dangerfullaccess",
        "dontask",
        "autoapprove",
    )
)
"""Modes that ask for nothing, or where a model decides what is asked."""
ASKING: Final[Mapping[str, str]] = {
    "OPENCODE_CONFIG_CONTENT": '{"permission":{"*":"ask","read":{"*":"allow","*.env":"ask","*.env.*":"ask"},"glob":"allow","grep":"allow",'
    '"list":"allow","todowrite":"allow"}}'
}
"""Variables by which agents that have no such mode are told to ask, where the person has not set them."""


class NoSuchMode(Exception):
    """The agent cannot do as the person wants. One line."""


@dataclass(frozen=True, slots=True)
class Modes:
    """What a session offers. `option`: the name of its setting, where its modes are one of its settings."""

    current: str
    ids: tuple[str, ...]
    option: str = ""


def modes_of(session: Json) -> Modes | None:
    """The modes of a new session; None if it has none."""
    told = mapping(session.get("modes"))
    if ids := _texts(told.get("availableModes"), "id"):
        return Modes(text_of(told.get("currentModeId")), ids)
    for one in objects(session.get("configOptions")):
        if one.get("category") == "mode" and (ids := _texts(one.get("options"), "value")):
            return Modes(text_of(one.get("currentValue")), ids, text_of(one.get("id")))
    return None


def choose_mode(permissions: str, modes: Modes | None) -> str:
    """The mode to set; empty: leave it as it is. Raises `NoSuchMode`."""
    plain = {_plain(one): one for one in modes.ids} if modes else {}
    found = next((plain[name] for name in NAMES[permissions] if name in plain), "")
    if found:
        return "" if modes is not None and found == modes.current else found
    current = _plain(modes.current) if modes else ""
    if permissions == "ask" and current not in FREE:
        return (
            ""  # it has no mode of that name, and none that is known to ask for nothing: it asks as it does
        )
    has = f"it has: {printable(', '.join(modes.ids), 120)}" if modes else "it has no modes"
    raise NoSuchMode(f"offers no mode for brain.permissions = {permissions}; {has}")


def free(mode: str) -> bool:
    """Whether in this mode it is known to ask for nothing, or not for all."""
    return _plain(mode) in FREE


def _plain(name: str) -> str:
    """Its last part, where it is an address; in small letters, without signs."""
    return "".join(sign for sign in name.rpartition("#")[2].casefold() if sign.isalnum())


def _texts(found: object, key: str) -> tuple[str, ...]:
    return tuple(text for one in objects(found) if (text := text_of(one.get(key))))


LONGEST_ID: Final = 500


def place(state: Path, folder: Path, command: Sequence[str]) -> Path:
    """Where it is kept."""
    name = hashlib.sha256("\0".join((str(folder), *command)).encode(errors="replace")).hexdigest()[:32]
    return state / "acp" / name


def last(kept: Path | None) -> str:
    """The id; empty if none is kept, or it cannot be read."""
    if kept is None:
        return ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        found = kept.read_text()
        return found if len(found) <= LONGEST_ID and found.isprintable() else ""
    return ""


def keep(kept: Path | None, session: str) -> None:
    """Keep it, for the person alone. A disk that is full loses no answer."""
    if kept is None or not session or len(session) > LONGEST_ID or last(kept) == session:
        return
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        new = kept.with_suffix(".new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(session)
        new.replace(kept)
