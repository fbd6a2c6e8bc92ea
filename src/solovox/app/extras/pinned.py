"""What can be installed from the page: a closed set, each with its packages by exact version and hash.

Rule: nothing that a client sends becomes part of a command. It may only name one of the table (`brain_kinds/extras.py`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?===)")
SEPARATORS: Final = re.compile(r"[-_.]+")


@dataclass(frozen=True, slots=True)
class Extra:
    """One of them. `fetched` and `unpacked`: bytes over the network and on the disk, measured on Linux (x86-64); for the page only."""

    name: str
    title: str
    module: str
    """It is there when this can be imported."""
    fetched: int
    unpacked: int
    pinned: str = ""
    """Its packages, as pip and uv read them; else those of the file that `scripts/lock` writes."""

    @property
    def is_there(self) -> bool:
        """Whether its module can be found. Nothing is imported."""
        return find_spec(self.module) is not None

    def pins(self) -> str:
        """Its packages."""
        return self.pinned or files("solovox.app.extras").joinpath(f"{self.name}.txt").read_text("utf-8")


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
