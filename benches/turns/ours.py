"""Our own ear over the set: one line of JSON a take. In the listener's time: an answer comes as late as it took to compute.

python -m turns.ours FOLDER
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import clips
from pace import paced

from solovox.core.events import LocalTranscript, OnsetFaded, OnsetHeard, SpeechConfirmed, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.live.local.cascade_types import CascadeTuning, early
from solovox.parts.engines.local import models
from solovox.weights import default_root
from turns.score import ANSWER

RATE, PIECE = 16_000, 320
MIC = StreamId("mic")


def main(folder: Path, every: int, first: int) -> None:
    """Print what it makes of each take of the index."""
    engine = models(clips.CACHE)
    for row in json.loads((folder / "index.json").read_text())[first::every]:
        pcm = (folder / row["file"]).read_bytes()
        used = time.process_time()
        heard = paced(hearing(engine, pcm))
        cpu = time.process_time() - used
        print(json.dumps({"take": row["take"], **told(heard), "cpu": cpu}), flush=True)


def told(heard):
    """When it was asked, when a voice may begin, and when an answer would be heard. An end is taken back by speech that
    is confirmed before a voice may begin (law T2)."""
    ends = [(at, event.patience / 1000) for at, event in heard if isinstance(event, SpeechEnded)]
    final = [(at, event.text) for at, event in heard if isinstance(event, LocalTranscript) and event.final]
    asked, ended, first = [], [], []
    for (at, patience), (known, text) in zip(ends, final, strict=True):
        asked += [known] if text else []
        if not taken_back(heard, at, at + patience):
            ended.append(at + patience)
            first += [max(at + patience, known + ANSWER)] if text else []
    return {"asked": asked, "ended": ended, "first": first, "words": understood(heard)}


def understood(heard):
    """The final texts, each as it was heard last (law T2.9)."""
    words = []
    for _, event in heard:
        if isinstance(event, LocalTranscript) and event.final:
            words[len(words) - len(event.again) :] = event.again
            words.append(event.text)
    return words


def taken_back(heard, at, until):
    """Whether a sound began between these times that turned out to be speech."""
    begun = False
    for when, event in heard:
        match event:
            case OnsetHeard():
                begun = at < when < until
            case OnsetFaded():
                begun = False
            case SpeechConfirmed() if begun:
                return True
    return False


async def hearing(engine, pcm):
    """Every event, with its time in seconds."""
    ear = engine.recogniser(early(CascadeTuning()))
    loop, heard = asyncio.get_running_loop(), []
    began = loop.time()

    async def read():
        heard.extend([(loop.time() - began, event) async for event in ear.events()])

    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(ear.run())
        tasks.create_task(read())
        for at in range(0, len(pcm) // 2, PIECE):
            await asyncio.sleep(max(0.0, began + (at + PIECE) / RATE - loop.time()))
            part = pcm[2 * at : 2 * (at + PIECE)]
            await ear.feed(AudioSpan(MIC, at, len(part) // 2), part)
        await ear.finish()
        await ear.read_out()
        running.cancel()
    return heard


if __name__ == "__main__":
    assert default_root(os.environ)
    main(
        Path(sys.argv[1]),
        int(sys.argv[2]) if len(sys.argv) > 2 else 1,
        int(sys.argv[3]) if len(sys.argv) > 3 else 0,
    )
