"""How a server is reached, and what is thought of its tools."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from solovox.core.policy import Risk


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedTools:
    """One server."""

    name: str
    command: tuple[str, ...] = ()
    """The program and its arguments; empty: it is at `url`."""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Beside the few variables that every server gets."""
    folder: Path | None = None
    """Where it is started."""
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    risk: Risk = Risk.ASK
    hinted: bool = False
    """What says of itself that it only looks is believed, and asks for no yes."""
    only: tuple[str, ...] = ()
    """Those of its tools that are used, by its own names; empty: all."""
    timeout: float = 60.0
    """Seconds without a sign of life after which a call has failed."""
