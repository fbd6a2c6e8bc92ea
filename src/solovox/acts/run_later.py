"""What is run later without being asked for, and what commands behind the fence have changed in it: it is taken back (law U1)."""

import contextlib
import os
import re
from collections.abc import Callable
from pathlib import Path

from solovox.acts.kept import ChangedSinceError, NotKeptError, Snapshot
from solovox.acts.paths import is_run_later
from solovox.acts.snapshots import SnapshotStore


class RunLater:
    """Of one answer. It is sound when the first act begins; what was changed in it outside of the fence, by a yes of its own, stands."""

    def __init__(self, store: SnapshotStore) -> None:
        self._store = store
        self._sound: Snapshot | None = None
        self._outside = False
        """Whether the newest act is outside of the fence."""
        self._taken_back: list[str] = []

    def begin(self, *, outside: bool) -> None:
        """An act follows. Before one that is outside of the fence all is as it was. Blocks. Raises `NotKeptError`."""
        if self._sound is None or self._outside:
            self._sound = self._store.take(whole=False)
        elif outside:
            self.take_back()
        self._outside = outside

    def take_back(self) -> list[str]:
        """It is as it was. Returns the paths, of all of the answer. Blocks. Raises `NotKeptError`."""
        if self._sound is not None and not self._outside:
            now = self._store.take(whole=False)
            try:
                found = self._store.give_back(self._sound, now, self._is_run(self._sound, now))
            except ChangedSinceError as error:
                raise NotKeptError(f"{printable(str(error))} was changed meanwhile") from None
            self._taken_back += map(printable, found)
        return [*dict.fromkeys(self._taken_back)]

    def _is_run(self, sound: Snapshot, now: Snapshot) -> Callable[[str], bool]:
        files = {path for one in (sound, now) for path, entry in one.tree.items() if not entry.is_folder}
        names, shadowed, hooks = {*sound.tree, *now.tree}, _programs(self._store.folder), self._hooks(sound)

        def is_run(path: str) -> bool:
            top = f"{os.path.dirname(path)}/"
            return (
                is_run_later(path, names, files) or bool(hooks and top.startswith(hooks)) or path in shadowed
            )

        return is_run

    def _hooks(self, sound: Snapshot) -> str:
        """The folder of hooks that the settings of the repository name, if they are in the workspace; it ends with "/"."""
        text, folder = self._store.text(sound, ".git/config"), self._store.folder
        found = re.findall(r"^\s*hookspath\s*=\s*\"?([^\"\n]+)", text, re.IGNORECASE | re.MULTILINE)
        path = os.path.relpath(folder / found[-1].strip(), folder) if found else ".."
        return "" if path.startswith("..") or path == "." else f"{path}/"


def printable(name: str) -> str:
    """What can be written: some names of files are no text."""
    return name.encode(errors="backslashreplace").decode() or "."


def _programs(folder: Path) -> set[str]:
    """What in the workspace would be run in place of a program from elsewhere: paths below the folder, also of what is not there."""
    whole = os.path.realpath(folder)
    places = [os.path.realpath(one) for one in os.environ.get("PATH", "").split(os.pathsep) if one]
    within = [os.path.relpath(one, whole) for one in places if Path(one).is_relative_to(whole)]
    if not within:
        return set()
    names = set[str]()
    for one in places:
        if not Path(one).is_relative_to(whole):
            with contextlib.suppress(OSError):
                names.update(os.listdir(one))
    return {os.path.normpath(os.path.join(place, name)) for place in within for name in names}
