"""Play many random histories against the laws: `make sim`.

Each history is one seed. A seed that breaks a law is printed with the law and kept in
`tests/pinned_seeds.txt`, which the fast tests play again every time.
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from solovox.testing.simulation import simulate

PINNED = Path(__file__).resolve().parent.parent / "tests" / "pinned_seeds.txt"
BATCH = 500


def play(seeds: range) -> list[tuple[int, str]]:
    """The seeds that broke something, each with what it broke."""
    broken = []
    for seed in seeds:
        try:
            simulate(seed)
        except Exception as error:  # noqa: BLE001  # whatever a history ends in is a finding
            broken.append((seed, f"{type(error).__name__}: {error}"))
    return broken


def batches(first: int, count: int) -> Iterator[range]:
    """The seeds from `first` on, in pieces for the workers."""
    for start in range(first, first + count, BATCH):
        yield range(start, min(start + BATCH, first + count))


def pinned() -> list[int]:
    """The seeds that once broke a law."""
    lines = PINNED.read_text(encoding="utf-8").splitlines() if PINNED.exists() else []
    return [int(line.split()[0]) for line in lines if line.strip() and not line.startswith("#")]


def pin(broken: list[tuple[int, str]]) -> None:
    """Keep what was found."""
    known = set(pinned())
    with PINNED.open("a", encoding="utf-8") as file:
        file.writelines(
            f"{seed}  # {what.splitlines()[0][:100]}\n" for seed, what in broken if seed not in known
        )


def main() -> int:
    """Returns 0 if every history kept every law."""
    parser = argparse.ArgumentParser(prog="make sim", description=__doc__)
    parser.add_argument("--count", type=int, default=int(os.environ.get("SIM_COUNT", "100000")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SIM_SEED", random.randrange(10**9))))
    given = parser.parse_args()
    print(
        f"{given.count} histories from seed {given.seed} (again: SIM_SEED={given.seed} make sim)", flush=True
    )
    broken: list[tuple[int, str]] = []
    done = 0
    with ProcessPoolExecutor() as workers:
        for found in workers.map(play, batches(given.seed, given.count)):
            broken += found
            done += BATCH
            if done % 10_000 == 0:
                print(f"  {min(done, given.count)} played, {len(broken)} broken", flush=True)
    for seed, what in broken[:20]:
        print(f"seed {seed}: {what}")
    if broken:
        pin(broken[:20])
        print(f"{len(broken)} of {given.count} histories broke a law; the first are kept in {PINNED.name}")
        return 1
    print(f"{given.count} histories kept every law")
    return 0


if __name__ == "__main__":
    sys.exit(main())
