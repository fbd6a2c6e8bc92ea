"""What a session does with sound: all of it is heard, and it is kept as long as anybody may ask for it."""

import asyncio
import math

import pytest

from shell.rig import Rig
from shell.test_session_faults import END, JOINED, heard, open_files, sound
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan, SourceId, StreamId
from solovox.ports import Wrote
from solovox.shell.clock import run
from solovox.testing.fakes import ScriptedBrain, ScriptedTts

pytestmark = pytest.mark.slow


def test_L2_a_recogniser_that_lags_loses_no_sample():
    rig = Rig(script=[JOINED, *[(20 * n, bytes(640)) for n in range(1, 3000)], (200_000, e.HungUp())])

    async def main():
        session = rig.build()
        feed = rig.recogniser.feed

        async def slowly(span, pcm):
            await asyncio.sleep(0.05)
            await feed(span, pcm)

        rig.recogniser.feed = slowly
        await session.run()

    run(main(), math.inf)
    assert rig.recogniser.fed == 2999 * 320


def test_what_was_played_is_forgotten_and_what_was_dropped_too():
    rig = Rig(
        script=[JOINED, *sound(), END], heard=[heard(300)], brain=ScriptedBrain(default=[Wrote("One two.")])
    )
    held = []

    async def main():
        session = rig.build()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.run())
            await asyncio.sleep(8)
            held.append(rig.sound.held)

    rig.tts = ScriptedTts(24_000)
    run(main(), math.inf)
    assert held == [19 * 3200]


def test_R3_what_one_of_several_says_is_kept_and_forgotten_at_once():
    own, who = StreamId("mic/2001"), SourceId("Ann (2001)")
    pieces = [
        (300 * n, e.SourceCaptured(AudioSpan(own, 4_800 * n, 4_800), who, 4_800 * n, 960))
        for n in range(1, 20)
    ]
    rig = Rig(script=[JOINED, *sound(80), *pieces, END], talk=Conversation(Policy()))
    held = []

    async def main():
        session = rig.build()
        rig.sound.put(own, bytes(2 * 4_800 * 20))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(session.run())
            await asyncio.sleep(7)
            held.append((rig.sound.count_forgotten(own), rig.journal.kept[own]))

    run(main(), math.inf)
    assert held == [(20 * 4_800, 19 * 4_800)]


def test_a_store_that_has_spilled_is_closed_with_its_session():
    rig = Rig(script=[JOINED, *sound(8000), END], memory=100_000)

    async def main():
        before = open_files()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(rig.run())
            await asyncio.sleep(7)
            assert rig.sound.spilled
        return open_files() - before

    assert run(main(), math.inf) == set()
