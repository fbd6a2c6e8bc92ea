"""Simple models of how two others decide that a person interrupts, by the defaults that they document. They are no measurements of them.

`pipecat`: the voice is cut for good when its detector (Silero at 0.7) has heard 0.2 s of speech.
`pipecat, 3 words`: its `MinWordsUserTurnStartStrategy`: cut for good at three words, here at the end of the sound.
`livekit`: 0.5 s of speech (Silero at 0.5) or a word pauses the voice; it goes on 2 s after the end of speech without a word.
The words are those that our recogniser understands of the sound alone.
"""

import clips
import numpy as np

from solovox.speech.voice_activity import SileroVad

RATE, FRAME = 16_000, 512
GOES_ON = 2.0


def modelled(whisper, sound) -> dict:
    """What each does: seconds from the first sample to silence, and whether it stays silent."""
    pcm = (np.clip(np.pad(sound, (RATE // 2, RATE // 2)), -1, 1) * 32_767).astype("<i2").tobytes()
    words = whisper.transcribe(pcm[RATE // 5 :]).text.split()
    length = len(sound) / RATE
    quick, slow = speech(pcm, 0.7, 0.2), speech(pcm, 0.5, 0.5)
    said = length if words else None
    cut = min((one for one in (slow, said) if one is not None), default=None)
    return {
        "pipecat": [quick, quick is not None],
        "pipecat, 3 words": [length if len(words) >= 3 else None, len(words) >= 3],
        "livekit": [cut, bool(words)],
    }


def speech(pcm, sure, seconds):
    """When that much speech in a row has been heard, from the first sample of the sound; None: never."""
    vad, row = SileroVad(clips.CACHE.path("silero-vad", "silero_vad.onnx")), 0
    for at in range(0, len(pcm) - 2 * FRAME + 1, 2 * FRAME):
        row = row + 1 if vad.probability(pcm[at : at + 2 * FRAME]) >= sure else 0
        if row * FRAME >= seconds * RATE:
            return round((at // 2 + FRAME) / RATE - 0.5, 3)
    return None
