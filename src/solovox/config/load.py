"""Where configuration comes from: `solovox.toml` < `.env` < environment < flags. The later wins.

The only reader of the process's environment. `ear.url` is `[ear] url = …` in the file,
`SOLOVOX_EAR__URL=…` in `.env` and the environment, `--set ear.url=…` as a flag.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from solovox.config.schema import VALUES, ConfigError, check_key, check_value, shown, suggestion, text_of

FILE: Final = "solovox.toml"
PREFIX: Final = "SOLOVOX_"
NOT_KEYS: Final = frozenset({"SOLOVOX_CACHE", "SOLOVOX_STATE", "SOLOVOX_REQUIRE_KEY"})
"""Variables of ours that are no configuration of a session."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a key was set to, and where."""

    text: str = field(repr=False)
    said_in: str


Settings = Mapping[str, Value]
"""By key; only what somebody has set."""


def environment() -> Mapping[str, str]:
    """The process's environment."""
    return dict(os.environ)


def settings(
    flags: Iterable[str] = (), folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> Settings:
    """What was set, in all four places; `flags` are `key=value`. Raises `ConfigError`."""
    folder = folder or Path()
    variables = environment() if variables is None else variables
    found: dict[str, Value] = {}
    for layer in (
        _file(folder / FILE),
        _variables(dotenv(folder / ".env"), ".env"),
        _variables(variables, "environment"),
        _flags(flags),
    ):
        found.update(layer)
    return found


def dotenv(path: Path) -> Mapping[str, str]:
    """The lines `NAME=value` of a file; `export`, quotes and comments as a shell has them. No file: nothing."""
    text = _read(path)
    found: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip().removeprefix("export ").strip()
        if not line or line.startswith("#"):
            continue
        name, equals, value = line.partition("=")
        if not equals or not name.strip().isidentifier():
            raise ConfigError(f"line {number} of {path} is not NAME=value: write it so, or begin it with #")
        found[name.strip()] = _unquoted(value.strip())
    return found


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] in "'\"" and value[-1] == value[0]:
        return value[1:-1]
    return value.partition(" #")[0].strip()


def _file(path: Path) -> dict[str, Value]:
    try:
        tree = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None
    return {key: _checked(key, value, str(path)) for key, value in flat(tree).items()}


def flat(tree: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys."""
    found: dict[str, Any] = {}
    for name, value in tree.items():
        key = f"{under}{name}"
        if isinstance(value, dict):
            found.update(flat(value, f"{key}."))
        else:
            found[key] = value
    return found


def _variables(variables: Mapping[str, str], said_in: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name, text in variables.items():
        if not name.startswith(PREFIX) or name in NOT_KEYS or not text:
            continue
        key = name.removeprefix(PREFIX).replace("__", ".").lower()
        if key not in VALUES:
            names = [PREFIX + known.replace(".", "__").upper() for known in VALUES]
            raise ConfigError(f"unknown variable {name} ({said_in}): {suggestion(name, names)}")
        found[key] = _checked(key, text, f"{name} in .env" if said_in == ".env" else name)
    return found


def _flags(flags: Iterable[str]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for flag in flags:
        key, equals, text = flag.partition("=")
        key = key.strip()
        if not equals:
            raise ConfigError(f"--set {key}: write key=value, for example --set routing=code")
        check_key(key, "--set")
        if text:
            found[key] = _checked(key, text, "--set")
        else:
            raise ConfigError(f"--set {key}= has no value: leave the flag out to take what is configured")
    return found


def _checked(key: str, value: object, said_in: str) -> Value:
    check_key(key, said_in)
    value = text_of(key, value)
    if not isinstance(value, str):
        raise ConfigError(f"{key} is not text ({said_in}): write it in quotes")
    check_value(key, value, said_in)
    return Value(value, said_in)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError(f"{path} cannot be read: {why}") from None


def printable(found: Settings) -> dict[str, tuple[str, str]]:
    """Each key's value, secrets masked, and where it was set."""
    return {key: (shown(key, value.text), value.said_in) for key, value in sorted(found.items())}
