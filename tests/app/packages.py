"""Packages as pip would install them, with entry points that lead to their functions."""

import contextlib
import sys

import pytest

from solovox.parts import registry


def written(folder, module, text, points=""):
    """A package in a folder, which becomes one of Python's places. `points`: its entry points."""
    (folder / f"{module}.py").write_text(text)
    name = module.replace("_", "-")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir(exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@contextlib.contextmanager
def installed(folder, module, text):
    """The same in this process; given what sets its entry points."""

    def leads_to(points):
        written(folder, module, text, points)
        registry._list_added.cache_clear()

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield leads_to
    sys.modules.pop(module, None)
    registry._list_added.cache_clear()
