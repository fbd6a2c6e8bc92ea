"""Play many random histories against the laws: `make sim`.

Ten worlds: `any` (events in any order), `early` and `early-people` (as `any` and `people`, with ends of speech that are told before they are sure), `people` (a person talks, and everything they use is faulty), `typing` (a
thousand typed asks each), `listeners` (people who have it read as they like), `two` (two people at once, in every order of what is heard of them: all
of its cases, if as many seeds are played), `channel` (owners and guests, one behind the other), `readers` (live models that read or answer, every event late, tests/live/gemini_readers.py), and `pages` (people at pages around one session, tests/surfaces/web/people_at_pages.py). Of `people`, `listeners`, `two`
and `channel` a tenth is played, of the others a thousandth and a fiftieth: they are longer. Each history is one seed. A seed that breaks a law is printed with its world and the law, and kept in
`tests/pinned_seeds.txt`, which the fast tests play again every time.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS)] * (str(TESTS) not in sys.path)  # the worlds are there

from laws import two_speakers  # noqa: E402
from laws.channel import gather  # noqa: E402
from laws.listeners import listen  # noqa: E402
from laws.people import talk, type_long  # noqa: E402
from laws.simulation import simulate  # noqa: E402

PINNED = TESTS / "pinned_seeds.txt"


class World(NamedTuple):
    """How histories are played: one in `one_of` of those asked for, `batch` at a time to each worker."""

    play: Callable[[int], object]
    one_of: int
    batch: int


def meet(seed: int) -> object:
    """People at pages. Imported late: the other worlds need no web server."""
    from surfaces.web import people_at_pages

    return people_at_pages.meet(seed)


def read_late(seed: int) -> object:
    """A live reader whose every event is late, and which says something of its own. Imported late, too."""
    from live import gemini_readers

    return gemini_readers.meet(seed)


def simulate_early(seed: int) -> object:
    """As `any`, where speech is told to have ended before that is sure."""
    return simulate(seed, early=True)


def talk_early(seed: int) -> object:
    """As `people`, with such a recogniser."""
    return talk(seed, early=True)


WORLDS = {
    "any": World(simulate, 1, 500),
    "early": World(simulate_early, 4, 500),
    "early-people": World(talk_early, 20, 50),
    "people": World(talk, 10, 50),
    "typing": World(type_long, 1_000, 2),
    "listeners": World(listen, 10, 50),
    "two": World(two_speakers.meet, 10, 50),
    "channel": World(gather, 10, 50),
    "readers": World(read_late, 50, 20),
    "pages": World(meet, 50, 20),
}


class Broken(NamedTuple):
    """A history that broke something."""

    world: str
    seed: int
    what: str


def play(seeds: range, world: str = "any") -> list[Broken]:
    """The seeds that broke something, each with what it broke."""
    broken = []
    for seed in seeds:
        try:
            WORLDS[world].play(seed)
        except Exception as error:  # noqa: BLE001  # any exception of a history is a finding
            broken.append(Broken(world, seed, f"{type(error).__name__}: {error}"))
    return broken


def batches(first: int, count: int, size: int) -> Iterator[range]:
    """The seeds from `first` on, in pieces for the workers."""
    for start in range(first, first + count, size):
        yield range(start, min(start + size, first + count))


def pinned(file: Path = PINNED) -> list[tuple[str, int]]:
    """The worlds and seeds that once broke a law. A line without a world is of `any`."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [line.split("#")[0].split() for line in lines]
    return [(one[0] if len(one) > 1 else "any", int(one[-1])) for one in found if one]


def pin(broken: list[Broken], file: Path = PINNED) -> None:
    """Keep what was found."""
    known = set(pinned(file))
    with file.open("a", encoding="utf-8") as more:
        more.writelines(
            f"{one.world} {one.seed}  # {one.what.splitlines()[0][:100]}\n"
            for one in broken
            if (one.world, one.seed) not in known
        )


def run(workers: ProcessPoolExecutor, world: str, first: int, count: int) -> list[Broken]:
    """Play this many histories of a world on all cores."""
    size, done = WORLDS[world].batch, 0
    broken: list[Broken] = []
    pieces = list(batches(first, count, size))
    for found in workers.map(play, pieces, [world] * len(pieces)):
        broken += found
        done = min(done + size, count)
        if done % (20 * size) == 0 or done == count:
            print(f"  {world}: {done} played, {len(broken)} broken", flush=True)
    return broken


def main() -> int:
    """Returns 0 if every history kept every law."""
    parser = argparse.ArgumentParser(prog="make sim", description=__doc__)
    parser.add_argument("--count", type=int, default=int(os.environ.get("SIM_COUNT", "100000")))
    parser.add_argument("--seed", type=int, default=int(os.environ.get("SIM_SEED", random.randrange(10**9))))
    parser.add_argument("--world", choices=list(WORLDS), action="append", help="only this; may be repeated")
    given = parser.parse_args()
    print(
        f"{given.count} histories from seed {given.seed} (again: SIM_SEED={given.seed} make sim)", flush=True
    )
    broken: list[Broken] = []
    played = 0
    with ProcessPoolExecutor() as workers:
        for world in given.world or WORLDS:
            count = max(1, given.count // WORLDS[world].one_of)
            broken += run(workers, world, given.seed, count)
            played += count
    for one in broken[:20]:
        print(f"{one.world}, seed {one.seed}: {one.what}")
    if broken:
        pin(broken[:20])
        print(f"{len(broken)} of {played} histories broke a law; the first are kept in {PINNED.name}")
        return 1
    print(f"{played} histories kept every law")
    return 0


if __name__ == "__main__":
    sys.exit(main())
