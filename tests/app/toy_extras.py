"""Extras that are made here, and found by the real installers without a registry."""

import hashlib
import zipfile

import pytest

from solovox.weights.extras import Extra

MODULE = "toy_agent_of_a_test"
NEEDED = "toy_part_of_a_test"


def wheel(links, name, code="", version="1.0", more=None):
    """Write a wheel with one module; its requirement, with its hash."""
    path = links / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", code)
        for file, text in (more or {}).items():
            archive.writestr(file, text)
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name.replace('_', '-')}=={version} \\\n    --hash=sha256:{digest}"


def extra(*pins, module=MODULE):
    """An extra of these requirements."""
    return Extra("toy", "Toy", (module,), 1_000, 1_000, "\n".join(pins))


def toy(links, code=f"import {NEEDED}\n"):
    """An agent, and the package that it needs."""
    return extra(wheel(links, MODULE, code), wheel(links, NEEDED))


@pytest.fixture
def links(tmp_path, monkeypatch):
    """The folder in which pip and uv look instead of a registry."""
    folder = tmp_path / "links"
    folder.mkdir()
    for name, value in (("FIND_LINKS", str(folder)), ("NO_INDEX", "1")):
        monkeypatch.setenv(f"PIP_{name}", value)
        monkeypatch.setenv(f"UV_{name}", value)
    return folder


@pytest.fixture
def into(tmp_path, monkeypatch):
    """A folder of packages, in which this process looks, too."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder
