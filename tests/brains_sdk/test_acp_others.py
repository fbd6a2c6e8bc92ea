"""What agents of others do at the edges of the protocol, over a real pipe: warnings, logins, sessions, a no that ends a turn."""

import json

import pytest

from brains_sdk.acp_double import END, SESSION, agent, further, permission, text, tool
from brains_sdk.test_acp import answered
from solovox.brains.acp.frames import printable
from solovox.ports import BrainError, Step, Wrote
from solovox.testing.contracts_brain import ScriptedHost

WARNING = text("Warning: the model is not known.\n\n")
GREETED = {"protocolVersion": 1, "agentInfo": {"name": "agent", "title": "The agent"}}
LOGIN = {"error": {"code": -32000, "message": "Authentication required"}}


def said(pieces):
    return "".join(one.text for one in pieces if isinstance(one, Wrote))


def notes(pieces):
    return [one.title for one in pieces if isinstance(one, Step)]


NAMED = [text("It is ", messageId="m1"), text("noon.", messageId="m1"), END]
UNNAMED = [
    ([WARNING, *NAMED], "It is noon.", ["Warning: the model is not known."]),
    ([*NAMED[:2], WARNING, END], "It is noon.", ["Warning: the model is not known."]),
    ([WARNING, tool("t", kind="read", title="look", status="completed"), *NAMED], "It is noon.", ["look", "Warning: the model is not known."]),
    ([WARNING, END], "Warning: the model is not known.\n\n", []),
    ([WARNING, permission("t", rawInput={"command": "touch made"}), END], "", ["not allowed: a tool", "Warning: the model is not known."]),
    ([permission("t", rawInput={"command": "touch made"}), text("Then not.\n"), END], "Then not.\n", ["not allowed: a tool"]),
    ([text("Look.\n"), permission("t", rawInput={"command": "touch made"}), text("Then not.\n"), END], "Look.\nThen not.\n", ["not allowed: a tool"]),
    ([text("It is\n\n"), text("noon."), END], "It is\n\nnoon.", []),
    ([text("It is "), text("noon.\n"), END], "It is noon.\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("script", "answer", "noted"), UNNAMED)
async def test_a_warning_of_an_agent_that_names_its_messages_is_a_note_and_no_answer(
    tmp_path, script, answer, noted
):
    async with agent(script, folder=tmp_path) as (brain, _):
        pieces = await answered(brain)
        await brain.aclose()
    assert (said(pieces), notes(pieces)) == (answer, noted)


async def test_what_an_agent_that_names_its_messages_says_under_no_name_alone_is_the_answer(tmp_path):
    refuses = [WARNING, permission("t", rawInput={"command": "touch made"}), END]
    async with agent(NAMED, [text("Cleared."), END], refuses, folder=tmp_path) as (brain, _):
        assert said(await answered(brain)) == "It is noon."
        assert said(await answered(brain)) == "Cleared."
        assert said(await answered(brain)) == ""
        await brain.aclose()


CANCELLED = ["end", {"stopReason": "cancelled"}]


@pytest.mark.parametrize("refused", [True, False])
async def test_A7_a_no_that_ends_the_turn_of_an_agent_is_no_failure(tmp_path, refused):
    call = permission("t", kind="execute", rawInput={"command": "touch made"})
    async with agent([call, CANCELLED], folder=tmp_path) as (brain, _):
        if refused:
            pieces = await answered(brain, host=ScriptedHost(allows=False))
            assert notes(pieces) == ["not allowed: a tool"]
        else:
            with pytest.raises(BrainError, match="broke off by itself"):
                await answered(brain, host=ScriptedHost(allows=True))
        await brain.aclose()


async def test_a_session_is_loaded_where_it_cannot_be_resumed_and_what_is_told_again_is_no_answer(tmp_path):
    able = {**GREETED, "agentCapabilities": {"loadSession": True, "sessionCapabilities": {"resume": {}}}}
    old = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": "the old answer "}}
    answers = {
        "initialize": {"result": able},
        "session/resume": {"error": {"code": -32601, "message": "Method not found"}},
        "session/load": {"result": {}, "before": [old], "after": [old] * 5},
    }
    (tmp_path / "last").write_text(SESSION)
    settings = {"session": "last", "kept": tmp_path / "last"}
    async with agent([text("It is noon."), END], folder=tmp_path, answers=answers, **settings) as (brain, _):
        pieces = await answered(brain)
        await brain.aclose()
    assert (said(pieces), notes(pieces)) == ("It is noon.", [])


KEYS = [
    {"id": "k", "name": "API key", "_meta": {"api-key": {"provider": "acme"}}},
    {"id": "k", "name": "API key", "type": "env_var", "vars": [{"name": "ACME_API_KEY"}]},
    {"id": "k", "name": "API key", "description": "Set the `ACME_API_KEY` environment variable"},
]


@pytest.mark.parametrize("method", KEYS)
@pytest.mark.parametrize("is_set", [True, False])
async def test_a_key_that_is_set_logs_in_and_else_the_line_names_its_variable(tmp_path, method, is_set):
    ways = [{"id": "web", "name": "Browser"}, method]
    answers = {
        "initialize": {"result": {**GREETED, "authMethods": ways}},
        "session/new": [LOGIN, {"result": {"sessionId": SESSION}}],
    }
    variables = {"ACME_API_KEY": "key" if is_set else " "}
    double = agent([text("Yes."), END], folder=tmp_path, answers=answers, environment=variables)
    async with double as (brain, seen):
        if is_set:
            assert said(await answered(brain)) == "Yes."
        else:
            with pytest.raises(BrainError, match="or set ACME_API_KEY$"):
                await answered(brain)
        await brain.aclose()
    assert [one["params"] for one in seen.messages("authenticate")] == [{"methodId": "k"}] * is_set


async def test_the_line_of_a_login_names_the_command_that_works(tmp_path):
    info = {"name": "@agentclientprotocol/codex-acp", "title": "Codex"}
    answers = {"initialize": {"result": {**GREETED, "agentInfo": info}}, "session/new": LOGIN}
    async with agent([END], folder=tmp_path, answers=answers) as (brain, _):
        with pytest.raises(BrainError, match="^Codex wants a login .*: run codex login in a terminal$"):
            await answered(brain)
        await brain.aclose()


@pytest.mark.parametrize("path", ["/etc/solovox-test", "../beside.txt", "link/inner.txt"])
async def test_A7_an_edit_outside_of_the_workspace_is_refused_at_once_with_a_line(tmp_path, path):
    (tmp_path / "link").symlink_to("/tmp")
    diff = [{"type": "diff", "path": path, "oldText": None, "newText": "x"}]
    asks = permission("t", title="Writing", kind="edit", content=diff)
    writes = ["ask", 2, "fs/write_text_file", {"path": path, "content": "x"}]
    host = ScriptedHost(allows=True)
    async with agent([asks, writes, END], folder=tmp_path) as (brain, double):
        pieces = await answered(brain, host=host)
        await brain.aclose()
    assert host.acts == []
    line = f"not asked: it may not write {path}: it is outside the workspace"
    assert notes(pieces) == [line, "not allowed: Writing", line]
    found = [
        one["result"]["outcome"]["optionId"] for one in double.answers() if "outcome" in one.get("result", {})
    ]
    assert found == ["no"]


async def test_A2_a_new_file_is_asked_for_once_though_the_agent_calls_it_an_empty_one(tmp_path):
    diff = [{"type": "diff", "path": "a.txt", "oldText": "", "newText": "x"}]
    script = [
        permission("t", title="Writing a.txt", kind="edit", content=diff),
        ["ask", 2, "fs/write_text_file", {"path": "a.txt", "content": "x"}],
        further("t", status="completed"),
        END,
    ]
    host = ScriptedHost(allows=True)
    async with agent(script, folder=tmp_path) as (brain, _):
        pieces = await answered(brain, host=host)
        await brain.aclose()
    assert (len(host.acts), (tmp_path / "a.txt").read_text()) == (1, "x")
    assert [one.state.value for one in pieces if isinstance(one, Step)] == ["begun", "done"]


@pytest.mark.parametrize(
    ("permissions", "own", "is_told"), [("ask", None, True), ("ask", "{}", False), ("edits", None, False)]
)
async def test_A7_an_agent_without_modes_is_told_to_ask_by_its_own_variable_unless_the_person_has_set_it(
    tmp_path, permissions, own, is_told
):
    variables = {} if own is None else {"OPENCODE_CONFIG_CONTENT": own}
    modes = {"currentModeId": "default", "availableModes": [{"id": "default"}, {"id": "acceptEdits"}]}
    answers = {"session/new": {"result": {"sessionId": SESSION, "modes": modes}}}
    made = agent(
        [text("Yes."), END], folder=tmp_path, environment=variables, permissions=permissions, answers=answers
    )
    async with made as (brain, double):
        await answered(brain)
        await brain.aclose()
    found = double.events("started")[0]["environment"].get("OPENCODE_CONFIG_CONTENT")
    assert (json.loads(found)["permission"]["*"] == "ask") if is_told else found == own


@pytest.mark.parametrize(
    ("line", "most", "cut"),
    [
        ("one two", 7, "one two"),
        ("one two three", 9, "one two …"),
        ("the key is not known to us", 20, "the key is not …"),
        ("abcdefghijkl", 6, "abcde…"),
        ("a bcdefghijkl", 8, "a bcdef…"),
    ],
)
def test_a_line_is_cut_after_a_word(line, most, cut):
    assert (printable(line, most), len(cut) <= most) == (cut, True)
