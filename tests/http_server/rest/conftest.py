"""What the tests of the server share: one eventful session and its journal, and REST over a folder of journals."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from recordings.conftest import live
from solovox.http.auth.guard import BROWSER
from solovox.http.auth.known_browsers import KnownBrowsers
from solovox.http.metrics import Metrics
from solovox.http.persons_settings import PersonsSettings
from solovox.http.preview import Preview, PreviewAddresses
from solovox.http.rest.application import PersonsParts, RestParts, rest, rest_application
from solovox.http.rest.in_force import SettingInForce, SettingsInForce
from solovox.http.rest.installs import Installs
from solovox.http.rest.openapi import openapi
from solovox.http.rest.studio import StudioParts
from solovox.http.sockets.session_pages import FULL, CannotJoin, RunningTalk
from solovox.parts.stores import PersonsStore
from solovox.studio.catalogue.scores import NO_EXTRA, StudioMissing
from solovox.studio.workshop.workshop import ProjectWorkshop
from solovox.testing.memory_projects import MemoryProjects
from solovox.weights import Cache
from studio.scripted_writer import APP, ScriptedWriter

SINCE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def no_catalogue():
    """The catalogue where the extra is missing."""
    raise StudioMissing(NO_EXTRA)


class FakeTalks:
    """The sessions of a server, by hand."""

    def __init__(self):
        self.there = [RunningTalk(name="s-1", profile="talk", since=SINCE, pages=2, working=True)]
        self.why = ""
        self.begun = []

    def running(self):
        return self.there

    async def begin(self, earlier=(), agent_session=""):
        if self.why:
            raise CannotJoin(self.why, FULL)
        self.begun.append((earlier, agent_session))
        return f"new-{len(self.begun)}"

    async def end(self, name):
        before = len(self.there)
        self.there = [one for one in self.there if one.name != name]
        return len(self.there) < before

    def ready(self):
        return self.why

    def sound_of(self, name, hold):
        return b"\1\0\2\0" if (name, hold) == ("s-1", 3) else b""


class Coming:
    """The application, as the door lets a browser in: none, or one that `comes` by the token or a code."""

    def __init__(self, routes, browsers):
        self._app, self.schema = rest_application(routes), openapi(routes, "Solovox", "1")
        self.browsers, self.browser, self.told = browsers, "", []

    async def __call__(self, scope, receive, send):
        await self._app({**scope, BROWSER: self.browser}, receive, send)

    def comes(self, by):
        """What is asked from now on comes from a browser that was let in so."""
        cookie = self.browsers.let_in("a test", by, secure=False).partition(";")[0]
        self.browser = self.browsers.of(cookie).id


class Served:
    """REST over a folder, without a socket."""

    def __init__(self, root, *flags, weights=None, installs=None):
        self.root = root
        self.talks = FakeTalks()
        self.metrics = Metrics()
        one = SettingInForce(key="brain.api_key", value="********", origin="solovox.toml")
        settings = SettingsInForce(profile="talk", settings=[one])
        self.folder = root.parent / "project"
        self.folder.mkdir()
        self.variables = {"SOLOVOX_STATE": str(root.parent / "state")}
        self.own = PersonsSettings(flags, None, self.folder, self.variables)
        self.store = PersonsStore(self.variables)
        projects = MemoryProjects()
        self.workshop = ProjectWorkshop(projects, lambda: self.writer)
        preview = Preview(projects)
        preview.addresses = PreviewAddresses({"http://testserver": "http://apps"})
        self.writer = ScriptedWriter(APP)
        self.studio = StudioParts(
            store=projects,
            workshop=self.workshop,
            preview=preview,
            page={"testserver": "http://testserver"}.get,
            catalogue=no_catalogue,
        )
        browsers = KnownBrowsers()
        person = PersonsParts(
            own=self.own, store=self.store, browsers=browsers, say=lambda line: self.app.told.append(line)
        )
        routes = rest(
            RestParts(
                talks=self.talks,
                metrics=self.metrics,
                config=lambda: self.own.config("talk"),
                journals=root,
                recordings=root.parent / "state" / "recordings",
                settings=lambda: settings,
                weights=weights or Cache(root.parent / "weights"),
                person=person,
                installs=installs or Installs(may=True),
                studio=self.studio,
            )
        )
        self.app = Coming(routes, browsers)
        self.client = TestClient(self.app, raise_server_exceptions=False)

    def get(self, path, **headers):
        return self.client.get(path, headers={key.replace("_", "-"): value for key, value in headers.items()})

    def raw(self, method, path):
        """Status and body for a path exactly as it is given: no client tidies it."""
        came = []

        asked = iter([{"type": "http.request", "body": b""}])

        async def receive():
            return next(asked, None) or await asyncio.Future()  # the client stays

        async def send(message):
            came.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode("utf-8", "surrogateescape"),
        }
        scope |= {
            "headers": [],
            "query_string": b"",
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
        }
        asyncio.run(self.app(scope, receive, send))
        return came[0]["status"], b"".join(one.get("body", b"") for one in came[1:])


@pytest.fixture(scope="session")
def session(tmp_path_factory) -> Path:
    """The folder of one eventful session."""
    return asyncio.run(live(tmp_path_factory.mktemp("eventful") / "session"))


@pytest.fixture
def served(session, tmp_path) -> Served:
    """REST over a folder with that session in it, as `s-7`."""
    root = tmp_path / "journals"
    shutil.copytree(session, root / "s-7")
    return Served(root)


@pytest.fixture(scope="module")
def shared(session, tmp_path_factory) -> Served:
    """As `served`, for all cases of a table of which each leaves it as it was."""
    root = tmp_path_factory.mktemp("shared") / "journals"
    shutil.copytree(session, root / "s-7")
    return Served(root)
