"""A stranger: the voice session of a studio's page, written from that page's own design document and from nothing else.

It runs in a process of its own and knows nothing of Solovox. What it knows: a WebSocket whose binary frames are raw PCM
(16-bit mono, 16 kHz up, 24 kHz down), three frames to send, and seven to receive, with their keys. Anything else that
it receives is told as `wrong`. Its plan is JSON on standard input; each line of its output is JSON too.

`url` is where to connect, `out` is where the sound goes in the end, `steps` are done in order:
{"start": FIELDS}; {"say": PATH} a WAV of 16 kHz into the microphone, which from then on sends quiet; {"said": true} wait until it was said;
{"until": TYPE, …} wait for the next frame of this type with these values; {"hear": SECONDS} of sound; {"quiet": SECONDS} wait until no
sound has come for so long; {"mute": BOOL}; {"deaf": BOOL} the microphone sends nothing, or sends again; {"text": …} a frame as it stands;
{"bytes": COUNT} of binary; {"end": true}; {"finish": true} wait to be closed; {"die": true} be gone, without a word.
"""

import asyncio
import json
import os
import sys
import time
import wave

from websockets import ConnectionClosed
from websockets.asyncio.client import connect

UP, DOWN = 16_000, 24_000
FRAME = 100  # ms, as a recorder's pieces
BEGAN = time.monotonic()
KEYS = {
    "ready": {"sessionId"},
    "transcript": {"role", "text"},
    "tool_call": {"name", "args"},
    "tool_result": {"name", "data"},
    "ui_action": {"action", "target"},
    "error": {"message"},
    "session_end": {"reason"},
}
VALUES = {"role": {"user", "vox"}, "reason": {"timeout", "user", "error"}}


def tell(**what):
    print(json.dumps({"at": round((time.monotonic() - BEGAN) * 1000), **what}), flush=True)


def wrong(frame):
    """What of a frame the document does not have; empty when it is as written there."""
    if not isinstance(frame, dict) or frame.get("type") not in KEYS:
        return "no such type"
    if {*frame} != {"type", *KEYS[frame["type"]]}:
        return f"other keys: {sorted(frame)}"
    if any(frame[key] not in VALUES[key] for key in VALUES if key in frame):
        return "no such value"
    plain = [
        frame[key] for key in ("sessionId", "text", "name", "action", "target", "message") if key in frame
    ]
    return "" if all(isinstance(one, str) for one in plain) else "not text"


class Speaker:
    """Plays what comes at once and without a pause, as far as there is something: by the clock."""

    def __init__(self):
        self.heard = bytearray()
        self.until = 0.0
        self.latest = 0.0

    def take(self, pcm):
        """How many milliseconds of sound are waiting now, with this piece."""
        self.latest = time.monotonic()
        self.until = max(self.until, self.latest) + len(pcm) / 2 / DOWN
        self.heard += pcm
        return round((self.until - self.latest) * 1000)

    def keep(self, path):
        with wave.open(path, "wb") as file:
            file.setparams((1, 2, DOWN, 0, "NONE", ""))
            file.writeframes(self.heard)


class Microphone:
    """Sends what is said, and quiet when nothing is, in real time."""

    def __init__(self, socket):
        self.socket = socket
        self.waiting = bytearray()
        self.on = asyncio.Event()
        self.said = asyncio.Event()

    async def run(self):
        size = 2 * UP * FRAME // 1000
        await self.on.wait()
        due = time.monotonic()
        while True:
            if self.on.is_set():
                piece = bytes(self.waiting[:size])
                del self.waiting[:size]
                await self.socket.send(piece.ljust(size, b"\0"))
            if not self.waiting:
                self.said.set()
            due += FRAME / 1000
            await asyncio.sleep(max(0, due - time.monotonic()))

    def say(self, path):
        with wave.open(path) as file:
            assert file.getparams()[:3] == (1, 2, UP), path
            self.waiting += file.readframes(file.getnframes())
        self.said.clear()
        self.on.set()


class Session:
    def __init__(self, socket):
        self.socket = socket
        self.speaker = Speaker()
        self.microphone = Microphone(socket)
        self.frames = []
        self.read = 0
        self.closed = None
        self.came = asyncio.Condition()

    async def listen(self):
        try:
            async for message in self.socket:
                await self.take(message)
        except ConnectionClosed:
            pass
        self.closed = self.socket.close_code
        tell(closed=self.closed, why=self.socket.close_reason)
        await self.stir()

    async def take(self, message):
        if isinstance(message, bytes):
            if len(message) % 2:
                tell(wrong="half a sample")
            tell(sound=len(message) // 2, ahead=self.speaker.take(message))
        else:
            frame = json.loads(message)
            tell(got=frame)
            if why := wrong(frame):
                tell(wrong=why, frame=frame)
            self.frames.append(frame)
        await self.stir()

    async def stir(self):
        async with self.came:
            self.came.notify_all()

    async def wait(self, done, what):
        async with self.came:
            while not done():
                if self.closed is not None:
                    raise SystemExit(f"closed while waiting for {what}")
                await self.came.wait()

    def next(self, wanted):
        while self.read < len(self.frames):
            self.read += 1
            if wanted.items() <= self.frames[self.read - 1].items():
                return True
        return False

    async def quiet(self, seconds):
        while (left := self.speaker.latest + seconds - time.monotonic()) > 0:
            await asyncio.sleep(left)

    async def step(self, step):
        match step:
            case {"say": path}:
                self.microphone.say(path)
            case {"said": True}:
                await self.microphone.said.wait()
            case {"until": kind, **more}:
                await self.wait(lambda: self.next({"type": kind, **more}), step)
            case {"hear": seconds}:
                enough = len(self.speaker.heard) + 2 * DOWN * seconds
                await self.wait(lambda: len(self.speaker.heard) >= enough, step)
            case {"quiet": seconds}:
                await self.quiet(seconds)
            case {"deaf": deaf}:
                (self.microphone.on.clear if deaf else self.microphone.on.set)()
            case {"bytes": count}:
                await self.socket.send(bytes(count))
            case {"text": text}:
                await self.socket.send(text)
            case {"start": fields}:
                await self.socket.send(json.dumps({"type": "start", **fields}))
            case {"mute": muted}:
                await self.socket.send(json.dumps({"type": "mute", "muted": muted}))
            case {"end": True}:
                await self.socket.send(json.dumps({"type": "end"}))
            case {"finish": True}:
                await self.wait(lambda: self.closed is not None, step)
            case {"die": True}:
                os._exit(0)
            case _:
                raise SystemExit(f"no such step: {step}")


async def main():
    plan = json.load(sys.stdin)
    async with connect(plan["url"], compression=None, max_size=None) as socket:
        session = Session(socket)
        listening = asyncio.create_task(session.listen())
        speaking = asyncio.create_task(session.microphone.run())
        try:
            for step in plan["steps"]:
                tell(step=step)
                await session.step(step)
        finally:
            speaking.cancel()
            listening.cancel()
    if "out" in plan:
        session.speaker.keep(plan["out"])


asyncio.run(main())
