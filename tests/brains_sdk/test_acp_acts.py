"""What an agent asks a yes for, over a real pipe: all of it is shown, judged and said, whatever it calls itself."""

from datetime import UTC, datetime

import pytest

from brains_sdk.acp_double import END, agent, further, permission, text, tool
from brains_sdk.test_acp import answered
from solovox.acts.allowed import AllowedCommands
from solovox.acts.hands import Hands
from solovox.core.units import RunId
from solovox.ports import BrainError, Step
from solovox.shell.links.yeses import ask_permission
from solovox.testing.contracts_brain import ScriptedHost

HIDING = [
    (
        {"title": "Run the tests", "kind": "execute", "rawInput": {"cmd": "rm -rf src", "cwd": "/"}},
        "rm -rf src",
    ),
    ({"title": "Look at the tests", "kind": "read", "rawInput": {"command": "rm -rf src"}}, "rm -rf src"),
    (
        {"title": "ls", "kind": "execute", "rawInput": {"command": "ls", "env": {"LD_PRELOAD": "x.so"}}},
        "LD_PRELOAD",
    ),
    (
        {"title": "Update the readme", "kind": "edit", "rawInput": {"path": "/etc/passwd", "new": "x"}},
        "/etc/passwd",
    ),
]


@pytest.mark.parametrize(("call", "shows"), HIDING)
async def test_A2_what_an_agent_hides_behind_a_title_or_a_kind_is_shown_and_needs_more_than_a_yes_aloud(
    tmp_path, call, shows
):
    host = ScriptedHost(allows=False)
    async with agent([permission("t", **call), END], folder=tmp_path) as (brain, _):
        await answered(brain, host=host)
        await brain.aclose()
    [act] = host.acts
    assert (shows in act.text, call["title"] in act.text.splitlines(), act.grave) == (True, False, True)
    assert f"the agent calls it: {call['title']}" in act.risk


async def test_N5_what_is_said_of_a_long_command_is_all_of_it_or_nothing(tmp_path):
    """A spoken yes is to what was heard: no part of a command is left out."""
    hidden = (
        "npm test -- --reporter=dot --silent --forceExit; node -e \"require('fs').rmSync(process.cwd())\""
    )
    calls = [hidden, f"{hidden} # {'x' * 600}"]
    script = [
        *(permission(f"t{n}", kind="execute", rawInput={"command": one}) for n, one in enumerate(calls)),
        END,
    ]
    host = ScriptedHost(allows=False)
    async with agent(script, folder=tmp_path) as (brain, _):
        await answered(brain, host=host)
        await brain.aclose()
    whole, long = (ask_permission(RunId(1), act) for act in host.acts)
    assert ("node dash e" in whole.said, "rmSync" in whole.said, long.said) == (True, True, "")


async def test_A2_a_yes_to_the_change_of_a_part_is_none_to_a_file_that_holds_nothing_else(tmp_path):
    (tmp_path / "a.txt").write_text("one\ntwo\nthree\n")
    diff = [{"type": "diff", "path": "a.txt", "oldText": "two", "newText": "2"}]
    script = [
        permission("w", title="Writing a.txt", kind="edit", content=diff),
        ["ask", 2, "fs/write_text_file", {"path": "a.txt", "content": "2"}],
        END,
    ]
    host = ScriptedHost(allows=True)
    async with agent(script, folder=tmp_path) as (brain, _):
        await answered(brain, host=host)
        await brain.aclose()
    assert ["-three" in act.text for act in host.acts] == [False, True]


NPM = {"command": "npm test"}
ASKED_STILL = {
    "by a title": [permission("t", kind="execute", title="npm test")],
    "of no shell": [permission("t", kind="other", rawInput=NPM)],
    "elsewhere": [permission("t", kind="execute", rawInput={**NPM, "cwd": "/"})],
    "elsewhere, by what was told before": [
        tool("t", kind="execute", rawInput={**NPM, "cwd": "/"}),
        permission("t", kind="execute", rawInput=NPM),
    ],
    "with a change": [
        permission("t", kind="execute", rawInput=NPM, content=[{"type": "diff", "path": "a", "newText": "x"}])
    ],
    "another": [permission("t", kind="execute", rawInput={"command": "npm test -u"})],
}


@pytest.mark.parametrize("how", ASKED_STILL)
async def test_A7_what_was_freed_here_is_not_asked_for_and_all_else_is(tmp_path, how):
    (work := tmp_path / "work").mkdir()
    freed = AllowedCommands(work, tmp_path / "state" / "allowed")
    script = [permission("f", kind="execute", rawInput={**NPM, "cwd": str(work)}), *ASKED_STILL[how], END]
    behind, bare = ScriptedHost(allows=False), ScriptedHost(allows=False)
    async with agent(script, folder=work, state=tmp_path / "state") as (brain, double):
        freed.add("npm test", "ann", datetime(2026, 11, 27, tzinfo=UTC), bare=False)
        await answered(brain, host=behind)
        freed.add("npm test", "ann", datetime(2026, 11, 27, tzinfo=UTC), bare=True)
        await answered(brain, host=bare)
        await brain.aclose()
    picked = [
        one["result"]["outcome"]["optionId"] for one in double.answers() if "outcome" in one.get("result", {})
    ]
    assert len(behind.acts) == 2
    assert behind.acts[0].text.startswith('Bash {"command":"npm test",')
    assert picked == ["no", "no", "yes", "no"]
    assert [act.text.startswith("Bash {") for act in bare.acts] == [how == "another"]


async def test_A7_nothing_is_free_where_the_agent_only_plans(tmp_path):
    freed = AllowedCommands(tmp_path, tmp_path / ".state" / "allowed")
    freed.add("npm test", "ann", datetime(2026, 11, 27, tzinfo=UTC), bare=True)
    modes = {"currentModeId": "plan", "availableModes": [{"id": "plan", "name": "Plan"}]}
    new = {"session/new": {"result": {"sessionId": "session-1", "modes": modes}}}
    script, host = [permission("f", kind="execute", rawInput=NPM), END], ScriptedHost(allows=False)
    given = {"state": tmp_path / ".state", "permissions": "plan"}
    async with agent(script, folder=tmp_path, answers=new, **given) as (brain, _):
        await answered(brain, host=host)
        await brain.aclose()
    assert len(host.acts) == 1


async def test_U2_what_an_agent_did_not_live_to_be_told_it_is_told_again(tmp_path):
    (work := tmp_path / "work").mkdir()
    hands = Hands(work, tmp_path / "state")
    await hands.keep_folder("Write a")
    (work / "a").touch()
    await hands.log.after()
    await hands.log.turn(undone=True)
    scripts = [["exit", 1]], [text("Yes."), END], [text("Yes."), END]
    async with agent(*scripts, folder=work, state=tmp_path / "state") as (brain, double):
        with pytest.raises(BrainError):
            await answered(brain)
        await answered(brain)
        await answered(brain)
        await brain.aclose()
    asked = [one["params"]["prompt"][0]["text"] for one in double.messages("session/prompt")]
    assert ["Undone: Write a." in one for one in asked] == [True, True, False]


UNASKED = [
    ("execute", {"command": "touch made"}, True),
    ("execute", {"command": "ls -la"}, False),
    ("edit", None, True),
    ("other", {"url": "http://a"}, True),
    ("read", {"path": "a"}, False),
    ("think", None, False),
]


@pytest.mark.parametrize(("kind", "raw", "stops"), UNASKED)
async def test_A7_what_an_agent_promises_is_checked(tmp_path, kind, raw, stops):
    script = [
        tool("t", title="it", kind=kind, status="in_progress", rawInput=raw),
        further("t", status="completed"),
        END,
    ]  # fmt: skip
    async with agent(script, folder=tmp_path) as (brain, _):
        if stops:
            with pytest.raises(BrainError, match="without asking"):
                await answered(brain, host=ScriptedHost(allows=True))
        else:
            await answered(brain, host=ScriptedHost(allows=True))
        await brain.aclose()


async def test_A7_a_step_begins_after_the_yes_though_the_agent_says_that_it_is_at_work(tmp_path):
    """Two of five agents say so before they ask."""
    script = [
        tool("t", title="touch made", kind="execute", status="in_progress"),
        permission("t", kind="execute", rawInput={"command": "touch made"}),
        END,
    ]  # fmt: skip
    for allows, states in ((True, [("begun", True)]), (False, [("failed", False)])):
        async with agent(script, folder=tmp_path) as (brain, _):
            pieces = await answered(brain, host=ScriptedHost(allows=allows))
            await brain.aclose()
        assert [(one.state.value, one.effects) for one in pieces if isinstance(one, Step)] == states
