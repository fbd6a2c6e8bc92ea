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

from solovox.core.events import LocalTranscript, SpeechEnded
from solovox.core.units import AudioSpan, StreamId
from solovox.live.local.recogniser import LocalRecogniser
from solovox.speech.stt.whisper import Whisper
from solovox.speech.turn.smart_turn import SmartTurn
from solovox.speech.vad.silero import SileroVad
from solovox.weights import default_root

RATE, PIECE = 16_000, 320
MIC = StreamId("mic")


def main(folder: Path, every: int, first: int) -> None:
    """Print what it makes of each take of the index."""
    whisper = Whisper(clips.CACHE.path("whisper-base"))
    for row in json.loads((folder / "index.json").read_text())[first::every]:
        pcm = (folder / row["file"]).read_bytes()
        used = time.process_time()
        heard = paced(hearing(whisper, pcm))
        cpu = time.process_time() - used
        ended = [at for at, event in heard if isinstance(event, SpeechEnded)]
        final = [(at, event) for at, event in heard if isinstance(event, LocalTranscript) and event.final]
        found = {"take": row["take"], "ended": ended, "asked": [at for at, one in final if one.text]}
        print(json.dumps({**found, "words": [one.text for _, one in final], "cpu": cpu}), flush=True)


async def hearing(whisper, pcm):
    """Every event, with its time in seconds."""
    ear = LocalRecogniser(
        SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx")),
        SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx")),
        whisper,
        whisper.draft(),
    )
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
