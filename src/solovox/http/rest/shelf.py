"""The journals that are kept, as REST shows them. All of it waits for the disk: it is called in threads.

Rule 1: a journal's name, and a stream's, is one of those that are listed, and nothing else. No link is followed.
Rule 2: a journal that is being written can be read and is never removed.
Rule 3: the sound of a whole session is mixed once, and kept for as long as it is listened to.
"""

import os
import stat
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from soundfile import LibsndfileError

from solovox.core.retelling import AGENT, PERSON
from solovox.http.rest.wav import WavSound, wav_of
from solovox.live_server import journals as served_journals
from solovox.recordings import journal_reader, playback
from solovox.recordings import page as pages
from solovox.recordings.codec import JournalError
from solovox.recordings.keeping import Kept, find_kept, list_kept, remove
from solovox.recordings.long_results import FOLDER, MOST
from solovox.recordings.timeline import Timeline, build

# What is made of one whole journal: its timeline, its page, its sound. Seconds of computing: called in a process of its own
# (`ports/offload.py`). Each raises `NoSuch`, `JournalError`.
#
# A journal's name is one of those that are listed, and nothing else. No link is followed.


MOST_LINES: Final = 100
LONGEST_TOLD: Final = 2_000
"""Characters."""


class KeptJournal(msgspec.Struct):
    """A session that is kept: its journal, and the sound beside it."""

    name: str
    kind: Annotated[
        Literal["talk", "served"],
        Meta(description="`served`: a session of the live server, which has events and no timeline here."),
    ]
    written: Annotated[datetime, Meta(description="When its journal was written last.")]
    bytes: Annotated[int, Meta(description="Journal and sound.")]
    ended: Annotated[bool, Meta(description="False: it still runs, or was killed.")]
    sound: bool
    title: Annotated[str, Meta(description="The first words that were said in it.")] = ""
    began: Annotated[str, Meta(description="When it began (ISO 8601).")] = ""
    seconds: Annotated[float, Meta(description="How long it lasted.")] = 0.0
    turns: Annotated[int, Meta(description="How often a brain was asked.")] = 0
    brain: Annotated[str, Meta(description="Which kind answered; empty: its journal does not say.")] = ""


class KeptJournals(msgspec.Struct):
    """The newest journals that are kept. `total` counts all of them, or all that were found."""

    journals: list[KeptJournal]
    total: int


class SoundStream(msgspec.Struct):
    """One stream of a journal's sound. `name` is that of `/sound/NAME.wav`."""

    name: str
    rate: int
    seconds: float
    bytes: int


class SoundStreams(msgspec.Struct):
    """The sound that a journal has kept."""

    streams: list[SoundStream]


class NoSuch(Exception):
    """Nothing of that name is kept. The message is one line."""


def can_be_told(one: Kept) -> bool:
    """Whether its name is text that can stand in an address."""
    return one.folder.name.isprintable()


def find_journal(root: Path, name: str) -> Kept:
    """The journal of that name. Raises `NoSuch`."""
    one = find_kept(root, name)
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
    return msgspec.json.encode(_fold(find_journal(root, name)).summary())


def lanes(root: Path, name: str) -> bytes:
    """What happened when, lane by lane, with the waves of its sound: JSON."""
    one = find_journal(root, name)
    return msgspec.json.encode(pages.lanes(_fold(one), one.folder))


def page(root: Path, name: str) -> bytes:
    """HTML, as `solovox timeline --html`."""
    one = find_journal(root, name)
    return pages.page(_fold(one), one.folder).encode()


def mix(root: Path, name: str) -> bytes:
    """The session as it was heard, both sides: a FLAC file."""
    one = find_journal(root, name)
    flac, why = playback.whole(_fold(one), one.folder / "sound")
    if why:
        raise NoSuch(f"{one.folder.name} cannot be played as one: {why}")
    return flac


def earlier(root: Path, name: str) -> list[tuple[str, str]]:
    """Who said what, oldest first, for a session that goes on with it: the person's words as they were sent, of answers the words
    that were surely played.
    """
    folded = _fold(find_journal(root, name))
    if folded.differs_at is not None:
        raise JournalError(f"{name} was decided by another version: what was heard in it cannot be told")
    lines = list(folded.header.policy.earlier)
    for turn in folded.turns:
        if asked := turn.instruction or (turn.heard if turn.played else ""):
            lines.append((PERSON, asked[:LONGEST_TOLD]))
        if turn.played:
            lines.append((AGENT, turn.played[:LONGEST_TOLD]))
    return lines[-MOST_LINES:]


def _fold(one: Kept) -> Timeline:
    name, journal = one.folder.name, journal_of(one)
    if is_served(one):
        raise JournalError(f"{name} is a session of the live server: it has events, and no timeline here")
    try:
        return build(journal_reader.read(journal, museum=True))
    except JournalError as error:
        raise JournalError(str(error).replace(str(journal), name)) from None


BLOCK: Final = 65_536
LAST_LINE: Final = 400
"""Bytes in which the end line of a journal is."""
LONGEST_LINE: Final = 16_000_000
MIXED: Final = 2
"""Whole sounds that are kept, each at most `playback.LARGEST` bytes."""
COUNTED: Final = 256
"""Streams whose length is remembered."""


class NewestSounds:
    """The sounds that were asked for last, by their tags. Several threads may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._sounds: OrderedDict[str, WavSound] = OrderedDict()
        self._lock = Lock()

    def get(self, tag: str) -> WavSound | None:
        """One that is there still."""
        with self._lock:
            if tag in self._sounds:
                self._sounds.move_to_end(tag)
            return self._sounds.get(tag)

    def put(self, tag: str, sound: WavSound) -> WavSound:
        """One more; the one that was asked for longest ago goes."""
        with self._lock:
            self._sounds[tag] = sound
            if len(self._sounds) > self._most:
                self._sounds.popitem(last=False)
        return sound


class Shelf:
    """A folder of journals."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._mixed = NewestSounds(MIXED)
        self._streams = NewestSounds(COUNTED)

    def rows(self, limit: int) -> KeptJournals:
        """The newest journals."""
        there = [one for one in list_kept(self.root) if can_be_told(one)]
        rows = []
        for one in reversed(there[-limit:]):
            with suppress(FileNotFoundError):  # it has just been removed
                rows.append(self._row(one))
        return KeptJournals(journals=rows, total=len(there))

    def row(self, name: str) -> KeptJournal:
        """One journal. Raises `NoSuch`."""
        return self._row(self._find(name))

    def check(self, name: str) -> None:
        """Raises `NoSuch`."""
        self._find(name)

    def remove(self, name: str) -> bool:
        """Delete it; False: it is being written, and stays. Raises `NoSuch`."""
        return remove(self._find(name))

    def lines(self, name: str) -> Iterator[bytes]:
        """Its lines as they were written, whole lines only. Raises `NoSuch` and `OSError` at once."""
        out = os.open(journal_of(self._find(name)), os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        return _whole_lines(out)

    def streams(self, name: str) -> SoundStreams:
        """The streams whose sound was kept. Raises `NoSuch`."""
        streams = []
        for path in _sound_files(self._find(name)):
            if (wav := self._stream(path)) is not None:
                seconds = round(wav.samples / wav.rate, 3)
                streams.append(SoundStream(name=path.stem, rate=wav.rate, seconds=seconds, bytes=wav.size))
        return SoundStreams(streams=streams)

    def stream(self, name: str, stream: str) -> WavSound:
        """One of them. Raises `NoSuch`."""
        for path in _sound_files(self._find(name)):
            if path.stem == stream and (wav := self._stream(path)) is not None:
                return wav
        raise NoSuch(f"{name} has no sound of that name; what there is: /api/journals/{name}/sound")

    def result(self, name: str, effect: int) -> bytes:
        """The whole result of a tool that was too long for the journal. Raises `NoSuch`."""
        path = self._find(name).folder / FOLDER / f"{effect}.txt"
        try:
            if path.parent.is_symlink():
                raise FileNotFoundError
            out = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            raise NoSuch(f"{name} has kept no result of that number") from None
        with os.fdopen(out, "rb") as file:
            return file.read(MOST)

    def find_mix(self, name: str) -> tuple[str, WavSound | None]:
        """The session as it was heard, both sides: its tag, and its sound if it is mixed already. Raises `NoSuch`."""
        tag = _tag(journal_of(self._find(name)))
        return tag, self._mixed.get(tag)

    def keep(self, tag: str, flac: bytes) -> WavSound:
        """What was mixed for that tag."""
        return self._mixed.put(tag, wav_of(flac, tag))

    def _find(self, name: str) -> Kept:
        return find_journal(self.root, name)

    def _row(self, one: Kept) -> KeptJournal:
        journal = journal_of(one)
        return KeptJournal(
            name=one.folder.name,
            kind="served" if is_served(one) else "talk",
            written=datetime.fromtimestamp(one.written, UTC),
            bytes=one.size,
            ended=_has_ended(journal),
            sound=any(True for _ in _sound_files(one)),
        )

    def _stream(self, path: Path) -> WavSound | None:
        """A file of sound; None: it was just begun, or is none."""
        try:
            tag = _tag(path)
            return self._streams.get(tag) or self._streams.put(tag, wav_of(path, tag))
        except (OSError, LibsndfileError):
            return None


def _sound_files(one: Kept) -> list[Path]:
    folder = one.folder / "sound"
    if folder.is_symlink() or not folder.is_dir():
        return []
    files = (path for path in folder.glob("*.flac") if path.stem.isprintable())
    return sorted(path for path in files if stat.S_ISREG(path.lstat().st_mode))


def _tag(path: Path) -> str:
    seen = path.stat()
    return f'"{seen.st_ino:x}-{seen.st_mtime_ns:x}-{seen.st_size:x}"'


def _has_ended(journal: Path) -> bool:
    with journal.open("rb") as file:
        file.seek(max(0, journal.stat().st_size - LAST_LINE))
        last = file.read(2 * LAST_LINE).rpartition(b"\n")[0].rpartition(b"\n")[2]  # a torn line is none
    return last.startswith(b'{"n":') and b'"end":' in last


def _whole_lines(out: int) -> Iterator[bytes]:
    rest = b""
    with os.fdopen(out, "rb") as file:
        while block := file.read(BLOCK):
            whole, newline, rest = (rest + block).rpartition(b"\n")
            if newline:
                yield whole + newline
            elif len(rest) > LONGEST_LINE:
                return  # no journal has such a line
