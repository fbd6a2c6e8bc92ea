"""Where a person's corrections and settings are kept, and what a session reads of them at its start."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from solovox.ports import Correction, Store, StoreError, SttCorrection
from solovox.ports.corrections import stamp
from solovox.server.state import StateTrouble, private_folder, state_folder
from solovox.shell.clock import here_and_now
from solovox.store import exchange
from solovox.store.sqlite import FILE, SqliteStore

T = TypeVar("T")
FOLDER: Final = "store"
LEARNING: Final = "learning"
"""The setting that says whether an edit teaches anything: on, or off (also if it was never set)."""
ON: Final = "on"
OFF: Final = "off"


@dataclass(frozen=True, slots=True)
class PersonsStore:
    """How the sessions of a process come to the person's store. Every method blocks, and may raise `StoreError`."""

    variables: Mapping[str, str] = field(repr=False)
    _known: list[tuple[object, Sequence[Correction]]] = field(default_factory=list, repr=False, compare=False)
    """What `words` read last, and of which state of the file."""

    @property
    def file(self) -> Path:
        """Where it is, or will be: in the state folder."""
        return state_folder(self.variables) / FOLDER / FILE

    def open_store(self) -> Store:
        """The store, made if there is none. Close it."""
        try:
            private_folder(self.file.parent)
        except StateTrouble as trouble:
            raise StoreError(str(trouble)) from None
        return SqliteStore(self.file)

    def corrections(self) -> Sequence[Correction]:
        """All that the person corrected so far. Makes no store."""
        return self._read(lambda store: store.all()) or ()

    def words(self) -> Sequence[Correction]:
        """As `corrections`, without the sound. They are asked for at each utterance, so they are read again only if the
        file has changed: 300 with five seconds of sound each take 0.2 s."""
        now = _fingerprint_file(self.file)
        if not self._known or self._known[0][0] != now:
            found = [_silent(one) for one in self.corrections()]
            self._known[:] = [(now, found)]
        return self._known[0][1]

    def setting(self, name: str) -> str | None:
        """A setting; None: it was never set. Makes no store."""
        return self._read(lambda store: store.get(name))

    def learning(self) -> bool:
        """Whether what the person edits is to be learned. Makes no store."""
        return self.setting(LEARNING) == ON

    def learn(self, *, on: bool) -> None:
        """Whether it is from now on."""
        with closing(self.open_store()) as store:
            store.set(LEARNING, ON if on else OFF)

    def _read(self, what: Callable[[Store], T]) -> T | None:
        """None: there is no store yet."""
        if not self.file.exists():
            return None
        with closing(self.open_store()) as store:
            return what(store)


def import_corrections(data: bytes, variables: Mapping[str, str]) -> tuple[int, int, list[str]]:
    """Corrections that came from elsewhere, put into the store: how many were new, how many were there, and why others were refused.
    Megabytes of JSON would hold up every voice of a server: called in a process of its own. Raises `StoreError`, `NoCorrections`."""
    arrived = exchange.read(data)
    with closing(PersonsStore(variables).open_store()) as store:
        new = [store.add(one).new for one in arrived.corrections]
    return sum(new), len(new) - sum(new), list(arrived.refused)


def made_now(make: Callable[[str, str], Correction]) -> Correction:
    """A correction with an id of its own, of this moment: `make` is given both."""
    return make(secrets.token_hex(8), stamp(here_and_now()))


def _silent(one: Correction) -> Correction:
    return replace(one, audio=b"") if isinstance(one, SttCorrection) else one


def _fingerprint_file(path: Path) -> object:
    """What differs when the store was written: to its file, or to the log beside it."""
    found: list[tuple[int, int, int] | None] = []
    for one in (path, path.with_name(f"{path.name}-wal")):
        try:
            seen = one.stat()
            found.append((seen.st_ino, seen.st_mtime_ns, seen.st_size))
        except OSError:
            found.append(None)
    return found
