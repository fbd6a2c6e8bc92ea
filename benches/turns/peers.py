"""Pipecat's and LiveKit's own detectors over the set, by their packages, with their documented defaults.

    python peers.py FOLDER pipecat|pipecat-vad|livekit|livekit-vad

Pipecat: Silero, 0.2 s of silence, then Smart Turn; where it says "incomplete", the end is 3 s of silence
(`TurnAnalyzerUserTurnStopStrategy`, `SmartTurnParams`). pipecat-vad: `VADParams` with 0.8 s.
LiveKit: its VAD (0.25 s of silence), then its turn detector `v1-mini` over the last 1.2 s; below the threshold of English
the end is 2.5 s of silence, else 0.3 s (`_STREAMING_ENDPOINTING_DEFAULTS`). livekit-vad: its VAD and `min_delay` of 0.5 s.
Neither is asked for words, so neither waits for a recogniser. Time is the sound's, and what each step computes is added to it.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

import numpy as np

RATE = 16_000


class Pipecat:
    """Fed 20 ms at a time; tells when the turn has ended."""

    piece = 320

    def __init__(self, *, smart: bool) -> None:
        from pipecat.audio.vad.silero import SileroVADAnalyzer
        from pipecat.audio.vad.vad_analyzer import VADParams, VADState

        self._states = VADState
        self._vad = SileroVADAnalyzer(params=VADParams() if smart else VADParams(stop_secs=0.8))
        self._vad.set_sample_rate(RATE)
        self._turn, self._speaks, self._over = None, False, True
        if smart:
            from pipecat.audio.turn.smart_turn import base_smart_turn
            from pipecat.audio.turn.smart_turn.local_smart_turn_v3 import LocalSmartTurnAnalyzerV3

            base_smart_turn.time = self  # its clock is the sound's
            self._turn = LocalSmartTurnAnalyzerV3()
            self._turn.set_sample_rate(RATE)
            self._turn.update_vad_start_secs(self._vad.params.start_secs)
        self._now = 0.0
        self.perf_counter = time.perf_counter

    def monotonic(self) -> float:
        """Seconds of sound."""
        return self._now

    async def ended(self, pcm: bytes) -> bool:
        """Whether the turn ends with this."""
        self._now += len(pcm) / 2 / RATE
        state = await self._vad.analyze_audio(pcm)
        began = state == self._states.SPEAKING and not self._speaks
        stopped = state == self._states.QUIET and self._speaks
        self._speaks = (self._speaks or began) and not stopped
        self._over = self._over and not began
        if self._turn is None:
            return stopped
        over = self._turn.append_audio(pcm, self._speaks).name == "COMPLETE"
        if stopped and not over:
            over = (await self._turn.analyze_end_of_turn())[0].name == "COMPLETE"
        over = over and not self._over
        self._over = self._over or over
        return over


class LiveKit:
    """Fed 32 ms at a time; tells when the turn has ended."""

    piece = 512

    def __init__(self, *, smart: bool) -> None:
        from livekit.local_inference import EOT, VAD

        self._vad, self._eot = VAD(), EOT() if smart else None
        self._heard = np.zeros(0, dtype=np.int16)
        self._speech = self._silence = 0.0
        self._speaks, self._wait = False, 0.0

    async def ended(self, pcm: bytes) -> bool:
        """Whether the turn ends with this. The rules of `inference/vad.py` and `voice/audio_recognition.py` (1.8.9)."""
        sound = np.frombuffer(pcm, "<i2")
        self._heard = np.concatenate([self._heard, sound])[-19_200:]
        likely, step = self._vad.predict(sound), len(sound) / RATE
        if likely > 0.5 or (self._speaks and likely > 0.35):
            self._speech, self._silence, self._wait = self._speech + step, 0.0, 0.0
            self._speaks = self._speaks or self._speech >= 0.05
            return False
        self._silence += step
        if not self._speaks:
            self._speech = 0.0
        elif self._silence >= 0.25:
            if not self._wait:
                self._wait = (
                    0.5 if self._eot is None else 0.3 if self._eot.predict(self._heard) >= 0.36 else 2.5
                )
            if self._silence >= self._wait:
                self._speaks, self._speech, self._wait = False, 0.0, 0.0
                return True
        return False


MAKERS = {
    "pipecat": lambda: Pipecat(smart=True),
    "pipecat-vad": lambda: Pipecat(smart=False),
    "livekit": lambda: LiveKit(smart=True),
    "livekit-vad": lambda: LiveKit(smart=False),
}


async def main(folder: Path, name: str) -> None:
    """Print what it makes of each take of the index."""
    for row in json.loads((folder / "index.json").read_text()):
        pcm, cpu, busy, ended = (folder / row["file"]).read_bytes(), 0.0, 0.0, []
        detector = MAKERS[name]()
        step = 2 * detector.piece
        for at in range(0, len(pcm) - step + 1, step):
            used = time.process_time()
            over = await detector.ended(pcm[at : at + step])
            used = time.process_time() - used
            cpu += used
            busy = max(busy, (at + step) / 2 / RATE) + used
            if over:
                ended.append(busy)
        print(json.dumps({"take": row["take"], "ended": ended, "cpu": cpu}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
