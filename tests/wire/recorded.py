"""The recorded frames of the real service, as `Recorded(side, frame, of)`: side is "client" or "server"."""

import json
import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1] / "recordings" / "real"


class Recorded(NamedTuple):
    side: str
    frame: str
    of: str


def from_log(path):
    """`>402 {…}` is a client's frame of 402 bytes, `<27 {…}` a server's."""
    data, at = path.read_bytes(), 0
    while found := re.compile(rb"([<>])(\d+) ").match(data, at):
        size = int(found[2])
        frame = data[found.end() : found.end() + size].decode()
        yield Recorded("client" if found[1] == b">" else "server", frame, path.stem)
        at = found.end() + size
        while data[at : at + 1] == b"\n":
            at += 1
    assert at == len(data), f"{path.name}: {len(data) - at} bytes are not a frame"


def from_lines(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        ((direction, data),) = json.loads(line).items()
        side = "client" if direction == "sent" else "server"
        yield Recorded(side, json.dumps(data, ensure_ascii=False), path.stem)


def every():
    logs = [one for path in sorted(FOLDER.glob("*.log")) for one in from_log(path)]
    return logs + [one for path in sorted(FOLDER.glob("*.jsonl")) for one in from_lines(path)]
