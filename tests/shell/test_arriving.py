"""An event is decided where it arrives, if nothing is before it: in order, and so that everybody has a turn."""

import asyncio
import math
from itertools import pairwise

import pytest

from shell.broken import Broken
from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.errors import Misuse, SolovoxError
from solovox.core.sense import NO_CONTEXT
from solovox.core.units import RunId, SurfaceCaps
from solovox.shell.clock import run
from solovox.shell.session import EVENTS, IN_A_ROW
from solovox.testing.fakes import MemoryJournal

pytestmark = pytest.mark.slow

JOINED = e.SurfaceJoined(SurfaceCaps())


class Teller(Broken):
    """A surface that does what `act(tell)` does, and then hangs up."""

    def __init__(self, act):
        super().__init__()
        self.act = act

    async def run(self, tell):
        await tell(JOINED)
        await self.act(tell)
        await tell(e.HungUp())
        await asyncio.Event().wait()


def test_what_is_told_has_been_decided_when_telling_returns():
    decided = []

    async def act(tell):
        await asyncio.sleep(1)
        await tell(e.Flushed(1, 0))
        decided.extend(event for _, event in rig.talk.seen)

    rig = Rig(script=[], others={"surface": Teller(act)})
    run(rig.run(), math.inf)
    assert decided == [JOINED, e.Flushed(1, 0)]


def test_who_tells_much_at_once_leaves_the_others_a_turn():
    turns, total = [], 5_000

    async def count(rig):
        while True:
            turns.append(len(rig.talk.seen))
            await asyncio.sleep(0)

    async def act(tell):
        counting = asyncio.create_task(count(rig))
        for n in range(total):
            await tell(e.Flushed(n, 0))
        counting.cancel()

    rig = Rig(script=[], others={"surface": Teller(act)})
    run(rig.run(), math.inf)
    most = max(after - before for before, after in pairwise(turns))
    assert most <= IN_A_ROW + EVENTS + 1
    assert [event.read for _, event in rig.talk.seen if isinstance(event, e.Flushed)] == list(range(total))


class SlowDisk(MemoryJournal):
    async def sync(self):
        await asyncio.sleep(2)
        await super().sync()


def test_R1_what_comes_while_the_disk_is_waited_for_is_decided_after_it_and_in_order():
    late = []

    async def act(tell):
        await tell(e.Typed("go"))
        asked.extend(rig.brain.questions)
        for n in range(50):
            await tell(e.Flushed(n, 0))
        late.extend(at for at, event in rig.talk.seen if isinstance(event, e.Flushed))
        await asyncio.sleep(3)

    asked = []
    rig = Rig(script=[], others={"surface": Teller(act)}, kept=SlowDisk())
    run(rig.run(), math.inf)
    assert (asked, late) == ([], [])
    told = [(at, event.read) for at, event in rig.talk.seen if isinstance(event, e.Flushed)]
    assert told == [(2_000, n) for n in range(50)]
    assert [one.instruction for one in rig.brain.questions] == ["go"]


def test_a_command_that_could_not_be_given_away_goes_before_those_of_later_events():
    """The mailbox of a slow surface is full: what was decided waits, and nothing overtakes it."""
    shown = []

    class Slow(Teller):
        async def perform(self, command):
            await asyncio.sleep(0.001)
            if isinstance(command, c.ShowText):
                shown.append(command.run)

    async def act(tell):
        for n in range(3_000):
            await tell(e.BrainWrote(RunId(n), "x"))
        await asyncio.sleep(10)

    rig = Rig(script=[], others={"surface": Slow(act)})
    run(rig.run(), math.inf)
    assert shown == list(range(3_000))


class Later:
    """Wants to be woken 100 ms after each line that is typed; what it is to raise, it raises then."""

    def __init__(self, error=None):
        self.next_deadline, self.error, self.woken = None, error, []

    def context(self, at, event):
        return NO_CONTEXT

    def handle(self, at, event):
        match event:
            case e.Typed():
                if self.error is not None:
                    raise self.error
                self.next_deadline = at + 100
            case e.DeadlineReached():
                self.next_deadline = None
                self.woken.append(at)
            case e.HungUp():
                return [c.EndSession("hung up")]
        return []


async def types(tell):
    await asyncio.sleep(1)
    await tell(e.Typed("go"))
    await asyncio.sleep(1)


def test_a_deadline_that_came_with_an_event_is_met_though_nothing_else_happens():
    rig = Rig(script=[], others={"surface": Teller(types)}, talk=Later())
    run(rig.run(), math.inf)
    assert rig.talk.woken == [1_100]


@pytest.mark.parametrize("error", [Misuse("ours"), SolovoxError("the disk is full"), ValueError("a defect")])
def test_what_is_raised_by_a_decision_is_the_sessions_and_not_of_the_link_that_told(error):
    rig = Rig(script=[], others={"surface": Teller(types)}, talk=Later(error))
    with pytest.raises(type(error), match=str(error)):
        run(rig.run(), math.inf)
    assert rig.journal.closed


def test_what_could_be_done_at_once_waits_for_what_could_not():
    class Picky(Teller):
        """Takes a moment for whatever is shown first, and nothing for the rest."""

        def __init__(self, act):
            super().__init__(act)
            self.shown = []

        def perform_now(self, command):
            if not self.shown and isinstance(command, c.ShowText) and command.run == 0:
                return False
            return self.shown.append(command) is None

        async def perform(self, command):
            await asyncio.sleep(0.1)
            self.shown.append(command)

    async def act(tell):
        for n in range(3):
            await tell(e.BrainWrote(RunId(n), "x"))
            await asyncio.sleep(0.02)
        await asyncio.sleep(1)

    surface = Picky(act)
    run(Rig(script=[], others={"surface": surface}).run(), math.inf)
    assert [one.run for one in surface.shown if isinstance(one, c.ShowText)] == [0, 1, 2]
