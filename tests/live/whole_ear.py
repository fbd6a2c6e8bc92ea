"""A recogniser that hears a whole sound, for tests and benches."""

import asyncio

from solovox.core.units import MIC, AudioSpan


async def told_by(ear, pcm, piece=3_200):
    """What it tells of it, fed in pieces of `piece` samples."""
    told = []

    async def read():
        told.extend([event async for event in ear.events()])

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(ear.run())
        tasks.create_task(read())
        for at in range(0, len(pcm) // 2, piece):
            part = pcm[2 * at : 2 * (at + piece)]
            await ear.feed(AudioSpan(MIC, at, len(part) // 2), part)
        await ear.finish()
        running.cancel()
    return told
