"""Many people who talk with one live server at once: how long after its last word each one's tool call comes, over real sockets.

Every person sends sound at the pace of speech, and goes on with the next command when the last was called and its result was heard.
They are all in one process, the server is another, as anyone would start it. Figures are reported, not asserted.
Run by `make bench`; keeps benches/results/speakers.json and speakers.md.
    .venv/bin/python benches/bench_speakers.py [--speakers 1,4,10] [--seconds 60] [-- --voice joe]
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from machine import machine
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from solovox.text.matching import errors
from solovox.wire.gemini_live import client_frames as c
from solovox.wire.gemini_live.codec import decode_server, encode_client
from solovox.wire.gemini_live.parts import FunctionDeclaration, FunctionResponse, Tool, sound

RESULTS = Path(__file__).parent / "results"
PATH = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent"
RATE = 16_000
PIECE = RATE // 25 * 2
"""40 ms."""
QUIET = bytes(PIECE)
MODEL = "models/gemini-2.5-flash-native-audio-preview-12-2025"
COMMANDS = (
    "Run the tests and | tell me what failed.",
    "Open the readme and | read the first ten lines.",
    "Commit the changes with a short message.",
    "Why does the build fail on Monday?",
    "Create a new folder called examples.",
    "Tell Anna | that the build is green.",
    "Show the difference between the two versions.",
    "Print the names | of all the users.",
    "Turn on the light in the kitchen.",
    "Is there a newer release of the compiler?",
)
"""At | the person pauses, and goes on."""
PAUSE = bytes(10 * PIECE)
VOICES = ("slt", "rms")
ANSWER = "It is done, and nothing else was changed."
ASK = FunctionDeclaration(
    name="ask",
    description="Give the person's words to the agent, always.",
    parameters={"type": "OBJECT", "properties": {"words": {"type": "STRING"}}, "required": ["words"]},
)


def said(text, voice):
    """Its sound, with its pauses; whole pieces."""
    return PAUSE.join(part(one, voice) for one in text.split("|"))


def part(text, voice):
    """By flite, without the silence at its end."""
    command = ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"]
    pcm = subprocess.run(command, check=True, capture_output=True).stdout[44:]
    loud = np.flatnonzero(np.abs(np.frombuffer(pcm, "<i2").astype(int)) > 200)
    pcm = pcm[: 2 * int(loud[-1])]
    return pcm + bytes(-len(pcm) % PIECE)


class Playing:
    """A client that plays what came at once: what comes after it has played all leaves a gap."""

    def __init__(self):
        self._until = 0.0
        self.first, self.gaps = [], []
        """Of each answer, in seconds."""

    def came(self, turn, answered, fresh):
        now = time.monotonic()
        if fresh:
            self.first.append(now - answered)
            self.gaps.append(0.0)
        else:
            self.gaps[-1] += max(0.0, now - self._until)
        count = sum(len(part.inline_data.data) for part in turn.parts if part.inline_data)
        self._until = max(now, self._until) + count / 2 / 24_000


class Person:
    """One connection: its microphone is open all the time."""

    def __init__(self, url, clips, seed):
        self._url = url
        self._clips = clips
        self._dice = np.random.default_rng(seed)
        self._to_say = b""
        self._last_word = 0.0
        self._called = asyncio.Queue()
        self._spoken, self._over = asyncio.Event(), asyncio.Event()
        self.calls, self.rates = [], []
        self.play = Playing()
        self.waiting = None
        """Since when a call is awaited."""

    async def talk(self, until):
        """Whether it was refused at the door."""
        setup = c.Setup(
            model=MODEL,
            tools=(Tool(function_declarations=(ASK,)),),
            input_audio_transcription=c.TranscriptionConfig(),
        )
        async with connect(self._url, max_size=None, compression=None) as self._ws:
            await self._send(setup)
            try:
                await self._ws.recv()
            except ConnectionClosed:
                return True
            async with asyncio.TaskGroup() as tasks:
                working = [tasks.create_task(self._speak()), tasks.create_task(self._hear())]
                await self._converse(until)
                for task in working:
                    task.cancel()
        return False

    async def _send(self, message):
        await self._ws.send(encode_client(message).decode())

    async def _converse(self, until):
        await asyncio.sleep(self._dice.uniform(0, 0.5))
        while time.monotonic() < until:
            text, pcm = self._clips[self._dice.integers(len(self._clips))]
            self._over.clear()
            self._spoken.clear()
            self._to_say = pcm
            await self._spoken.wait()
            while not self._called.empty():  # of what came before a pause
                self._called.get_nowait()
            self.waiting = self._last_word = time.monotonic()
            try:
                async with asyncio.timeout(max(until - time.monotonic(), 0) + 30):
                    call = await self._called.get()
                    self.calls.append(time.monotonic() - self._last_word)
                    self.waiting = None
                    self.rates.append(errors(text, call.args.get("words", "")).rate)
                    response = FunctionResponse(name="ask", id=call.id, response={"output": ANSWER})
                    self._answered = time.monotonic()
                    await self._send(c.ToolResponse(function_responses=(response,)))
                    await self._over.wait()
            except TimeoutError:
                return
            await asyncio.sleep(self._dice.uniform(0.2, 1.0))

    async def _speak(self):
        at = time.monotonic()
        while True:
            piece, self._to_say = self._to_say[:PIECE], self._to_say[PIECE:]
            await self._send(c.RealtimeInput(audio=sound(piece or QUIET, RATE)))
            if not self._to_say:
                self._spoken.set()
            at += 0.04
            await asyncio.sleep(max(0, at - time.monotonic()))

    async def _hear(self):
        fresh = True
        async for frame in self._ws:
            message = decode_server(frame)
            for call in message.tool_call.function_calls if message.tool_call is not None else ():
                self._called.put_nowait(call)
                fresh = True
            content = message.server_content
            if content is not None and content.model_turn is not None:
                self.play.came(content.model_turn, self._answered, fresh)
                fresh = False
            if content is not None and content.turn_complete:
                self._over.set()


def quantiles(values):
    found = np.percentile(values, [50, 90, 100]) if values else [float("nan")] * 3
    return [round(float(one), 2) for one in found]


def cpu(pid):
    """Seconds of processor time of a process."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((one / "schedstat").read_text().split()[0]) for one in threads) / 1e9


async def talks(people, until):
    """How many were refused."""
    return sum(await asyncio.gather(*(one.talk(until) for one in people)))


def case(speakers, seconds, flags):
    """One server, this many people, for this long."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "solovox", "live-server", *flags]
        state = {**os.environ, "XDG_STATE_HOME": folder}
        with subprocess.Popen(command, cwd=folder, env=state, stdout=subprocess.PIPE, text=True) as server:
            url = json.loads(server.stdout.readline())["ws"] + PATH
            clips = [(text.replace("| ", ""), said(text, VOICES[n % 2])) for n, text in enumerate(COMMANDS)]
            people = [Person(url, clips, seed) for seed in range(speakers)]
            before, began = cpu(server.pid), time.monotonic()
            refused = asyncio.run(talks(people, began + seconds))
            used, lasted = cpu(server.pid) - before, time.monotonic() - began
            server.terminate()
    calls = [one for person in people for one in person.calls]
    rates = [one for person in people for one in person.rates]
    return {
        "speakers": speakers,
        "refused": refused,
        "utterances": len(calls),
        "a_second": round(len(calls) / lasted, 2),
        "call_s_p50_p90_max": quantiles(calls),
        "first_sound_s_p50_p90_max": quantiles([one for person in people for one in person.play.first]),
        "gaps_s_p50_p90_max": quantiles([one for person in people for one in person.play.gaps]),
        "never_called": sum(one.waiting is not None for one in people),
        "wrong_words_percent": round(100 * sum(rates) / max(1, len(rates)), 1),
        "cpu_s_an_utterance": round(used / max(1, len(calls)), 2),
        "cores_busy": round(used / lasted, 2),
        "load": round(os.getloadavg()[0], 1),
    }


HEAD = """# Many speakers

{cores} cores ({processor}); load average {load} before. Each speaker talks for {seconds} s, sound at its own pace, one command after the
other; the server is one process, `{server}`. Seconds from the last word to the tool call, and from its result to the first sound.

| speakers | refused | utterances | a second | call p50 / p90 / max | first sound p50 / p90 / max | gaps in an answer p50 / p90 / max | never called | wrong words % | CPU s an utterance | cores busy | load |
|---|---|---|---|---|---|---|---|---|---|---|---|
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--speakers", default="1,4,10")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("flags", nargs="*", help="of the server, behind --")
    given = parser.parse_args()
    found = machine() | {"load": round(os.getloadavg()[0], 1), "seconds": given.seconds}
    found["server"] = " ".join(["solovox live-server", *given.flags])
    found["cases"] = []
    for speakers in map(int, given.speakers.split(",")):
        found["cases"].append(case(speakers, given.seconds, given.flags))
        print(json.dumps(found["cases"][-1]), flush=True)
    lines = [HEAD.format(**found)]
    for one in found["cases"]:
        shown = (
            " / ".join(map(str, value)) if isinstance(value, list) else str(value) for value in one.values()
        )
        lines.append(f"| {' | '.join(shown)} |\n")
    RESULTS.joinpath("speakers.json").write_text(json.dumps(found, indent=1) + "\n")
    RESULTS.joinpath("speakers.md").write_text("".join(lines))


if __name__ == "__main__":
    main()
