"""A process that decides one journal again, writes what it made of it to its standard output, and ends.

Started by `reading.py` as `python -m solovox.app.web.apart WHAT ROOT NAME`. What is wrong is one line at standard error.
"""

import os
import sys
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec

from solovox.app.web import decided_again
from solovox.app.web.decided_again import NoSuch
from solovox.app.web.journal_words import POLITE
from solovox.recordings.codec import JournalError

NO_SUCH: Final = 3
UNREADABLE: Final = 4
REFUSED: Final = 5
"""Of the processes that change something: it cannot be done as things are."""


class What(Enum):
    """What is wanted."""

    TIMELINE = "timeline"
    LANES = "lanes"
    PAGE = "page"
    SOUND = "sound"
    EARLIER = "earlier"


def made(what: What, root: Path, name: str) -> bytes:
    """JSON, HTML, FLAC, or JSON. Raises `NoSuch`, `JournalError`."""
    one = decided_again.found(root, name)
    match what:
        case What.TIMELINE:
            return msgspec.json.encode(decided_again.timeline(one))
        case What.LANES:
            return msgspec.json.encode(decided_again.lanes(one))
        case What.PAGE:
            return decided_again.page(one).encode()
        case What.SOUND:
            return decided_again.mix(one)
        case What.EARLIER:
            return msgspec.json.encode(decided_again.earlier(one))


def main(what: str, root: str, name: str) -> int:
    """The exit code."""
    os.nice(POLITE)
    try:
        sys.stdout.buffer.write(made(What(what), Path(root), name))
    except (NoSuch, JournalError) as error:
        sys.stderr.write(f"{error}\n")
        return NO_SUCH if isinstance(error, NoSuch) else UNREADABLE
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
