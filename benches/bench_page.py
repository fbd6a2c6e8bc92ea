"""What a person waits for at the page of `solovox serve`: Chromium, offline engines, "What time is it?" said by a voice.

    .venv/bin/python benches/bench_page.py [--rounds 20] [--starts 3]

Milliseconds by the page's own clock, from the last loud piece of the microphone that it sent, or from what `WAITED` says. Half of the
rounds have a pause in the question. Keeps `results/page.json` and `.md`. Before the first round the engines are warm, as they are after
`make talk`; how long that takes is measured from its start, with a browser that is started when it has printed its address.
"""

import argparse
import gzip
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import machine

sys.path.append(str(Path(__file__).parent.parent / "tests"))
sys.path.append(str(Path(__file__).parent.parent / "scripts"))
from browser.conftest import served
from e2e.conftest import RATE, written
from solovox.live.local.cascade_types import CascadeTuning
from speech.conftest import said

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benches" / "results"
PAGE = ROOT / "src" / "solovox" / "surfaces" / "web" / "page"
WAITED = {
    "paint": "the first paint, from the beginning of the navigation",
    "connected": "the talk is there, from the beginning of the navigation",
    "cue": "the first cue is heard",
    "chime": "the chime is heard, which says that the instruction was sent",
    "chime_after_heard": "the same, from the end of the turn as the server decided it: its final words have come",
    "chime_after_asked": "the same, from the frame that tells of the instruction",
    "part": "the words so far are on the screen in a pause, from the last loud sample before it",
    "part_after_pause": "the same, from the pause as the recogniser decides it, 200 ms later",
    "words": "the final words are on the screen",
    "text": "the first text of the answer is on the screen",
    "answer": "the first sound of the answer",
}


STARTED = {
    "printed": "the address is printed",
    "reachable": "the page is open in a browser that is started then, and its talk is there",
    "answered": "the first word of the answer is on its screen",
    "heard": "the first word of the answer was heard",
}
PAUSE_MS = CascadeTuning().pause * 1000 / RATE


def visited(rounds):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quiet, question = bytes(2 * RATE), bytes(RATE) + said("What time is it?") + bytes(6 * RATE)
        paused = bytes(RATE) + said("If you do not mind") + bytes(2 * RATE) + question  # a pause of 1.5 s
        plan = {
            "driver": str(ROOT / ".browser"),
            "chromium": shutil.which("chromium"),
            "mouth": str(written(folder / "mouth.wav", quiet)),
            "question": str(written(folder / "question.wav", question)),
            "paused": str(written(folder / "paused.wav", paused)),
            "rounds": rounds + 2,  # the first two warm up
        }
        with served(folder) as url:
            done = subprocess.run(
                [ROOT / ".browser" / "node", ROOT / "benches" / "page_visit.mjs"],
                input=json.dumps(plan | {"url": url}),
                capture_output=True,
                text=True,
                check=False,
            )
    if done.returncode:
        sys.exit(done.stderr)
    found = json.loads(done.stdout)[2:]
    for one in found:
        if "part" in one:
            one["part_after_pause"] = one["part"] - PAUSE_MS
    return found


def started(*, speaks):
    """`make talk` from its start to the first answered word; everything is installed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        question = bytes(RATE // 2) + said("What time is it?") + bytes(12 * RATE)
        plan = {
            "driver": str(ROOT / ".browser"),
            "chromium": shutil.which("chromium"),
            "mouth": str(written(folder / "mouth.wav", bytes(2 * RATE))),
            "spoken": str(written(folder / "spoken.wav", question)) if speaks else None,
            "began": time.time() * 1000,
        }
        command = ["make", "--no-print-directory", "talk", "TALK=--port 0 --no-journal"]
        with subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as server:
            url = next(line.strip() for line in server.stdout if line.startswith("http://"))
            printed = time.time() * 1000 - plan["began"]
            done = subprocess.run(
                [ROOT / ".browser" / "node", ROOT / "benches" / "page_first.mjs"],
                input=json.dumps(plan | {"url": url}),
                capture_output=True,
                text=True,
                check=False,
            )
            os.killpg(server.pid, signal.SIGINT)
    if done.returncode:
        sys.exit(done.stderr)
    return {"printed": printed, **json.loads(done.stdout)}


def table(names, found):
    """Rows: the median, the 95th percentile, the longest."""
    rows = []
    for key, words in names.items():
        values = sorted(one[key] for one in found if key in one)
        late = values[min(len(values) - 1, round(0.95 * len(values)))]
        rows.append(f"| {words} | {statistics.median(values):.0f} | {late:.0f} | {values[-1]:.0f} |")
    return "\n".join(rows)


def markdown(about, rounds, starts, size):
    heads = "| until | p50 | p95 | longest |\n|---|---:|---:|---:|"
    return f"""# The page, measured

{about["processor"]}, {about["cores"]} cores, load {about["load"]}; {len(rounds)} rounds. The page is {size / 1000:.0f} kB gzipped.
"What time is it?", heard, answered and read by the offline engines. Milliseconds; where nothing else is said, from the last loud
40 ms of the question that the page sent: the pause that shows that it has ended is in all of them.

{heads}
{table(WAITED, rounds)}

From the start of `make talk`, everything being installed, {len(starts["typed"])} starts each. Typed at once:

{heads}
{table(STARTED, starts["typed"])}

Spoken at once; saying it takes 1.3 s of that:

{heads}
{table(STARTED, starts["spoken"])}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--starts", type=int, default=3)
    wanted = parser.parse_args()
    rounds = visited(wanted.rounds)
    ways = {"typed": False, "spoken": True}
    starts = {way: [started(speaks=speaks) for _ in range(wanted.starts)] for way, speaks in ways.items()}
    about = machine() | {"load": round(os.getloadavg()[0], 1)}
    size = sum(
        len(gzip.compress(one.read_bytes()))
        for one in PAGE.iterdir()
        if one.suffix in {".js", ".css", ".html"}
    )
    (RESULTS / "page.json").write_text(
        json.dumps({"machine": about, "gzipped": size, "rounds": rounds, "starts": starts}, indent=1) + "\n"
    )
    (RESULTS / "page.md").write_text(markdown(about, rounds, starts, size))
    print(markdown(about, rounds, starts, size))


if __name__ == "__main__":
    main()
