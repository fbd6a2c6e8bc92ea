"""`solovox serve` and `solovox talk`: what they cannot begin with is one line that says what to do, and shows no secret."""

import contextlib
import json
import socket
from urllib.parse import urlsplit

import httpx2
import pytest

from cli.page_server import page_server
from cli.running import here, one_line
from solovox.cli.options import USUAL_PORT as PORT
from solovox.cli.serve import TAKEN

SECRET = "hunter2-hunter"

WRONG = [
    (
        ["--origin", "voice.example"],
        {},
        "'voice.example' is not an address of this server: write https://NAME",
    ),
    (["--proxy", "my-proxy"], {}, "'my-proxy' is neither an address nor a network: write"),
    (["--host", "0.0.0.0"], {}, "say by --origin under which one it is opened"),
    (
        [],
        {"SOLOVOX_TOKEN": SECRET},
        "the token of SOLOVOX_TOKEN is shorter than 16 characters: make one with: openssl",
    ),
    ([], {"SOLOVOX_TOKEN_FILE": "/not/there"}, "SOLOVOX_TOKEN_FILE names /not/there, which is not there"),
    ([], {"SOLOVOX_TOKEN": SECRET, "SOLOVOX_TOKEN_FILE": "x"}, "are both set: take one of them away"),
    (["--host", "203.0.113.1"], {}, "choose another with --host, --port"),
]


@pytest.mark.parametrize(("options", "variables", "says"), WRONG)
def test_what_it_cannot_begin_with_is_one_line(run, options, variables, says):
    done = run("serve", "--port", "0", *options, **variables)
    assert done.returncode == 2
    assert says in one_line(done)
    assert SECRET not in done.stderr + done.stdout


@pytest.mark.parametrize(("options", "variables", "says"), WRONG)
def test_with_log_json_it_is_a_line_of_json(run, options, variables, says):
    done = run("serve", "--port", "0", "--log-json", *options, **variables)
    assert done.returncode == 2
    (line,) = [json.loads(line) for line in done.stderr.splitlines()]
    assert says in line["message"]
    assert line["level"] == "error"
    assert SECRET not in done.stderr + done.stdout


def test_the_token_may_stand_in_the_file_of_variables(run, tmp_path):
    (tmp_path / ".env").write_text(f"SOLOVOX_TOKEN={SECRET}\n")
    assert "the token of SOLOVOX_TOKEN is shorter" in one_line(run("serve", "--port", "0"))


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
