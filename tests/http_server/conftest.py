"""A site in the loop of a test, over real sockets, with engines that hear and say exact text."""

import asyncio
import contextlib

import pytest

from solovox.config.choosing import choose
from solovox.config.load import settings
from solovox.core.units import MIC
from solovox.http.site import Site, SiteAddress, SiteOptions
from solovox.parts import registry
from solovox.recordings import journal_reader, sound_files
from solovox.weights import Cache

CODED = {registry.VOICES: "voice", registry.BRAINS: "brain", registry.RECOGNISERS: "recogniser"}
GUEST = "solovox.parts.brains.own_agents:mcp"
NAMES = {"voice": "af_bella", "brain": "local", "recogniser": "local"}


@pytest.fixture
def coded(monkeypatch):
    """The engines of `coded_speech` in place of those of this machine; all else is the real composition."""
    for group, kind in CODED.items():
        monkeypatch.setitem(registry.BUILT_IN, group, {NAMES[kind]: f"http_server.coded_speech:{kind}"})
    monkeypatch.setitem(registry.BUILT_IN[registry.BRAINS], "mcp", GUEST)
    tools = {**registry.BUILT_IN[registry.TOOLS], "screen": "http_server.coded_speech:tools"}
    monkeypatch.setitem(registry.BUILT_IN, registry.TOOLS, tools)


class Running:
    """A site that serves."""

    def __init__(self, served, journals, told):
        self.site = served
        self.journals = journals
        self.told = told
        self.over = asyncio.Event()

    @property
    def socket(self):
        return self.site.address.replace("http://", "ws://").replace("/?", "/api/vox/live?")

    async def left(self, session):
        """No page of the session is there or waited for."""
        talk = self.site.talks.get(session)
        while len(talk.surface.pages):
            await asyncio.sleep(0.02)

    async def ended(self):
        """It was told to end, and its journals are whole."""
        self.told.set()
        await self.over.wait()

    def kept(self, session):
        """The events of a session that has ended."""
        return [entry.event for entry in journal_reader.read(self.journals / session).entries]

    def microphone(self, session):
        """All sound that it took."""
        return sound_files.read(self.journals / session / "sound", MIC)


@pytest.fixture
async def site(coded, tmp_path):
    """A function: flags of the configuration to a running site."""
    async with contextlib.AsyncExitStack() as stack:

        async def started(*flags, **options):
            given = ("tools=get_time,navigate_ui", "narrator.voice=af_bella", *flags)

            def configured(profile):
                return choose(profile, settings(given, tmp_path, {}), registry.ThisMachine())

            made = Site(
                SiteOptions(
                    at=SiteAddress(state=tmp_path / "state"),
                    weights=Cache(tmp_path),
                    configured=configured,
                    journals=tmp_path / "journals",
                    **options,
                )
            )
            running = Running(made, tmp_path / "journals", asyncio.Event())
            await stack.enter_async_context(serving(running))
            return running

        yield started


@contextlib.asynccontextmanager
async def serving(running):
    there = asyncio.Event()

    async def served():
        await running.site.serve(running.told, there.set)
        running.over.set()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(served())
        await there.wait()
        try:
            yield
        finally:
            running.told.set()
