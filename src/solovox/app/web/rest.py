"""REST: one file for each subject (`rest_*.py`), and what they have in common (`routes.py`).

Rule 1: the loop is never blocked, and no session waits (`reading.py`).
Rule 2: every body is a model of `answers.py`; what is wrong is one line (`problems.py`).
Rule 3: who may ask is decided before (the door); here nothing is checked of that.
Rule 4: a route that takes a large body is named in `LARGE`; every other body is a small one (`guard.py`).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import APIRouter

from solovox.app.stores import PersonsStore
from solovox.app.web.answers import SettingsInForce
from solovox.app.web.api_page import described
from solovox.app.web.engine_process import EngineProcess
from solovox.app.web.guard import LARGEST_BODY
from solovox.app.web.installs import Installs
from solovox.app.web.metrics import Metrics
from solovox.app.web.persons_settings import PersonsSettings
from solovox.app.web.problems import RESPONSES
from solovox.app.web.recorded import LARGEST
from solovox.app.web.rest_beginning import BeginningRoutes
from solovox.app.web.rest_corrections import CorrectionRoutes
from solovox.app.web.rest_health import HealthRoutes
from solovox.app.web.rest_installs import InstallRoutes
from solovox.app.web.rest_journals import JournalRoutes
from solovox.app.web.rest_recordings import RecordingRoutes
from solovox.app.web.rest_settings import SettingsPlace, SettingsRoutes
from solovox.app.web.rest_talks import RunningSessions, TalkRoutes
from solovox.app.web.routes import RouteGroup
from solovox.config.schema import Config
from solovox.weights import Cache

LARGE: Final = (
    (re.compile(r"POST /api/corrections"), 6_000_000),
    (re.compile(r"POST /api/corrections/import"), 64_000_000),
    (re.compile(r"PUT /api/recordings/[^/]+"), LARGEST),
)
"""Method and path, and how many bytes a body may have there."""


def largest_body(method: str, path: str) -> int:
    """How many bytes a body may have."""
    asked = f"{method} {path}"
    return next((most for route, most in LARGE if route.fullmatch(asked)), LARGEST_BODY)


@dataclass(frozen=True, slots=True, kw_only=True)
class RestParts:
    """What REST shows and changes."""

    talks: RunningSessions
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
    own: PersonsSettings | None = None
    """Where what the person sets is kept. None: nothing can be set."""
    weights: Cache
    installs: Installs
    store: PersonsStore | None = None
    """Where what a person teaches is kept. None: nowhere."""


def rest(of: RestParts) -> APIRouter:
    """All of REST."""
    router = APIRouter(responses=RESPONSES)
    engines = EngineProcess(of.own, of.profile, of.weights)
    groups: tuple[RouteGroup, ...] = (
        TalkRoutes(of.talks),
        JournalRoutes(of.journals),
        BeginningRoutes(of.talks, of.journals, of.config),
        CorrectionRoutes(of.store, engines),
        RecordingRoutes(of.recordings, engines),
        SettingsRoutes(SettingsPlace(of.profile, of.settings, of.own, of.weights, of.store)),
        InstallRoutes(of.installs),
        HealthRoutes(of.talks, of.metrics),
    )
    for one in groups:
        one.at(router)
    described(router)
    return router
