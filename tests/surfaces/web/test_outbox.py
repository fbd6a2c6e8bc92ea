"""Frames on their way to a socket: in their order, at once where the network takes them; and a socket that is given up."""

import asyncio
import math

import pytest

from solovox.core import events as ev
from solovox.core.units import SurfaceId
from solovox.shell.clock import LoopClock, run
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface
from solovox.wire.browser import down


class Socket:
    """Takes frames while it is free; the rest is sent by the task that waits."""

    def __init__(self):
        self.free = True
        self.sent, self.woken = [], 0
        self.outbox = PageOutbox(self.at_once)

    def at_once(self, frame):
        if self.free:
            self.sent.append(frame)
        return self.free

    async def write(self):
        while frames := await self.outbox.get():
            self.woken += 1
            self.sent += frames


def sent(steps):
    """What a socket sent, and how often its task was woken. `steps`: frames, whether it is free, and None: others have a turn."""

    async def tried():
        socket = Socket()
        async with asyncio.TaskGroup() as tasks:
            writing = tasks.create_task(socket.write())
            await asyncio.sleep(0)
            for step in steps:
                match step:
                    case bool():
                        socket.free = step
                    case None:
                        await asyncio.sleep(1)
                    case _:
                        socket.outbox.put(step)
            await asyncio.sleep(1)
            socket.outbox.close(1000, "over")
            await writing
        return socket.sent, socket.woken

    return run(tried(), math.inf)


CASES = {
    "a free network: no task is woken": (("a", b"b", "c"), 0),
    "a full one: all is sent by the task": ((False, "a", b"b"), 1),
    "what comes behind what waits waits too": ((False, "a", True, b"b", "c"), 1),
    "free again": ((False, "a", True, None, b"b"), 1),
    "full again": (("a", False, "b", None, "c", True, "d", None, "e"), 2),
}


@pytest.mark.parametrize("given", CASES.values(), ids=CASES)
def test_frames_keep_their_order(given):
    steps, woken = given
    frames = [one for one in steps if isinstance(one, str | bytes)]
    assert sent(steps) == (frames, woken)


def test_what_is_put_in_after_the_end_is_not_sent():
    socket = Socket()
    socket.outbox.close(1000, "over")
    socket.outbox.put("late")
    assert (socket.sent, socket.outbox.take()) == ([], [])


PIECE = bytes(3_200)


def test_S4_sound_that_was_counted_is_told_although_its_socket_was_given_up():
    async def main():
        told, room = [], asyncio.Event()
        surface = WebSurface(SoundStore(), LoopClock())

        async def tell(event):
            if isinstance(event, ev.SoundCaptured):
                await room.wait()  # the session is busy
            told.append(event)

        page, outbox = Page(SurfaceId("one"), True, Resampler), PageOutbox()
        surface.join(page, outbox, down.ReadyFrame("session"))
        async with asyncio.timeout(1), asyncio.TaskGroup() as tasks:
            running = tasks.create_task(surface.run(tell))
            await asyncio.sleep(0)
            reading = tasks.create_task(surface.hear(page, PIECE))
            await asyncio.sleep(0)
            reading.cancel()
            surface.lose(page, outbox)
            room.set()
            while not any(isinstance(one, ev.SoundCaptured) for one in told):
                await asyncio.sleep(0.1)
            running.cancel()
        return page.taken, [one.span.count for one in told if isinstance(one, ev.SoundCaptured)]

    assert run(main(), math.inf) == (1_600, [1_600])
