"""What a snapshot of a folder holds, and how two of them differ."""

import os
import stat
import struct
from collections.abc import Mapping
from typing import Final, TypeAlias

import msgspec

UNSURE: Final = 50_000_000
"""Nanoseconds: a file that was changed as shortly before it was read may be changed again in the same tick of the clock."""
UNKEPT: Final = "?"


class NotKeptError(Exception):
    """Why there is no snapshot, in words for the person."""


class ChangedSinceError(Exception):
    """What cannot be given back, for it was changed since: paths."""

    def __init__(self, paths: list[str]) -> None:
        super().__init__(", ".join(paths))
        self.paths = paths


class KeptEntry(msgspec.Struct, frozen=True, array_like=True):
    """A file, a folder or a link. `content`: the SHA-256 of a file, the target of a link; of what is not kept what tells it from others."""

    mode: int
    content: str = ""
    modified: int = 0
    """Nanoseconds."""
    inode: int = 0
    changed: int = 0

    @property
    def is_folder(self) -> bool:
        """Whether it is one."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_kept(self) -> bool:
        """Whether it can be made again."""
        return not self.content.startswith(UNKEPT) or stat.S_ISLNK(self.mode)

    @property
    def times(self) -> tuple[int, int, int]:
        """When it was changed, and its inode."""
        return self.modified, self.inode, self.changed

    def same(self, other: "KeptEntry | None") -> bool:
        """Whether the other one is the same, byte for byte."""
        return other is not None and (self.mode, self.content) == (other.mode, other.content)


Tree: TypeAlias = Mapping[str, KeptEntry]


class Snapshot(msgspec.Struct, frozen=True):
    """All entries by their paths below the folder, and when it was begun (nanoseconds)."""

    at: int
    tree: dict[str, KeptEntry]

    @property
    def is_fresh(self) -> bool:
        """Whether something in it was changed just before."""
        return any(one.changed >= self.at - UNSURE for one in self.tree.values())

    def encode(self) -> bytes:
        """As MessagePack. Names of files are bytes there: some are no text."""
        rows = [
            (os.fsencode(path), one.mode, os.fsencode(one.content), one.modified)
            for path, one in self.tree.items()
        ]
        return msgspec.msgpack.encode((self.at, rows))


def decode_snapshot(data: bytes) -> Snapshot:
    """A snapshot that was kept; what it knew of inodes is forgotten. Raises `msgspec.MsgspecError`."""
    at, rows = msgspec.msgpack.decode(data, type=tuple[int, list[tuple[bytes, int, bytes, int]]])
    return Snapshot(
        at,
        {
            os.fsdecode(path): KeptEntry(mode, os.fsdecode(content), modified)
            for path, mode, content, modified in rows
        },
    )


def changed_paths(before: Snapshot, after: Snapshot) -> list[str]:
    """The paths that differ."""
    paths = {*before.tree, *after.tree}
    return sorted(path for path in paths if not same(before.tree.get(path), after.tree.get(path)))


def same(one: KeptEntry | None, other: KeptEntry | None) -> bool:
    return one is other if one is None or other is None else one.same(other)


def unkept(status: os.stat_result) -> str:
    """What tells a file that is not kept from others."""
    return f"{UNKEPT}{status.st_ino} {status.st_ctime_ns}"


INDEX_HEAD: Final = struct.Struct(">4sII")
INDEX_ENTRY: Final = struct.Struct(">24xI12x20sH")
"""Of its times, its place and its size nothing is read; its mode, its content and its flags are."""
EXTENDED: Final = 0x4000
INDEX_BLOCK: Final = 8


def read_index(index: bytes) -> list[tuple[int, bytes, int, bytes]] | None:
    """What git has staged, without what its index notes of files to be quicker: whoever looks at a repository writes that anew. Of each file its
    mode, its content, its flags and its path. None: it is no index that we know.

    Source: git's documentation, gitformat-index(5), versions 2 and 3."""
    try:
        sign, version, count = INDEX_HEAD.unpack_from(index)
        found, at = list[tuple[int, bytes, int, bytes]](), INDEX_HEAD.size
        if sign != b"DIRC" or version not in (2, 3):
            return None
        for _ in range(count):
            mode, content, flags = INDEX_ENTRY.unpack_from(index, at)
            start = at + INDEX_ENTRY.size
            if flags & EXTENDED:
                flags, start = flags << 16 | int.from_bytes(index[start : start + 2], "big"), start + 2
            end = index.index(b"\0", start)
            found.append((mode, content, flags, index[start:end]))
            at += (end - at + INDEX_BLOCK) // INDEX_BLOCK * INDEX_BLOCK
    except (struct.error, ValueError):
        return None
    return found
