"""Cores of earlier releases: each decides its own journals again (law R1.6).

A release may decide otherwise than the one before it, and a journal holds no commands. So a release brings along the cores
of those before: `cores/VERSION.zip` is all of that release's `core/`, as it was, under a package name of its own, made by
`scripts/keep-core`. The zip is loaded when a journal asks for it, and by nothing else.

An event has two forms then: as the earlier core knows it, which decides, and as today's knows it, which is shown. A field or a
kind that is not known any more is left out of what is shown, never out of what is decided.
"""

import sys
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec
from pathlib import Path
from typing import Final, Protocol, get_args
from zipfile import ZipFile
from zipimport import zipimporter

import msgspec

KEPT: Final = Path(__file__).parent / "cores"


class EarlierConversation(Protocol):
    """A conversation of an earlier core. Its events and commands are classes of that core."""

    @property
    def is_open(self) -> bool: ...

    def handle(self, at: int, event: object) -> Sequence[object]: ...


class EarlierCore:
    """One core: its vocabulary, and its conversation. Made by `core_of`."""

    def __init__(self, name: str) -> None:
        self._events = {one.__name__: one for one in get_args(import_module(f"{name}.events").Event)}
        self._policy: type = import_module(f"{name}.policy").Policy
        self._conversation: type = import_module(f"{name}.conversation").Conversation

    def conversation(self, policy: object) -> EarlierConversation:
        """A conversation with the policy of a journal's header. Raises `msgspec.ValidationError`."""
        made: EarlierConversation = self._conversation(msgspec.convert(policy, self._policy))
        return made

    def event(self, name: str, fields: dict[str, object]) -> object:
        """The event of a line. Raises `KeyError` and `msgspec.ValidationError`."""
        return msgspec.convert(fields, self._events[name])


@lru_cache
def core_of(version: str) -> EarlierCore | None:
    """The core of that version, as journals name it: `0.1.0+5182c07a`. None: it is not kept."""
    path = KEPT / f"{version}.zip"
    if path.parent != KEPT or not path.is_file():
        return None
    name = package_of(version)
    spec = zipimporter(str(path)).find_spec(name)
    if spec is None or spec.loader is None:
        return None
    package = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(package)
    return EarlierCore(name)


def package_of(version: str) -> str:
    """The package in the zip."""
    return f"solovox_core_{version.rpartition('+')[2]}"


def digest_of(archive: Path) -> str:
    """What its release called this core: the digest of its files, as `codec.version_of` computes it."""
    digest, name = blake2b(digest_size=4), package_of(archive.stem)
    with ZipFile(archive) as kept:
        files = [one for one in kept.namelist() if one.startswith(f"{name}/")]
        for package in sorted({one.rpartition("/")[0] for one in files}):
            for path in sorted(one for one in files if one.rpartition("/")[0] == package):
                text = kept.read(path).replace(name.encode(), b"solovox.core")
                digest.update(path.rpartition("/")[2].encode() + b"\0" + text + b"\0")
    return digest.hexdigest()
