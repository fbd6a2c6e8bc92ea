"""A program that adds corrections to a store, and prints the id of each when it is kept: `writing.py FILE NAME COUNT`."""

import sys
from dataclasses import replace
from pathlib import Path

from solovox.store.sqlite import SqliteStore
from solovox.testing.contracts_store import STT

if __name__ == "__main__":
    path, name, count = sys.argv[1:]
    store = SqliteStore(Path(path))
    for n in range(int(count)):
        added = store.add(replace(STT, id=f"{name}-{n}", audio=bytes(20_000), meant=f"{name} {n}"))
        print(added.id, flush=True)
