"""The person's own file: the settings that they made at the page. It is in the state folder and the lowest of all places.

It is written by the program, one `key = "value"` a line, and may hold keys of services: it is for its owner alone (0600).
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

FILE: Final = "settings.toml"
HEAD: Final = (
    "# Made by the settings of the page. solovox.toml, .env, the environment and flags go before it.\n"
)


def persons_file(variables: Mapping[str, str]) -> Path | None:
    """Where it is, or will be: beside the journals. None: these variables name no place."""
    if own := variables.get("SOLOVOX_STATE"):
        return Path(own).expanduser() / FILE
    if shared := variables.get("XDG_STATE_HOME"):
        return Path(shared) / "solovox" / FILE
    home = variables.get("HOME")
    return Path(home) / ".local" / "state" / "solovox" / FILE if home else None


def file_of(values: Mapping[str, str]) -> str:
    """The file that says this. The values are printable."""
    lines = (f"{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in sorted(values.items()))
    return HEAD + "".join(lines)
