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
from solovox.app.web.guard import LARGEST_BODY
from solovox.app.web.metrics import Metrics
from solovox.app.web.problems import RESPONSES
from solovox.app.web.rest_corrections import CorrectionRoutes
from solovox.app.web.rest_health import HealthRoutes
from solovox.app.web.rest_journals import JournalRoutes
from solovox.app.web.rest_talks import RunningSessions, TalkRoutes
from solovox.app.web.routes import RouteGroup

LARGE: Final = (
    (re.compile(r"POST /api/corrections"), 6_000_000),
    (re.compile(r"POST /api/corrections/import"), 64_000_000),
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
    settings: Callable[[], SettingsInForce]
    """Called in a thread."""
    store: PersonsStore | None = None
    """Where what a person teaches is kept. None: nowhere."""


def rest(of: RestParts) -> APIRouter:
    """All of REST."""
    router = APIRouter(responses=RESPONSES)
    groups: tuple[RouteGroup, ...] = (
        TalkRoutes(of.talks, of.settings),
        JournalRoutes(of.journals),
        CorrectionRoutes(of.store),
        HealthRoutes(of.talks, of.metrics),
    )
    for one in groups:
        one.at(router)
    described(router)
    return router
