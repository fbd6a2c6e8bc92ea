"""All detectors over the whole set, in one run: prints, and keeps `results/turns.json`, `.md` and `.svg`.

    python -m turns [--only=NAME,NAME] [--every=N]     `--only=beside`: only what is heard while our own voice reads

A detector is a program. It is given a folder with `index.json` (a list of `{"take", "file", "kind", "ground", "voice",
"held_out", "speech": [[first, end], …]}`, times in seconds; the files are 16-bit mono sound at 16 kHz) and prints a line of JSON a
take: `{"take": 7, "ended": [2.81], "cpu": 0.2}`, when it said that a turn had ended. Those of others run in `.strangers/turns`.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import clips
from machine import machine

from turns.deal import takes
from turns.page import page, plot
from turns.score import judged
from turns.sound import rendered

HERE = Path(__file__).parent
RESULTS = HERE.parent / "results"
FOLDER = clips.HOME / "turns"
OWN, PEERS = (
    [sys.executable, "-m"],
    [str(HERE.parents[1] / ".strangers" / "turns" / "bin" / "python"), str(HERE / "peers.py")],
)
DETECTORS = {
    "solovox": [*OWN, "turns.ours", str(FOLDER)],
    "pipecat smart turn": [*PEERS, str(FOLDER), "pipecat"],
    "pipecat vad 800": [*PEERS, str(FOLDER), "pipecat-vad"],
    "livekit turn detector": [*PEERS, str(FOLDER), "livekit"],
    "livekit vad": [*PEERS, str(FOLDER), "livekit-vad"],
    **{f"vad {wait}": [*OWN, "turns.plain", str(FOLDER), str(wait)] for wait in (300, 500, 800)},
}


def main() -> None:
    """Render what is not there, run, and write."""
    flags = dict(flag.removeprefix("--").split("=", 1) for flag in sys.argv[1:])
    if flags.get("only") == "beside":
        beside()
        return
    every, only = int(flags.get("every", 1)), flags["only"].split(",") if "only" in flags else list(DETECTORS)
    rows = index(every)
    kept = RESULTS / "turns.json"
    result = json.loads(kept.read_text()) if kept.exists() and "only" in flags else {"found": {}, "load": {}}
    result["machine"] = machine()
    for name in only:
        before, began = os.getloadavg()[0], time.perf_counter()
        result["found"][name] = run(name, DETECTORS[name], len(rows))
        result["load"][name] = [round(before, 1), round(os.getloadavg()[0], 1)]
        print(f"{name}: {time.perf_counter() - began:.0f} s", flush=True)
    result["rows"] = [{key: row[key] for key in row if key != "file"} for row in rows]
    kept.write_text(json.dumps(result, separators=(",", ":")) + "\n")
    scored = {
        name: [(row, judged(row, found)) for row, found in zip(rows, each, strict=True)]
        for name, each in result["found"].items()
        if len(each) == len(rows)
    }
    (RESULTS / "turns.md").write_text(page(scored, result))
    (RESULTS / "turns.svg").write_text(plot(scored))
    print(page(scored, result))
    if "only" not in flags:
        beside()


def beside() -> None:
    """What is heard while our own voice reads: a set of its own."""
    subprocess.run([*OWN, "turns.beside"], cwd=HERE.parent, check=True)


def index(every: int) -> list[dict]:
    """Every take as a file, and the list of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows = []
    for take in takes()[::every]:
        sound, file = rendered(take), f"{take.number:03}.raw"
        (FOLDER / file).write_bytes(sound.pcm)
        rows.append(
            {"take": take.number, "file": file, "kind": take.kind, "ground": take.ground, "voice": take.voice}
            | {"held_out": take.held_out, "speech": sound.speech}
        )
        if take.number % 20 == 0:
            print(f"take {take.number} is there", flush=True)
    (FOLDER / "index.json").write_text(json.dumps(rows))
    return rows


def run(name: str, command: list[str], count: int) -> list[dict]:
    """What a detector says of each take."""
    found = []
    with subprocess.Popen(
        command, cwd=HERE.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        for line in process.stdout:
            if line.startswith("{"):
                found.append(json.loads(line))
            if len(found) % 40 == 0:
                print(f"{name}: {len(found)} of {count}", flush=True)
    if process.returncode or len(found) != count:
        sys.exit(
            f"{name} ended with {process.returncode} after {len(found)} of {count} takes: {' '.join(command)}"
        )
    return found


if __name__ == "__main__":
    main()
