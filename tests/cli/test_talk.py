"""`solovox talk` where there is nothing to talk at: one line, before anything is loaded."""

import pytest

from cli.running import here, one_line


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "surface.kind = file is the surface of"),
        (("--set", "surface.kind=files"), "did you mean file?"),
        (("--set", "surface.kind=file", "--journal", "j", "--no-journal"), "leave one out"),
    ],
)
def test_a_surface_that_is_none_here_is_refused_in_one_line(tmp_path, monkeypatch, capfd, arguments, says):
    done = here(("talk", *arguments), tmp_path, monkeypatch, capfd, {})
    assert done.returncode == 2
    assert says in one_line(done)
