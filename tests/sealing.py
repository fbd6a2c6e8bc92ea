"""A journal's lines as if they had been written so: of a recording that a test made, and sealed anew after it has changed them."""

import json

from solovox.recordings import codec
from solovox.recordings.codec import Seal


def written(journal):
    """The lines of a recording, as they stand in its file; sealed if its format is."""
    head = codec.encode(journal.header)
    seal = Seal(head)
    lines = [
        codec.line(one.n, one.at, type(one.event).__name__, codec.encode(one.event), one.did, one.commands)
        for one in journal.entries
    ]
    return b"".join([head + b"\n", *(map(seal.close, lines) if journal.header.sealed else lines)])


def sealed_anew(lines):
    """The lines (bytes, without newlines), each but the header with the seal that now fits."""
    seal = Seal(lines[0])
    return [lines[0], *(seal.close(unsealed(one) + b"\n")[:-1] for one in lines[1:])]


def unsealed(line):
    """The line without its seal; what is no event is left alone."""
    try:
        found = json.loads(line)
    except ValueError:
        return line
    return line.rpartition(b',"seal":')[0] + b"}" if isinstance(found, dict) and "seal" in found else line
