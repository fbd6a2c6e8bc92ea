"""What a page is told of a step that must be on the disk comes after it is there."""

import asyncio
import json

import pytest

from solovox.core.commands import AskBrain, CloseHold, Outcome, Play, RoutedBy, ShowRead, ShowText
from solovox.core.events import BrainWrote, ConsentGiven, Typed
from solovox.core.units import HoldId, InputMeans, ReadId, RunId, StreamId, SurfaceId
from solovox.http.sockets.session_pages import SavedFirst
from solovox.recordings.keeping import Unkept
from solovox.shell.clock import LoopClock
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface
from solovox.testing.memory_sound import MemorySound
from solovox.wire.browser import down

ASKED = (Typed("run the tests"), [AskBrain(RunId(1), None, "run the tests", RoutedBy.TYPED)])
GRANTED = (ConsentGiven(HoldId(1), "run", InputMeans.CLICK), [CloseHold(HoldId(1), Outcome.GRANTED)])
WROTE = (BrainWrote(RunId(1), "Yes."), [ShowText(RunId(1), "Yes.")])


class Disk(Unkept):
    """It is slow, or it fails."""

    def __init__(self):
        self.written, self.fails = asyncio.Event(), False

    async def sync(self):
        await self.written.wait()
        if self.fails:
            raise OSError("no space left")


class Case:
    def __init__(self):
        self.disk, self.outbox = Disk(), PageOutbox()
        self.saved = SavedFirst(self.disk)
        self.sound = MemorySound()
        self.surface = WebSurface(self.sound, LoopClock())
        self.saved.before(self.surface)
        self.surface.join(Page(SurfaceId("page-1"), True, Resampler), self.outbox, down.ReadyFrame("s"))

    async def told(self):
        """The types of the frames that can be sent now."""
        try:
            async with asyncio.timeout(0.01):
                return [json.loads(one)["type"] for one in await self.outbox.get()]
        except TimeoutError:
            return []


@pytest.mark.parametrize(("step", "frame"), [(ASKED, "asked"), (GRANTED, "hold_closed")])
async def test_R1_a_step_is_told_when_it_is_on_the_disk_and_all_after_it_then_too(step, frame):
    case = Case()
    assert "ready" in await case.told()
    case.saved.see(*step)
    async with asyncio.TaskGroup() as tasks:
        saving = tasks.create_task(case.saved.sync())
        assert await case.told() == []
        case.saved.see(*WROTE)
        assert await case.told() == []
        case.disk.written.set()
        await saving
    told = await case.told()
    assert told[-2:] == [frame, "text"]


async def test_what_need_not_be_saved_is_told_at_once():
    case = Case()
    await case.told()
    case.saved.see(*WROTE)
    assert await case.told() == ["text"]


async def test_R1_a_page_that_comes_meanwhile_waits_too():
    case, late = Case(), PageOutbox()
    case.saved.see(*ASKED)
    case.surface.join(Page(SurfaceId("page-2"), True, Resampler), late, down.ReadyFrame("s"))
    assert [json.loads(one)["type"] for one in await late.get()] == ["ready"]
    case.saved.see(*WROTE)
    case.disk.written.set()
    await case.saved.sync()
    told = [json.loads(one) for one in await late.get()]
    assert [one["type"] for one in told] == ["state", "settings", "text"]
    assert told[0]["view"]["turns"][0]["words"] == "run the tests", (
        "what waited is in it, and is not told twice"
    )


async def test_the_voice_does_not_wait_for_the_disk():
    case = Case()
    await case.told()
    case.saved.see(*ASKED)
    span = case.sound.put(StreamId("voice/1"), bytes(4_800))
    case.surface.perform_now(ShowRead(ReadId(1), None, "Hello."))
    case.surface.perform_now(Play(ReadId(1), span))
    read, sound = await case.outbox.get()
    assert (json.loads(read)["type"], len(sound)) == ("read", 4_800)


async def test_a_disk_that_fails_says_so_to_the_pages():
    case = Case()
    await case.told()
    case.saved.see(*ASKED)
    case.disk.fails = True
    case.disk.written.set()
    with pytest.raises(OSError, match="no space"):
        await case.saved.sync()
    assert await case.told() == []
    case.surface.end(down.SessionEndFrame("error", "the disk is full"))
    await case.saved.aclose()
    assert (await case.told())[-1] == "session_end"
