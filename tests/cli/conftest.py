"""How the commands are run here."""

import pytest

from cli import quiet_engines
from cli.running import here, solovox


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All cases run in this process. As a process of its own `make test` runs the first case of each test."""
    begun = set()
    for item in items:
        if "run" in getattr(item, "fixturenames", ()) and "process" in item.name:
            if item.originalname in begun:
                item.add_marker("wide")
            begun.add(item.originalname)


@pytest.fixture(params=["here", pytest.param("process", marks=pytest.mark.slow)])
def run(request, tmp_path, monkeypatch, capfd):
    """`solovox` in `tmp_path`: in this process, and (slow) as a process of its own."""
    if request.param == "process":
        return lambda *arguments, **more: solovox(*arguments, cwd=tmp_path, **more)
    return lambda *arguments, **more: here(arguments, tmp_path, monkeypatch, capfd, more)


@pytest.fixture
def quiet(monkeypatch):
    """The engines of `quiet_engines` in place of those of this machine."""
    quiet_engines.in_place(monkeypatch)
