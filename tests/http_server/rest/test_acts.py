"""REST: what agents did is seen and given back, and what they may do unasked is freed and asked for again (laws A7, U2)."""

import asyncio

import pytest

from solovox.acts.allowed import AllowedCommands
from solovox.acts.undo import UndoLog

pytestmark = pytest.mark.slow


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


@pytest.fixture
def three(work, served):
    """Answers that wrote 1, 2 and 3, each into a file of its own."""

    async def answers():
        log = UndoLog(work, served.root.parent / "undo", "Claude Code")
        for n in "123":
            log.asked = f"Write {n}."
            await log.before(f"Write {n}")
            (work / n).write_text(n)
            await log.after()

    asyncio.run(answers())


@pytest.mark.usefixtures("three")
def test_U2_one_goes_back_to_before_all_and_forward_again(served, work):
    done = served.get("/api/acts").json()["done"]
    assert [(one["who"], one["asked"]) for one in done] == [("Claude Code", f"Write {n}.") for n in "123"]
    said = served.client.post("/api/acts/go", json={"after": 0}).json()["said"]
    assert said == "Undone: Write 3; Write 2; Write 1. 1, 2 and 3 are as before these 3 answers."
    assert [*work.iterdir()] == []
    assert served.client.post("/api/acts/go", json={"after": 2}).status_code == 200
    assert sorted(one.name for one in work.iterdir()) == ["1", "2"]
    assert [one["undone"] for one in served.get("/api/acts").json()["done"]] == [False, False, True]
    assert served.client.post("/api/acts/go", json={"after": 2}).status_code == 404
    assert served.client.post("/api/acts/go", json={"after": -1}).status_code == 422


@pytest.mark.usefixtures("done")
def test_U2_what_cannot_be_given_back_now_is_said_before(served, work):
    assert served.get("/api/acts").json()["hindered"] == ""
    (work / "a.txt").write_text("mine")
    assert served.get("/api/acts").json()["hindered"] == "a.txt was changed since"
    (work / "a.txt").unlink()
    assert served.get("/api/acts").json()["hindered"] == "a.txt was changed since"


@pytest.mark.usefixtures("done")
def test_U2_an_agent_that_is_at_work_is_said_before(served, work):
    async def works():
        log = UndoLog(work, served.root.parent / "undo")
        await log.before("Write b")
        said = await asyncio.to_thread(lambda: served.get("/api/acts").json()["hindered"])
        log.close()
        return said

    assert asyncio.run(works()) == "an agent is at work here: stop it first"


def test_A7_a_command_is_taken_apart_to_be_shown(served):
    of = {"command": "git push && echo $(date) > a.txt"}
    parts = served.client.post("/api/acts/parts", json=of).json()["parts"]
    assert "".join(one["text"] for one in parts) == of["command"]
    assert [one["text"] for one in parts if one["kind"] == "program"] == ["git", "echo", "date"]
    assert served.client.post("/api/acts/parts", json={"command": "if"}).json() == {"parts": []}
