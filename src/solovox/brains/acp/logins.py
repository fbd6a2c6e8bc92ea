"""How an agent that wants a login gets one: by a key that is set, or by a command that the person runs. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from solovox.brains.acp.frames import mapping, objects, printable, text_of

LONGEST: Final = 160
COMMANDS: Final[Mapping[str, str]] = {"@agentclientprotocol/codex-acp": "codex login"}
"""By the agent's name: what logs in, where the program that speaks the protocol is another than the agent's own and does not say it."""
_KEY: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN)\b")


def key_login(ways: Sequence[Mapping[str, Any]], variables: Mapping[str, str]) -> str:
    """The id of the first way to log in by a key whose variable is set; empty if there is none."""
    return next(
        (
            text_of(one.get("id"))
            for one in ways
            if any(variables.get(name, "").strip() for name in _variables(one))
        ),
        "",
    )


def login_line(agent: str, ways: Sequence[Mapping[str, Any]], command: Sequence[str]) -> str:
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


def _variables(way: Mapping[str, Any]) -> Iterator[str]:
    """The variables of keys that a way to log in takes: those that it lists, its provider's, and those that it speaks of."""
    yield from filter(None, (text_of(one.get("name")) for one in objects(way.get("vars"))))
    if provider := text_of(mapping(mapping(way.get("_meta")).get("api-key")).get("provider")):
        yield f"{provider.upper()}_API_KEY"
    yield from _KEY.findall(text_of(way.get("description")))
