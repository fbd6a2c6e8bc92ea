"""What a decision costs: microseconds an event in the core, beside `json.dumps` and `json.loads` of the same event
as a small dict in the same run; and a whole journal of it replayed. Prints, and keeps `results/core.json`.

    python benches/bench_core.py
"""

import json
import os
import sys
import time
from pathlib import Path
from random import Random

from solovox.core import events as ev
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, ConnectionId, Instant, RunId

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from laws.scene import SECOND, Scene
from laws.simulation import simulate

RESULTS = Path(__file__).parent / "results"
FRAMES = 100_000
ROUNDS = 5


def cpu(work):
    """CPU seconds of the least disturbed of a few rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def microphone(policy):
    """Microphone frames through the core."""
    frames = [ev.SoundCaptured(AudioSpan(MIC, 320 * n, 320)) for n in range(FRAMES)]

    def work():
        scene = Scene(policy)
        if policy.ear is EarKind.LIVE:
            scene.do(ev.EarOpened(ConnectionId(1)))
        for n, frame in enumerate(frames):
            scene.talk.handle(Instant(20 * n), frame)

    return cpu(work) / FRAMES * 1e6


def turns(count=300):
    """Whole turns: an utterance, an answer of five pieces, its sound, its reports. Returns (µs a turn, events)."""
    begin, events = time.process_time(), 0
    scene = Scene()
    for turn in range(1, count + 1):
        scene.say("what time is it")
        scene.write(turn, "Well, ", "it is noon. ", "That is lunch time. ", "Go and eat. ", "Enjoy it.")
        for read in range(3 * turn - 2, 3 * turn + 1):
            scene.sound(read, SECOND, end=True)
            scene.played(read, SECOND)
        scene.wait(10_000)
        events = len(scene.events)
    return (time.process_time() - begin) / count * 1e6, events / count


def offered(count):
    """µs for each of `count` pieces of one answer that wait to be said."""
    scene = Scene()
    scene.say("tell me everything")
    pieces = [ev.BrainOffered(RunId(1), "One more.", 10 * (n + 1)) for n in range(count)]
    begin = time.process_time()
    for piece in pieces:
        scene.talk.handle(Instant(0), piece)
    return (time.process_time() - begin) / count * 1e6


def reference():
    """`json` both ways, of one such frame."""
    frame = {"at": 20, "event": "SoundCaptured", "span": {"stream": "mic", "first": 0, "count": 320}}

    def work():
        for _ in range(FRAMES):
            json.loads(json.dumps(frame))

    return cpu(work) / FRAMES * 1e6


def histories(count=200):
    """Random histories a second, with every watcher and the replay of each."""
    begin = time.process_time()
    for seed in range(count):
        simulate(Random(seed).randrange(10**9))
    return count / (time.process_time() - begin)


def main():
    base = reference()
    local, live = microphone(Policy()), microphone(Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER))
    turn, events = turns()
    result = {
        "load": os.getloadavg(),
        "json both ways, µs": round(base, 2),
        "microphone frame, local ear, µs": round(local, 2),
        "microphone frame, live ear, µs": round(live, 2),
        "live frame / json": round(live / base, 2),
        "a turn, µs": round(turn),
        "events a turn": round(events, 1),
        "a piece offered, of 1,000, µs": round(offered(1_000)),
        "a piece offered, of 40,000, µs": round(offered(40_000)),
        "random histories a CPU second": round(histories()),
    }
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False)
    print(text)
    (RESULTS / "core.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
