# ruff: noqa: SLF001 - it counts what runs inside the loop
"""`solovox serve`, as it is measured: the command itself, in the base install with the extra `web`.

The packages of the local engine are hidden, so that the recogniser is the energy onset: Whisper is not the socket's cost. Microphone sound goes up
all the time (activity is not marked), which costs most and answers every piece. All else is what a person starts.
BENCH_NOTES names a file: SIGUSR1 then begins, and ends, the count of what runs (`Notes`).
"""

import asyncio
import cProfile
import json
import os
import pstats
import signal
import sys
import time
from collections import Counter
from pathlib import Path

LAYERS = (
    ("surface", "solovox/surfaces/"),
    ("our socket", "solovox/http/"),
    ("browser wire", "solovox/wire/browser/"),
    ("view", "solovox/view/"),
    ("sound store", "solovox/shell/sound.py"),
    ("recogniser link", "solovox/shell/links/listener.py"),
    ("shell", "solovox/shell/"),
    ("core", "solovox/core/"),
    ("journal", "solovox/recordings/"),
    ("recogniser", "solovox/live/local/"),
    ("recogniser", "solovox/speech/"),
    ("live ear", "solovox/live/"),
    ("gemini wire", "solovox/wire/"),
    ("uvicorn", "uvicorn/"),
    ("websockets", "websockets/"),
    ("asyncio", "asyncio/"),
    ("flac", "soundfile.py"),
    ("json, base64", "json/"),
    ("json, base64", "base64.py"),
    ("numpy", "numpy/"),
)
BUILT_IN = (
    ("flac", "sf_"),
    ("json, base64", "base64"),
    ("json, base64", "msgspec"),
    ("json, base64", "b2a"),
    ("json, base64", "a2b"),
    ("waiting", "poll"),
    ("the system's sockets", "socket"),
)


def continuous():
    """Microphone sound goes up all the time."""
    from solovox.app import wiring
    from solovox.core.policy import Policy
    from solovox.parts import policies

    class Continuous(Policy):
        marks_activity = False

    made = policies.policy

    def policy(*given, **more):
        found = made(*given, **more)
        return Continuous(**{name: getattr(found, name) for name in Policy.__dataclass_fields__})

    wiring.policy = policy


class Notes:
    """What runs between two signals: functions by layer, steps of tasks by name."""

    def __init__(self, file):
        self._file = Path(file)
        self._profile = None
        self._steps = Counter()
        self._began = 0.0
        self._plain = asyncio.events.Handle._run
        signal.signal(signal.SIGUSR1, self._turn)

    def _turn(self, *_):
        if self._profile is None:
            self._steps.clear()
            if not os.environ.get("BENCH_STEPS"):
                self._profile = cProfile.Profile()
                self._profile.enable()
            else:
                self._profile = object()
                asyncio.events.Handle._run = self._counted()
            self._began = time.perf_counter()
            return
        seconds = time.perf_counter() - self._began
        if isinstance(self._profile, cProfile.Profile):
            self._profile.disable()
            stats = pstats.Stats(self._profile).stats
            told = {"seconds": seconds, **told_of(stats)}
        else:
            asyncio.events.Handle._run = self._plain
            told = {"seconds": seconds, "steps": self._steps.most_common(40)}
        self._file.write_text(json.dumps(told, indent=1))
        self._profile = None

    def _counted(self):
        plain, steps = self._plain, self._steps

        def run(handle):
            task = getattr(handle._callback, "__self__", None)
            if isinstance(task, asyncio.Task):
                code = task.get_coro().__qualname__
                steps[f"task {code}"] += 1
            else:
                name = getattr(handle._callback, "__qualname__", type(handle._callback).__name__)
                steps[f"callback {name}"] += 1
            plain(handle)

        return run


def layer(where, name):
    for one, part in LAYERS if where != "~" else ():
        if part in where:
            return one
    if where == "~" or "importlib" in where:
        for one, part in BUILT_IN:
            if part in name:
                return one
        return "other built-in functions"
    return "other"


def told_of(stats):
    seconds, calls, top = Counter(), Counter(), []
    for (where, line, name), (_, count, own, whole, _) in stats.items():
        found = layer(where, name)
        seconds[found] += own
        calls[found] += count
        short = where.split("site-packages/")[-1].split("/src/")[-1].split("/lib/")[-1]
        top.append((round(own, 4), round(whole, 4), count, f"{short}:{line} {name}"))
    return {
        "own_seconds": dict(seconds.most_common()),
        "calls": dict(calls.most_common()),
        "top": sorted(top, reverse=True)[:70],
    }


def main():
    for package in ("onnxruntime", "ctranslate2", "pocketsphinx"):
        sys.modules[package] = None
    continuous()
    if notes := os.environ.get("BENCH_NOTES"):
        Notes(notes)
    from solovox.cli.main import main as command

    command()


if __name__ == "__main__":
    main()
