"""What can be known at each pause of the set: the turn detector's probability and the words so far. For choosing rules.

python -m turns.traced > FILE
"""

import json

import clips

from solovox.speech.smart_turn import SmartTurn
from solovox.speech.stt.whisper import Whisper
from turns.deal import takes
from turns.sound import rendered

RATE = 16_000
PAUSE, AFTER, JUDGED = 0.2, 0.096, 8.0


def main() -> None:
    """A line of JSON a pause, and one for each end."""
    turn = SmartTurn(clips.CACHE.path("smart-turn", "smart-turn-v3.2-cpu.onnx"))
    whisper = Whisper(clips.CACHE.path("whisper-base"))
    for take in takes():
        sound = rendered(take)
        for at, (_, end) in enumerate(sound.speech):
            stop = min(end + PAUSE, sound.speech[at + 1][0] if at + 1 < len(sound.speech) else end + PAUSE)
            pcm = sound.pcm[2 * round(0.3 * RATE) : 2 * round(stop * RATE)]
            judged = sound.pcm[2 * round(max(0.3, stop - JUDGED) * RATE) : 2 * round(stop * RATE)]
            words = whisper.transcribe(pcm[-2 * round(13.5 * RATE) :])
            print(
                json.dumps(
                    {
                        "take": take.number,
                        "at": at,
                        "kind": take.kind,
                        "ground": take.ground,
                        "voice": take.voice,
                        "end": at + 1 == len(sound.speech),
                        "pause": take.pauses[at] if at < len(take.pauses) else None,
                        "likely": round(turn.rate_end(judged), 4),
                        "words": words.text,
                        "sure": round(words.confidence, 3),
                    }
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
