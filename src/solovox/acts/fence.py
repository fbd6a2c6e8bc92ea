"""A command behind a fence: no network, no other process, and nothing of the machine changed but the workspace.

Rule 1: the fence is bubblewrap's, started by us, and is tried before it is relied on (`fence_of`): what should not be possible in
it is attempted.
Rule 2: the person's home, the folders of running services and of temporary files are not seen, but for the workspace and the programs
that the person's PATH leads to: what can be reached through a socket there is outside.
Rule 3: nothing of a command goes on when it has ended.

Source: bwrap(1), bubblewrap 0.8; namespaces(7).
"""

import asyncio
import contextlib
import os
import re
import shlex
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from solovox.ports import children

SECONDS: Final = 10.0
"""How long the trial may take."""
HIDDEN: Final = ("/tmp", "/var", "/run", "/dev/shm", "/mnt", "/media", "/srv", "/home", "/root")  # noqa: S108 - nothing is written there
"""Where other programs and other people keep sockets and files of their own."""
SHARED: Final = frozenset({".local", ".config", ".cache"})
"""Folders of a home in which programs stand beside what is private."""
KERNEL: Final = (
    "/proc/sys", "/proc/sysrq-trigger", "/proc/scsi", "/proc/mtrr", "/proc/acpi", "/proc/fs", "/proc/driver", "/proc/tty",
    "/proc/irq", "/proc/bus", "/proc/timer_list", "/proc/latency_stats", "/proc/kcore", "/proc/keys",
)  # fmt: skip
"""What is set there is set for the whole machine, by root without any right of its own."""
APART: Final = (
    "--unshare-user-try", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
    "--die-with-parent", "--new-session", "--cap-drop", "ALL",
)  # fmt: skip
SECRET: Final = re.compile(
    r"(^|_)(API_?KEY|SECRET(_KEY)?|ACCESS_KEY(_ID)?|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PRIVATE_KEY|AUTH|PAT|HEADERS)(_|$)"
    r"|(KEY|TOKEN|SECRET|PASSWORD)$|DATABASE_URL$|_DSN$",
    re.IGNORECASE,
)
"""Names of variables that look like secrets, whoever's they are. A command behind the fence does not get them."""
KEPT: Final = "solovox-fence-works"
EMPTY: Final = "empty"


@dataclass(frozen=True, slots=True)
class Fence:
    """How a command is run behind it. `shown`: folders of programs that are seen though they stand where all is hidden. `secrets`: variables
    that it does not get. `state`: a folder of ours that it does not see."""

    program: str
    folder: str
    home: str
    shown: Sequence[str] = ()
    secrets: Sequence[str] = ()
    state: str = ""
    author: Sequence[str] = ()
    """Variables that say to git who commits: the person's own settings are not seen."""
    nothing: str = os.devnull
    """An empty file."""

    def around(
        self, command: str, *, writes: bool, shows: Sequence[str] = (), hides: Sequence[str] = ()
    ) -> str:
        """A line for a shell that runs another one, in the workspace. `writes`: it may change files there. `shows`: more that it may look at.
        `hides`: files of the workspace that it finds empty."""
        secrets = [part for name in self.secrets for part in ("-u", name)]
        line = [
            "/usr/bin/env",
            *secrets,
            *self.author,
            *self._arguments(writes=writes, shows=shows, hides=hides),
        ]
        return shlex.join([*line, "--", "bash", "-c", command])

    def _arguments(self, *, writes: bool, shows: Sequence[str], hides: Sequence[str]) -> Iterator[str]:
        yield from (self.program, *APART, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc")
        for one in KERNEL:
            yield from ("--ro-bind-try", one, one)
        for one in (*HIDDEN, self.home, self.state):
            if os.path.isdir(one) and not os.path.islink(one):
                yield from ("--tmpfs", one)
        for one in (*self.shown, *shows):
            yield from ("--ro-bind-try", one, one)
        yield from ("--bind" if writes else "--ro-bind", self.folder, self.folder)
        if Path(self.state).is_relative_to(self.folder) and os.path.isdir(self.state):
            yield from ("--tmpfs", self.state)
        for one in hides:
            yield from ("--ro-bind", self.nothing, one)
        yield from ("--chdir", self.folder)


async def fence_of(folder: Path, environment: Mapping[str, str], state: Path | None = None) -> Fence | None:
    """The fence around a workspace. `state`: a folder of ours that is not seen. None: this machine has none that holds."""
    fence = await asyncio.to_thread(_plan_fence, folder, environment, state)
    return fence if fence is not None and await _holds(fence) else None


def _plan_fence(folder: Path, environment: Mapping[str, str], state: Path | None) -> Fence | None:
    program = shutil.which("bwrap")
    if program is None or shutil.which("bash") is None:
        return None
    whole, home = os.path.realpath(folder), os.path.realpath(environment.get("HOME") or "/root")
    if any(Path(one).is_relative_to(whole) for one in (home, *HIDDEN)):
        return None  # a workspace that has the home in it cannot be kept from it
    secrets = [name for name in environment if SECRET.search(name)]
    fence = Fence(
        program,
        whole,
        home,
        [*_programs(home, whole, environment), *_repository(Path(whole))],
        secrets,
        author=[*_author(whole, environment)],
    )
    if state is None:
        return fence
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    (state / EMPTY).touch(mode=0o600)
    ours = os.path.realpath(state)
    return replace(fence, state=ours, nothing=os.path.join(ours, EMPTY))


def _repository(folder: Path) -> Iterator[str]:
    """The repository that a worktree or a module belongs to, which stands elsewhere."""
    with contextlib.suppress(OSError, ValueError):
        found = re.fullmatch(r"gitdir: (.+)\n?", (folder / ".git").read_text())
        own = Path(os.path.realpath(folder / found[1])) if found else folder
        common = own / "commondir"
        whole = Path(os.path.realpath(own / common.read_text().strip())) if common.exists() else own
        if found and all((whole / part).exists() for part in ("HEAD", "objects", "refs")):
            yield str(whole)


def _author(folder: str, environment: Mapping[str, str]) -> Iterator[str]:
    """What `git -c` would say: who commits, and that no folder of the workspace counts as a repository by its form alone."""
    git, count = shutil.which("git"), environment.get("GIT_CONFIG_COUNT", "")
    found = [("safe.bareRepository", "explicit")]
    for key in ("user.name", "user.email") if git else ():
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            said = children.run_child(
                [str(git), "-C", folder, "config", key],
                seconds=SECONDS, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            found += [(key, value) for value in (said.stdout.decode(errors="replace").strip(),) if value]
    first = int(count) if count.isdecimal() else 0
    yield f"GIT_CONFIG_COUNT={first + len(found)}"
    for number, (key, value) in enumerate(found, first):
        yield from (f"GIT_CONFIG_KEY_{number}={key}", f"GIT_CONFIG_VALUE_{number}={value}")


def _programs(home: str, folder: str, environment: Mapping[str, str]) -> Iterator[str]:
    """Folders in which the programs are that PATH leads to, where all else is hidden, and the interpreter of an environment in the workspace."""
    places = [Path(one) for one in environment.get("PATH", "").split(os.pathsep) if one.startswith("/")]
    seen = set[str]()
    for place in [*places, *_interpreters(Path(folder))]:
        of = _home_of(place, Path(home))
        for one in () if of is None else (_prefix(place, of), *_link_targets(place, of)):
            if one is not None and str(one) not in seen:
                seen.add(str(one))
                yield str(one)


def _home_of(place: Path, home: Path) -> Path | None:
    """The folder that is not seen in which this one is: the person's home, that of another, or one of services."""
    homes = [home, *(Path(one) for one in HIDDEN if one != "/home"), *Path("/home").glob("*")]
    return next((one for one in homes if place.is_relative_to(one) and place != one), None)


def _interpreters(folder: Path) -> Iterator[Path]:
    for settings in folder.glob("*/pyvenv.cfg"):
        for line in settings.read_text(errors="replace").splitlines():
            name, _, value = line.partition("=")
            if name.strip() == "home":
                yield Path(value.strip())


def _prefix(place: Path, home: Path) -> Path:
    """The folder of programs that `place` (of PATH) belongs to."""
    parts = place.relative_to(home).parts
    if parts[0].startswith(".") and parts[0] not in SHARED:
        return home / parts[0]
    return place.parent if len(parts) > 2 + (parts[0] in SHARED) else place


def _link_targets(place: Path, home: Path) -> Iterator[Path | None]:
    """Where links in a folder of programs lead."""
    for one in place.iterdir() if place.is_dir() else ():
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
                "exec 3>>/proc/sys/kernel/core_pattern", f"exec 3<>/dev/tcp/127.0.0.1/{port}", f"kill -0 {os.getpid()}", f"touch {shlex.quote(fence.folder)}/.solovox-made",
            )  # fmt: skip
            tried = "; ".join(f"( {one} ) 2>/dev/null && echo broken" for one in attempts)
            line = shlex.split(fence.around(f"{tried}; echo {KEPT}", writes=False))
            said = await children.said_by(line, seconds=SECONDS)
        made = (Path(outside) / "made", Path("/etc/solovox-made"), Path(fence.folder) / ".solovox-made")
        return said == f"{KEPT}\n".encode() and not any(one.exists() for one in made)
