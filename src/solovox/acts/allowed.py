"""What a person has freed: commands of one workspace, which are not asked for there any more, and actions of one Discord server, to
which a yes aloud is enough there (law A7).

Rule: a command is freed as it stands, to the letter, or with named holes ("npm test -- {file}"). A hole stands for one name of something
in the workspace, where a program takes one: it is no program, and stands in no script of one. An action is freed by its name. Nothing
is freed by itself.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from solovox.acts.paths import WorkFolder
from solovox.acts.shell import parse_line

MOST: Final = 200
LONGEST: Final = 2_000
HOLE: Final = re.compile(r"\{[a-z][a-z_]{0,30}\}")
ACTION: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
SERVER: Final = "discord-"
WORD: Final = r"([\w./][\w@%,./-]*(?:::[\w.-]+)*)"
"""A name, of a test in a file, too. What begins with a sign, or has an address or a setting in it, is none."""
HELD: Final = "solovoxhole"
BESIDE: Final = frozenset({"command", "cwd", "description", "timeout"})
"""What a call may say beside a command that is alone: where, what for in its own words, and for how long. What says nothing may stand there, too."""


class NotAllowedError(Exception):
    """Why a command cannot be freed. One line."""


class AllowedCommand(msgspec.Struct, frozen=True):
    """A command that was freed. `bare`: also where nothing fences it in. `who`, `at`: by whom, and when (ISO 8601)."""

    id: str
    command: str
    bare: bool
    who: str
    at: str

    def is_of(self, command: str, place: WorkFolder) -> bool:
        """Whether a command is this one."""
        if command == self.command:
            return True
        parts = HOLE.split(self.command)
        if len(parts) == 1:
            return False
        found = re.fullmatch(WORD.join(map(re.escape, parts)), command)
        words = () if found is None else found.groups()
        return bool(words) and not any(map(place.leads, words))


def command_of(given: object) -> str:
    """The command that a tool is called with. Empty: it does not say which."""
    found = given.get("command") if isinstance(given, Mapping) else None
    if isinstance(found, list) and found and all(isinstance(one, str) for one in found):
        return shlex.join(found)
    return found if isinstance(found, str) and found.strip() else ""


def command_alone(given: object, folder: Path) -> str:
    """The command that a tool of the shell is called with, in this folder and with nothing else: what can be freed in it. Empty: there is more
    to it. Looks where the folder is."""
    command = command_of(given)
    if not command or not isinstance(given, Mapping) or any(map(given.get, given.keys() - BESIDE)):
        return ""
    cwd = given.get("cwd") or ""
    here = isinstance(cwd, str) and "\0" not in cwd and (folder / cwd).resolve() == folder.resolve()
    return command if here else ""


class _Kept:
    """A file of what was freed. `home`: where all of them are."""

    def __init__(self, home: Path, name: str) -> None:
        self.home = home
        self._file = home / f"{name}.json"

    def read_allowed(self) -> list[AllowedCommand]:
        """All of it, oldest first. A file that cannot be read frees nothing."""
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            return msgspec.json.decode(self._file.read_bytes(), type=list[AllowedCommand])
        return []

    def remove(self, name: str) -> bool:
        """Ask for it again. Returns whether there was one. Raises `OSError`."""
        with self._alone():
            known = self.read_allowed()
            self._write([one for one in known if one.id != name])
        return any(one.id == name for one in known)

    def _put(self, what: str, who: str, at: datetime, *, bare: bool = False) -> AllowedCommand:
        name = hashlib.sha256(f"{bare} {what}".encode(errors="surrogateescape")).hexdigest()[:8]
        new = AllowedCommand(name, what, bare, who, at.isoformat(timespec="seconds"))
        with self._alone():
            known = [one for one in self.read_allowed() if one.id != name]
            if len(known) >= MOST:
                raise NotAllowedError(f"{MOST} are free already: remove one first")
            self._write([*known, new])
        return new

    def _write(self, known: Sequence[AllowedCommand]) -> None:
        new = self._file.with_suffix(".new")
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(known))
        os.replace(new, self._file)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(self._file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


class AllowedCommands(_Kept):
    """Those of one workspace. `home`: where those of all workspaces are kept."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        name = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:16]
        super().__init__(home, name)

    def has(self, command: str, *, bare: bool) -> bool:
        """Whether a command is free. `bare`: nothing would fence it in."""
        place = WorkFolder(str(self.folder))
        return any((one.bare or not bare) and one.is_of(command, place) for one in self.read_allowed())

    def add(self, command: str, who: str, at: datetime, *, bare: bool) -> AllowedCommand:
        """Free a command. Raises `NotAllowedError`, `OSError`."""
        if not command.strip() or len(command) > LONGEST or "\0" in command:
            raise NotAllowedError(f"give a command of at most {LONGEST} characters, none of them NUL")
        if not HOLE.sub("", command).strip():
            raise NotAllowedError(
                "it is all holes: write what is run, and leave holes only for names of files"
            )
        if HOLE.search(command) and not _is_simple(command):
            raise NotAllowedError(
                "a hole may stand where a program takes a name, in a line of plain commands: not in the place of a program, and in no script"
            )
        return self._put(command, who, at, bare=bare)


class AllowedActions(_Kept):
    """Those of one Discord server, by its id. `home`: where those of all servers are kept."""

    def __init__(self, server: int, home: Path) -> None:
        super().__init__(home, f"{SERVER}{server}")

    def has(self, action: str) -> bool:
        """Whether a yes aloud is enough to an action there."""
        return any(one.command == action for one in self.read_allowed())

    def add(self, action: str, who: str, at: datetime) -> AllowedCommand:
        """Free an action by its name. Raises `NotAllowedError`, `OSError`."""
        if not ACTION.fullmatch(action):
            raise NotAllowedError("write the name of one action, such as message_discord_bot")
        return self._put(action, who, at)


def servers(home: Path) -> list[int]:
    """The ids of the Discord servers in which something was freed."""
    names = (one.stem.removeprefix(SERVER) for one in home.glob(f"{SERVER}*.json"))
    return sorted(int(name) for name in names if name.isdecimal())


def _is_simple(command: str) -> bool:
    """Whether each hole is a word, or the end of one, that a program of a known name gets."""
    found = parse_line(HOLE.sub(HELD, command))
    if found is None or any(HELD in one.name or any(HELD in it for it in one.reads) for one in found):
        return False
    holes = [word.text for one in found for word in one.words if HELD in word.text]
    return not any(re.search(r"\s", word) for word in holes)
