"""What git has staged: its index, without what it notes of files to be quicker. Pure.

Whoever looks at a repository (`git status`, an editor) writes its index anew, and changes nothing in it.

Source: git's documentation, gitformat-index(5), versions 2 and 3.
"""

import struct
from typing import Final

HEAD: Final = struct.Struct(">4sII")
ENTRY: Final = struct.Struct(">24xI12x20sH")
"""Of its times, its place and its size nothing is read; its mode, its content and its flags are."""
EXTENDED: Final = 0x4000
BLOCK: Final = 8


def staged(index: bytes) -> list[tuple[int, bytes, int, bytes]] | None:
    """The mode, the content, the flags and the path of each file that is staged. None: it is no index that we know."""
    try:
        sign, version, count = HEAD.unpack_from(index)
        found, at = list[tuple[int, bytes, int, bytes]](), HEAD.size
        if sign != b"DIRC" or version not in (2, 3):
            return None
        for _ in range(count):
            mode, content, flags = ENTRY.unpack_from(index, at)
            start = at + ENTRY.size
            if flags & EXTENDED:
                flags, start = flags << 16 | int.from_bytes(index[start : start + 2], "big"), start + 2
            end = index.index(b"\0", start)
            found.append((mode, content, flags, index[start:end]))
            at += (end - at + BLOCK) // BLOCK * BLOCK
    except (struct.error, ValueError):
        return None
    return found
