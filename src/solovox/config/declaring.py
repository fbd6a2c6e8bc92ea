"""What an adapter says of itself beside its factory: the settings of its own, and what it needs to serve.

A factory carries a `Declaration`, which is put there as a decorator. A factory without one has no settings of its
own, and is always ready.

Rule 1: what a declaration asks (`missing`) starts nothing, reaches for nothing, and raises nothing.
Rule 2: a secret from another program's variable goes to the hosts of its vendor only (`setting(host=…)`).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import Final, Protocol, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct, defstruct
from msgspec.structs import fields

from solovox.config.fields import Option, Settings, fill_struct, options_of, setting
from solovox.config.schema import ConfigError, Own, Secret
from solovox.ports import AdapterArgs
from solovox.wire.loopback import is_loopback

__all__ = ["Declaration", "Destination", "EarTraits", "Words", "read", "setting"]

SPOKEN_SECONDS: Final = 12
"""Of a brain that writes much for the screen (N6)."""


class NoSettings(Struct, frozen=True):
    """Of an adapter that has none of its own."""


def read(given: AdapterArgs, settings: type[Settings]) -> Settings:
    """What an adapter is given, as the struct that it declared."""
    secrets = {name: Secret(text) for name, text in given.secrets.items() if text}
    return fill_struct(settings, {**given.settings, **secrets})


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


Factory = TypeVar("Factory", bound=Callable[..., object])
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


@dataclass(frozen=True, slots=True)
class Declaration:
    """What an adapter says of itself."""

    settings: type[Struct] = NoSettings
    """Each field is a setting of its own."""
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

    def __call__(self, factory: Factory) -> Factory:
        """Put it on a factory."""
        vars(factory)["declaration"] = self
        return factory

    @property
    def options(self) -> Mapping[str, Option]:
        """The settings of its own, by name."""
        return options_of(self.settings)

    def lacks(self, name: str, given: AdapterArgs) -> str:
        """What the adapter of that name needs and has not. Raises `ConfigError` if it cannot be asked."""
        try:
            return self.missing(given)
        except OSError:  # of the system: a line everywhere
            raise
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise ConfigError(f"{name} cannot say what it needs: {what}") from error


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


def args_of(own: Own) -> AdapterArgs:
    """What a declaration is asked with, before there is a session."""
    return AdapterArgs(own.values, None, {key: text.reveal() for key, text in own.secrets.items()}, own.said)


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


def declaration_beside(installed: Installed, section: str, kind: str, ear: str) -> Declaration:
    """What an adapter says of itself; of a narrator that reads beside `ear`: it is given its settings by what gives them to that."""
    said = installed.declaration(section, kind)
    if not ear or not reads_beside(installed, kind, ear):
        return said
    return replace(said, settings=_together(said.settings, installed.declaration("ear", ear).settings))


@cache
def _together(mine: type[Struct], theirs: type[Struct]) -> type[Struct]:
    """A struct as `mine`, with what `theirs` says of the fields that both have."""
    there = {one.name: one for one in fields(theirs)}
    both = [there.get(one.name, one) for one in fields(mine)]
    return defstruct(mine.__name__, [(one.name, one.type, one.default) for one in both], kw_only=True)


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


def name_payer(said: Declaration, given: AdapterArgs) -> str:
    """Whose account pays. Empty: none, or none that is known."""
    return "" if is_here(said.way.address(given)) else said.pays(given)


def _split(url: str) -> tuple[str, int | None]:
    try:
        split = urlsplit(url if "://" in url else f"//{url}")
        return (split.hostname or "", split.port)
    except ValueError:
        return ("", None)
