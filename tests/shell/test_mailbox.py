"""Bounded queues: nothing is lost, nobody is forgotten."""

import asyncio

import pytest

from solovox.shell.mailbox import Closed, Mailbox


def add(waiting, new):
    return waiting + new if (waiting < 0) == (new < 0) else None


async def test_items_come_out_in_order_and_a_full_mailbox_makes_the_putter_wait():
    box, taken, most = Mailbox(3), [], 0

    async def put():
        for n in range(100):
            await box.put(n)
        box.close()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(put())
        async for n in box:
            most = max(most, len(box))
            taken.append(n)
            await asyncio.sleep(0)
    assert taken == list(range(100))
    assert box.high == 3


async def test_a_full_mailbox_joins_what_can_be_joined_and_waits_for_the_rest():
    box = Mailbox(2, add)
    assert all([box.offer(1), box.offer(2), box.offer(10), box.offer(100)])
    assert not box.offer(-1)
    assert [await box.get(), await box.get()] == [1, 112]


async def test_press_goes_in_even_when_it_is_full():
    box = Mailbox(1)
    box.put_over_limit(1)
    box.put_over_limit(2)
    assert [await box.get(), await box.get()] == [1, 2]


async def test_a_closed_mailbox_gives_what_it_has_and_takes_nothing():
    box = Mailbox(5)
    await box.put(1)
    box.close()
    for put in (box.offer, box.put_over_limit):
        with pytest.raises(Closed):
            put(2)
    with pytest.raises(Closed):
        await box.put(2)
    assert [one async for one in box] == [1]
    with pytest.raises(Closed):
        await box.get()


async def test_closing_wakes_those_who_wait():
    full, empty = Mailbox(1), Mailbox(1)
    full.put_over_limit(1)

    async def closed(waiting):
        with pytest.raises(Closed):
            await waiting

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(closed(full.put(2)))
        tasks.create_task(closed(empty.get()))
        await asyncio.sleep(0)
        full.close()
        empty.close()


@pytest.mark.parametrize("steps", range(6))
async def test_a_cancelled_get_has_taken_nothing(steps):
    box = Mailbox(2)
    async with asyncio.TaskGroup() as tasks:
        getter = tasks.create_task(box.get())
        await asyncio.sleep(0)
        await box.put("one")
        for _ in range(steps):
            await asyncio.sleep(0)
        getter.cancel()
    left = [] if getter.cancelled() else [getter.result()]
    left += [await box.get() for _ in range(len(box))]
    assert left == ["one"]


@pytest.mark.parametrize("steps", range(6))
async def test_a_cancelled_put_has_put_nothing_and_the_next_goes_on(steps):
    box = Mailbox(1)
    box.put_over_limit(0)
    async with asyncio.TaskGroup() as tasks:
        first = tasks.create_task(box.put(1))
        second = tasks.create_task(box.put(2))
        await asyncio.sleep(0)
        taken = [await box.get()]
        for _ in range(steps):
            await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        while not second.done() or len(box):
            taken.append(await box.get())
    assert taken == ([0, 2] if first.cancelled() else [0, 1, 2])
