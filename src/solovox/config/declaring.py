"""What an adapter says of itself beside its factory: the settings of its own, and what it needs to serve.

A factory carries a `Declaration`, put there by the decorator `declares`. A factory without one has no settings of its
own, and is always ready.

Rule 1: what a declaration asks (`missing`) starts nothing, reaches for nothing, and raises nothing.
Rule 2: a secret from another program's variable goes to the hosts of its vendor only (`Option.host`).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final, Protocol, TypeVar
from urllib.parse import urlsplit

from solovox.config.keeping import milliseconds_of
from solovox.config.schema import ConfigError, Own, Secret, Value, suggestion
from solovox.ports import AdapterArgs
from solovox.wire.loopback import is_loopback

SPOKEN_SECONDS: Final = 12
LEAST_LIMIT_MS: Final = 60_000
FLAGS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class OptionKind(Enum):
    """What the text of a setting must be, and what becomes of it."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    SECRET = "secret"  # noqa: S105  # a kind, no password
    ADDRESS = "address"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of an adapter's own."""

    name: str
    about: str
    """One line of help."""
    kind: OptionKind = OptionKind.TEXT
    default: Value | None = None
    choices: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    """Other programs' variables of the environment that it is taken from where it is not set."""
    host: str = ""
    """What comes from `variables` is sent to this host and those below it only: an `url` elsewhere gets none of it."""

    def value(self, text: str) -> Value:
        """The text as what it means. Raises `ConfigError`: what it must be."""
        match self.kind:
            case OptionKind.NUMBER:
                return _number(text)
            case OptionKind.FLAG:
                if text.lower() not in FLAGS:
                    raise ConfigError("it is true or false")
                return FLAGS[text.lower()]
            case OptionKind.CHOICE:
                if text not in self.choices:
                    raise ConfigError(suggestion(text, self.choices))
                return text
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
            case OptionKind.TEXT | OptionKind.SECRET:
                return text


def _number(text: str) -> int | float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ConfigError("it is a number")
    return int(text) if text.strip().lstrip("+-").isdecimal() else number


@dataclass(frozen=True, slots=True, kw_only=True)
class EarTraits:
    """What the core must know of a live model that listens (C2)."""

    schedules: bool = False
    """It says a tool's result when it is told to: `scheduling` is sent with it."""
    freezes: bool = False
    """It is silent while a tool that it called works."""


def nothing(_: AdapterArgs) -> str:
    """What is always ready needs nothing."""
    return ""


def where_set(given: AdapterArgs) -> str:
    """The address that was set."""
    return str(given.settings.get("url") or "")


def plain(_: str | None) -> EarTraits:
    """An ear that says nothing of itself."""
    return EarTraits()


class Words(Enum):
    """Whether a brain may be asked for another wording of what the person said, before they say yes to it (A1)."""

    NEVER = "never"
    """It could act on the words, or remembers them."""
    NAMED = "named"
    """If the person names it for that (`corrector.kind`): what it does with them is their own affair."""
    ALWAYS = "always"
    """It only writes, and remembers nothing: the brain of a session is asked for its wordings, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Where what the person says goes, and how it gets there."""

    service: Callable[[AdapterArgs], str] = nothing
    """Who gets it where no address counts, for a person: it stands behind "go to"."""
    address: Callable[[AdapterArgs], str] = where_set
    """The address that counts. Empty: that of the service."""
    program: str = ""
    """Of an agent: the program on this machine by which words go there, if it is one."""


READERS: Final = ("*",)
"""Of a narrator: it reads beside each ear whose service can read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingManner:
    """How a narrator reads."""

    beside: tuple[str, ...] = ()
    """The ears it reads beside, whose address, model and key it uses; `READERS`: all that can read. Empty: it needs none."""
    checked: bool = False
    """It is heard only as far as its own transcription follows the text (G6)."""
    relays: bool = False
    """It reads over the ear's own connection, and must wait until that is idle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What an adapter says of itself."""

    options: tuple[Option, ...] = ()
    missing: Callable[[AdapterArgs], str] = nothing
    """What it needs and has not, for a person: it stands behind "needs". Empty: it is ready."""
    offered: Callable[[AdapterArgs], str] = nothing
    """Why it cannot be known whether it is ready, for a person. Then it serves who names it, and no profile chooses it."""
    pays: Callable[[AdapterArgs], str] = nothing
    """Of a brain: whose account pays for its answers. Empty: they cost nothing."""
    way: Destination = Destination()
    """Of an ear or a brain: where what the person says goes."""
    words: Words = Words.NEVER
    """Of a brain."""
    looks_inside: bool = False
    """Of a brain: it has hands of its own, and looks into the workspace whatever tools the session has."""
    spoken_seconds: int = 0
    """Of a brain: how many seconds of an answer are said unasked (N6). 0: all."""
    traits: Callable[[str | None], EarTraits] = plain
    """Of an ear: what its model is like, by the model's name."""
    live: object = None
    """Of an ear: the `live.connection.LiveFamily` of its service. Then `reader` and `relay` can read beside it."""
    reading: ReadingManner = ReadingManner()
    """Of a narrator."""
    languages: tuple[str, ...] = ()
    """Of a voice: what it speaks, in codes. None: that is not known, and it is taken to speak all."""


Factory = TypeVar("Factory", bound=Callable[..., Any])


def declares(
    *options: Option,
    missing: Callable[[AdapterArgs], str] = nothing,
    offered: Callable[[AdapterArgs], str] = nothing,
    pays: Callable[[AdapterArgs], str] = nothing,
    traits: Callable[[str | None], EarTraits] = plain,
    beside: tuple[str, ...] = (),
    checked: bool = False,
    words: Words = Words.NEVER,
) -> Callable[[Factory], Factory]:
    """Puts a `Declaration` on a factory."""
    said = Declaration(
        options=options,
        missing=missing,
        offered=offered,
        pays=pays,
        traits=traits,
        reading=ReadingManner(beside=beside, checked=checked),
        words=words,
    )

    def put(factory: Factory) -> Factory:
        vars(factory)["declaration"] = said
        return factory

    return put


def _saying(**more: object) -> Callable[[Factory], Factory]:
    """What `declares` has put there, with more in it."""

    def put(factory: Factory) -> Factory:
        vars(factory)["declaration"] = replace(vars(factory)["declaration"], **more)
        return factory

    return put


def over(family: object) -> Callable[[Factory], Factory]:
    """Of an ear over a live model: the `live.connection.LiveFamily` of its service."""
    return _saying(live=family)


def relays(*beside: str) -> Callable[[Factory], Factory]:
    """Of a narrator that reads over the connection of these ears."""
    return _saying(reading=ReadingManner(beside=beside, checked=True, relays=True))


def with_hands(factory: Factory) -> Factory:
    """Of a brain that works in the workspace by itself."""
    return _saying(looks_inside=True)(factory)


def in_languages(*codes: str) -> Callable[[Factory], Factory]:
    """Of a voice: what it speaks."""
    return _saying(languages=codes)


def goes_by(
    service: Callable[[AdapterArgs], str],
    *,
    address: Callable[[AdapterArgs], str] = where_set,
    program: str = "",
) -> Callable[[Factory], Factory]:
    """Of an ear or a brain: who gets what the person says, where no address counts, and how it gets there."""
    return _saying(way=Destination(service=service, address=address, program=program))


def said_briefly(factory: Factory) -> Factory:
    """Of a brain that writes much for the screen: only the beginning of an answer is said unasked (N6)."""
    return _saying(spoken_seconds=SPOKEN_SECONDS)(factory)


class Installed(Protocol):
    """What is on this machine: the adapters, and the variables of other programs. `section` is `brain`, `ear`, …"""

    variables: Mapping[str, str]
    url_brain: str
    """The brain that an address alone means."""

    def kinds(self, section: str) -> Sequence[str]:
        """All names of a section."""
        ...

    def declaration(self, section: str, name: str) -> Declaration:
        """What it says of itself. Raises `ConfigError` if it cannot be loaded."""
        ...

    def missing(
        self, section: str, name: str, settings: Mapping[str, Any], secrets: Mapping[str, Secret]
    ) -> str:
        """What it needs and has not. Empty: it is ready."""
        ...

    def offered(
        self, section: str, name: str, settings: Mapping[str, Any], secrets: Mapping[str, Secret]
    ) -> str:
        """Why it cannot be known whether it is ready. Empty: it can."""
        ...

    def pays(self, section: str, name: str, own: Own) -> str:
        """Whose account pays for what it does. Empty: it costs nothing."""
        ...

    def goes_to(self, section: str, name: str, own: Own) -> str:
        """Who gets what the person says. Empty: it is not known."""
        ...


def reads_beside(installed: Installed, narrator: str, ear: str) -> bool:
    """Whether a narrator can read beside an ear."""
    beside = installed.declaration("narrator", narrator).reading.beside
    return ear in beside or (beside == READERS and installed.declaration("ear", ear).live is not None)


def readable(installed: Installed, narrator: str) -> list[str]:
    """The ears that a narrator can read beside, for a person. One that cannot be loaded is none."""
    found = []
    for ear in installed.kinds("ear"):
        with suppress(ConfigError):
            found += [ear] * reads_beside(installed, narrator, ear)
    return found


def declared(installed: Installed, section: str, kind: str, ear: str) -> Declaration:
    """What an adapter says of itself; of a narrator that reads beside `ear`: it is given its settings by what gives them to that."""
    said = installed.declaration(section, kind)
    if not ear or not reads_beside(installed, kind, ear):
        return said
    theirs = {one.name: one for one in installed.declaration("ear", ear).options}
    return replace(said, options=tuple(theirs.get(one.name, one) for one in said.options))


# Where sound and words go, and who is paid: said from the address that counts, not from the kind. Pure.
#
# Rule 1: an address on this machine is no vendor's: nothing goes to one, as far as can be known, and no account pays.
# Rule 2: a line names host and port of an address, and nothing else of it: a person may have put a key there.

ELSEWHERE: Final = "the server at {}"
HERE: Final = "the server at {}, which is this machine"
BY: Final = "{}, and with it to {}"


def is_here(url: str) -> bool:
    """Whether an address is on the loopback of this machine."""
    return is_loopback(_split(url)[0])


def goes_to(said: Declaration, given: AdapterArgs) -> str:
    """Who gets what the person says. Empty: it is not known."""
    address = said.way.address(given)
    if not address:
        to = said.way.service(given)
    else:
        host, port = _split(address)
        place = f"[{host}]" if ":" in host else host
        to = (HERE if is_here(address) else ELSEWHERE).format(f"{place}:{port}" if port else place)
    return BY.format(said.way.program, to) if said.way.program and to else to


def paid(said: Declaration, given: AdapterArgs) -> str:
    """Whose account pays. Empty: none, or none that is known."""
    return "" if is_here(said.way.address(given)) else said.pays(given)


def _split(url: str) -> tuple[str, int | None]:
    try:
        split = urlsplit(url if "://" in url else f"//{url}")
        return (split.hostname or "", split.port)
    except ValueError:
        return ("", None)
