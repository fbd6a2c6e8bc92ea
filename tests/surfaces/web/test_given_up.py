"""A socket of a page may be given up at any moment: what the server said that it has is told all the same."""

import asyncio
import math

from solovox.core import events as ev
from solovox.core.units import SurfaceId
from solovox.shell.clock import LoopClock, run
from solovox.shell.sound import SoundStore
from solovox.speech.resample import Resampler
from solovox.surfaces.web.outbox import PageOutbox
from solovox.surfaces.web.page import Page
from solovox.surfaces.web.surface import WebSurface
from solovox.wire.browser import down

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
