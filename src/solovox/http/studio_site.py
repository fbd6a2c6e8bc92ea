"""The Studio of a web server: its projects, its workshop, and where its apps are shown.

With `--lan` a phone's page is at this machine's own name, and its apps at another port of that name, by TLS too: another origin,
of the same site. The cookie of the page goes there with each request; nothing there reads it, and in the sandbox no app can
(laws P2, P4). A page that comes through a proxy is shown no apps: the proxy forwards one port.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.config.schema import Config
from solovox.http.auth.connections import LOOPBACK_ONLY, Near
from solovox.http.auth.door import host_of
from solovox.http.preview import Preview, preview_addresses
from solovox.http.rest.studio import StudioEngine, StudioParts
from solovox.http.serving import ALL, LanEntry, Listening, listen_at, served_apart
from solovox.studio.studio import Studio
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.studio.workshop.writers import chosen_kind, engines
from solovox.wire.loopback import LOOPBACK

OPTION: Final = "--preview-port"


@dataclass(frozen=True, slots=True, kw_only=True)
class StudioPlace:
    """Where the page of a server is. `pages`: its own addresses that it listens at by itself."""

    host: str
    pages: Sequence[str]
    port: int = 0
    """Where apps are shown; 0: at any free port."""
    lan: LanEntry | None = None


class SiteStudio:
    """Listens from the beginning; shows and makes apps in `run`."""

    def __init__(self, studio: Studio, config: Callable[[], Config], place: StudioPlace) -> None:
        """Raises `ConfigError`: one line."""
        self.studio, self._config = studio, config
        self._store = studio.store
        self._listening: list[Listening] = [listen_at(_own(place.host), place.port, OPTION)]
        tls = None
        if place.lan is not None:
            context = place.lan.listening.context
            self._listening.append(listen_at(ALL, 0, OPTION, context))
            tls = self._listening[-1].port
        self._hosts = {host_of(one): one for one in place.pages}
        self.preview = Preview(studio.store)
        self.preview.addresses = preview_addresses(place.pages, self._listening[0].port, tls)

    @property
    def workshop(self) -> ProjectWorkshop:
        """Where apps are made."""
        return self.studio.workshop

    @property
    def parts(self) -> StudioParts:
        """For REST."""
        return StudioParts(
            store=self._store,
            workshop=self.workshop,
            preview=self.preview,
            engines=self._engines,
            page=self._hosts.get,
            catalogue=self.studio.catalogue,
        )

    async def run(self, told_to_end: asyncio.Event, is_near: Near = LOOPBACK_ONLY) -> None:
        """Until it is told to end."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.workshop.run(told_to_end), name="workshop")
                tasks.create_task(
                    served_apart(self.preview, self._listening, told_to_end, is_near), name="preview"
                )
        finally:
            await asyncio.to_thread(self._store.close)

    def _engines(self) -> list[StudioEngine]:
        config = self._config()
        chosen = config.studio or chosen_kind(config)
        return [
            StudioEngine(kind=kind, ready=not lacks, lacks=lacks, chosen=kind == chosen)
            for kind, lacks in engines(config)
        ]


def _own(host: str) -> str:
    """Where the preview listens: a page of this machine finds it at the other of its two names."""
    return "127.0.0.1" if host in LOOPBACK else host
