"""How long `solovox live-server` takes from its call to its line of JSON: with the small weights and with all, from a cold and a warm disk.

Each start is a new process with a state folder of its own; the first of each makes certificates too. Cold: the system has let go of what it had read of the
Python, its packages and the weights. Figures are reported, not asserted.
Run by `make bench`; keeps benches/results/start.md. `--python` measures another installation, such as one of `.[local,server]` alone.
    .venv/bin/python benches/bench_start.py [--python VENV/bin/python] [--rounds 5]
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import machine

from solovox.parts.engines.stand_ins import HEARS, RECOGNISERS, STAND_IN, needs
from solovox.weights import Cache, default_root

RESULTS = Path(__file__).parent / "results" / "start.md"
SMALL = (*HEARS, RECOGNISERS[1], *needs(STAND_IN))


def forgotten(*folders):
    """The system lets go of what it has read of these folders."""
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and (number := os.open(path, os.O_RDONLY)):
                os.posix_fadvise(number, 0, 0, os.POSIX_FADV_DONTNEED)
                os.close(number)


def started(python, state, cache):
    """Seconds to the line, and of the processor, of one start."""
    environment = {**os.environ, "XDG_STATE_HOME": str(state), "SOLOVOX_CACHE": str(cache)}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [python, "-m", "solovox", "live-server"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=quiet) as process:
        assert process.stdout.readline().startswith(b"{")
        seconds = time.perf_counter() - begun
        process.terminate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def small_cache(folder):
    """A cache that has the small weights alone."""
    (folder / "weights").mkdir()
    for name in SMALL:
        (folder / "weights" / name).symlink_to(default_root(os.environ) / "weights" / name)
    return folder


def rows(python, rounds):
    whole = default_root(os.environ)
    assert Cache(whole).has("kokoro"), "solovox models install"
    packages = Path(
        subprocess.run(
            [python, "-c", "import numpy; print(numpy.__path__[0])"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
    ).parent
    for name, cold in (("small", True), ("small", False), ("all", True), ("all", False)):
        found = []
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
                cache = small_cache(Path(two)) if name == "small" else whole
                if cold:
                    forgotten(packages, whole / "weights")
                found.append(started(python, Path(one), cache))
        walls, costs = zip(*found, strict=True)
        yield f"| {name} | {'cold' if cold else 'warm'} | {statistics.median(walls):.1f} | {min(walls):.1f} to {max(walls):.1f} | {statistics.median(costs):.1f} |"


def main():
    asked = argparse.ArgumentParser()
    asked.add_argument("--python", default=sys.executable)
    asked.add_argument("--rounds", type=int, default=5)
    given = asked.parse_args()
    load = os.getloadavg()[0]
    table = [
        "| weights | disk | to the line, median (s) | least to most | processor, to its end (s) |",
        "|---|---|---:|---|---:|",
        *rows(given.python, given.rounds),
    ]
    of = machine()
    where = f"{of['processor']}, {of['cores']} cores, Python {of['python']}; load average {load:.1f} before, {os.getloadavg()[0]:.1f} after."
    print("\n".join([where, "", *table]))
    before, _, rest = RESULTS.read_text().partition("<!-- figures -->")
    _, end, after = rest.partition("<!-- end of the figures -->")
    RESULTS.write_text("\n".join([f"{before}<!-- figures -->", "", where, "", *table, "", f"{end}{after}"]))


if __name__ == "__main__":
    main()
