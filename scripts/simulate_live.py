"""Hold many whole sessions over real sockets with a live model that does anything: `make sim`.

Each session is one seed (tests/live/gemini_chance.py). A seed that breaks something is played again, slowly and alone: sockets are
not played back, so what a busy machine did is told apart from what the program did. What breaks twice is kept in
`tests/pinned_live_seeds.txt`, which the tests play again.
"""

import argparse
import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
PINNED = TESTS / "pinned_live_seeds.txt"
BATCH = 10
SLOWLY = 10


def play(seeds: range, speed: float | None = None) -> list[tuple[int, str]]:
    """The seeds that broke something, each with what it broke."""
    sys.path[:0] = [str(TESTS)] * (str(TESTS) not in sys.path)
    from live.gemini_chance import SPEED, Case

    broken = []
    for seed in seeds:
        try:
            Case(seed, speed or SPEED).hold()
        except Exception as error:  # noqa: BLE001  # any exception of a session is a finding
            broken.append((seed, f"{type(error).__name__}: {error} ({Case(seed).names})"))
    return broken


def pinned() -> list[int]:
    """The seeds that once broke something."""
    lines = PINNED.read_text(encoding="utf-8").splitlines() if PINNED.exists() else []
    return [int(line.split()[0]) for line in lines if line.strip() and not line.startswith("#")]


def main() -> int:
    """Returns 0 if no session broke anything twice."""
    parser = argparse.ArgumentParser(prog="make sim", description=__doc__)
    parser.add_argument("--count", type=int, default=int(os.environ.get("SIM_SESSIONS", "2000")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SIM_SEED", random.randrange(10**9))))
    given = parser.parse_args()
    print(
        f"{given.count} sessions over sockets from seed {given.seed} (again: SIM_SEED={given.seed})",
        flush=True,
    )
    ends = given.seed + given.count
    batches = [range(at, min(at + BATCH, ends)) for at in range(given.seed, ends, BATCH)]
    broken: list[tuple[int, str]] = []
    with ProcessPoolExecutor() as workers:
        for done, found in enumerate(workers.map(play, batches), 1):
            broken += found
            if done % 25 == 0:
                print(f"  {min(done * BATCH, given.count)} held, {len(broken)} broken", flush=True)
    again = [one for seed, _ in broken for one in play(range(seed, seed + 1), SLOWLY)]
    for seed, what in broken:
        lasting = any(other == seed for other, _ in again)
        print(f"seed {seed}: {what}{'' if lasting else '; not when it was played again, slowly'}")
    if again:
        known = set(pinned())
        with PINNED.open("a", encoding="utf-8") as file:
            file.writelines(
                f"{seed}  # {what.splitlines()[0][:100]}\n" for seed, what in again if seed not in known
            )
        print(f"{len(again)} of {given.count} sessions broke something twice; they are kept in {PINNED.name}")
        return 1
    print(f"{given.count} sessions over sockets: {len(broken)} broke something once, none twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
