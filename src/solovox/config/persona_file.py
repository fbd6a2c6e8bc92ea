"""The file of a persona: where it is, and what it says."""

from pathlib import Path
from typing import Final

from solovox.config.schema import ConfigError
from solovox.text.persona import BadPersona, Persona, read_persona

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
