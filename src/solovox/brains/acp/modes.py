"""Which of an agent's own modes is what the person wants of its permissions. Pure.

Agents name their modes as they like. `ask` must hold whatever they begin with: some begin with a mode that asks for
nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from solovox.brains.acp.frames import mapping, objects, printable, text_of

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


def modes_of(session: Mapping[str, Any]) -> Modes | None:
    """The modes of a new session; None if it has none."""
    told = mapping(session.get("modes"))
    if ids := _texts(told.get("availableModes"), "id"):
        return Modes(text_of(told.get("currentModeId")), ids)
    for one in objects(session.get("configOptions")):
        if one.get("category") == "mode" and (ids := _texts(one.get("options"), "value")):
            return Modes(text_of(one.get("currentValue")), ids, text_of(one.get("id")))
    return None


def wanted(permissions: str, modes: Modes | None) -> str:
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


def _texts(found: Any, key: str) -> tuple[str, ...]:
    return tuple(text for one in objects(found) if (text := text_of(one.get(key))))
