"""The *watch*: a process beside ours that ends what we have started when we are killed (`children.py`, law L5).

It is this file, run by itself; it imports nothing of ours, and nothing that is large. At its standard input is a pipe to us: a line for each
process that we start. When we end, however that is, the pipe ends, and so does all that we have started: what reads its
input has `GRACE` seconds to end by itself, then comes SIGTERM, then SIGKILL.

A pipe works on every system, and for what a child has started in turn; a signal at the parent's death does neither.

Rule 1: a process is ended with its group, and with all that it has started, whatever group that is in. An agent that ends when its input
does may be gone before we look: what it had started was noted before, at least every `LOOK` seconds.
Rule 2: the number of a group that is gone is forgotten within `LOOK` seconds: the system may give it away again.
Rule 3: what it ends is written into a file in `folder`, and what was begun is in there as long as it runs. Who starts next there names it, once
(`left_behind`).
"""

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

GRACE: Final = 1.0
STEP: Final = 0.05
LOOK: Final = 2.0
SHOWN: Final = 5
"""Processes that one line names."""
CHILD: Final = "a child of one that had ended"


def signal_whole(roots: Iterable[int], sign: signal.Signals) -> set[int]:
    """Send it to these processes, their groups, and all that they have started. Returns who was there."""
    groups = set(roots)
    there = whole(groups) - {os.getpid()}
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, sign)
    for pid in there:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, sign)
    return there


def whole(roots: Iterable[int]) -> set[int]:
    """The processes of these groups, and all that they have started."""
    known, groups = _processes(), set(roots)
    found = {pid for pid, (_, group) in known.items() if pid in groups or group in groups}
    while more := {pid for pid, (parent, _) in known.items() if parent in found} - found:
        found |= more
    return found


def left_behind(folder: str) -> list[str]:
    """What those have left who were killed, a line for each. It is told once."""
    lines: list[str] = []
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    for path in (os.path.join(folder, name) for name in names):
        with contextlib.suppress(OSError), open(path, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # its watch is gone, too
            entries = [line.split("\t", 3) for line in file.read().decode(errors="replace").splitlines()]
            os.unlink(path)
            lines += _read_entries([one for one in entries if len(one) == 4])
    return lines


def _read_entries(entries: Sequence[Sequence[str]]) -> list[str]:
    ended = [f"{name} ({pid})" for state, pid, _, name in entries if state == "ended"]
    begun = {pid: name for state, pid, since, name in entries if state == "begun" and began_at(pid) == since}
    if ended:
        return [f"a server here was killed; what it had started was ended: {_show_names(ended)}"]
    if not begun:
        return []
    groups, names = " ".join(f"-{pid}" for pid in begun), [f"{name} ({pid})" for pid, name in begun.items()]
    return [
        f"a server here was killed, and what it had started still runs: {_show_names(names)}; end it by: kill -- {groups}"
    ]


def _show_names(names: Sequence[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f", and {more} more" if more > 0 else "")


def _processes() -> Mapping[int, tuple[int, int]]:
    """All that run: parent and group of each."""
    if not os.path.exists("/proc/self/stat"):
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,pgid="], capture_output=True, check=False)
        rows = [line.split() for line in listed.stdout.decode().splitlines()]
        return {int(row[0]): (int(row[1]), int(row[2])) for row in rows if len(row) == 3}
    stats = ((name, _stat(name)) for name in os.listdir("/proc") if name.isdecimal())
    return {int(name): (int(stat[1]), int(stat[2])) for name, stat in stats if stat and stat[0] not in "ZX"}


def _stat(pid: str) -> list[str]:
    """What Linux says of a process, from its state on; a program's name may have anything in it. Empty: it is gone."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b") ")[2].decode().split()
    except OSError:
        return []


def began_at(pid: str) -> str:
    """When it began, which tells it from a later one of the same number. Empty: that is not known."""
    stat = _stat(pid)
    return stat[19] if stat else ""


def _exists(number: int) -> bool:
    """Whether there is such a process, or such a group."""
    for ask in (os.kill, os.killpg):
        try:
            ask(number, 0)
        except ProcessLookupError:
            continue
        except PermissionError:
            pass
        return True
    return False


def _gone(pids: set[int]) -> bool:
    """Whether they are, in `GRACE` seconds."""
    for _ in range(int(GRACE / STEP)):
        if not pids & _processes().keys():
            return True
        select.select([], [], [], STEP)
    return False


class _Record:
    """A file that is locked as long as the watch runs. Without a folder, or room, there is none."""

    def __init__(self, folder: str) -> None:
        self._path, self._out = "", -1
        with contextlib.suppress(OSError):
            if folder:
                os.makedirs(folder, mode=0o700, exist_ok=True)
                path = os.path.join(folder, f"{os.getpid()}-{os.urandom(4).hex()}")
                self._out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
                self._path = path
                fcntl.flock(self._out, fcntl.LOCK_EX)

    def note(self, state: str, pid: int, name: str) -> None:
        if self._path:
            with contextlib.suppress(OSError):
                os.write(self._out, f"{state}\t{pid}\t{began_at(str(pid))}\t{name}\n".encode())

    def forget(self) -> None:
        if self._path:
            with contextlib.suppress(OSError):
                os.unlink(self._path)


def main(folder: str) -> None:
    """Until the pipe ends, and nothing is left."""
    os.chdir("/")
    os.closerange(3, 1024)
    record, rest, begun, new = _Record(folder), b"", dict[int, str](), list[int]()
    seen = dict[int, str]()
    while True:
        seen = _still(seen) | ({pid: began_at(str(pid)) for pid in whole(begun)} if begun else {})
        for number in new:  # what is noted has been looked at
            record.note("begun", number, begun[number])
        new.clear()
        if not select.select([0], [], [], LOOK if begun else None)[0]:
            begun = {pid: name for pid, name in begun.items() if _exists(pid)}
            continue
        if not (data := os.read(0, 65_536)):
            break
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            pid, _, name = line.decode(errors="replace").partition("\t")
            begun[int(pid)] = name
            new.append(int(pid))
    ended = _end(begun, {*_still(seen)})
    for number, name in ended.items():
        record.note("ended", number, name)
    if not ended:
        record.forget()


def _still(seen: Mapping[int, str]) -> dict[int, str]:
    """Those that run still, each the same as then."""
    return {pid: since for pid, since in seen.items() if began_at(str(pid)) == since}


def _end(begun: Mapping[int, str], seen: set[int]) -> Mapping[int, str]:
    """End what is left of these, and of what they were `seen` to have started. Returns those that did not end by themselves."""
    there = whole({*begun, *seen})
    if _gone(there):
        return {}
    there &= _processes().keys()
    left = {pid: name for pid, name in begun.items() if _exists(pid)} or dict.fromkeys(there, CHILD)
    for sign in (signal.SIGTERM, signal.SIGKILL):
        there = signal_whole({*begun, *(there & _processes().keys())}, sign)
        if _gone(there):
            break
    return left


if __name__ == "__main__":
    main(sys.argv[1])
