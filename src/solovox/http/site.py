"""The whole of `solovox serve` from its options: the door, the sessions behind it, the address in front."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from msgspec import structs
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

import solovox
from solovox.app.wiring import load_parts
from solovox.config.schema import Config, ConfigError, Secret
from solovox.http.auth.connections import Near
from solovox.http.auth.door import WebDoor, address, plain_origin, random_token, with_token
from solovox.http.auth.guard import LEADS_ON, Allowed, Application, Guard
from solovox.http.auth.known_browsers import COOKIE, KnownBrowsers, browsers_file
from solovox.http.auth.pairing import Pairing
from solovox.http.guests import Guests, outside_voice
from solovox.http.persons_settings import PersonsSettings
from solovox.http.rest.application import PersonsParts, RestParts, largest_body, rest, rest_application
from solovox.http.rest.in_force import SettingsInForce, in_force, with_learning
from solovox.http.rest.installs import Installs, weights_row
from solovox.http.rest.routes import problem
from solovox.http.serving import announcement, lan_entry, listen_at, serve_talks
from solovox.http.sockets.socket import LiveSocket
from solovox.http.sockets.talks import Folds, Talks
from solovox.http.studio_site import SiteStudio, StudioPlace
from solovox.parts.configured import this_machine
from solovox.parts.engines.capacity import measure_capacity
from solovox.parts.engines.stand_ins import RestOfWeights, TellLine, rest_of_weights, with_stand_ins
from solovox.parts.stores import PersonsStore
from solovox.server.state import private_folder, write
from solovox.shell.clock import LoopClock, here_and_now
from solovox.shell.supervisor import LIMIT
from solovox.studio.session import studio_of
from solovox.studio.studio import Studio, projects_in
from solovox.weights import Cache
from solovox.wire.loopback import LOOPBACK, is_loopback

LIVE: Final = "/api/vox/live"
MCP: Final = "/mcp"
PAGE: Final = Path(solovox.__file__).parent / "surfaces" / "web" / "page"
NOT_BUILT: Final = "the page is not built: run scripts/page in the checkout, or begin with make talk"
KINDS: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@cache
def page_files() -> dict[str, tuple[bytes, str]]:
    """The page's files, by name: bytes and type. Raises `ConfigError`."""
    if not (PAGE / "index.html").is_file():
        raise ConfigError(NOT_BUILT)
    return {
        one.name: (one.read_bytes(), f"{KINDS[one.suffix]}; charset=utf-8")
        for one in sorted(PAGE.iterdir())
        if one.suffix in KINDS
    }


def application(
    talks: Talks, shown: RestParts, voice: Application, more: Sequence[BaseRoute] = ()
) -> Starlette:
    """All of it. `voice`: what agents from outside talk by."""
    others = [
        *more,
        WebSocketRoute(LIVE, LiveSocket(talks)),
        Route(MCP, voice),
        Route("/", _file),
        Route("/page/{name}", _file),
    ]
    return rest_application(rest(shown), others)


async def _file(request: Request) -> Response:
    found = page_files().get(request.path_params.get("name", "index.html"))
    if found is None:
        raise problem(404, "there is no such page")
    return Response(found[0], media_type=found[1], headers={"Cache-Control": "no-cache"})


RECORDINGS: Final = "recordings"
GUESTS_KIND: Final = "mcp"
OTHER_BRAIN: Final = "here {} answers, and no agent from outside: start this server with --set brain.kind={}"
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only with a name that was said
NAMELESS: Final = (
    "--host {0} is every address of this machine: say by --origin under which one it is opened"
    " (http://NAME:PORT, or https://NAME of a proxy), or use --lan for your network"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteAddress:
    """Where it listens, and who may come in."""

    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()
    """More addresses under which it is opened: behind a proxy, or in a container."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies on other machines: what comes from there is limited as what runs here."""
    preview_port: int = 0
    """Where the Studio's apps are shown; 0: at any free port."""
    lan_port: int | None = None
    """Where other devices come in, by TLS; None: they do not."""
    state: Path
    """Where the certificate for them is kept."""
    token: Secret | None = None
    """None: a new one."""
    metrics: Secret | None = None
    """A token that opens `/metrics` and nothing else. None: there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOptions:
    """What the command line and the environment asked for."""

    at: SiteAddress
    weights: Cache
    configured: Callable[[str], Config]
    """The configuration of a profile. Raises `ConfigError`."""
    profile: str = "talk"
    limit: int | None = None
    """Sessions at a time; None: as many as `warm` finds that this machine holds."""
    journals: Path
    """The folder of the journals that are kept."""
    keeps: bool = True
    """Whether this server keeps any."""
    own: PersonsSettings | None = None
    """What was set, and what the page sets. None: nothing is shown of it, and nothing can be set."""
    folds: Folds = lambda *_: ()
    store: PersonsStore | None = None
    """Where what a person teaches is kept. None: nowhere."""
    guests: Guests | None = None
    """The agents from outside, where others know of them, too."""
    say: TellLine = lambda _: None
    """Receives lines for who runs it."""


class Site:
    """Listens from the beginning; serves in `serve`."""

    def __init__(self, options: SiteOptions) -> None:
        """Raises `ConfigError`: one line."""
        page_files()  # without the page there is nothing to serve
        origins = [plain_origin(one) for one in options.at.origins]
        if options.at.host in EVERYWHERE and not origins:
            raise ConfigError(NAMELESS.format(options.at.host))
        self._is_near = Near(options.at.proxies)
        self._options = options
        self._token = options.at.token or random_token()
        self._near = listen_at(options.at.host, options.at.port)
        hosts = LOOPBACK if options.at.host in EVERYWHERE else (options.at.host, *LOOPBACK)
        self._addresses = [address("http", host, self._near.port) for host in hosts] + origins
        self._lan = None
        if options.at.lan_port is not None:
            self._lan = lan_entry(options.at.state, options.at.lan_port, here_and_now())
            self._addresses += self._lan.addresses
        studio = Studio(
            projects_in(options.at.state), lambda: self.config, lambda: self.talks.process.engines
        )
        self._studio = SiteStudio(studio, lambda: self.config, self._place([*hosts]))
        file = browsers_file(options.at.state, options.at.host, self._near.port)
        cookie = f"{COOKIE}-{self._near.port}"
        self._browsers = KnownBrowsers(file, cookie, options.at.token, say=options.say)
        self._pairing: Pairing | None = None
        self._rest: RestOfWeights | None = None
        self._installs = Installs(may=self._is_private, rest=lambda: weights_row(self._rest))
        self.talks = Talks(
            options.weights,
            options.limit or LIMIT,
            self._configure,
            options.profile,
            options.journals if options.keeps else None,
            folds=options.folds,
            store=options.store,
        )
        self.talks.own = options.own
        self.talks.studio = studio
        if options.guests is not None:
            self.talks.guests = options.guests
        self.talks.guests.place = self._addresses[0]
        self.talks.guests.refuses = self._other_brain

    def _place(self, hosts: Sequence[str]) -> StudioPlace:
        """Where the page is, as the Studio must know it: at addresses that it listens at by itself."""
        at, port = self._options.at, self._near.port
        own = [address("http", host, port) for host in hosts]
        own += [plain_origin(one) for one in at.origins if one.startswith("http:") and _port(one) == port]
        lan = [] if self._lan is None else self._lan.addresses
        return StudioPlace(host=at.host, pages=[*own, *lan], port=at.preview_port, lan=self._lan)

    @property
    def studio(self) -> SiteStudio:
        """Where apps are made and shown."""
        return self._studio

    @property
    def config(self) -> Config:
        """Of a session that names no profile and begins now."""
        return self._configure(self._options.profile)

    def _configure(self, profile: str) -> Config:
        config = with_stand_ins(self._options.configured(profile), self._options.weights)
        return config if self._options.keeps else structs.replace(config, keep="never")

    @property
    def lan(self) -> bool:
        """Whether other devices may come in."""
        return self._lan is not None

    @property
    def address(self) -> str:
        """What the person opens. A token that they chose is known to them, and is not shown."""
        own = self._addresses[0]
        return f"{own}/" if self._options.at.token is not None else with_token(own, self._token)

    @property
    def opening(self) -> str:
        """The same for a browser that is opened now: with the token."""
        return with_token(self._addresses[0], self._token)

    def leading(self) -> Path:
        """A file for its owner's eyes that leads a browser to the page, with the token; it is there until the server ends.
        Raises `StateTrouble`."""
        file = self._leads
        private_folder(file.parent)
        write(file, LEADS_ON.format(escape(self.opening)).encode())
        return file

    @property
    def _leads(self) -> Path:
        at = self._options.at
        return browsers_file(at.state, at.host, self._near.port).with_suffix(".html")

    @property
    def is_open_to_others(self) -> bool:
        """Whether other machines reach it without TLS, and no address was named that a proxy has."""
        host, origins = self._options.at.host, self._options.at.origins
        return not is_loopback(host) and not any(one.startswith("https:") for one in origins)

    def pairing(self) -> str:
        """What the terminal shows to those who pair another device, with a new code. Empty: there is none to pair with."""
        if self._lan is None or self._pairing is None:
            return ""
        made = self._pairing.new_code()
        return announcement(self._lan, (made.address, made.draw()))

    def warm(self) -> str:
        """Load what the first session would wait for. Blocks. Raises `ConfigError` (also `NotInstalled`): one line.

        Without a limit, it measures how many sessions are held, and says so in one line.
        """
        return asyncio.run(self._warm())

    async def _warm(self) -> str:
        config, engines = self.config, self.talks.process.engines
        own = await load_parts(config, engines, studio_of(config, engines, self._studio.studio))
        if self._options.limit is not None:
            return ""
        found = await measure_capacity(own.recogniser, own.voice)
        self.talks.process.sessions.limit = found.sessions
        return found.line

    def _other_brain(self) -> str:
        """Why agents from outside cannot talk here. Empty: they can."""
        kind = self.config.brain.kind
        return "" if kind == GUESTS_KIND else OTHER_BRAIN.format(kind, GUESTS_KIND)

    def _settings(self) -> SettingsInForce:
        config = self._options.configured(self._options.profile)
        own = self._options.own
        shown = in_force(config, {} if own is None else own.find_settings(), this_machine())
        return shown if self._options.store is None else with_learning(shown, self._options.store)

    def _describe_parts(self) -> RestParts:
        of = self._options
        person = PersonsParts(own=of.own, store=of.store, browsers=self._browsers, say=of.say)
        return RestParts(
            talks=self.talks,
            metrics=self.talks.metrics,
            journals=self._options.journals,
            recordings=self._options.at.state / RECORDINGS,
            profile=self._options.profile,
            config=lambda: self.config,
            settings=self._settings,
            weights=self._options.weights,
            person=person,
            installs=self._installs,
            studio=self._studio.parts,
        )

    @property
    def _is_private(self) -> bool:
        """Whether only this machine can reach it, and no proxy."""
        at = self._options.at
        return is_loopback(at.host) and at.lan_port is None and not at.origins

    async def serve(self, told_to_end: asyncio.Event, ready: Callable[[], None]) -> None:
        """Until it is told to end. `ready` is called when it can be reached."""
        now = LoopClock().now
        lan, at = self._lan is not None, self._options.at
        door = WebDoor(self._token, self._addresses, self._browsers, pairs=lan, metrics=at.metrics)
        voice = outside_voice(self.talks.guests)
        listening = [self._near]
        if self._lan is not None:
            self._pairing = Pairing(door, self._lan.address, now, self._lan.authority)
            listening.append(self._lan.listening)
        pairing = [] if self._pairing is None else self._pairing.routes
        inside = application(self.talks, self._describe_parts(), voice, pairing)
        allowed = Allowed(is_near=self._is_near, largest=largest_body, frames=self._studio.preview.frames)
        guarded = Guard(inside, door, now, allowed, self.talks.metrics.count_refusal)
        try:
            async with asyncio.TaskGroup() as tasks:
                coming = tasks.create_task(self._complete(), name="the rest of the weights")
                tasks.create_task(voice.run(told_to_end), name="agents from outside")
                tasks.create_task(self._studio.run(told_to_end, self._is_near), name="studio")
                await serve_talks(guarded, self.talks, listening, told_to_end, ready, self._is_near)
                coming.cancel()
        finally:
            self._leads.unlink(missing_ok=True)
            await asyncio.to_thread(self._installs.close)

    async def _complete(self) -> None:
        """Fetch the weights for which others stand in."""
        config = self._options.configured(self._options.profile)
        self._rest = rest_of_weights(config, self.talks.process.engines, self._options.say)
        if self._rest is not None:
            await self._rest.come()


def _port(origin: str) -> int | None:
    return urlsplit(origin).port
