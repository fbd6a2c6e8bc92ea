"""An app as a ZIP: out for anywhere, and in from anywhere.

Rule 1: the same files make the same bytes, whenever and wherever.
Rule 2: what comes in is read only as far as it was found good: number and sizes are those that are really unpacked, and not
those that the archive says.
Rule 3: a folder that is around all of an archive is left out, and so is what systems put in by themselves. Everything else
that no app may have is refused, in one line; nothing is taken in parts.
"""

import stat
import zipfile
import zlib
from io import BytesIO
from typing import Final

from solovox.core.errors import SolovoxError
from solovox.ports.projects import (
    LARGEST_FILE,
    LARGEST_PROJECT,
    MOST_FILES,
    Files,
    wrong_with_files,
)
from solovox.studio.paths import doubles, wrong_with_path

LARGEST: Final = 4_000_000
"""Bytes of an archive."""
MOST_ENTRIES: Final = 4 * MOST_FILES
_UTF8_BYTES: Final = 4
"""Bytes that a character has at most."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_PUT_IN: Final = ("__MACOSX/", ".DS_Store", "Thumbs.db")


class BadArchive(SolovoxError):
    """It is not taken. One clear line."""


def pack_files(files: Files) -> bytes:
    """The files as a ZIP."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, _DATE)
            entry.compress_type, entry.create_system, entry.external_attr = (
                zipfile.ZIP_DEFLATED,
                3,
                0o100644 << 16,
            )
            archive.writestr(entry, files[path].encode())
    return out.getvalue()


def unpack_files(data: bytes) -> Files:
    """The files of a ZIP. Raises `BadArchive`."""
    if len(data) > LARGEST:
        raise BadArchive(f"an archive has at most {LARGEST / 1e6:.0f} MB")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = [
                one for one in archive.infolist() if not one.is_dir() and not _was_put_in(one.filename)
            ]
            if len(entries) > MOST_ENTRIES:
                raise BadArchive(f"an app has at most {MOST_FILES} files")
            return _files(archive, entries)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, zlib.error, ValueError, OSError):
        raise BadArchive("it is no ZIP, or a damaged one") from None
    except (NotImplementedError, RuntimeError):
        raise BadArchive(
            "it is packed in a way that is not read here: pack it again, without a password"
        ) from None


def _files(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Files:
    around = _around([one.filename for one in entries])
    found: dict[str, str] = {}
    left = LARGEST_PROJECT * _UTF8_BYTES
    for entry in entries:
        path = entry.filename.removeprefix(around)
        if wrong := _wrong_with(entry, path):
            raise BadArchive(f"{path[:60]!a}: {wrong}")
        if path in found:
            raise BadArchive(f"{path} is in it twice")
        with archive.open(entry) as file:
            data = file.read(min(left, LARGEST_FILE * _UTF8_BYTES) + 1)
        left -= len(data)
        if left < 0 or len(data) > LARGEST_FILE * _UTF8_BYTES:
            raise BadArchive(f"{path} is too large for an app's file")
        try:
            found[path] = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadArchive(f"{path} is no text in UTF-8") from None
    if not found:
        raise BadArchive("there are no files in it")
    if two := doubles(found):
        raise BadArchive(f"{two[0][0]} and {two[0][1]} cannot both be in an app")
    if wrong := wrong_with_files(found):
        raise BadArchive(wrong)
    return found


def _wrong_with(entry: zipfile.ZipInfo, path: str) -> str:
    if entry.flag_bits & 0x1:
        return "it has a password: pack it without"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return "it is no file, but a link or something else that an app cannot have"
    if entry.orig_filename != entry.filename:  # the library mends names with backslashes and null
        return "its name is not one of an app's file"
    return wrong_with_path(path)


def _around(paths: list[str]) -> str:
    """The folder that the whole app is in; empty: there is none."""
    folder = f"{paths[0].partition('/')[0]}/" if paths else ""
    page = f"{folder}index.html"
    whole = page in paths and not wrong_with_path(page) and all(one.startswith(folder) for one in paths)
    return folder if whole else ""


def _was_put_in(name: str) -> bool:
    return name.startswith(_PUT_IN[0]) or name.rpartition("/")[2] in _PUT_IN[1:]
