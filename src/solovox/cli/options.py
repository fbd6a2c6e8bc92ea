"""The options of commands: a struct for each command, whose fields are its options (`takes`). The text below a field is its help.

Paths: an empty one is refused, for it would mean the current folder.
"""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

import click
from msgspec import Struct, field
from msgspec.structs import fields

from solovox.config.errors import ConfigError
from solovox.config.fields import Option, OptionKind, options_of, setting

USUAL_PORT: Final = 8765
Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
Port = Annotated[int, setting(write="0 to 65535", metavar="PORT", ge=0, le=65_535)]
Limit = Annotated[int, setting(write="a number from 1 on", metavar="N", ge=1)]
Dir = Annotated[Path | None, OptionKind.FOLDER]


class Named(click.Path):
    """As click's, with a `Path`."""

    def __init__(self, *, folder: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=not folder)
        self.name = "folder" if folder else "file"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path. Nothing is looked at."""
        if value in ("", b""):
            self.fail(f"it is empty: name a {self.name}", param, ctx)
        return Path(str(value))


PATH = Named()
FOLDER = Named(folder=True)


class Fitting(click.ParamType[object]):
    """What an option of a struct takes."""

    def __init__(self, option: Option) -> None:
        self.name = option.metavar or {OptionKind.NUMBER: "N"}.get(option.kind, "TEXT")
        self._option = option

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> object:
        """The value that a text means."""
        try:
            return self._option.value(value) if isinstance(value, str) else value
        except ConfigError as error:
            self.fail(f"{value!r}: {error}", param, ctx)


PATHS: Final = {OptionKind.FILE: (PATH, "FILE"), OptionKind.FOLDER: (FOLDER, "DIR")}


def takes(settings: type[Struct]) -> Decorator:
    """Gives a command its options: it is called with the struct, behind what else it is given."""

    def put(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def called(*given: Any, **said: Any) -> Any:
            names = {one.field for one in options_of(settings).values()}
            mine = {name: said.pop(name) for name in names}
            return command(*given, settings(**mine), **said)

        made: Callable[..., Any] = called
        for option in reversed([*options_of(settings).values()]):
            made = _option(option)(made)
        return made

    return put


def _option(option: Option) -> Decorator:
    """`--name`; a name of one letter stands before it: `o,out`. A field that ends in `_` is named without it."""
    flags = [f"--{one}" if len(one) > 1 else f"-{one}" for one in option.name.replace("_", "-").split(",")]
    more: dict[str, Any] = {"help": option.about.replace("`", "")}
    if option.kind is OptionKind.FLAG:
        return click.option(*flags, option.field, is_flag=True, default=bool(option.default), **more)
    if option.kind is OptionKind.NAMES:
        metavar = option.metavar or "TEXT"
        return click.option(*flags, option.field, multiple=True, type=str, metavar=metavar, **more)
    path, metavar = PATHS.get(option.kind, (None, option.metavar))
    kind = path or (click.Choice(option.choices) if option.choices else Fitting(option))
    return click.option(
        *flags,
        option.field,
        default=option.default,
        show_default=option.default not in (None, ""),
        type=kind,
        metavar=option.metavar or metavar or None,
        **more,
    )


class Flagged(Struct, kw_only=True, frozen=True):
    """What every command has that needs a configuration."""

    flags: Annotated[tuple[str, ...], setting(metavar="KEY=VALUE")] = field(default=(), name="set")
    """A key of the configuration, for this time; may be repeated. See: solovox config."""


class ProfileOptions(Flagged, kw_only=True, frozen=True):
    """The same, with a profile."""

    profile: Annotated[str, setting(metavar="NAME")] = "talk"
    """See: solovox profiles."""


class JournalOptions(ProfileOptions, kw_only=True, frozen=True):
    """What may be written down."""

    journal: Dir = None
    """Keep the journals here; see: solovox sessions."""
    no_journal: bool = False
    """Keep no journal and no sound."""


class Logged(JournalOptions, kw_only=True, frozen=True):
    """What is written to stderr for programs."""

    log_json: bool = False
    """A line of JSON on stderr for each event, without words."""
    log_words: bool = False
    """With --log-json: with the words too."""


class TalkOptions(Logged, kw_only=True, frozen=True):
    """Those of `solovox talk`."""

    port: Port | None = None
    """8765, or a free one if that is taken; 0: any free one."""
    no_open: bool = False
    """Do not open the page in your browser."""
    limit: Limit = 4  # of one person: nothing is measured for it, and the page is there two seconds sooner
    """Sessions at a time."""


class McpOptions(JournalOptions, kw_only=True, frozen=True):
    """Those of `solovox mcp`."""

    port: Port | None = None
    """Of the page: 8765, or a free one if that is taken; 0: any free one."""
    no_open: bool = False
    """Do not open the page in your browser."""
    limit: Limit = 4
    """Sessions at a time."""


class ServeOptions(Logged, kw_only=True, frozen=True):
    """Those of `solovox serve`. A port of None: the usual one, or a free one."""

    host: Annotated[str, setting(metavar="HOST")] = "127.0.0.1"
    """Where to listen, without TLS."""
    port: Port | None = USUAL_PORT
    """0: any free one."""
    opens: bool = field(default=False, name="open")
    """Open the page in your browser."""
    lan: bool = False
    """Let phones of your network in too: TLS, and a code to scan."""
    lan_port: Port = 8766
    """Where to listen with TLS."""
    preview_port: Port = 0
    """Where the Studio's apps are shown; 0: at any free one."""
    origins: Annotated[tuple[str, ...], setting(metavar="URL")] = field(default=(), name="origin")
    """Another address under which it is opened (https://NAME of a proxy); may be repeated."""
    proxies: Annotated[tuple[str, ...], setting(metavar="NETWORK")] = field(default=(), name="proxy")
    """Where a proxy is that is not on this machine (172.16.0.0/12): it may ask often; may be repeated."""
    limit: Limit | None = None
    """Sessions at a time; else as many as this machine holds, measured at the start."""
    suggestions: tuple[str, ...] = field(default=(), name="suggest")
    """Something to say, which the page shows as long as nothing was said; may be repeated."""


def page_of(asked: TalkOptions | McpOptions, *, opens: bool) -> ServeOptions:
    """The page of a talk."""
    there = {one.name: getattr(asked, one.name) for one in fields(type(asked))}
    return ServeOptions(**{name: there[name] for name in there if name != "no_open"}, opens=opens)


AS_JSON: Final = click.option("--json", "as_json", is_flag=True, help="For programs.")
