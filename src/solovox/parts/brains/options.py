"""The settings that several kinds of brains have."""

from importlib import import_module
from pathlib import Path
from typing import Any, Final

from solovox.ports import AdapterArgs
from solovox.weights.extras import GET, can_be_found

EXTRA_OF: Final = {"claude_code": "claude"}
"""What a kind of brain stands on."""


def adapter(kind: str) -> Any:
    """The module of a kind, imported only when one is made: what it stands on is heavy."""
    return import_module(f"solovox.brains.{kind}")


def state_of(state_home: str | None, home: str | None) -> Path | None:
    """The folder of our state. None: nothing says where."""
    state = state_home or (home and f"{home}/.local/state")
    return Path(state) / "solovox" if state else None


def lacks_package(package: str, extra: str) -> str:
    """What is missing for a package that an extra brings. Empty: nothing."""
    return "" if can_be_found(package) else f"its package; run: {GET.format(extra)}"


def key_of(given: AdapterArgs) -> str:
    """Whose account pays, where there is a key: it is named by where it was found. Empty: there is none."""
    return f"the key in {given.said.get('api_key', 'brain.api_key')}" if given.secrets.get("api_key") else ""
