"""REST: what agents did is seen and given back, and what they may do unasked is freed and asked for again (laws A7, U2)."""

import asyncio

import pytest

from solovox.acts.allowed import AllowedCommands
from solovox.acts.undo import UndoLog


@pytest.fixture
def work(tmp_path, monkeypatch):
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.fixture
def done(work, served):
    """An answer that made a file."""

    async def answer():
        log = UndoLog(work, served.root.parent / "undo")
        await log.before("Bash touch a.txt")
        (work / "a.txt").touch()
        await log.after()

    asyncio.run(answer())


@pytest.mark.usefixtures("done")
def test_U2_what_was_done_is_listed_given_back_and_done_again(served, work):
    [one] = served.get("/api/acts").json()["done"]
    assert (one["acts"], one["paths"], one["changed"], one["undone"]) == (
        ["Bash touch a.txt"],
        ["a.txt"],
        1,
        False,
    )
    assert served.client.post("/api/acts/undo").json() == {
        "said": "Undone: Bash touch a.txt. a.txt is as before it."
    }
    assert not (work / "a.txt").exists()
    assert served.get("/api/acts").json()["done"][0]["undone"]
    assert served.client.post("/api/acts/undo").status_code == 404
    assert served.client.post("/api/acts/redo").status_code == 200
    assert (work / "a.txt").exists()
    (work / "a.txt").write_text("mine")
    answer = served.client.post("/api/acts/undo")
    assert (answer.status_code, "a.txt was changed since" in answer.text) == (409, True)


def test_A7_a_command_is_freed_with_who_and_when_and_asked_for_again(served, work):
    made = served.client.post("/api/acts/allowed", json={"command": "npm test -- {file}"}).json()
    assert (made["command"], made["bare"], made["who"], made["at"][:2]) == (
        "npm test -- {file}",
        False,
        "the page",
        "20",
    )
    allowed = AllowedCommands(work, served.root.parent / "allowed")
    assert allowed.has("npm test -- a.js", bare=False)
    assert served.get("/api/acts").json()["allowed"] == [made]
    assert served.client.delete(f"/api/acts/allowed/{made['id']}").status_code == 204
    assert not allowed.has("npm test -- a.js", bare=False)
    assert served.client.delete(f"/api/acts/allowed/{made['id']}").status_code == 404


@pytest.mark.parametrize("body", [{"command": ""}, {"command": "{a}"}, {"command": "x" * 2_001}, {}])
@pytest.mark.usefixtures("work")
def test_A7_what_is_no_command_is_refused_in_one_line(served, body):
    answer = served.client.post("/api/acts/allowed", json=body)
    assert answer.status_code == 422
    assert served.get("/api/acts").json()["allowed"] == []
