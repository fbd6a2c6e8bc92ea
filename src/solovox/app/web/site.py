"""The whole of `solovox serve` from its options: the door, the sessions behind it, the address in front."""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from solovox.app.configured import installed
from solovox.app.web.answers import SettingsInForce
from solovox.app.web.application import application
from solovox.app.web.counts import RefusedFor
from solovox.app.web.door import LOOPBACK, WebDoor, Why, address, random_token, with_token
from solovox.app.web.guard import Guard
from solovox.app.web.serving import bound, served
from solovox.app.web.settings import in_force
from solovox.app.web.talks import Talks
from solovox.app.wiring import parts
from solovox.config.load import Settings
from solovox.config.schema import Config, ConfigError, Secret
from solovox.shell.clock import LoopClock
from solovox.weights import Cache

EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - to be refused

REFUSALS: Final = {
    Why.HOST: RefusedFor.HOST,
    Why.ORIGIN: RefusedFor.ORIGIN,
    Why.MISSING: RefusedFor.TOKEN,
    Why.WRONG: RefusedFor.TOKEN,
    Why.TRIES: RefusedFor.RATE,
    Why.RATE: RefusedFor.RATE,
    Why.BODY: RefusedFor.RATE,
}
"""How the door's reasons are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOptions:
    """What the command line and the environment asked for."""

    weights: Cache
    configured: Callable[[str], Config]
    """The configuration of a profile. Raises `ConfigError`."""
    profile: str = "talk"
    host: str = "127.0.0.1"
    port: int = 0
    limit: int = 10
    journals: Path
    """The folder of the journals that are kept."""
    keeps: bool = True
    """Whether this server keeps any."""
    found: Settings = field(default_factory=dict)
    """What was set, to be shown."""
    token: Secret | None = None
    """None: a new one."""


class Site:
    """Listens from the beginning; serves in `serve`."""

    def __init__(self, options: SiteOptions) -> None:
        """Raises `ConfigError`: one line."""
        if options.host in EVERYWHERE:
            raise ConfigError(
                f"--host {options.host} is every address of this machine: name one, or use --lan for your network"
            )
        self._options = options
        self._token = options.token or random_token()
        self._listening: socket.socket = bound(options.host, options.port)
        port = self._listening.getsockname()[1]
        self._addresses = [address("http", host, port) for host in (options.host, *LOOPBACK)]
        self.talks = Talks(
            options.weights,
            options.limit,
            options.configured,
            options.profile,
            options.journals if options.keeps else None,
        )

    @property
    def address(self) -> str:
        """What the person opens."""
        return with_token(self._addresses[0], self._token)

    def warm(self) -> None:
        """Load what the first session would wait for. Blocks. Raises `ConfigError` (also `NotInstalled`): one line."""
        own = parts(self._options.configured(self._options.profile), self.talks.process.engines)
        if own.brain is not None:
            asyncio.run(own.brain.aclose())

    def _settings(self) -> SettingsInForce:
        config = self._options.configured(self._options.profile)
        return in_force(config, self._options.found, installed())

    def _refused(self, why: Why) -> None:
        self.talks.metrics.refused(REFUSALS[why])

    async def serve(self, told_to_end: asyncio.Event, ready: Callable[[], None]) -> None:
        """Until it is told to end. `ready` is called when it can be reached."""
        door = WebDoor(self._token, self._addresses)
        app = application(self.talks, self._options.journals, self._settings)
        guard = Guard(app, door, LoopClock().now, refused=self._refused)
        await served(guard, self.talks, self._listening, told_to_end, ready)
