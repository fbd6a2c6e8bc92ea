"""Where configuration comes from: the person's own file (`files.py`) < `solovox.toml` < `.env` < environment < flags.
The later wins.

The only reader of the process's environment. `ear.url` is `[ear] url = …` in the file,
`SOLOVOX_EAR__URL=…` in `.env` and the environment, `--set ear.url=…` as a flag.
"""

import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from solovox.config.files import persons_file, secret_of
from solovox.config.keys import KEYS
from solovox.config.schema import (
    ALIASES,
    MASK,
    MCP,
    SECRETS,
    ConfigError,
    check_key,
    check_text,
    is_mcp,
    is_own,
    known_key,
    show_value,
    suggestion,
    text_of,
)

FILE: Final = "solovox.toml"
PREFIX: Final = "SOLOVOX_"
QUOTES: Final = ("'", '"')
LARGEST: Final = 1_000_000
"""Bytes of a file."""
PAGE: Final = 0
"""The place of what the page sets: the person's own file."""
BORROWED: Final = -1
"""The place of a setting that a profile takes from a variable of another program: every other place wins."""
DOOR_KEY: Final = "SOLOVOX_TOKEN"
"""The variable of the token of `solovox serve`."""
METRICS_KEY: Final = "SOLOVOX_METRICS_TOKEN"
"""The variable of the token that opens its counts and nothing else."""
NOT_KEYS: Final = frozenset(
    {
        *("SOLOVOX_CACHE", "SOLOVOX_STATE", "SOLOVOX_REQUIRE_KEY", "SOLOVOX_LIVE_SERVER"),
        *(DOOR_KEY, f"{DOOR_KEY}_FILE", METRICS_KEY, f"{METRICS_KEY}_FILE"),
    }
)
"""Variables of ours that are no configuration of a session."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a key was set to, and where."""

    text: str = field(repr=False)
    said_in: str
    place: int = field(default=0, compare=False)
    """The later place wins: 0 the person's own file, 1 `solovox.toml`, 2 `.env`, 3 the environment, 4 flags."""


Settings = Mapping[str, Setting]
"""By key; only keys that were set."""


def environment() -> Mapping[str, str]:
    """The process's environment."""
    return dict(os.environ)


def variables_of(folder: Path | None = None) -> Mapping[str, str]:
    """The process's environment, and below it what `.env` says. Raises `ConfigError`."""
    return {**dotenv((folder or Path()) / ".env"), **environment()}


def settings(
    flags: Iterable[str] = (), folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> Settings:
    """What was set, in all five places; `flags` are `key=value`. Raises `ConfigError`."""
    folder = folder or Path()
    variables = environment() if variables is None else variables
    found: dict[str, Setting] = {}
    own = persons_file(variables)
    places = (
        {} if own is None else _file(own),
        _file(folder / FILE),
        _variables(dotenv(folder / ".env"), ".env"),
        _variables(variables, "environment"),
        _flags(flags),
    )
    for place, said in enumerate(places):
        found.update({key: replace(one, place=place) for key, one in said.items()})
    return found


def others(folder: Path | None = None, variables: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """The variables of other programs, from `.env` and the environment: adapters name those that they take."""
    variables = environment() if variables is None else variables
    both = {**dotenv((folder or Path()) / ".env"), **variables}
    return {name: text for name, text in both.items() if text and not name.startswith(PREFIX)}


def dotenv(path: Path) -> Mapping[str, str]:
    """What a file of `NAME=value` says; `export`, quotes and comments as a shell has them. A quoted value may have
    several lines. Lines that are not ours are ignored. Without the file the result is empty.
    """
    lines = _read(path).splitlines()
    found: dict[str, str] = {}
    number = 0
    while number < len(lines):
        line = lines[number].strip().removeprefix("export ").strip()
        number += 1
        name, equals, value = (part.strip() for part in line.partition("="))
        if line.startswith("#") or not (equals and name.isidentifier()):
            if line.startswith(PREFIX):
                raise ConfigError(
                    f"line {number} of {path} is not NAME=value: write it so, or begin it with #"
                )
            continue
        if value[:1] in QUOTES and value.find(value[0], 1) < 0:
            end = _find_quote_end(lines, number, value[0])
            if end is not None:
                value = "\n".join([value, *lines[number:end]])
                number = end
            elif name.startswith(PREFIX):
                raise ConfigError(f"line {number} of {path} opens a quote that is never closed: close it")
        found[name] = _unquote(value)
    return found


def _find_quote_end(lines: Sequence[str], first: int, quote: str) -> int | None:
    """Behind which line a quote is closed that was opened before `first`."""
    return next((number for number, line in enumerate(lines[first:], first + 1) if quote in line), None)


def _unquote(value: str) -> str:
    if value[:1] in QUOTES and (end := value.find(value[0], 1)) > 0:
        return value[1:end]
    return value.partition(" #")[0].strip()


def _file(path: Path) -> dict[str, Setting]:
    try:
        tree = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not TOML: {error}") from None
    return dict(check_setting(key, value, str(path)) for key, value in flat(tree).items())


def flat(tree: Mapping[str, object], under: str = "") -> dict[str, object]:
    """Nested tables as dotted keys."""
    found: dict[str, object] = {}
    for name, value in tree.items():
        key = f"{under}{name}"
        if isinstance(value, dict):
            found.update(flat(value, f"{key}."))
        else:
            found[key] = value
    return found


def _variables(variables: Mapping[str, str], said_in: str) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    by_file = {f"{_variable(key)}_FILE": key for key in SECRETS}
    for name, text in variables.items():
        if not name.startswith(PREFIX) or name in NOT_KEYS or not text:
            continue
        if name in by_file:
            said = secret_of(_variable(by_file[name]), variables)
            assert said is not None, "its variable is set"
            found[by_file[name]] = Setting(said[0], f"{name} in .env" if said_in == ".env" else name)
            continue
        key = _key(name)
        if ALIASES.get(key, key) not in KEYS and not is_own(key) and not is_mcp(key):
            known = [one.removeprefix(PREFIX) for one in (*map(_variable, KEYS), *by_file)]
            near = suggestion(name.removeprefix(PREFIX), known, PREFIX)
            raise ConfigError(f"unknown variable {name} ({said_in}): {near}")
        found.update([check_setting(key, text, f"{name} in .env" if said_in == ".env" else name)])
    return found


def _key(variable: str) -> str:
    """The key of a variable. A variable that an MCP server is to have keeps its capitals."""
    parts = variable.removeprefix(PREFIX).split("__")
    lower = [one.lower() for one in parts]
    kept = parts[3:] if lower[:1] == [MCP] and lower[2:3] == ["env"] else lower[3:]
    return ".".join((*lower[:3], *kept))


def _variable(key: str) -> str:
    """The variable of a key."""
    return PREFIX + key.replace(".", "__").upper()


def _flags(flags: Iterable[str]) -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for flag in flags:
        key, equals, text = flag.partition("=")
        key = key.strip()
        if not equals:
            raise ConfigError(f"--set {key}: write key=value, for example --set routing=code")
        check_key(ALIASES.get(key, key), "--set")
        if text:
            found.update([check_setting(key, text, "--set")])
        else:
            raise ConfigError(f"--set {key}= has no value: leave the flag out to take what is configured")
    return found


def check_setting(key: str, value: object, said_in: str) -> tuple[str, Setting]:
    """The key as it is known, and what it was set to. Raises `ConfigError`."""
    key = known_key(key)
    check_key(key, said_in)
    text = text_of(key, value)
    if text is None:
        raise ConfigError(f"{key} is not text ({said_in}): write it in quotes")
    check_text(key, text, said_in)
    return key, Setting(text, said_in)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise ConfigError(f"{path} is larger than {LARGEST // 1_000_000} MB: no configuration is")
        return text.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise ConfigError(f"{path} cannot be read: {why}") from None


def printable(found: Settings, own: Mapping[str, str] | None = None) -> dict[str, tuple[str, str]]:
    """Each key's value, secrets masked, and where it was set. `own`: adapters' own values as they may be shown."""
    own = own or {}
    return {
        key: (
            own.get(key, MASK) if is_own(key) or is_mcp(key) else show_value(key, value.text),
            value.said_in,
        )
        for key, value in sorted(found.items())
    }
