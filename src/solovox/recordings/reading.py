"""A journal read back, whole.

Rule: a torn last line is what a killed process leaves; it is left out and reported. Anything else
that is not a journal is refused, with its line.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from solovox.recordings import codec
from solovox.recordings.codec import Entry, Header, JournalError


@dataclass(frozen=True, slots=True)
class Recorded:
    """One session's journal.

    `end` is the digest of all commands, empty when the session was killed. `torn` counts the bytes
    of a last line that was not finished.
    """

    header: Header
    entries: tuple[Entry, ...]
    end: str = ""
    torn: int = 0


def journal_in(path: Path) -> Path:
    """The journal meant by a path: the file itself, or the one in the folder."""
    return path / "journal.jsonl" if path.is_dir() else path


def read(path: Path, *, museum: bool = False) -> Recorded:
    """The journal at `path` (a file, or the folder it is in). Raises `JournalError`.

    With `museum`, events of another version are kept as `Strange` instead of being refused.
    """
    path = journal_in(path)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such journal") from None
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return parse(text, museum=museum)
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from None


def parse(text: bytes, *, museum: bool = False) -> Recorded:
    """The journal in these bytes. Raises `JournalError`."""
    lines = text.split(b"\n")
    torn = len(lines.pop())
    if not lines:
        raise JournalError("not a journal: its first line must be a header with a version")
    head = codec.header(_json(lines[0], 1))
    entries: list[Entry] = []
    end = ""
    for number, one in enumerate(lines[1:], start=2):
        raw = _json(one, number)
        if end:
            raise JournalError(f"line {number}: after the end; lines were added by something else")
        if "end" in raw:
            end = str(raw["end"])
            _in_order(raw.get("n"), len(entries) + 1, number)
            continue
        entries.append(codec.entry(raw, number, museum=museum))
        _in_order(entries[-1].n, len(entries), number)
    return Recorded(head, tuple(entries), end, torn)


def _in_order(n: object, expected: int, number: int) -> None:
    if n != expected:
        raise JournalError(f"line {number}: event {n} where event {expected} belongs; lines are missing")


def _json(text: bytes, number: int) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raw = None
    if not isinstance(raw, dict):
        if number == 1:
            raise JournalError("not a journal: its first line must be a header with a version")
        raise JournalError(f"line {number}: not JSON; the file was changed after it was written")
    return raw
