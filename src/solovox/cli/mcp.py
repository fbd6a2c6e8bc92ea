"""`solovox mcp`: gives an agent that starts it a voice. MCP on stdin and stdout; the page opens when the agent first speaks or listens.

Rule 1: nothing but the protocol is written to stdout: what anything else prints there goes to stderr.
Rule 2: engines are loaded, and the page opened, when the agent wants to talk, not when its program starts.
Rule 3: with `surface.kind`, the talk is there, and there is no page: `devices` is this machine's microphone and speaker.
Rule 4: what goes wrong then is one line, told to the agent; the command lives on.

Exit code 0: the agent closed stdin, or a signal came. 2: it could not begin.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import click
from mcp.server.stdio import stdio_server
from msgspec.structs import replace

from solovox.app.process import Process
from solovox.app.wiring import parts
from solovox.brains.guest import HUNG_UP, GuestBrain
from solovox.cli.failing import Failure, explain_system_error, mark_unprintable
from solovox.cli.logging import ServerLog
from solovox.cli.models import install_watched
from solovox.cli.options import McpOptions, ServeOptions, page_of, takes
from solovox.cli.output import place_journal
from solovox.cli.serve import make_site, open_browser
from solovox.cli.talk import NAME, PAGE, SMALL_FIRST, TalkSession
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError, who
from solovox.core.errors import SolovoxError
from solovox.http.guests import Guests
from solovox.http.mcp_server import McpVoice
from solovox.http.site import Site
from solovox.parts.configured import configure, surface_ready
from solovox.parts.engines.local import has_extra
from solovox.parts.engines.stand_ins import lacks_all
from solovox.parts.registry import SURFACES, SurfaceOf, make
from solovox.parts.registry import adapter_args as made_from
from solovox.parts.stores import PersonsStore
from solovox.shell.clock import run
from solovox.studio.session import studio_of
from solovox.weights import Cache, default_root

OURS: Final = ("brain.kind=mcp", "amend=replace")
"""What is so where nothing else was said by --set."""
LONGEST_LINE: Final = 1 << 20
BY_HAND: Final = (
    "an agent starts this command, and speaks MCP with it: docs/howto/mcp.md says how to add it there"
)
NO_PIPE: Final = "stdin and stdout must be pipes: an agent starts this command"


@click.command(epilog="Exit codes: 0 its agent has left; 2 it could not begin.")
@takes(McpOptions)
def mcp(asked: McpOptions) -> None:
    """Give an agent that runs elsewhere a voice: it starts this command. Its owner's page opens when it first speaks or listens."""
    if sys.stdin.isatty():
        raise Failure(BY_HAND)
    given = page_of(replace(asked, flags=(*OURS, *asked.flags)), opens=not asked.no_open)
    log = ServerLog(sys.stderr)
    with log.settle_logs():
        run(_Voice(given, log).carry())


@dataclass(slots=True, eq=False)
class _Voice:
    """One run of the command."""

    given: ServeOptions
    log: ServerLog
    wanted: asyncio.Event = field(default_factory=asyncio.Event)
    told: asyncio.Event = field(default_factory=asyncio.Event)
    """Whether it is to end."""

    async def carry(self) -> None:
        """Until the agent closes stdin, or a signal comes."""
        for sign in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(sign, self.told.set)
        guests = Guests(self.wanted.set)
        async with _wire() as (lines, out), asyncio.TaskGroup() as tasks:
            talking = tasks.create_task(self._talk(McpVoice(guests), lines, out), name="the agent")
            page = tasks.create_task(self._page(guests), name="the page")
            await self.told.wait()
            talking.cancel()
            if not self.wanted.is_set():
                page.cancel()

    async def _talk(self, voice: McpVoice, lines: Any, out: Any) -> None:
        async with stdio_server(lines, out) as (read, write):
            await voice.server.run(read, write, voice.server.create_initialization_options())
        self.told.set()

    async def _page(self, guests: Guests) -> None:
        """Serve it as soon as the agent wants to talk."""
        await self.wanted.wait()
        try:
            config = configure(self.given.profile, self.given.flags)
            if config.surface == PAGE:
                site = await asyncio.to_thread(self._site, guests)
                await site.serve(self.told, lambda: self._open_page(site))
            else:
                await self._at_surface(guests, await asyncio.to_thread(self._talk_at, config))
        except Exception as error:
            line = _line(error)
            if not line:
                raise
            self.log.say(line)
            guests.fail(line)

    def _site(self, guests: Guests) -> Site:
        """Blocks. Raises what `refused` has a line for."""
        site = make_site(self.given, self.log, guests=guests)
        weights = Cache(default_root(environment()))
        if has_extra() and lacks_all(site.config, weights):
            self.log.say(SMALL_FIRST)
            install_watched(weights.lock.choose(small=True), weights)
        site.warm()
        self.log.say(mark_unprintable(who(site.config)))
        return site

    def _talk_at(self, config: Config) -> TalkSession:
        """One talk at the surface of the configuration. Blocks. Raises what `_line` has words for."""
        surface_ready(config)
        process = Process(Cache(default_root(environment())), limit=1)
        studio = studio_of(config, process.engines)
        own = parts(config, process.engines, PersonsStore(environment()), studio)
        surface: SurfaceOf = make(SURFACES, config.surface, made_from(config, SURFACES, config.surface))
        journal, none = self.given.journal, self.given.no_journal
        keep, _ = place_journal(journal, self.given.profile, config, own.policy, none=none)
        self.log.say(mark_unprintable(who(config)))
        return TalkSession(process, own, surface, keep, lambda _: (), log_json=False, log_words=False)

    async def _at_surface(self, guests: Guests, talk: TalkSession) -> None:
        """Hold it until the person hangs up, or the agent has gone."""
        assert isinstance(talk.own.brain, GuestBrain), "it was asked for"
        guests.began(NAME, talk.own.brain)
        async with asyncio.TaskGroup() as tasks:
            ending = tasks.create_task(self._ends(talk), name="the end of the talk")
            await talk.hold()
            ending.cancel()
        guests.end_talk(NAME)
        if talk.wanted.is_set():
            self.told.set()
        guests.fail(HUNG_UP)

    async def _ends(self, talk: TalkSession) -> None:
        await self.told.wait()
        talk.end()

    def _open_page(self, site: Site) -> None:
        self.log.say(site.address)
        if self.given.opens:
            open_browser(site, self.log.say)


def _line(error: Exception) -> str:
    """What a person should know of it. Empty: it is a fault of ours."""
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, ConfigError | SolovoxError):
        return str(error)
    found = explain_system_error(error)
    return "" if found is None else found[0]


class _Lines:
    """What comes on a pipe, line by line, as text."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader

    async def __aiter__(self) -> AsyncIterator[str]:
        while line := await self._reader.readline():
            yield line.decode("utf-8", "replace")


class _Out:
    """Where lines go."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def write(self, text: str) -> None:
        """One message."""
        self._writer.write(text.encode())

    async def flush(self) -> None:
        """Until the client has room for more."""
        await self._writer.drain()


@asynccontextmanager
async def _wire() -> AsyncIterator[tuple[_Lines, _Out]]:
    """The pipes to the agent. Meanwhile stdin is empty, and stdout is stderr. Raises `Failure`."""
    sys.stdout.flush()
    kept_in, kept_out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: ASYNC230 - it is no disk
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(LONGEST_LINE)
    try:
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), kept_in)
        transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, kept_out)
    except ValueError:
        raise Failure(NO_PIPE) from None
    writer = asyncio.StreamWriter(transport, protocol, None, loop)
    try:
        yield _Lines(reader), _Out(writer)
    finally:
        transport.abort()
