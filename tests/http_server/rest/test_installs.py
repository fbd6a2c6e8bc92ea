"""REST: extras of a closed set are installed one at a time, and nobody else's word becomes part of a command."""

import threading

import pytest

from app.toy_extras import into, links, toy, wheel
from http_server.rest.conftest import Served
from solovox.http.rest.installs import FROM_ELSEWHERE, Installs

pytestmark = pytest.mark.slow

__all__ = ["into", "links"]


@pytest.fixture
def server(tmp_path, links, into):
    """A function: may it install, to a server with the toy."""

    def made(one=None, *, may=True):
        root = tmp_path / "journals"
        root.mkdir()
        installs = Installs(may=may, into=into, extras={"toy": one or toy(links)})
        return Served(root, installs=installs)

    return made


def row(server):
    (found,) = server.get("/api/installs").json()["installs"]
    return found


def ended(server):
    """The row, as soon as nothing is at work."""
    for work in threading.enumerate():
        if work.name == "install toy":
            work.join()
    return row(server)


@pytest.mark.slow
def test_one_is_installed_at_the_persons_word_and_then_there(server):
    at = server()
    assert row(at)["state"] == "missing"
    answer = at.client.post("/api/installs/toy")
    assert answer.status_code == 200
    assert answer.json()["state"] in ("going", "there")
    assert ended(at)["state"] == "there"
    assert at.client.post("/api/installs/toy").json()["state"] == "there", "a second word changes nothing"


def test_nothing_but_a_name_of_ours_is_taken(server):
    at = server()
    for name in ("requests", "toy==1.0", "-r", "--index-url=x", "..%2Ftoy", "toy;id"):
        for method in ("post", "delete"):
            answer = getattr(at.client, method)(f"/api/installs/{name}")
            assert answer.status_code == 404, name
    assert row(at)["state"] == "missing"


def test_what_a_client_sends_besides_is_not_looked_at(server, links, into):
    at = server()
    wheel(links, "other")
    at.client.post("/api/installs/toy?name=other", json={"name": "other", "version": "1.0", "index": "x"})
    assert ended(at)["state"] == "there"
    assert not any(one.name.startswith("other") for one in into.iterdir())


def test_a_server_that_others_can_reach_installs_nothing(server):
    at = server(may=False)
    assert (row(at)["state"], row(at)["line"]) == ("cannot", FROM_ELSEWHERE)
    answer = at.client.post("/api/installs/toy")
    assert (answer.status_code, answer.json()["error"]) == (409, FROM_ELSEWHERE)


@pytest.mark.slow
def test_what_fails_is_one_line_and_can_be_tried_again(server, links):
    at = server(toy(links, "import no_such_module\n"))
    at.client.post("/api/installs/toy")
    found = ended(at)
    assert found["state"] == "failed"
    assert "nothing was changed" in found["line"]
    assert at.client.post("/api/installs/toy").status_code == 200
    ended(at)


def test_it_is_stopped_and_leaves_nothing(server, into):
    at = server()
    at.client.post("/api/installs/toy")
    assert at.client.delete("/api/installs/toy").status_code == 204
    assert ended(at)["state"] in ("failed", "there")
    assert not (into / ".solovox-installing").exists()
