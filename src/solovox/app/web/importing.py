"""A process that puts corrections which came from elsewhere into the store, tells how many as JSON, and ends.

Started by `rest_corrections.py`: megabytes of JSON would hold up every voice of the server.
"""

import json
import os
import sys
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

from solovox.app.stores import opened_store
from solovox.app.web.apart import REFUSED, UNREADABLE
from solovox.app.web.journal_words import POLITE
from solovox.config.load import environment
from solovox.ports import StoreError
from solovox.store import exchange

SHOWN: Final = 20
"""How many of the entries that were refused are told."""


def imported(data: bytes, variables: Mapping[str, str]) -> dict[str, Any]:
    """What became of them. Raises `StoreError`, `NoCorrections`."""
    arrived = exchange.read(data)
    with closing(opened_store(variables)) as store:
        new = [store.add(one).new for one in arrived.corrections]
    added, refused = sum(new), arrived.refused
    return {"added": added, "kept": len(new) - added, "refused": len(refused), "why": refused[:SHOWN]}


def main() -> int:
    """The exit code."""
    os.nice(POLITE)
    try:
        json.dump(imported(sys.stdin.buffer.read(), environment()), sys.stdout)
    except exchange.NoCorrections as error:
        sys.stderr.write(f"{error}; give what solovox corrections export wrote")
        return UNREADABLE
    except StoreError as error:
        sys.stderr.write(str(error))
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())
