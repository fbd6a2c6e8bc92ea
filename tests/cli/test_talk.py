"""`solovox talk`: a page about a folder; where there is nothing to talk at or about, one line before anything is loaded."""

import contextlib
import socket
from urllib.parse import urlsplit

import httpx2
import pytest

from cli.page_server import page_server
from cli.running import here, one_line
from solovox.cli.serve import PORT, TAKEN

VOICE = ("--no-open", "--no-journal", "--set", "narrator.voice=joe")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nowhere",), "nowhere is not a folder: name one that exists"),
        (("",), "it is empty: name a folder"),
        (("--set", "surface.kind=files"), "did you mean file?"),
        (("--set", "surface.kind=file", "--journal", "j", "--no-journal"), "leave one out"),
    ],
)
def test_a_surface_that_is_none_here_is_refused_in_one_line(tmp_path, monkeypatch, capfd, arguments, says):
    done = here(("talk", *arguments), tmp_path, monkeypatch, capfd, {})
    assert done.returncode == 2
    assert says in one_line(done)


@contextlib.contextmanager
def taken(port):
    """Somebody listens at the usual port: this, or whoever did before."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            line.bind(("127.0.0.1", port))
            line.listen()
        yield


@pytest.mark.weights
@pytest.mark.slow
def test_a_page_about_a_folder_is_served_beside_another_talk(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    with taken(PORT), page_server(tmp_path / "here", str(project), *VOICE, command=("talk",)) as server:
        assert urlsplit(server.address).port != PORT
        assert TAKEN in server.log.read_text()
        rows = httpx2.get(server.at("/api/settings")).json()["settings"]
    assert {one["key"]: one["value"] for one in rows}["workspace"] == str(project)


@pytest.mark.weights
@pytest.mark.slow
def test_a_port_that_was_named_is_used_or_refused(run):
    with taken(PORT):
        done = run("talk", *VOICE, "--port", PORT)
    assert done.returncode == 2
    assert f"cannot listen at 127.0.0.1 port {PORT}" in one_line(done)
