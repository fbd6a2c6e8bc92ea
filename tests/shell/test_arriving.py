"""An event is decided where it arrives, if nothing is before it: in order, and so that everybody has a turn."""

import asyncio
import math
from itertools import pairwise

from shell.broken import Broken
from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import RunId, SurfaceCaps
from solovox.shell.clock import run
from solovox.shell.session import EVENTS, IN_A_ROW
from solovox.testing.fakes import MemoryJournal

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
