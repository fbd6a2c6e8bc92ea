"""Every fault by name: what it does, where it was seen, what shapes it, and when it strikes.

Sources: docs/reference/gemini-live.md explains their short forms; [INF] is ours.
"""

from collections.abc import Mapping
from typing import Final

from solovox.server.faults.calls import CALLS
from solovox.server.faults.connections import CONNECTIONS, FRAMES, INPUTS
from solovox.server.faults.fault import FaultKind
from solovox.server.faults.request import ALWAYS, FaultParameter, FaultSyntax
from solovox.server.faults.triggers import Trigger
from solovox.server.faults.turns import TURNS, WORDS

FAULTS: Final[Mapping[str, FaultKind]] = {**TURNS, **CALLS, **WORDS, **INPUTS, **CONNECTIONS, **FRAMES}
SYNTAX: Final[Mapping[str, FaultSyntax]] = {name: kind.taken for name, kind in FAULTS.items()}


def listed() -> list[str]:
    """Lines for `--list-faults`: how it is written, then what it does."""
    lines = list[str]()
    for name, kind in FAULTS.items():
        shaped = "".join(f", {key}={_choice(one)}" for key, one in kind.parameters.items())
        where = f"@{kind.trigger.value}{', or any other trigger' if kind.movable else ''}"
        lines += [
            f"{name}{f': {shaped[2:]}' if shaped else ''}  ({where})",
            f"    {kind.does} ({kind.source})",
        ]
    return [*lines, "", *(f"{key}: {one.about}" for key, one in ALWAYS.items()), _TRIGGERS]


def _choice(one: FaultParameter) -> str:
    if isinstance(one.default, str) and not one.choices:
        return repr(one.default)
    return "|".join(map(str, one.choices)) if len(one.choices) in range(1, 9) else str(one.default)


_TRIGGERS: Final = (
    f"@ is one of {', '.join(one.value for one in Trigger)}; or one of them, as 2nd_tool; or a time, as 5s"
)
