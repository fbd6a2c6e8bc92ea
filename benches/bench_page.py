"""What a person waits for at the page of `solovox serve`: Chromium, offline engines, "What time is it?" said by a voice.

    .venv/bin/python benches/bench_page.py [--rounds 20]

Milliseconds by the page's own clock, from the last loud piece of the microphone that it sent. Keeps `results/page.json` and `.md`.
Before the first round the engines are warm, as they are after `make talk`.
"""

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from machine import machine

sys.path.append(str(Path(__file__).parent.parent / "tests"))
sys.path.append(str(Path(__file__).parent.parent / "scripts"))
from browser.conftest import served
from e2e.conftest import RATE, written
from speech.conftest import said

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benches" / "results"
PAGE = ROOT / "src" / "solovox" / "surfaces" / "web" / "page"
WAITED = {
    "paint": "the first paint, from the beginning of the navigation",
    "connected": "the talk is there, from the beginning of the navigation",
    "cue": "the cue is heard",
    "words": "the final words are on the screen",
    "text": "the first text of the answer is on the screen",
    "answer": "the first sound of the answer",
}


def visited(rounds):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quiet, question = bytes(2 * RATE), bytes(RATE) + said("What time is it?") + bytes(6 * RATE)
        plan = {
            "driver": str(ROOT / ".browser"),
            "chromium": shutil.which("chromium"),
            "mouth": str(written(folder / "mouth.wav", quiet)),
            "question": str(written(folder / "question.wav", question)),
            "rounds": rounds + 1,  # the first warms up
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
    return json.loads(done.stdout)[1:]


def markdown(about, rounds, size):
    rows = []
    for key, words in WAITED.items():
        values = sorted(one[key] for one in rounds)
        late = values[min(len(values) - 1, round(0.95 * len(values)))]
        rows.append(f"| {words} | {statistics.median(values):.0f} | {late:.0f} | {values[-1]:.0f} |")
    return f"""# The page, measured

{about["processor"]}, {about["cores"]} cores, load {about["load"]}; {len(rounds)} rounds. The page is {size / 1000:.0f} kB gzipped.
"What time is it?", heard, answered and read by the offline engines. Milliseconds; where nothing else is said, from the last loud
40 ms of the question that the page sent: the pause that shows that it has ended is in all of them.

| until | p50 | p95 | longest |
|---|---:|---:|---:|
{chr(10).join(rows)}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    rounds = visited(parser.parse_args().rounds)
    about = machine() | {"load": round(os.getloadavg()[0], 1)}
    size = sum(
        len(gzip.compress(one.read_bytes()))
        for one in PAGE.iterdir()
        if one.suffix in {".js", ".css", ".html"}
    )
    (RESULTS / "page.json").write_text(
        json.dumps({"machine": about, "gzipped": size, "rounds": rounds}, indent=1) + "\n"
    )
    (RESULTS / "page.md").write_text(markdown(about, rounds, size))
    print(markdown(about, rounds, size))


if __name__ == "__main__":
    main()
