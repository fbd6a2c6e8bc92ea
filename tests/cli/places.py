"""Places where nothing can be kept or found, and a process that the system gives less than it wants."""

import contextlib
import ctypes
import os
import resource
import struct

DAC = (1, 2)
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: what lets root into every folder."""
VERSION_3 = 0x20080522


@contextlib.contextmanager
def as_anybody():
    """No right of root's to go where the modes forbid it: for this thread, and those it starts."""
    if os.geteuid():
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    head, data = struct.pack("Ii", VERSION_3, 0), ctypes.create_string_buffer(24)
    assert libc.capget(head, data) == 0
    before = data.raw
    effective, *rest = struct.unpack("6I", before)
    for bit in DAC:
        effective &= ~(1 << bit)
    assert libc.capset(head, struct.pack("6I", effective, *rest)) == 0
    try:
        yield
    finally:
        assert libc.capset(head, before) == 0


@contextlib.contextmanager
def largest_file(size):
    """No file may grow beyond so many bytes, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def bad_places(folder):
    """Names of places that nothing can be kept or found in, for root too; `closed` needs `as_anybody`."""
    (folder / "file").write_text("")
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0)
    (folder / "loop").symlink_to("loop")
    return {
        "closed": "closed/it",
        "below a file": "file/it",
        "a loop": "loop/it",
        "too long": "n" * 300,
        "a path too long": "n/" * 3000 + "it",
    }


PLACES = ("closed", "below a file", "a loop", "too long", "a path too long")
