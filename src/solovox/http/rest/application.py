"""REST: one file for each subject, and what they have in common (`routes.py`).

Rule 1: the loop is never blocked, and no session waits (`ports/offload.py`).
Rule 2: every body is a model of `bodies.py` or of its own subject; what is wrong is one line (`routes.py`).
Rule 3: who may ask is decided before (the door); here nothing is checked of that.
Rule 4: a route that takes a large body is named in `LARGE`; every other body is a small one (`guard.py`).
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from solovox.config.schema import Config
from solovox.http.auth.guard import LARGEST_BODY
from solovox.http.auth.known_browsers import KnownBrowsers
from solovox.http.auth.pairing import BrowserRoutes
from solovox.http.metrics import Metrics
from solovox.http.persons_settings import PersonsSettings
from solovox.http.rest.acts import ActRoutes
from solovox.http.rest.corrections import CorrectionRoutes
from solovox.http.rest.engines_apart import EngineProcess
from solovox.http.rest.in_force import SettingsInForce
from solovox.http.rest.installs import InstallRoutes, Installs
from solovox.http.rest.journals import JournalRoutes, KnownWords
from solovox.http.rest.openapi import openapi, routes_to
from solovox.http.rest.recordings import LARGEST, RecordingRoutes, Recordings
from solovox.http.rest.routes import DiskThreads, RestRoute, application_of, routes_of
from solovox.http.rest.sessions import BeginningRoutes, HealthRoutes, TalkRoutes
from solovox.http.rest.settings import SettingsPlace, SettingsRoutes
from solovox.http.rest.shelf import Shelf
from solovox.http.rest.studio import StudioParts, studio_routes
from solovox.http.sockets.talks import Talks
from solovox.parts.journals import is_kept
from solovox.parts.stores import PersonsStore
from solovox.ports.offload import OtherProcess
from solovox.recordings.keeping import refusal
from solovox.studio.archive import LARGEST as LARGEST_ARCHIVE
from solovox.weights import Cache

LARGE: Final = (
    (re.compile(r"POST /api/corrections"), 6_000_000),
    (re.compile(r"POST /api/corrections/import"), 64_000_000),
    (re.compile(r"PUT /api/recordings/[^/]+"), LARGEST),
    (re.compile(r"POST /api/studio/projects/import"), LARGEST_ARCHIVE),
)
"""Method and path, and how many bytes a body may have there."""


def largest_body(method: str, path: str) -> int:
    """How many bytes a body may have."""
    asked = f"{method} {path}"
    return next((most for route, most in LARGE if route.fullmatch(asked)), LARGEST_BODY)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsParts:
    """What is of the person whose server it is."""

    browsers: KnownBrowsers
    own: PersonsSettings | None = None
    """Where what the person sets is kept. None: nothing can be set."""
    store: PersonsStore | None = None
    """Where what a person teaches is kept. None: nowhere."""
    say: Callable[[str], None] = lambda _: None
    """Receives lines for who runs the server."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RestParts:
    """What REST shows and changes."""

    talks: Talks
    metrics: Metrics
    journals: Path
    """The folder in which sessions are kept."""
    recordings: Path
    """The folder in which recorded questions are kept."""
    profile: str = "talk"
    config: Callable[[], Config]
    """The configuration of new sessions."""
    settings: Callable[[], SettingsInForce]
    """Called in a thread."""
    person: PersonsParts
    weights: Cache
    installs: Installs
    studio: StudioParts
    """Where apps are made."""

    def unkept(self) -> str:
        """Why no new session could be kept, although it should be, in one line; empty if it could. Blocks."""
        return refusal(self.journals) if is_kept(self.config()) else ""


def rest(of: RestParts) -> list[RestRoute]:
    """All of REST. One set of threads, and one other process, for all of it."""
    disk, apart, shelf = DiskThreads(), OtherProcess(), Shelf(of.journals)
    person = of.person
    engines = EngineProcess(person.own, of.profile, of.weights)
    settings = SettingsPlace(
        of.profile, of.settings, person.own, of.weights, person.store, person.browsers, person.say
    )
    groups = (
        TalkRoutes(of.talks),
        JournalRoutes(shelf, KnownWords(of.journals), disk, apart),
        BeginningRoutes(of.talks, of.config, shelf, disk, apart),
        CorrectionRoutes(person.store, engines, disk),
        ActRoutes(of.config, of.journals.parent, person.browsers),
        RecordingRoutes(Recordings(of.recordings), engines, disk),
        SettingsRoutes(settings, disk),
        InstallRoutes(of.installs, disk),
        BrowserRoutes(person.browsers),
        HealthRoutes(of.talks.ready, of.metrics, of.unkept),
        *studio_routes(of.studio, disk),
    )
    return [*routes_of(groups)]


def rest_application(routes: Sequence[RestRoute], others: Sequence[BaseRoute] = ()) -> Starlette:
    """An application of these, of their schema, and of others."""
    schema = openapi(routes, "Solovox", version("solovox"))
    return application_of(routes, [*routes_to(schema), *others])
