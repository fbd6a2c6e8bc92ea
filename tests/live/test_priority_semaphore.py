"""Whose question an engine that many share is asked next."""

import asyncio
from contextlib import suppress

import pytest

from live.cascade_rig import WORD, Listener
from live.test_recogniser import MIC, Loudness, Measure, silence, speech
from solovox.core.events import LocalTranscript
from solovox.core.units import AudioSpan
from solovox.live.local.cascade_types import Judge, Understand, Urgency
from solovox.live.local.priority_semaphore import PrioritySemaphore
from solovox.live.local.recogniser import LocalRecogniser
from solovox.shell.clock import run
from solovox.speech.smart_turn import PauseOnly

OVER, LIKELY, GUESS, DRAFT = Urgency


async def settle():
    for _ in range(5):
        await asyncio.sleep(0)


class Row:
    """Questions that wait; `urgency[n]` may change meanwhile."""

    def __init__(self, urgency, room=1):
        self.urgency = list(urgency)
        self.semaphore = PrioritySemaphore(room)
        self.order, self.refused = [], []
        self.tasks = []

    async def ask(self, n):
        if await self.semaphore.enter(lambda: self.urgency[n]):
            self.order.append(n)
        else:
            self.refused.append(n)

    async def begin(self):
        assert await self.semaphore.enter(lambda: OVER)  # one is in, the others wait
        self.tasks = [asyncio.create_task(self.ask(n)) for n in range(len(self.urgency))]
        await settle()

    async def serve(self):
        for _ in range(len(self.urgency) + 1):
            self.semaphore.leave()
            await settle()


@pytest.mark.parametrize(
    ("urgency", "order"),
    [
        ((OVER, OVER, OVER), [0, 1, 2]),
        ((DRAFT, GUESS, LIKELY, OVER), [3, 2, 1, 0]),
        ((GUESS, OVER, GUESS, OVER), [1, 3, 0, 2]),
        ((GUESS, None, OVER), [2, 0]),
        ((None, None), []),
    ],
)
async def test_the_most_urgent_first_and_of_equals_who_came_first(urgency, order):
    row = Row(urgency)
    await row.begin()
    await row.serve()
    assert row.order == order
    assert sorted(row.order + row.refused) == list(range(len(urgency)))


async def test_how_urgent_it_is_counts_when_there_is_room():
    row = Row((GUESS, GUESS, GUESS))
    await row.begin()
    row.urgency[2], row.urgency[0] = OVER, None
    await row.serve()
    assert (row.order, row.refused) == ([2, 1], [0])


@pytest.mark.parametrize("cancelled", [0, 1, 2])
async def test_who_is_cancelled_takes_no_room(cancelled):
    row = Row((OVER, OVER, OVER))
    await row.begin()
    row.semaphore.leave()  # the first is let in, and does not know yet
    row.tasks[cancelled].cancel()
    await settle()
    await row.serve()
    assert sorted([*row.order, cancelled]) == [0, 1, 2]
    assert await row.semaphore.enter(lambda: DRAFT)


async def test_as_many_as_there_is_room_for():
    row = Row((OVER,) * 4, room=3)
    await row.begin()
    assert row.order == [0, 1]
    row.semaphore.leave()
    await settle()
    assert row.order == [0, 1, 2]


def urgencies(listener):
    return [(type(one), listener.cascade.urgency(one.ask)) for one in listener.open]


def test_words_are_asked_for_more_urgently_the_surer_it_is_that_they_are_all():
    listener = Listener(prompt=False).hear("." * 30 + WORD + "...")
    assert urgencies(listener) == [(Understand, GUESS)]
    listener.hear("." * 5)
    assert urgencies(listener) == [(Understand, GUESS), (Judge, LIKELY)]
    listener.finished = 0.8
    listener.answer(listener.open.pop(1))
    assert urgencies(listener) == [(Understand, LIKELY)]
    listener.hear("." * 60)
    assert urgencies(listener) == [(Understand, OVER)]


def test_a_draft_and_the_words_of_a_cough_can_wait():
    assert urgencies(Listener(prompt=False).hear("." * 30 + "#" * 40)) == [(Understand, DRAFT)]
    assert urgencies(Listener(prompt=False).hear("." * 30 + "###" + "." * 20)) == [(Understand, GUESS)]


def test_two_recognisers_share_an_engine_and_a_guess_that_is_void_is_never_asked():
    """The first keeps the engine busy; the second pauses and goes on: only its whole utterance is asked for."""
    stt, semaphores = Measure(), (PrioritySemaphore(), PrioritySemaphore())
    stt.gate.clear()

    async def listen():
        first, second = (
            LocalRecogniser(Loudness(), PauseOnly(), stt, semaphores=semaphores) for _ in range(2)
        )
        async with asyncio.TaskGroup() as tasks:
            running = [tasks.create_task(one.run()) for one in (first, second)]
            for one, sound in (
                (first, speech(0.5) + silence(0.15)),
                (second, speech(1) + silence(0.15) + speech(1) + silence(0.15)),
            ):
                await one.feed(AudioSpan(MIC, 0, len(sound) // 2), sound)
                await settle()
            stt.gate.set()
            for one in (first, second):
                await one.finish()
            texts = []
            for one in (first, second):
                with suppress(TimeoutError):
                    async with asyncio.timeout(0.1):
                        async for event in one.events():
                            texts += [event.text] if isinstance(event, LocalTranscript) else []
            for task in running:
                task.cancel()
        return texts

    texts = run(listen(), float("inf"))
    assert len(texts) == 2
    assert stt.together == 1
    assert stt.asked == 2, "the words before the pause were not worth asking for"
