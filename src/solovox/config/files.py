"""The person's own file: the settings that they made at the page. It is in the state folder and the lowest of all places.

It is written by the program, one `key = "value"` a line, and may hold keys of services: it is for its owner alone (0600).
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from solovox.config.schema import ConfigError
from solovox.text.persona import BadPersona, Persona, read_persona

SETTINGS_FILE: Final = "settings.toml"
HEAD: Final = (
    "# Made by the settings of the page. solovox.toml, .env, the environment and flags go before it.\n"
)


def persons_file(variables: Mapping[str, str]) -> Path | None:
    """Where it is, or will be: beside the journals. None: these variables name no place."""
    if own := variables.get("SOLOVOX_STATE"):
        return Path(own).expanduser() / SETTINGS_FILE
    if shared := variables.get("XDG_STATE_HOME"):
        return Path(shared) / "solovox" / SETTINGS_FILE
    home = variables.get("HOME")
    return Path(home) / ".local" / "state" / "solovox" / SETTINGS_FILE if home else None


def file_of(values: Mapping[str, str]) -> str:
    """The file that says this. The values are printable."""
    lines = (f"{key} = {json.dumps(text, ensure_ascii=False)}\n" for key, text in sorted(values.items()))
    return HEAD + "".join(lines)


# The file of a persona: where it is, and what it says.

KEY: Final = "persona"
LARGEST: Final = 100_000
"""Bytes."""


def persona_path(said: str) -> Path:
    """Where the file is that the person named. Raises `ConfigError`."""
    try:
        return Path(said).expanduser()
    except RuntimeError:  # a home that there is not
        return Path(said)


def persona_of(path: Path) -> Persona:
    """The persona of a file. Raises `ConfigError`: one line that says what to do."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        text = raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(
            f"{KEY} = {path}: there is no such file: write one that begins with # and a name"
        ) from None
    except OSError as error:
        raise ConfigError(f"{KEY} = {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{KEY} = {path} is not UTF-8: save it as text") from None
    if len(raw) > LARGEST:
        raise ConfigError(f"{KEY} = {path} is larger than {LARGEST // 1000} kB: shorten it")
    try:
        return read_persona(text)
    except BadPersona as error:
        raise ConfigError(f"{KEY} = {path}: {error}") from None


# A secret by file: `NAME_FILE` names a file in which the value of `NAME` stands.
#
# Containers and systemd hand secrets on so: an environment can be read by every child, and is shown by many tools.
#
# Rule 1: what is wrong with the file is one line that names the variable and the file, and shows nothing of what is in it.
# Rule 2: both `NAME` and `NAME_FILE`, in one place, are an error: it would be a guess which is meant.

SECRET_FILE: Final = "_FILE"  # noqa: S105  # how a variable's name ends
LARGEST_SECRET: Final = 16_384
"""Bytes of a secret."""


def secret_of(name: str, variables: Mapping[str, str]) -> tuple[str, str] | None:
    """The value of a variable that holds a secret, and the variable that it was said in. Raises `ConfigError`."""
    path = variables.get(f"{name}{SECRET_FILE}")
    given = variables.get(name)
    if path and given:
        raise ConfigError(f"{name} and {name}{SECRET_FILE} are both set: take one of them away")
    if path:
        return _secret(Path(path), f"{name}{SECRET_FILE}"), f"{name}{SECRET_FILE}"
    return (given, name) if given else None


def by_file(names: Iterable[str], variables: Mapping[str, str]) -> Mapping[str, str]:
    """The values of those that are said by file. Raises `ConfigError`."""
    found = {name: secret_of(name, variables) for name in names if variables.get(f"{name}{SECRET_FILE}")}
    return {name: said[0] for name, said in found.items() if said is not None}


def _secret(path: Path, name: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_SECRET + 1)
        text = data.decode().strip()
    except FileNotFoundError:
        raise ConfigError(f"{name} names {path}, which is not there") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{name} names {path}, which cannot be read: {why}") from None
    if len(data) > LARGEST_SECRET:
        raise ConfigError(f"{name} names {path}, which is larger than {LARGEST_SECRET} bytes: no secret is")
    if not text:
        raise ConfigError(f"{name} names {path}, which is empty: write the secret into it")
    if not text.isprintable():
        raise ConfigError(f"{name} names {path}, which has more than one line of text: a secret is one line")
    return text
