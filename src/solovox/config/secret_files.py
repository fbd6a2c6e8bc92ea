"""A secret by file: `NAME_FILE` names a file in which the value of `NAME` stands.

Containers and systemd hand secrets on so: an environment can be read by every child, and is shown by many tools.

Rule 1: what is wrong with the file is one line that names the variable and the file, and shows nothing of what is in it.
Rule 2: both `NAME` and `NAME_FILE`, in one place, are an error: it would be a guess which is meant.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from solovox.config.schema import ConfigError

FILE: Final = "_FILE"
LARGEST: Final = 16_384
"""Bytes of a secret."""


def secret_of(name: str, variables: Mapping[str, str]) -> tuple[str, str] | None:
    """The value of a variable that holds a secret, and the variable that it was said in. Raises `ConfigError`."""
    path = variables.get(f"{name}{FILE}")
    given = variables.get(name)
    if path and given:
        raise ConfigError(f"{name} and {name}{FILE} are both set: take one of them away")
    if path:
        return _read(Path(path), f"{name}{FILE}"), f"{name}{FILE}"
    return (given, name) if given else None


def by_file(names: Iterable[str], variables: Mapping[str, str]) -> Mapping[str, str]:
    """The values of those that are said by file. Raises `ConfigError`."""
    found = {name: secret_of(name, variables) for name in names if variables.get(f"{name}{FILE}")}
    return {name: said[0] for name, said in found.items() if said is not None}


def _read(path: Path, name: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        text = data.decode().strip()
    except FileNotFoundError:
        raise ConfigError(f"{name} names {path}, which is not there") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{name} names {path}, which cannot be read: {why}") from None
    if len(data) > LARGEST:
        raise ConfigError(f"{name} names {path}, which is larger than {LARGEST} bytes: no secret is")
    if not text:
        raise ConfigError(f"{name} names {path}, which is empty: write the secret into it")
    if not text.isprintable():
        raise ConfigError(f"{name} names {path}, which has more than one line of text: a secret is one line")
    return text
