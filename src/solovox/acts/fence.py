"""A command behind a fence: no network, no other process, and nothing of the machine changed but the workspace.

Rule 1: the fence is bubblewrap's, started by us, and is tried before it is relied on (`fence_of`): what should not be possible in
it is attempted.
Rule 2: the person's home, the folders of running services and of temporary files are not seen, but for the workspace and the programs
that the person's PATH leads to: what can be reached through a socket there is outside.
Rule 3: nothing of a command goes on when it has ended.

Source: bwrap(1), bubblewrap 0.8; namespaces(7).
"""

import asyncio
import os
import shlex
import shutil
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from solovox.ports import children

SECONDS: Final = 10.0
"""How long the trial may take."""
HIDDEN: Final = ("/tmp", "/var/tmp", "/run", "/dev/shm", "/mnt", "/media", "/srv")  # noqa: S108 - nothing is written there
"""Where other programs keep sockets and files of their own."""
SHARED: Final = frozenset({".local", ".config", ".cache"})
"""Folders of a home in which programs stand beside what is private."""
APART: Final = (
    "--unshare-user-try", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--new-session", "--cap-drop", "ALL",
)  # fmt: skip
KEPT: Final = "solovox-fence-works"


@dataclass(frozen=True, slots=True)
class Fence:
    """How a command is run behind it. `shown`: folders of the home that are seen."""

    program: str
    folder: str
    home: str
    shown: Sequence[str] = ()

    def around(self, command: str, *, writes: bool) -> str:
        """A line for a shell that runs another one, in the workspace. `writes`: it may change files there."""
        return shlex.join([*self._arguments(writes=writes), "bash", "-c", command])

    def _arguments(self, *, writes: bool) -> Iterator[str]:
        yield from (self.program, *APART, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
        for one in (*HIDDEN, self.home):
            if os.path.isdir(one) and not os.path.islink(one):
                yield from ("--tmpfs", one)
        for one in self.shown:
            yield from ("--ro-bind-try", one, one)
        yield from (
            "--bind" if writes else "--ro-bind",
            self.folder,
            self.folder,
            "--chdir",
            self.folder,
            "--",
        )


async def fence_of(folder: Path, environment: Mapping[str, str]) -> Fence | None:
    """The fence around a workspace. None: this machine has none that holds."""
    fence = await asyncio.to_thread(_planned, folder, environment)
    return fence if fence is not None and await _holds(fence) else None


def _planned(folder: Path, environment: Mapping[str, str]) -> Fence | None:
    program = shutil.which("bwrap")
    if program is None or shutil.which("bash") is None:
        return None
    whole, home = os.path.realpath(folder), os.path.realpath(environment.get("HOME") or "/root")
    if any(Path(one).is_relative_to(whole) for one in (home, *HIDDEN)):
        return None  # a workspace that has the home in it cannot be kept from it
    return Fence(program, whole, home, [*_programs(home, whole, environment)])


def _programs(home: str, folder: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Folders of the home in which the programs are that PATH leads to, and the interpreter of an environment in the workspace."""
    places = [Path(one) for one in environment.get("PATH", "").split(os.pathsep) if one.startswith("/")]
    seen = set[str]()
    for place in [*places, *_interpreters(Path(folder))]:
        for one in (_prefix(place, Path(home)), *_linked(place, Path(home))):
            if one is not None and str(one) not in seen:
                seen.add(str(one))
                yield str(one)


def _interpreters(folder: Path) -> Iterator[Path]:
    for settings in folder.glob("*/pyvenv.cfg"):
        for line in settings.read_text(errors="replace").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                yield Path(value.strip())


def _prefix(place: Path, home: Path) -> Path | None:
    """The folder of programs that `place` (of PATH) belongs to. None: it is not in the home."""
    if not place.is_relative_to(home) or place == home:
        return None
    parts = place.relative_to(home).parts
    if parts[0].startswith(".") and parts[0] not in SHARED:
        return home / parts[0]
    return place.parent if len(parts) > 2 + (parts[0] in SHARED) else place


def _linked(place: Path, home: Path) -> Iterator[Path | None]:
    """Where links in a folder of programs lead."""
    if not place.is_relative_to(home) or not place.is_dir():
        return
    for one in place.iterdir():
        if one.is_symlink():
            target = Path(os.path.realpath(one))
            yield (
                target.parent.parent
                if target.is_relative_to(home) and len(target.relative_to(home).parts) > 3
                else None
            )


async def _holds(fence: Fence) -> bool:
    """Try it: what is written outside and in the workspace, a port and a socket of this machine, another process."""
    with TemporaryDirectory(prefix="solovox-") as outside, socket.create_server(("127.0.0.1", 0)) as server:
        port, path = server.getsockname()[1], Path(outside) / "s"
        with socket.socket(socket.AF_UNIX) as near:
            near.bind(str(path))
            near.listen()
            attempts = (
                f"touch {shlex.quote(outside)}/made", "touch /etc/solovox-made", f"test -e {shlex.quote(str(path))}",
                f"exec 3<>/dev/tcp/127.0.0.1/{port}", f"kill -0 {os.getpid()}", f"touch {shlex.quote(fence.folder)}/.solovox-made",
            )  # fmt: skip
            tried = "; ".join(f"( {one} ) 2>/dev/null && echo broken" for one in attempts)
            said = await _said(fence.around(f"{tried}; echo {KEPT}", writes=False))
        made = (Path(outside) / "made", Path("/etc/solovox-made"), Path(fence.folder) / ".solovox-made")
        return said == KEPT and not any(one.exists() for one in made)


async def _said(line: str) -> str:
    """What a line for a shell writes."""
    process = await children.started(
        shlex.split(line),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        return ""
    finally:
        if process.returncode is None:
            children.end(process.pid)
            await process.wait()
    return said.decode(errors="replace").strip()
