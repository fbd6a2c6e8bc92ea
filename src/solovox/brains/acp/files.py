"""The files of the workspace, as far as an agent writes them through us.

Rule 1: nothing outside the workspace is written, through any path or link.
Rule 2: only regular files of text, of at most `MOST` bytes; what is written replaces a file whole, or not at all.
Blocks: call it from a worker thread.
"""

import contextlib
import os
import stat
import tempfile
from pathlib import Path
from typing import Final

MOST: Final = 10_000_000


class NoFile(Exception):
    """There is no such file."""


class PathRefused(Exception):
    """It may not be read or written. One line."""


def before(folder: Path, path: str) -> str | None:
    """What a file that shall be written holds now; None if there is none. Raises `PathRefused`."""
    try:
        return _text(_confine_path(folder, path))
    except NoFile:
        return None


def why_refused(folder: Path, path: str) -> str:
    """Why a file cannot be written; empty if it may be one of the workspace."""
    try:
        _confine_path(folder, path)
    except PathRefused as error:
        return str(error)
    return ""


def write(folder: Path, path: str, text: str) -> None:
    """Raises `PathRefused`."""
    place = _confine_path(folder, path)
    data = text.encode(errors="surrogatepass")
    if len(data) > MOST:
        raise PathRefused(f"more than {MOST // 1_000_000} MB")
    temporary: str | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _confine_path(folder, path)  # what was made now could be reached by a link
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else 0o644
        handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).chmod(mode)
        Path(temporary).replace(place)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise PathRefused(error.strerror or "it cannot be written") from None


def _confine_path(folder: Path, path: str) -> Path:
    """The real place of a path that lies in the folder."""
    root = folder.resolve()
    try:
        place = (root / path).resolve()
    except (OSError, RuntimeError, ValueError):
        raise PathRefused("there can be no such file") from None
    if not place.is_relative_to(root) or place == root:
        raise PathRefused("it is outside the workspace")
    return place


def _text(place: Path) -> str:
    try:
        with os.fdopen(os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise PathRefused("it is no file of text")
            data = file.read(MOST + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise NoFile from None
    except OSError as error:
        raise PathRefused(error.strerror or "it cannot be read") from None
    if len(data) > MOST:
        raise PathRefused(f"it has more than {MOST // 1_000_000} MB")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise PathRefused("it is no file of text") from None
