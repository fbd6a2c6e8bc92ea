"""What a session makes of links that fail, hang, lie and vanish; and what it leaves behind: nothing."""

import asyncio
import math
import os

import pytest

from shell.broken import END, JOINED, Broken, Ears, broken_rig, heard, sound, virtually
from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.errors import Misuse
from solovox.core.units import ConnectionId, RunId
from solovox.ports import ToolResult, Wrote
from solovox.shell.clock import run
from solovox.testing.fakes import Fail, Pause, ScriptedBrain, ScriptedTool, Use

BROKEN = [
    ("brain", "perform", e.BrainFailed(RunId(1), "broken link")),
    ("brain", "run", e.BrainFailed(RunId(1), "broken link")),
    ("narrator", "perform", e.ReadFailed(1, "broken link")),
    ("narrator", "run", e.ReadFailed(1, "broken link")),
]


@pytest.mark.parametrize("prompt", [False, True])
@pytest.mark.parametrize(("name", "where", "event"), BROKEN)
def test_what_a_link_raises_becomes_one_event(name, where, event, prompt):
    rig = broken_rig(name, where, prompt=prompt)
    assert virtually(rig) == "hung up"
    assert rig.talk.happened(type(event)) == [event]
    assert rig.others[name].closed == 1


def test_C3_a_tool_link_that_breaks_is_a_failed_result():
    brain = ScriptedBrain(default=[Use("t"), Wrote(" so it is.")])
    rig = broken_rig("tools", "perform", brain=brain)
    virtually(rig)
    assert rig.talk.happened(e.ToolReturned) == [e.ToolReturned(1, "broken link", failed=True)]
    assert "broken link so it is." in "".join(
        s.text for s in rig.surface.performed if isinstance(s, c.ShowText)
    )


@pytest.mark.parametrize("where", ["perform", "run"])
def test_L1_an_ear_that_breaks_is_lost_and_the_session_goes_on(where):
    rig = Rig(script=[JOINED, *sound(500), END], talk=Ears(), others={"ear": Broken(where)})
    assert virtually(rig) == "hung up"
    assert e.EarLost(ConnectionId(1), "broken link") in rig.talk.seen


def test_a_surface_that_breaks_has_left_once_and_its_end_is_the_sessions():
    rig = Rig(script=[], others={"surface": Broken("run", events=[JOINED[1]])})
    assert virtually(rig) == "hung up"
    kinds = [type(event) for _, event in rig.talk.seen]
    assert kinds.count(e.SurfaceLeft) == 1
    assert kinds.index(e.SurfaceLeft) < kinds.index(e.HungUp)


def test_a_surface_that_fails_at_every_command_has_left_once():
    rig = broken_rig("surface", "perform", brain=ScriptedBrain(default=[Wrote("One. "), Wrote("Two. ")]))
    told = [JOINED[1], e.Typed("go")]
    rig.others = {"surface": Broken("perform", events=told)}

    async def main():
        session = rig.build()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.run())
            await asyncio.sleep(5)
            session.hang_up()

    run(main(), math.inf)
    assert rig.talk.happened(e.SurfaceLeft) == [e.SurfaceLeft()]


def test_an_error_while_closing_does_not_keep_the_others_open():
    rig = broken_rig("brain", "aclose")
    assert virtually(rig) == "hung up"
    assert rig.journal.closed


@pytest.mark.parametrize("prompt", [False, True])
@pytest.mark.parametrize("where", ["perform", "run"])
def test_our_own_fault_ends_the_session_loudly(where, prompt):
    rig = Rig(
        script=[JOINED, *sound(), END],
        heard=[heard(300)],
        others={"brain": Broken(where, error=Misuse("ours"), prompt=prompt)},
    )
    with pytest.raises(Misuse, match="ours"):
        virtually(rig)
    assert rig.journal.closed


class Raises:
    next_deadline = None

    def handle(self, at, event):
        raise Misuse("this cannot happen")


def test_a_core_that_refuses_an_event_leaves_it_in_the_journal():
    rig = Rig(script=[JOINED], talk=Raises())
    with pytest.raises(Misuse, match="cannot happen"):
        virtually(rig)
    assert [event for _, event, _ in rig.journal.entries] == [JOINED[1]]
    assert rig.journal.closed


class Stuck:
    next_deadline = 0

    def handle(self, at, event):
        return []


def test_a_deadline_that_never_moves_is_our_fault():
    with pytest.raises(Misuse, match="deadline of 0 ms stays"):
        virtually(Rig(script=[JOINED], talk=Stuck()))


def test_a_command_without_its_link_is_our_fault():
    rig = Rig(script=[JOINED], talk=Ears())
    with pytest.raises(Misuse, match="OpenEar for a session without ear"):
        virtually(rig)


def test_R1_a_disk_that_fails_is_told_once_and_the_brain_is_asked_all_the_same():
    rig = Rig(script=[JOINED, *sound(), END], heard=[heard(300)])

    async def main():
        session = rig.build()

        async def full():
            rig.journal.lost = "from here on nothing is kept"

        rig.journal.sync = full
        await session.run()

    run(main(), math.inf)
    assert len(rig.brain.questions) == 1
    assert rig.talk.happened(e.Announced) == [e.Announced("From here on nothing is kept.")]


def test_R1_the_journal_is_on_the_disk_before_a_brain_is_asked_or_a_tool_run():
    at_risk = []
    tool = ScriptedTool("t", ToolResult("ok"))
    rig = Rig(
        script=[JOINED, *sound(), END],
        heard=[heard(300)],
        brain=ScriptedBrain(default=[Use("t"), Wrote(".")]),
        tools=[tool],
    )
    answer, use = rig.brain.answer, tool.run

    def watch(kind):
        orders = [
            n for n, (_, _, did) in enumerate(rig.journal.entries) if any(isinstance(x, kind) for x in did)
        ]
        at_risk.append(max(orders) - rig.journal.synced + 1)

    def asked(question, call):
        watch(c.AskBrain)
        return answer(question, call)

    async def used(arguments):
        watch(c.RunTool)
        return await use(arguments)

    rig.brain.answer, tool.run = asked, used
    virtually(rig)
    assert len(at_risk) == 2
    assert max(at_risk) <= 0


def test_a_slow_link_blocks_no_other():
    class Slow(Broken):
        async def perform(self, command):
            await asyncio.sleep(5)

    rig = Rig(script=[JOINED, *sound(), END], heard=[heard(300)], others={"tools": Slow()})
    rig.brain = ScriptedBrain(default=[Use("t"), Wrote(".")])
    later = ScriptedBrain({"two": [Wrote("Two.")]}, default=[Use("t")])
    rig.brain, rig.heard = later, [heard(300), heard(500, "two")]
    virtually(rig)
    shown = [at for at, event in rig.talk.seen if isinstance(event, e.BrainWrote) and event.text == "Two."]
    assert shown == [500]


def busy_rig():
    """Everything at work at once: a read, a run that waits, a hanging tool, sound that spills."""
    return Rig(
        script=[JOINED, *sound(3000), (2900, e.HungUp())],
        heard=[
            heard(300, "tell"),
            heard(700, "use"),
            (1600 * 12, e.OnsetHeard(1600 * 12)),
            heard(1500, "tell"),
        ],
        brain=ScriptedBrain(
            {
                "tell": [Wrote("One two three four. "), Pause(0.3), Wrote("Five six."), Fail("it broke")],
                "use": [Use("t")],
            }
        ),
        tools=[ScriptedTool("t", ToolResult("ok"), seconds=100)],
    )


def open_files():
    return set(os.listdir("/proc/self/fd"))


async def cut_short(rig, ms, steps):
    """Cancel the session in the middle; what stays?"""
    session = rig.build()
    before, others = open_files(), asyncio.all_tasks()
    try:
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(session.run())
            await asyncio.sleep(ms / 1000)
            for _ in range(steps):
                await asyncio.sleep(0)
            running.cancel()
    finally:
        left = asyncio.all_tasks() - others
    return left, open_files() - before, rig


def leaves_nothing(ms, steps):
    left, files, rig = run(cut_short(busy_rig(), ms, steps), math.inf)
    assert (left, files) == (set(), set()), (ms, steps)
    assert rig.brain.writing == 0
    assert rig.tools[0].running == 0
    assert rig.journal.closed
    assert rig.brain.closed


@pytest.mark.parametrize("ms", [0, 300, 700, 1200, 1500, 2900])
def test_L5_a_session_cancelled_in_the_middle_leaves_nothing_behind(ms):
    for steps in range(0, 24, 6):
        leaves_nothing(ms, steps)


@pytest.mark.slow
@pytest.mark.parametrize("ms", [0, 100, 300, 310, 700, 1200, 1500, 1510, 2000, 2900])
def test_L5_a_session_cancelled_at_any_await_leaves_nothing_behind(ms):
    for steps in range(60):
        leaves_nothing(ms, steps)
