"""Hold twenty sessions at pages for an hour of their time: `make sim`.

People (tests/http_server/web_people.py) speak, type, interrupt, lose the socket, take over, are slow, and begin anew; the server's own sessions,
surface and sockets serve them, on a virtual clock. When the first sixth is over, memory, files and tasks must stay where they are, and when all
have left, nothing may be there. SIM_MINUTES (60), SIM_PEOPLE (20) and SIM_SEED (a new one) by the environment.
"""

import argparse
import math
import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent.parent / "tests"
MEGABYTES = 16
"""How much more may be in memory at the end than when all had come: an allocator's own."""
SHARE = 1.25
"""How many more files and tasks a session may have: talks are random."""


def grown(samples: list[Any]) -> list[str]:
    """What is more at the end than it was after a sixth of the time."""
    before, *during, after = samples
    early, late = during[len(during) // 6 : len(during) // 2], during[-len(during) // 3 :]
    found = []
    memory = max(one.memory for one in late) - max(one.memory for one in early)
    if memory > MEGABYTES:
        found.append(f"memory grew by {memory:.0f} MB")
    for what in ("files", "tasks"):
        first, last = (max(getattr(one, what) / one.sessions for one in part) for part in (early, late))
        if last > SHARE * first:
            found.append(f"{what} of a session grew from {first:.1f} to {last:.1f}")
        if getattr(after, what) != getattr(before, what):
            found.append(f"{what} stayed: {getattr(after, what)}, where there were {getattr(before, what)}")
    return found


def main() -> int:
    """Returns 0 if nothing grew, nothing stayed, and nothing went wrong."""
    parser = argparse.ArgumentParser(prog="make sim", description=__doc__)
    parser.add_argument("--minutes", type=float, default=float(os.environ.get("SIM_MINUTES", "60")))
    parser.add_argument("--people", type=int, default=int(os.environ.get("SIM_PEOPLE", "20")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SIM_SEED", random.randrange(10**9))))
    given = parser.parse_args()
    sys.path[:0] = [str(TESTS)]
    from http_server.web_people import left_behind, live
    from solovox.shell.clock import run

    print(
        f"{given.people} people at pages for {given.minutes:g} min from seed {given.seed} (again: SIM_SEED={given.seed})",
        flush=True,
    )
    every = given.minutes * 60 / 30
    told = lambda one: print(  # noqa: E731
        f"  {one.at / 60:5.1f} min: {one.sessions} sessions, {one.memory:.0f} MB, {one.files} files, {one.tasks} tasks",
        flush=True,
    )
    with tempfile.TemporaryDirectory() as folder:
        seen, samples = run(
            live(Path(folder), given.people, given.minutes * 60, given.seed, every, told=told), math.inf
        )
    wrong = [f"{line} ({count} times)" for line, count in seen.found.items()] + grown(samples)
    wrong += [f"{count} of {kind} stayed in memory" for kind, count in left_behind().items()]
    for line in wrong:
        print(f"broken: {line}")
    did = ", ".join(f"{count} × {what}" for what, count in seen.did.most_common())
    print(f"{seen.talks} talks: {did}; {len(wrong)} things broken")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
