"""A stranger: a program on Google's SDK for Python, which does what its plan says and tells what it receives.

It runs in an environment of its own and knows nothing of Solovox. The plan is JSON on standard input; each line
of its output is JSON too. Where to connect, and with which key, the SDK reads from its environment.

Steps of a plan: {"say": PATH} a WAV of 16 kHz into the microphone, which from then on sends quiet; {"until": KEY}
wait for the next message that has KEY; {"hear": SECONDS} of sound; {"text": …} typed; {"content": TURNS, "turnComplete": …};
{"activity": "start" | "end"}; {"streamEnd": true}; {"answer": FIELDS} answer the newest call; {"update": TEXT} another instruction;
{"reconnect": CONFIG} leave, and come back with the newest handle; {"finish": true} wait to be closed; {"file": PATH} wait until it is there.
"""

import asyncio
import base64
import json
import os
import sys
import time
import wave

from google import genai
from google.genai import errors, types

RATE = 16_000
FRAME = 40  # ms
MICROPHONE = f"audio/pcm;rate={RATE}"
BEGAN = time.monotonic()


def tell(**what):
    print(json.dumps({"at": round((time.monotonic() - BEGAN) * 1000), **what}), flush=True)


def plain(value):
    """A message as JSON of the wire: camelCase, sound in base64."""
    match value:
        case bytes():
            return base64.b64encode(value).decode()
        case dict():
            return {key: plain(one) for key, one in value.items()}
        case list():
            return [plain(one) for one in value]
        case _:
            return getattr(value, "value", value)


def find(message, key):
    """Whether a key is anywhere in a message."""
    match message:
        case dict():
            return key in message or any(find(one, key) for one in message.values())
        case list():
            return any(find(one, key) for one in message)
        case _:
            return False


def sound(message):
    parts = message.get("serverContent", {}).get("modelTurn", {}).get("parts", [])
    return sum(len(base64.b64decode(p["inlineData"]["data"])) for p in parts if "inlineData" in p)


class Microphone:
    """Sends what is said, and quiet when nothing is, in real time."""

    def __init__(self, session):
        self.session = session
        self.said = bytearray()
        self.on = asyncio.Event()
        self.quiet = asyncio.Event()

    async def run(self):
        size = 2 * RATE * FRAME // 1000
        await self.on.wait()
        due = time.monotonic()
        while True:
            if self.on.is_set():
                piece = bytes(self.said[:size])
                del self.said[:size]
                blob = types.Blob(data=piece.ljust(size, b"\0"), mime_type=MICROPHONE)
                await self.session.send_realtime_input(audio=blob)
            if not self.said:
                self.quiet.set()
            due += FRAME / 1000
            await asyncio.sleep(max(0, due - time.monotonic()))

    def say(self, path):
        with wave.open(path) as file:
            assert file.getparams()[:3] == (1, 2, RATE), path
            self.said += file.readframes(file.getnframes())
        self.quiet.clear()
        self.on.set()


class Talk:
    """One connection."""

    def __init__(self, session):
        self.session = session
        self.microphone = Microphone(session)
        self.messages = []
        self.read = 0
        self.came = asyncio.Condition()
        self.closed = None

    async def listen(self):
        try:
            while True:
                async for message in self.session.receive():
                    await self.take(plain(message.model_dump(exclude_none=True, by_alias=True)))
                tell(receive="ended")
        except errors.APIError as error:
            self.closed = str(error)
            tell(closed=self.closed, code=error.code)
            async with self.came:
                self.came.notify_all()

    async def take(self, message):
        tell(got=message)
        async with self.came:
            self.messages.append(message)
            self.came.notify_all()

    async def until(self, key):
        async with self.came:
            while True:
                while self.read < len(self.messages):
                    self.read += 1
                    if find(self.messages[self.read - 1], key):
                        return
                if self.closed:
                    raise SystemExit(f"closed while waiting for {key}: {self.closed}")
                await self.came.wait()

    async def hear(self, seconds):
        wanted = 2 * 24_000 * seconds
        while wanted > 0:
            await self.until("inlineData")
            wanted -= sound(self.messages[self.read - 1])

    def newest(self, key):
        return next((message for message in reversed(self.messages) if find(message, key)), None)

    async def answer(self, fields):
        calls = self.newest("toolCall")["toolCall"]["functionCalls"]
        await self.session.send_tool_response(
            function_responses=[
                types.FunctionResponse(id=call["id"], name=call["name"], **fields) for call in calls
            ]
        )

    async def do(self, step):
        session = self.session
        match step:
            case {"say": path}:
                self.microphone.say(path)
            case {"said": True}:
                await self.microphone.quiet.wait()
            case {"until": key}:
                await self.until(key)
            case {"hear": seconds}:
                await self.hear(seconds)
            case {"text": text}:
                await session.send_realtime_input(text=text)
            case {"content": turns, **rest}:
                await session.send_client_content(turns=turns, turn_complete=rest.get("turnComplete", True))
            case {"activity": "start"}:
                await session.send_realtime_input(activity_start=types.ActivityStart())
            case {"activity": "end"}:
                self.microphone.on.clear()
                await session.send_realtime_input(activity_end=types.ActivityEnd())
            case {"streamEnd": True}:
                self.microphone.on.clear()
                await session.send_realtime_input(audio_stream_end=True)
            case {"answer": fields}:
                await self.answer(fields)
            case {"update": text}:
                await session.send_context_update(system_instruction=text)
            case {"file": path}:
                while not os.path.exists(path):
                    await asyncio.sleep(FRAME / 1000)
            case {"finish": True}:
                while not self.closed:
                    async with self.came:
                        await self.came.wait()
            case _:
                raise SystemExit(f"no such step: {step}")


async def connection(client, model, config, steps):
    """One connection, until its steps are done or the next is to begin; what must be known of it then."""
    async with client.aio.live.connect(model=model, config=types.LiveConnectConfig(**config)) as session:
        opened = session.setup_complete
        tell(opened=None if opened is None else plain(opened.model_dump(exclude_none=True, by_alias=True)))
        talk = Talk(session)
        tasks = [asyncio.create_task(talk.listen()), asyncio.create_task(talk.microphone.run())]
        try:
            while steps and "reconnect" not in steps[0]:
                step = steps.pop(0)
                tell(step=step)
                await talk.do(step)
        finally:
            for task in tasks:
                task.cancel()
        return talk.newest("newHandle")


async def main(plan):
    client = genai.Client()
    tell(sdk=genai.__version__)
    config, steps = plan["config"], list(plan["steps"])
    while True:
        left = await connection(client, plan["model"], config, steps)
        if not steps:
            return
        handle = left["sessionResumptionUpdate"]["newHandle"]
        config = {**plan["config"], **steps.pop(0)["reconnect"], "sessionResumption": {"handle": handle}}


if __name__ == "__main__":
    try:
        asyncio.run(main(json.load(sys.stdin)))
    except errors.APIError as error:
        tell(refused=str(error), code=error.code)
