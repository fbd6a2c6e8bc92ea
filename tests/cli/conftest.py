"""How the commands are run here."""

import pytest

from cli.running import here, solovox


@pytest.fixture(params=["here", pytest.param("process", marks=pytest.mark.slow)])
def run(request, tmp_path, monkeypatch, capfd):
    """`solovox` in `tmp_path`: in this process, and (slow) as a process of its own."""
    if request.param == "process":
        return lambda *arguments, **more: solovox(*arguments, cwd=tmp_path, **more)
    return lambda *arguments, **more: here(arguments, tmp_path, monkeypatch, capfd, more)
