"""A setting is a field of a `msgspec.Struct`: its type and its default; the text below it is its help.

Help, errors, the page's form and the tables of the documents are made from it: `options_of`.
Rule 1: a bad value is an error of one line that says what to write, and suggests the nearest.
Rule 2: a secret shows itself nowhere: not in `repr`, not in `str`, not in an error.
"""

import ast
import math
import re
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from functools import cache
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, ValidationError, convert
from msgspec.structs import FieldInfo, fields, replace

from solovox.config.errors import ConfigError
from solovox.core.transcripts import plain

MASK: Final = "********"
NO_NAMES: Final = "none"
NO_TIME: Final = "none"
LONGEST_PHRASE: Final = 6
"""Words of a wake phrase."""
LEAST_LIMIT_MS: Final = 60_000
FLAGS: Final = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
_TIME: Final = re.compile(r"([1-9][0-9]{0,4}) ?(s|min|m|h)")
_SECONDS: Final = {"s": 1, "m": 60, "min": 60, "h": 3_600}


class Secret:
    """A text that is handed on by `reveal()` only."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    def __repr__(self) -> str:
        return MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)


Value = str | int | float | bool | tuple[str, ...]
"""Of a setting that is no secret."""


class OptionKind(Enum):
    """What the text of a setting must be, and what becomes of it."""

    TEXT = "text"
    NUMBER = "a number"
    FLAG = "yes, no"
    NAMES = "names with commas or spaces between them, or none"
    SECRET = "a secret"  # noqa: S105  # a kind, no password
    ADDRESS = "an address"
    LIMIT = "a time such as 90s, 15m or 1h, 1m at least; or none"
    PHRASE = "one to six words, or none"
    COMMAND = "a command"
    FILE = "a file"
    FOLDER = "a folder"
    TABLE = "a table"
    KIND = "the name of one that is installed"


Address = Annotated[str, OptionKind.ADDRESS]
"""What stands before its host and behind its path may be a secret."""
Limit = Annotated[str, OptionKind.LIMIT]
Phrase = Annotated[str, OptionKind.PHRASE]
Command = Annotated[str, OptionKind.COMMAND]
File = Annotated[str, OptionKind.FILE]
Folder = Annotated[str, OptionKind.FOLDER]
Kind = Annotated[str, OptionKind.KIND]
_KINDS: Final[Mapping[object, OptionKind]] = {
    str: OptionKind.TEXT,
    int: OptionKind.NUMBER,
    float: OptionKind.NUMBER,
    bool: OptionKind.FLAG,
    Path: OptionKind.FILE,
    tuple[str, ...]: OptionKind.NAMES,
    Secret: OptionKind.SECRET,
    dict[str, str]: OptionKind.TABLE,
}


def setting(
    *variables: str,
    host: str = "",
    choices: Iterable[str] | type[Enum] = (),
    write: str = "",
    pattern: str = "",
    metavar: str = "",
    ge: float | None = None,
    le: float | None = None,
) -> Meta:
    """What is known of a setting beside its type. `variables`: other programs' variables of the environment that it is taken from where it
    is not set; what comes from them is sent to `host` and those below it only: an `url` elsewhere gets none of it. `write`: what
    can be written, for a person, where `pattern`, or the bounds `ge` and `le`, say what can."""
    among = tuple(str(one.value) for one in choices) if isinstance(choices, type) else tuple(choices)
    extra = {
        "variables": variables,
        "host": host,
        "choices": among,
        "write": write,
        "pattern": pattern,
        "metavar": metavar,
    }
    return Meta(extra=extra, ge=ge, le=le)


class Option(Struct, frozen=True, kw_only=True):
    """A setting, as its field says it."""

    name: str
    field: str
    kind: OptionKind
    of: object
    owner: type[Struct]
    default: Value | None = None
    choices: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    host: str = ""
    write: str = ""
    pattern: str = ""
    metavar: str = ""

    @property
    def about(self) -> str:
        """What it decides, for a person."""
        said = (_docs(one).get(self.field, "") for one in self.owner.__mro__ if one.__module__ != "builtins")
        return next((one for one in said if one), "")

    @property
    def among(self) -> tuple[str, ...]:
        """All that it can be, where that is a list."""
        return ("yes", "no") if self.kind is OptionKind.FLAG else self.choices

    @property
    def values(self) -> str:
        """What it can be, for a person."""
        return self.write or ", ".join(self.choices) or self.kind.value

    def value(self, text: str) -> Value:
        """The text as what it means. Raises `ConfigError`: what it must be."""
        if self.choices and text not in self.choices:
            raise ConfigError(suggestion(text, self.choices))
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise ConfigError(f"write {self.write}")
        return self._meant(text)

    def _meant(self, text: str) -> Value:
        match self.kind:
            case OptionKind.NUMBER:
                return self._number(text)
            case OptionKind.FLAG:
                if text.lower() not in FLAGS:
                    raise ConfigError("it is yes or no")
                return FLAGS[text.lower()]
            case OptionKind.NAMES:
                return names_in(text)
            case OptionKind.ADDRESS:
                # Some clients read a backslash as a slash: to them the host is another one than to us.
                if not text.strip() or any(sign.isspace() or sign == "\\" for sign in text.strip()):
                    raise ConfigError("it is an address, without spaces and backslashes")
                return text.strip()
            case OptionKind.LIMIT:
                limit = milliseconds_of(text)
                if limit is not None and limit < LEAST_LIMIT_MS:
                    raise ConfigError("it is 1m at least, or none")
                return text.strip()
            case OptionKind.PHRASE:
                if not is_phrase(text) and text != NO_NAMES:
                    raise ConfigError(f"write one to {LONGEST_PHRASE} words, or none to need no phrase")
                return "" if text == NO_NAMES else text
            case _:
                return text

    def _number(self, text: str) -> float:
        try:
            number: object = convert(text.strip(), self.of, strict=False)
        except ValidationError:
            number = None
        if not isinstance(number, int | float) or not math.isfinite(number):
            raise ConfigError(f"write {self.write}" if self.write else "it is a number")
        return number

    def parse(self, key: str, text: str, said_in: str) -> Value:
        """The same; the error names the key, and the place where it was said."""
        try:
            return self.value(text)
        except ConfigError as error:
            raise ConfigError(f"{key} cannot be {self.show(text)!r} ({said_in}): {error}") from None

    def show(self, text: str) -> str:
        """The text as it may be printed."""
        if self.kind is OptionKind.SECRET:
            return MASK
        return mask_secrets(text, find_hidden_parts(text)) if self.kind is OptionKind.ADDRESS else text

    def text(self, value: object) -> str | None:
        """A value as it would be written. None: it has none."""
        if value is None or (value == "" and self.kind is OptionKind.FILE):
            return None
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple | list):
            return ", ".join(map(str, value)) or NO_NAMES
        return str(value) or (NO_NAMES if self.kind is OptionKind.PHRASE else "")

    def takes(self, value: object) -> bool:
        """Whether a file may have this value itself, and not its text."""
        if self.kind is OptionKind.NAMES:
            return isinstance(value, list) and all(isinstance(one, str) for one in value)
        if isinstance(value, bool):
            return self.kind is OptionKind.FLAG
        return isinstance(value, str) or (self.kind is OptionKind.NUMBER and isinstance(value, int | float))


@cache
def options_of(settings: type[Struct]) -> Mapping[str, Option]:
    """The settings that a struct has, by name: its fields, and for a struct in it `field.name`."""
    found: dict[str, Option] = {}
    for one in fields(settings):
        if isinstance(one.type, type) and issubclass(one.type, Struct):
            under = options_of(one.type)
            found |= {f"{one.encode_name}.{name}": option for name, option in under.items()}
        else:
            found[one.encode_name] = _option(settings, one)
    return found


def _option(owner: type[Struct], one: FieldInfo) -> Option:
    kinds: list[OptionKind] = []
    known: dict[str, tuple[str, ...] | str] = {}
    of: object = one.type
    while of not in _KINDS:
        inner, *said = get_args(of)
        kinds += [mark for mark in said if isinstance(mark, OptionKind)]
        for meta in said:
            known |= (meta.extra or {}) if isinstance(meta, Meta) else {}
        if get_origin(of) is Literal:
            known["choices"], inner = tuple(map(str, (inner, *said))), str
        of = inner
    read = Option(
        name=one.encode_name,
        field=one.name,
        kind=(*kinds, _KINDS[of])[0],
        of=one.type,
        owner=owner,
        default=None if one.default is NODEFAULT else one.default,
    )
    return replace(read, **known)


@cache
def _docs(of: type) -> Mapping[str, str]:
    """What stands below each field of a class, in its source."""
    try:
        tree = ast.parse(getsource(sys.modules[of.__module__]))
    except (OSError, KeyError, TypeError):  # it has no source here
        return {}
    body = next(
        (one.body for one in ast.walk(tree) if isinstance(one, ast.ClassDef) and one.name == of.__name__), []
    )
    found: dict[str, str] = {}
    for one, below in pairwise(body):
        match one, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found


Settings = TypeVar("Settings", bound=Struct)


def fill_struct(settings: type[Settings], values: Mapping[str, object]) -> Settings:
    """The struct with those of the values that are its fields; what is None is not said."""
    there = {one.name: values.get(one.name) for one in fields(settings)}
    return settings(**{name: value for name, value in there.items() if value is not None})


def milliseconds_of(text: str) -> int | None:
    """How long `90s`, `15m` (also `15 min`) or `1h` is; None for `none`. Raises `ConfigError`."""
    if text.strip() == NO_TIME:
        return None
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise ConfigError("write a time such as 90s, 15m or 1h, or none")
    return 1_000 * int(found[1]) * _SECONDS[found[2]]


def is_phrase(text: str) -> bool:
    """Whether a wake phrase can be heard, and found among words."""
    words = plain(text).split()
    return 0 < len(words) <= LONGEST_PHRASE and any(letter.isalpha() for word in words for letter in word)


def names_in(text: str) -> tuple[str, ...]:
    """The names of a list, each once."""
    return tuple(dict.fromkeys(text.replace(",", " ").split())) if text != NO_NAMES else ()


def suggestion(word: str, known: Iterable[str], before: str = "") -> str:
    """`did you mean x?`, or what there is; each with what stands `before` all of them."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    return (
        f"did you mean {before}{near[0]}?" if near else f"there is {', '.join(before + one for one in names)}"
    )


def mask_secrets(text: str, secrets: Iterable[str]) -> str:
    """The text with each of the secrets masked; the longest first, for one may be part of another."""
    for secret in sorted({*secrets} - {""}, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def find_hidden_parts(address: str) -> list[str]:
    """The parts of an address that may be secrets: name and password, and what a query says."""
    rest, _, query = address.partition("#")[0].partition("?")
    before, at, _ = rest.partition("://")[2].partition("/")[0].rpartition("@")
    parts = [part.partition("=") for part in query.split("&")]
    said = [value if equals else name for name, equals, value in parts]
    return [*(one for one in said if one), *([before] if at and before else [])]


def shown_address(address: str) -> str:
    """An address as it may be printed."""
    return mask_secrets(address, find_hidden_parts(address))
