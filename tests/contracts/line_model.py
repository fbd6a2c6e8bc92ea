"""A live model that speaks lines of JSON, for the ear of `examples/third_party`: as the suite drives it, or by itself."""

import asyncio
import contextlib
import json
from base64 import b64decode, b64encode

from solovox.testing.contracts_ear import LiveModel

QUIET = 2 * 16_000 // 2
"""Bytes of silence after which a question is over."""


class LineModel(LiveModel):
    """`answering`: what it makes of each stretch of sound, by itself: a transcript, the end, a call."""

    def __init__(self, answering=""):
        self.answering, self.out, self.opened, self.refused = answering, None, 0, 0
        self.got, self.loud, self.quiet = [], False, 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self.server.close()

    async def _serve(self, reader, out):
        asyncio.current_task().set_name("double")
        if self.refused:
            self.refused -= 1
            out.transport.abort()
            return
        self.out, self.opened = out, self.opened + 1
        await self._send(ready=True)
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                self.got.append(json.loads(line))
                if self.answering and "pcm" in self.got[-1]:
                    await self._listen(b64decode(self.got[-1]["pcm"]))
        out.transport.abort()

    async def _listen(self, pcm):
        loud = max(pcm[1::2], key=lambda high: min(high, 255 - high), default=0)
        loud = min(loud, 255 - loud) > 8
        self.loud, self.quiet = self.loud or loud, 0 if loud else self.quiet + len(pcm)
        if self.loud and self.quiet >= QUIET:
            self.loud = False
            await self.transcribe(self.answering)
            await self._send(ended=True)
            await self._send(call="1", tool="ask_agent", arguments={"instruction": self.answering})

    async def _send(self, **said):
        self.out.write(json.dumps(said).encode() + b"\n")
        await self.out.drain()

    async def transcribe(self, text):
        await self._send(heard=text)

    async def call(self):
        await self._send(call="call-1", tool="ask_agent", arguments={"instruction": "hello"})

    async def speak(self, pcm):
        await self._send(pcm=b64encode(pcm).decode())

    async def drop(self):
        self.out.transport.abort()

    async def refuse(self):
        self.refused += 1

    def connections(self):
        return self.opened

    def take_heard(self):
        return b"".join(b64decode(one["pcm"]) for one in self.got if "pcm" in one)

    def take_told(self):
        return "\n".join(one["text"] for one in self.got if "text" in one)

    def answers(self):
        return [one["result"] for one in self.got if "result" in one]
