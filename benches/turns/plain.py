"""A plain VAD and a timer over the set, as most products have it: the end is a silence of a fixed length.

python -m turns.plain FOLDER MILLISECONDS
"""

import json
import sys
import time
from pathlib import Path

import clips

from solovox.speech.voice_activity import SileroVad

RATE = 16_000
SPEECH, STILL, ONSET = 0.5, 0.35, 3


def main(folder: Path, wait: float) -> None:
    """Print what it makes of each take of the index. `wait`: seconds."""
    for row in json.loads((folder / "index.json").read_text()):
        pcm, used = (folder / row["file"]).read_bytes(), time.process_time()
        vad = SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx"))
        size, ended = vad.frame_samples, []
        run, speaks, last = 0, False, 0.0
        for at in range(0, len(pcm) // 2 - size, size):
            likely, now = vad.probability(pcm[2 * at : 2 * (at + size)]), (at + size) / RATE
            run = run + 1 if likely >= (STILL if speaks else SPEECH) else 0
            if run >= (1 if speaks else ONSET):
                speaks, last = True, now
            elif speaks and now - last >= wait:
                speaks = False
                ended.append(now)
        print(
            json.dumps({"take": row["take"], "ended": ended, "cpu": time.process_time() - used}), flush=True
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) / 1000)
