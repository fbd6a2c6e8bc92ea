"""Twenty questions in one session of the profile `handoff` whose ear and reader are our own live server, in this process and
in a time of its own, while it fails in the ways in which the service was seen to fail."""

import asyncio
import itertools
import os
import re
from dataclasses import dataclass

import pytest

from e2e.cycles import FILE, QUESTIONS, Told, check, check_calls, recording
from solovox.app.process import Process
from solovox.app.wiring import begin_session, parts
from solovox.core import events as ev
from solovox.live_server.engines import load
from solovox.live_server.serving import ServingOptions, serve
from solovox.parts.configured import configure
from solovox.server.faults.injector import FaultPlan
from solovox.shell.clock import run
from solovox.speech.stt.whisper import Whisper
from solovox.surfaces.file import FileOptions, FileSurface
from solovox.testing.fakes import MemoryJournal
from solovox.weights import Cache, default_root

pytestmark = [pytest.mark.wide, pytest.mark.weights]

CYCLES = 20
SPEED = 40
"""How many times real time. Recognition and rendering stop the clock, however long they take."""
MIXED = (
    "close_without_frame:times=3@heard",
    "close:1008:times=3@tool",
    "close:1011:times=3@result",
    "duplicate_tool_call:new_id",
    "late_setup:1500:p=0.3",
    "uninvited_turn:p=0.3",
)
"""Each of the first nine questions meets a lost connection; the rest have time to breathe."""
ALONE = (
    "close:1008@tool",
    "close:1011@result",
    "close_without_frame@heard",
    "duplicate_tool_call:new_id",
    "late_setup:3000",
    "speech_before_call",
    "cancelled_call",
    "no_transcription:input",
    "close:1011@first_audio",
    "paraphrase",
    "silence:p=0.5@heard",
)


@pytest.fixture(scope="module")
def transcribe():
    whisper = Whisper(Cache(default_root(os.environ)).path("whisper-base"))
    return lambda pcm: whisper.transcribe(pcm).text


@dataclass
class Talk:
    """One session, and the server beside it."""

    folder: object
    faults: tuple
    seed: int = 0

    def __post_init__(self):
        self.process = Process(Cache(default_root(os.environ)))
        self.journal, self.sound, self.lines = MemoryJournal(), bytearray(), []

    def held(self, cycles, answer_seconds):
        """The session of so many questions, and where they are."""
        self.pcm, found = recording(cycles, answer_seconds, talk_after=10)
        self.workspace = self.folder / "workspace"
        self.workspace.mkdir()
        (self.workspace / FILE).write_text("milk\n")
        run(self._beside_the_server(), SPEED)
        return Told(self.own.policy, self.journal.entries, bytes(self.sound)), found

    async def _beside_the_server(self):
        local = ("ear.kind=local", "narrator.kind=voice", "narrator.voice=joe", "brain.kind=local")
        loaded = load(configure("talk", local, self.folder, {}), self.process, self.lines.append)
        options = ServingOptions(
            limit=50, tls_port=None, faults=FaultPlan(self.faults, self.seed), state=self.folder / "server"
        )
        there = asyncio.get_running_loop().create_future()
        async with asyncio.TaskGroup() as tasks:
            server = tasks.create_task(serve(options, loaded, {}, there.set_result, self.lines.append))
            await self._session(await there)
            server.cancel()

    async def _session(self, told):
        google = {"GEMINI_API_KEY": "any", "GOOGLE_GEMINI_BASE_URL": told["http"]}
        flags = (f"workspace={self.workspace}", "brain.kind=local")
        config = configure("handoff", flags, self.folder, google)
        self.kinds = config.ear.kind, config.narrator.kind, config.narrator.session
        self.own = await asyncio.to_thread(parts, config, self.process.engines)

        def surface(place):
            options = FileOptions(busy=place.busy)
            return FileSurface(place.sound, place.clock, self.pcm, self.sound.extend, options)

        session = await begin_session(self.own, surface, lambda: self.journal)
        await session.run()


@pytest.fixture(scope="module")
def talk(tmp_path_factory):
    return Talk(tmp_path_factory.mktemp("mixed"), MIXED)


@pytest.fixture(scope="module")
def held(talk):
    return talk.held(CYCLES, 12.0)


def check_all(told, cycles, transcribe):
    """What holds with every fault."""
    check(told, cycles, transcribe)
    check_calls(told)
    counts = told.handoffs.told()
    assert len(counts["handoffs_ms"]) == len(cycles), "a handoff was not counted"
    assert counts["reconnects"] == reconnected(told)


def reconnected(told):
    """How many connections were opened because the one before was lost."""
    ways = told.happened(ev.EarOpened | ev.EarLost)
    return sum(
        isinstance(one, ev.EarLost) and isinstance(other, ev.EarOpened)
        for one, other in itertools.pairwise(ways)
    )


def test_L1_T3_C1_G5_each_question_has_its_one_answer_whatever_the_service_does(talk, held, transcribe):
    told, cycles = held
    assert talk.kinds == ("gemini", "reader", "fresh")
    check_all(told, cycles, transcribe)


def test_the_faults_struck(held):
    told, _ = held
    lost = [re.search(r"\d{4}", one.reason)[0] for one in told.happened(ev.EarLost)]
    assert lost.count("1006") == 3, "dropped while the question was heard"
    assert lost.count("1011") == 3, "closed when the result came"
    assert lost.count("1008") == 3, "closed in mid-call"
    assert told.handoffs.reconnects == len(lost)
    assert told.happened(ev.EarAudio), "the ear never spoke by itself"
    called = [one.call for one in told.happened(ev.EarCalled)]
    assert any("again" in one for one in called), "no call came twice"


@pytest.mark.parametrize("fault", ALONE)
def test_L1_each_fault_alone_in_each_cycle(fault, tmp_path, transcribe):
    told, cycles = Talk(tmp_path, (fault,)).held(len(QUESTIONS), 14.0)
    check_all(told, cycles, transcribe)
