"""What all programs on the agent frameworks of others share: a plan is done step by step, and what comes is told.

A framework has its own words for what happens, so a plan is in words of ours. It is JSON on standard input: `model`,
`instruction`, `answers` (of each tool, its result), and `steps`, done in order:
{"say": PATH} a WAV of 16 kHz into the microphone, which from then on sends quiet; {"text": …} typed; {"until": KIND} wait for
the next thing of this kind; {"hear": SECONDS} of sound, and what came before it counts no more; {"quiet": SECONDS} wait until no sound has come for so long.

Kinds of what is told, a line of JSON each: `heard` (of the person), `said` (by the model), `called` with `args`, `sound`
(PCM of 24 kHz, in base64), `interrupted`, `done` (the turn has ended). What a framework does not tell is not told.
"""

import asyncio
import base64
import json
import sys
import threading
import time
import wave

RATE, VOICE = 16_000, 24_000
FRAME = 40  # ms
SILENCE = bytes(2 * RATE * FRAME // 1000)
BEGAN = time.monotonic()


class Talk:
    """One talk: `tools` call `called`, whoever listens calls `came`, from any thread."""

    def __init__(self):
        self.plan = json.load(sys.stdin)
        self.model, self.instruction = self.plan["model"], self.plan["instruction"]
        self.kinds = []
        self.read = 0
        self.heard = 0.0
        self.latest = time.monotonic()
        self.said = bytearray()
        self.on = asyncio.Event()
        self.stirred = asyncio.Event()
        self.loop = None
        self.writing = threading.Lock()

    def tell(self, **what):
        with self.writing:
            print(json.dumps({"at": round((time.monotonic() - BEGAN) * 1000), **what}), flush=True)

    def came(self, kind, value=True, **more):
        self.tell(**{kind: value}, **more)
        self.kinds.append(kind)
        if self.loop:
            self.loop.call_soon_threadsafe(self.stirred.set)

    def sounded(self, pcm):
        self.heard += len(pcm) / 2 / VOICE
        self.latest = time.monotonic()
        self.came("sound", base64.b64encode(pcm).decode())

    def called(self, name, **arguments):
        """What the tool of that name returns."""
        self.came("called", name, args=arguments)
        return self.plan["answers"][name]

    async def microphone(self):
        """Pieces of 40 ms as they are spoken, from the first word on."""
        await self.on.wait()
        due = time.monotonic()
        while True:
            piece = bytes(self.said[: len(SILENCE)])
            del self.said[: len(SILENCE)]
            yield piece.ljust(len(SILENCE), b"\0")
            due += FRAME / 1000
            await asyncio.sleep(max(0, due - time.monotonic()))

    async def run(self, hear, write, *beside):
        """Do all steps. `hear` takes a piece of the microphone, `write` what is typed; whatever runs beside must not end first."""
        self.loop = asyncio.get_running_loop()
        others = [asyncio.ensure_future(one) for one in (self._speak(hear), *beside)]
        plan = asyncio.create_task(self._plan(write))
        try:
            ended, _ = await asyncio.wait([plan, *others], return_when=asyncio.FIRST_COMPLETED)
            for one in ended:
                one.result()
            if plan not in ended:
                raise SystemExit("the framework ended the talk before its last step")
        finally:
            for one in (plan, *others):
                one.cancel()

    async def _plan(self, write):
        for step in self.plan["steps"]:
            self.tell(step=step)
            await self._do(step, write)

    async def _speak(self, hear):
        async for piece in self.microphone():
            await hear(piece)

    async def _do(self, step, write):
        match step:
            case {"say": path}:
                with wave.open(path) as file:
                    assert file.getparams()[:3] == (1, 2, RATE), path
                    self.said += file.readframes(file.getnframes())
                self.on.set()
            case {"text": text}:
                await write(text)
            case {"until": kind}:
                await self._wait(lambda: self._next(kind))
            case {"hear": seconds}:
                enough = self.heard + seconds
                await self._wait(lambda: self.heard >= enough)
                self.read = len(self.kinds)
            case {"quiet": seconds}:
                while (left := self.latest + seconds - time.monotonic()) > 0:
                    await asyncio.sleep(left)
            case _:
                raise SystemExit(f"no such step: {step}")

    def _next(self, kind):
        while self.read < len(self.kinds):
            self.read += 1
            if self.kinds[self.read - 1] == kind:
                return True
        return False

    async def _wait(self, done):
        while not done():
            self.stirred.clear()
            if not done():
                await self.stirred.wait()
