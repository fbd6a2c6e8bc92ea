"""What the server keeps between two starts, in one folder that only its owner may open.

Rule 1: the folder is 0700 and its secrets are 0600 from their first byte on: never made wide and then narrowed.
Rule 2: a file is written whole or not at all; a killed process leaves the old one.
"""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from solovox.core.errors import SolovoxError

PRIVATE: Final = 0o600
PUBLIC: Final = 0o644


class StateTrouble(SolovoxError):
    """What the server keeps cannot be read or written. One line that says what to do."""


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where it is: `SOLOVOX_STATE`, else `XDG_STATE_HOME`/solovox, else ~/.local/state/solovox."""
    own = environment.get("SOLOVOX_STATE")
    if own:
        return Path(own).expanduser()
    shared = environment.get("XDG_STATE_HOME")
    if shared:
        return Path(shared) / "solovox"
    home = environment.get("HOME")
    return (Path(home) if home else Path.home()) / ".local" / "state" / "solovox"


def private_folder(folder: Path) -> Path:
    """The folder, made if it is not there, closed to others if it was open. Raises `StateTrouble`."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = folder.stat()
        if found.st_uid != os.geteuid():
            raise StateTrouble(f"{folder} belongs to another user; name another with SOLOVOX_STATE")
        if found.st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise trouble(folder, error) from None
    return folder


def write(path: Path, data: bytes, mode: int = PRIVATE) -> None:
    """Replace the file by these bytes, at once. Raises `StateTrouble`."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.unlink(missing_ok=True)
        out = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        try:
            with os.fdopen(out, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise trouble(path, error) from None


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time; the others wait for it. Raises `StateTrouble`."""
    try:
        out = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    except OSError as error:
        raise trouble(folder, error) from None
    try:
        fcntl.flock(out, fcntl.LOCK_EX)
        yield
    finally:
        os.close(out)


def trouble(path: Path, error: OSError) -> StateTrouble:
    """The one line for a file that cannot be had."""
    return StateTrouble(f"{path} cannot be used: {error.strerror}; name another folder with SOLOVOX_STATE")
