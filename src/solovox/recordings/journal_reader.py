"""A journal read back, whole.

Rule: a torn last line is what a killed process leaves; it is left out and reported. Anything else
that is not a journal, or is not as it was written, is refused, with its line. Time never falls.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from solovox.recordings import codec
from solovox.recordings.codec import Entry, Header, JournalError
from solovox.recordings.cores import EarlierCore, core_of

NO_HEADER: Final = "not a journal: its first line must be a header with a version"
LONGEST_HEAD: Final = 1_000_000
LARGEST: Final = 1_000_000_000
"""Bytes of a journal: it is read whole. An hour of talk has about 30 MB."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One session's journal.

    `end` is the digest of all commands, empty when the session was killed. `torn` counts the bytes
    of a last line that was not finished. `core` decided it, if that was an earlier one: then `policy` is the policy as
    it stands in the header.
    """

    header: Header
    entries: tuple[Entry, ...]
    end: str = ""
    torn: int = 0
    core: EarlierCore | None = None
    policy: object = None


def journal_in(path: Path) -> Path:
    """The journal meant by a path: the file itself, or the one in the folder."""
    return path / "journal.jsonl" if path.is_dir() else path


def kind_of(path: Path) -> str:
    """What kind of session it is of: "served", or the empty string for a talk of our own."""
    try:
        path = journal_in(path)
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            head = msgspec.json.decode(file.readline(LONGEST_HEAD))
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""  # the reader will report what is wrong
    return str(head.get("kind", "")) if isinstance(head, dict) else ""


def read(path: Path, *, museum: bool = False) -> Recorded:
    """The journal at `path` (a file, or the folder it is in). Raises `JournalError`.

    With `museum`, events of another version are kept as `Strange` instead of being refused.
    """
    with naming(path) as text:
        return parse(text, museum=museum)


@contextmanager
def naming(path: Path) -> Iterator[bytes]:
    """The bytes of the journal at `path`; what is wrong with them is said with its name. Raises `JournalError`."""
    try:
        path = journal_in(path)
        if path.exists() and not path.is_file():
            raise JournalError(f"{path} is not a file; give a journal.jsonl or the folder it is in")
        if path.exists() and path.stat().st_size > LARGEST:
            raise JournalError(f"{path} is larger than {LARGEST // 1_000_000} MB: no session of a day is")
        text = path.read_bytes()
    except FileNotFoundError:
        raise JournalError(f"{path}: there is no such journal") from None
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {error.strerror}") from None
    try:
        yield text
    except JournalError as error:
        raise JournalError(f"{path}: {error}") from None


def parse(text: bytes, *, museum: bool = False) -> Recorded:
    """The journal in these bytes. Raises `JournalError`."""
    found = Lines(text)
    version = str(found.head.get("core", ""))
    core = None if version == codec.core_version() else core_of(version)
    earlier = core is not None
    head = codec.header(found.head, earlier=earlier)
    entries = tuple(codec.entry(raw, number, museum=museum, earlier=earlier) for number, raw in found)
    return Recorded(head, entries, found.end, found.torn, core, found.head["policy"] if earlier else None)


class Lines:
    """The lines of a journal of any kind: `head`, then each event as (the line's number, its JSON), in order.

    `end` is there when all have been read. Raises `JournalError`.
    """

    def __init__(self, text: bytes) -> None:
        self._lines = text.split(b"\n")
        self.torn = len(self._lines.pop())
        """Bytes of a last line that was not finished."""
        self.end = ""
        if not self._lines:
            raise JournalError(NO_HEADER)
        self.head = _json(self._lines[0], 1)
        form = self.head.get("journal")
        self.sealed = isinstance(form, int) and form >= codec.SEALED
        """Each line says that those before it are as they were."""

    def __iter__(self) -> Iterator[tuple[int, dict[str, object]]]:
        """Each event."""
        seal, before = codec.Seal(self._lines[0]), 0
        for number, one in enumerate(self._lines[1:], start=2):
            raw = _json(one, number)
            if self.end:
                raise JournalError(f"line {number}: after the end; lines were added by something else")
            _in_order(raw.get("n"), number - 1, number)
            if self.sealed and (not seal.fits(one) or not raw.pop("seal", "")):
                which = "this line or the header" if number == 2 else "this line"
                raise JournalError(f"line {number}: {which} was changed after it was written")
            if "end" in raw:
                self.end = str(raw["end"])
                continue
            before = _later(raw.get("at"), before, number)
            yield number, raw


def _in_order(n: object, expected: int, number: int) -> None:
    if n != expected:
        raise JournalError(f"line {number}: event {n} where event {expected} belongs; lines are missing")


def _later(at: object, before: int, number: int) -> int:
    if not isinstance(at, int):
        raise JournalError(f"line {number}: not an event of a journal")
    if at < before:
        raise JournalError(f"line {number}: at {at} ms, after {before} ms; time does not fall")
    return at


def _json(text: bytes, number: int) -> dict[str, object]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raw = None
    if not isinstance(raw, dict):
        if number == 1:
            raise JournalError(NO_HEADER)
        raise JournalError(f"line {number}: not JSON; the file was changed after it was written")
    return raw
