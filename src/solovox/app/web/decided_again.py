"""What is made of one whole journal: its timeline, its page, its sound. Seconds of computing: called in a process of its own
(`offload.py`). Each raises `NoSuch`, `JournalError`.

A journal's name is one of those that are listed, and nothing else. No link is followed.
"""

from pathlib import Path
from typing import Final

import msgspec

from solovox.app import served_journals
from solovox.core.retelling import AGENT, PERSON
from solovox.recordings import journal_reader, playback
from solovox.recordings import page as pages
from solovox.recordings.codec import JournalError
from solovox.recordings.keeping import Kept, named
from solovox.recordings.timeline import Timeline, build

MOST_LINES: Final = 100
LONGEST_LINE: Final = 2_000
"""Characters."""


class NoSuch(Exception):
    """Nothing of that name is kept. The message is one line."""


def can_be_told(one: Kept) -> bool:
    """Whether its name is text that can stand in an address."""
    return one.folder.name.isprintable()


def found(root: Path, name: str) -> Kept:
    """The journal of that name. Raises `NoSuch`."""
    one = named(root, name)
    if one is None or not can_be_told(one):
        raise NoSuch("no journal is called that; what there is: /api/journals")
    return one


def journal_of(one: Kept) -> Path:
    """Its file."""
    return one.folder / "journal.jsonl"


def is_served(one: Kept) -> bool:
    """Whether it is of a session of the live server."""
    return journal_reader.kind_of(journal_of(one)) == served_journals.KIND


def timeline(root: Path, name: str) -> bytes:
    """JSON, as `solovox timeline --json`."""
    return msgspec.json.encode(_folded(found(root, name)).summary())


def lanes(root: Path, name: str) -> bytes:
    """What happened when, lane by lane, with the waves of its sound: JSON."""
    one = found(root, name)
    return msgspec.json.encode(pages.lanes(_folded(one), one.folder))


def page(root: Path, name: str) -> bytes:
    """HTML, as `solovox timeline --html`."""
    one = found(root, name)
    return pages.page(_folded(one), one.folder).encode()


def mix(root: Path, name: str) -> bytes:
    """The session as it was heard, both sides: a FLAC file."""
    one = found(root, name)
    flac, why = playback.whole(_folded(one), one.folder / "sound")
    if why:
        raise NoSuch(f"{one.folder.name} cannot be played as one: {why}")
    return flac


def earlier(root: Path, name: str) -> list[tuple[str, str]]:
    """Who said what, oldest first, for a session that goes on with it: the person's words as they were sent, of answers the words
    that were surely played.
    """
    folded = _folded(found(root, name))
    if folded.differs_at is not None:
        raise JournalError(f"{name} was decided by another version: what was heard in it cannot be told")
    lines = list(folded.header.policy.earlier)
    for turn in folded.turns:
        if asked := turn.instruction or (turn.heard if turn.played else ""):
            lines.append((PERSON, asked[:LONGEST_LINE]))
        if turn.played:
            lines.append((AGENT, turn.played[:LONGEST_LINE]))
    return lines[-MOST_LINES:]


def _folded(one: Kept) -> Timeline:
    name, journal = one.folder.name, journal_of(one)
    if is_served(one):
        raise JournalError(f"{name} is a session of the live server: it has events, and no timeline here")
    try:
        return build(journal_reader.read(journal, museum=True))
    except JournalError as error:
        raise JournalError(str(error).replace(str(journal), name)) from None
