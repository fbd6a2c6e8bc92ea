"""Installs an extra into the environment of this process.

Rule 1: only what is missing comes; no installed package is changed, and no file is written over.
Rule 2: by exact version and hash, without what a package depends on: all of that is pinned, too.
Rule 3: it is there whole or not at all: fetched and unpacked beside the packages, loaded once in a process of its own, then moved in.
Rule 4: what ends early leaves nothing but a folder that the next one clears.
"""

import importlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from solovox.ports import children
from solovox.weights.fetch import FetchFailed, fetch_wheels, quick_client, reason
from solovox.weights.install import alone

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?===)")
SEPARATORS: Final = re.compile(r"[-_.]+")


@dataclass(frozen=True, slots=True)
class Extra:
    """One of them. `fetched` and `unpacked`: bytes over the network and on the disk, measured on Linux (x86-64); for the page only."""

    name: str
    title: str
    modules: Sequence[str]
    """It is there when these can be imported."""
    fetched: int
    unpacked: int
    pinned: str = ""
    """Its packages, as pip and uv read them; else those of the file that `scripts/lock` writes."""

    @property
    def is_there(self) -> bool:
        """Whether its modules can be found. None of them is imported."""
        return all(map(can_be_found, self.modules))

    def pins(self) -> str:
        """Its packages."""
        return self.pinned or files("solovox.weights").joinpath("locks", f"{self.name}.txt").read_text(
            "utf-8"
        )


EXTRAS: Final = {
    name: Extra(name, *of.values())
    for name, of in tomllib.loads(
        files("solovox.weights").joinpath("locks", "extras.toml").read_text("utf-8")
    ).items()
}
"""What can be installed: a closed set, so that nothing that a client or a person writes becomes part of a command."""
GET: Final = "solovox install {}"
"""What a person types."""


def can_be_found(module: str) -> bool:
    """Whether a module is there to be imported; not even the package that it would be in need be."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def requirements(pins: str) -> Iterator[tuple[str, str]]:
    """Each package's name, and its requirement with version, marker and hashes. Raises `ValueError` for a line without a pin."""
    for block in re.split(r"\n(?=\S)", pins.strip()):
        if block.startswith("#"):
            continue
        name = NAME.match(block)
        if name is None or "--hash=sha256:" not in block:
            raise ValueError(f"{block.splitlines()[0]!r} has no exact version or no hash")
        yield plain(name.group()), block


def missing(pins: str) -> str:
    """The requirements of those packages that are not installed, in whatever version. What is installed stays as it is."""
    here = {plain(str(one.metadata["Name"])) for one in metadata.distributions()}
    return "\n".join(block for name, block in requirements(pins) if name not in here)


def plain(name: str) -> str:
    """A package's name as registries compare it."""
    return SEPARATORS.sub("-", name).lower()


Told = Callable[[int, int], None]
"""Told how many bytes of how many are written. It ends the installation by raising."""
STAGE: Final = ".solovox-installing"
NOT_PACKAGES: Final = ("bin", ".lock")
"""What clients leave in a target folder beside packages: programs for a terminal, and a lock."""
LOADING_SECONDS: Final = 120.0
SYSTEMS: Final = "this Python belongs to the system, and packages of others may not be put into it"
UNWRITABLE: Final = "the folder of this Python's packages cannot be written"


class CannotInstall(Exception):
    """It cannot be installed here. One line."""


def packages() -> Path:
    """Where this Python has its packages."""
    return Path(sysconfig.get_path("purelib"))


def refusal(into: Path) -> str:
    """Why nothing can be installed into this environment, in one line. Empty: it can. Nothing is changed."""
    if sys.prefix == sys.base_prefix and (Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED").exists():
        return SYSTEMS
    if not os.access(into, os.W_OK | os.X_OK):
        return UNWRITABLE
    try:
        quick_client()
    except FetchFailed as error:
        return str(error)
    return ""


def install_extra(extra: Extra, into: Path, told: Told) -> None:
    """Put what is missing of an extra into the folder `into`. Blocks. Raises `CannotInstall`: one line, and all is as it was."""
    if why := refusal(into):
        raise CannotInstall(why)
    try:
        with alone(into / f"{STAGE}.lock", lambda: told(0, 0)):
            _install(extra, into, told)
    except (FetchFailed, OSError) as error:
        raise CannotInstall(str(error)) from None
    importlib.invalidate_caches()


def _install(extra: Extra, into: Path, told: Told) -> None:
    wanted = missing(extra.pins())
    if not wanted:  # another server has been quicker
        return
    stage, client = into / STAGE, quick_client()
    new = stage / "packages"
    total = extra.unpacked if client.unpacks_at_once else extra.fetched + extra.unpacked
    shutil.rmtree(stage, ignore_errors=True)
    try:
        fetch_wheels(
            wanted, extra.title, new, stage / "work", lambda size: told(min(size, total), total), client
        )
        _load(extra, new)
        _move(new, into)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def _load(extra: Extra, new: Path) -> None:
    """Load it once, with all that is installed: a package here may be too old for it."""
    path = os.pathsep.join([str(new), *(one for one in sys.path if one)])
    try:
        done = children.run_child(
            [sys.executable, "-P", "-c", f"import {', '.join(extra.modules)}"],
            seconds=LOADING_SECONDS,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
    except subprocess.TimeoutExpired:
        raise CannotInstall(
            f"{extra.title} could not be loaded within {LOADING_SECONDS:.0f} seconds"
        ) from None
    if done.returncode:
        raise CannotInstall(
            f"{extra.title} does not go with what is installed here, and nothing was changed: {reason(done.stderr.decode(errors='replace'))}"
        )


def _move(new: Path, into: Path) -> None:
    """Each package by one rename. Nothing is moved if anything of the same name is there."""
    pairs = [*_pairs(new, into)]
    for _, there in pairs:
        if os.path.lexists(there):
            raise CannotInstall(f"{there.name} is there already, and is not what a package manager put there")
    for one, there in sorted(
        pairs, key=lambda pair: pair[0].suffix == ".dist-info"
    ):  # named as installed at last
        one.rename(there)


def _pairs(new: Path, into: Path) -> Iterator[tuple[Path, Path]]:
    """What goes where. Folders that several packages share are joined."""
    for one in new.iterdir():
        there = into / one.name
        if one.name in NOT_PACKAGES:
            continue
        if (
            there.is_dir()
            and one.is_dir()
            and not any((each / "__init__.py").exists() for each in (one, there))
        ):
            yield from _pairs(one, there)
        else:
            yield one, there
