"""The two ends of a measured gateway: persons who speak in real time, and a service that answers each piece of sound.

A person sends 20 ms of sound 50 times a second as raw PCM and is sent raw PCM; the service takes and gives frames of Gemini Live, 40 ms
of sound each. Every 20 ms of microphone carries its number in samples too quiet to be speech; the service puts the numbers into what it
answers, so that each piece is timed and none is lost unseen. All on loopback, without TLS and without compression.
"""

import asyncio
import base64
import contextlib
import json
import time

from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

MIC_PIECE, VOICE_PIECE = 640, 960
"""Bytes of 20 ms at 16 and at 24 kHz."""
DIGITS = 8
READY = "ready"
QUIET = {"compression": None, "ping_interval": None, "max_queue": 1024}
TURN = 100
"""Pieces of 40 ms in one turn of the model."""
COUNTED = {"heard": 0, "spoken": 0}
"""Samples that came to the service, and that it sent."""


def marked(number, size):
    """A piece of sound with its number in the first samples: at most -67 dB."""
    digits = b"".join(((number >> 4 * n) & 15).to_bytes(2, "little") for n in range(DIGITS))
    return digits + bytes(size - len(digits))


def number_in(pcm, at):
    return sum(pcm[at + 2 * n] << 4 * n for n in range(DIGITS))


def answer_to(pcm):
    """40 ms of the service's voice for 40 ms of microphone."""
    return b"".join(marked(number_in(pcm, at), VOICE_PIECE) for at in (0, MIC_PIECE))


# The service.


async def service(port_file):
    async with (
        serve(live, "127.0.0.1", 0, **QUIET) as json_server,
        serve(raw, "127.0.0.1", 0, **QUIET) as raw_server,
        await asyncio.start_server(count, "127.0.0.1", 0) as counts,
    ):
        ports = [one.sockets[0].getsockname()[1] for one in (json_server, raw_server, counts)]
        port_file.write_text(json.dumps(ports))
        await asyncio.Event().wait()


async def count(_reader, writer):
    """Who dials is told what was counted."""
    writer.write(json.dumps(COUNTED).encode())
    await writer.drain()
    writer.close()


async def live(ws):
    """As Gemini Live: setup, then frames of sound; a line of transcript now and then, and turns that end."""
    with contextlib.suppress(ConnectionClosed):
        await ws.recv()
        await ws.send(b'{"setupComplete": {}}')
        rest, pieces = b"", 0
        async for frame in ws:
            held = json.loads(frame)
            audio = (held.get("realtimeInput") or {}).get("audio")
            if audio is None:
                continue
            sound = base64.b64decode(audio["data"])
            rest += sound
            COUNTED["heard"] += len(sound) // 2
            while len(rest) >= 2 * MIC_PIECE:
                pcm, rest, pieces = answer_to(rest), rest[2 * MIC_PIECE :], pieces + 1
                COUNTED["spoken"] += len(pcm) // 2
                await ws.send(spoken(pcm, " and so" if pieces % 10 == 0 else "", over=pieces % TURN == 0))


def spoken(pcm, said, *, over):
    content = {
        "modelTurn": {
            "parts": [
                {"inlineData": {"mimeType": "audio/pcm;rate=24000", "data": base64.b64encode(pcm).decode()}}
            ]
        }
    }
    if said:
        content["outputTranscription"] = {"text": said}
    if over:
        content |= {"generationComplete": True, "turnComplete": True}
    return (json.dumps({"serverContent": content}, indent=2) + "\n").encode()


async def raw(ws):
    """The same without a gateway between: what the two ends cost by themselves."""
    with contextlib.suppress(ConnectionClosed):
        await ws.send(READY)
        rest = b""
        async for frame in ws:
            rest += frame
            while len(rest) >= 2 * MIC_PIECE:
                await ws.send(answer_to(rest))
                rest = rest[2 * MIC_PIECE :]


# The persons.


class Person:
    """One connection to a gateway."""

    def __init__(self):
        self.connected = 0.0
        self.sent = {}
        self.waits = []
        self.times = []
        """When each of `waits` was, on the clock of all."""
        self.doubled = 0

    async def hold(self, url, begin, seconds, start_after):
        await asyncio.sleep(start_after)
        began = time.perf_counter()
        async with connect(url, **QUIET) as ws:
            assert await ws.recv() == READY
            self.connected = time.perf_counter() - began
            hearing = asyncio.create_task(self.hear(ws))
            await self.speak(ws, begin, seconds)
            await asyncio.sleep(1.5)
            hearing.cancel()
            await asyncio.wait([hearing])

    async def speak(self, ws, begin, seconds):
        next_at = max(begin, time.perf_counter())
        number, end = 0, begin + seconds
        while next_at < end:
            await asyncio.sleep(max(0.0, next_at - time.perf_counter()))
            self.sent[number] = time.perf_counter()
            await ws.send(marked(number, MIC_PIECE))
            number += 1
            next_at += 0.02

    async def hear(self, ws):
        read, played = "0", 0
        with contextlib.suppress(ConnectionClosed):
            async for pcm in ws:
                now = time.perf_counter()
                if isinstance(pcm, str):  # the sound that follows is of this read
                    read, played = pcm, 0
                    continue
                for at in range(0, len(pcm), VOICE_PIECE):
                    number = number_in(pcm, at)
                    sent = self.sent.pop(number, None)
                    if sent is None:
                        self.doubled += 1
                    elif number % 2:  # the first half of a piece waits for the second, whatever is between
                        self.waits.append(now - sent)
                        self.times.append(sent)
                before, played = played, played + len(pcm) // 2
                if read != "0" and before // 4_800 != played // 4_800:
                    await ws.send(f"{read} {played}")


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


async def persons(url, count, seconds, spread):
    """`count` persons who begin within `spread` seconds; what they saw."""
    begin = time.perf_counter() + spread + 0.5
    all_ = [Person() for _ in range(count)]
    async with asyncio.TaskGroup() as tasks:
        for n, one in enumerate(all_):
            tasks.create_task(one.hold(url, begin + 0.02 * n / count, seconds, spread * n / count))
    waits = [1e3 * wait for one in all_ for wait in one.waits]
    sent = sum(len(one.sent) + 2 * len(one.waits) for one in all_)
    lost = sum(max(0, len(one.sent) - len(one.waits)) for one in all_)
    connects = [1e3 * one.connected for one in all_]
    return {
        "p50": quantile(waits, 0.5),
        "p99": quantile(waits, 0.99),
        "pieces": len(waits),
        "sent": sent,
        "lost": lost,
        "doubled": sum(one.doubled for one in all_),
        "connect_p50": quantile(connects, 0.5),
        "connect_p99": quantile(connects, 0.99),
    }
