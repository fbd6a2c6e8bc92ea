"""Browser clients at `/api/vox/live`, as many as wanted, in real time: what each saw and lost.

Each says `"solovox": 1`, sends 40 ms of microphone 25 times a second, and reports what it has played every 100 ms of voice. What it gets
it counts as played: a loudspeaker's own time is not the gateway's. The same persons speak with the bare proxy and with the service itself,
which know neither `start` nor `played`: they are sent sound alone.
"""

import asyncio
import contextlib
import json
import time

from client_ends import MIC_PIECE, QUIET, VOICE_PIECE, marked, number_in, quantile
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

START = json.dumps({"type": "start", "solovox": 1})
SECONDS = 0.04
REPORT = 2_400
"""Samples of voice: 100 ms."""


class BrowserPerson:
    """One connection."""

    def __init__(self, *, starts):
        self._starts = starts
        self.connected = 0.0
        self.sent, self.waits = {}, []
        self.spoken = self.heard = self.doubled = 0
        """Samples that went up, that came down; pieces that came twice."""
        self.read, self.played, self.told = 0, 0, 0
        self.ended = ""

    async def hold(self, url, begin, seconds, start_after):
        await asyncio.sleep(start_after)
        began = time.perf_counter()
        async with connect(url, **QUIET) as ws:
            if self._starts:
                await ws.send(START)
            await ws.recv()  # `ready`, of each in its own words
            self.connected = time.perf_counter() - began
            hearing = asyncio.create_task(self.hear(ws))
            await self.speak(ws, begin, seconds)
            await asyncio.sleep(1.5)
            hearing.cancel()
            await asyncio.wait([hearing])

    async def speak(self, ws, begin, seconds):
        next_at, number = max(begin, time.perf_counter()), 0
        while next_at < begin + seconds:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            self.sent[number] = self.sent[number + 1] = time.perf_counter()
            await ws.send(marked(number, MIC_PIECE) + marked(number + 1, MIC_PIECE))
            self.spoken += MIC_PIECE
            number += 2
            next_at += SECONDS

    async def hear(self, ws):
        with contextlib.suppress(ConnectionClosed):
            async for frame in ws:
                now = time.perf_counter()
                if isinstance(frame, str):
                    self.learn(json.loads(frame))
                else:
                    self.count(frame, now)
                if self.read and (self.played - self.told >= REPORT):
                    await self.report(ws)

    def learn(self, told):
        match told["type"]:
            case "read":
                self.read, self.played, self.told = told["read"], 0, 0
            case "read_end":
                self.told = self.played - REPORT  # the end of a read is reported at once
            case "error" | "failure" | "session_end":
                self.ended = json.dumps(told)

    def count(self, pcm, now):
        self.heard += len(pcm) // 2
        self.played += len(pcm) // 2
        for at in range(0, len(pcm), VOICE_PIECE):
            number = number_in(pcm, at)
            sent = self.sent.pop(number, None)
            if sent is None:
                self.doubled += 1
            elif number % 2:
                self.waits.append(now - sent)

    async def report(self, ws):
        self.told = self.played
        await ws.send(json.dumps({"type": "played", "read": self.read, "samples": self.played}))


async def persons(url, count, seconds, spread, *, starts):
    """`count` persons who begin within `spread` seconds; what they saw."""
    begin = time.perf_counter() + spread + 0.5
    all_ = [BrowserPerson(starts=starts) for _ in range(count)]
    async with asyncio.TaskGroup() as tasks:
        for n, one in enumerate(all_):
            tasks.create_task(one.hold(url, begin + SECONDS * n / count, seconds, spread * n / count))
    waits = [1e3 * wait for one in all_ for wait in one.waits]
    connects = [1e3 * one.connected for one in all_]
    return {
        "p50": quantile(waits, 0.5),
        "p99": quantile(waits, 0.99),
        "pieces": len(waits),
        "spoken": sum(one.spoken for one in all_),
        "heard": sum(one.heard for one in all_),
        "unanswered": sum(len(one.sent) for one in all_),
        "doubled": sum(one.doubled for one in all_),
        "connect_p50": quantile(connects, 0.5),
        "connect_p99": quantile(connects, 0.99),
        "ended": [one.ended for one in all_ if one.ended][:3],
    }
