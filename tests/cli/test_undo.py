"""`solovox undo` and `solovox allowed`: what agents did in this folder, and what they may do here unasked."""

import asyncio

from cli.running import one_line
from solovox.acts.allowed import AllowedActions, AllowedCommands
from solovox.acts.undo import UndoLog


def done(folder):
    async def answer():
        log = UndoLog(folder, folder / "state" / "solovox" / "undo")
        await log.before("Bash touch a.txt")
        (folder / "a.txt").touch()
        await log.after()

    asyncio.run(answer())


def test_U2_what_was_done_is_listed_given_back_and_done_again(run, tmp_path):
    done(tmp_path)
    listed = run("undo", "--list").stdout
    assert "Bash touch a.txt: a.txt" in listed
    assert run("undo").stdout == "Undone: Bash touch a.txt. a.txt is as before it.\n"
    assert not (tmp_path / "a.txt").exists()
    assert "undone" in run("undo", "--list").stdout
    again = run("undo")
    assert (again.returncode, one_line(again)) == (2, "solovox: there is nothing to undo in this folder")
    assert run("undo", "--redo").stdout.startswith("Redone")
    assert (tmp_path / "a.txt").exists()


def test_U2_what_was_changed_since_is_named_and_stays(run, tmp_path):
    done(tmp_path)
    (tmp_path / "a.txt").write_text("mine")
    refused = run("undo")
    assert (refused.returncode, one_line(refused)) == (
        1,
        "solovox: a.txt was changed since: nothing was touched",
    )
    assert (tmp_path / "a.txt").read_text() == "mine"


def test_A7_commands_are_freed_listed_and_asked_for_again(run, tmp_path):
    made = run("allowed", "add", "npm test -- {file}")
    assert made.returncode == 0, made.stderr
    allowed = AllowedCommands(tmp_path, tmp_path / "state" / "solovox" / "allowed")
    assert allowed.has("npm test -- a.js", bare=False)
    listed = run("allowed", "list").stdout
    assert "npm test -- {file}" in listed
    assert run("allowed", "remove", listed.split()[0]).returncode == 0
    assert not allowed.has("npm test -- a.js", bare=False)
    none = run("allowed", "remove", "nothing")
    assert (none.returncode, one_line(none)) == (
        2,
        "solovox: nothing of the name nothing is free here: see `solovox allowed list`",
    )
    refused = run("allowed", "add", "{all}")
    assert (refused.returncode, "all holes" in one_line(refused)) == (2, True)


def test_A7_an_action_is_freed_in_one_discord_server_and_listed_with_who_and_when(run, tmp_path):
    made = run("allowed", "add", "--server", "81", "message_discord_bot")
    assert made.returncode == 0, made.stderr
    home = tmp_path / "state" / "solovox" / "allowed"
    assert AllowedActions(81, home).has("message_discord_bot")
    assert not AllowedActions(82, home).has("message_discord_bot")
    [line] = run("allowed", "list").stdout.splitlines()
    [known] = AllowedActions(81, home).read_allowed()
    assert line.split() == [
        known.id,
        *known.at[:16].split("T"),
        known.who,
        "server",
        "81",
        "message_discord_bot",
    ]
    refused = run("allowed", "add", "--server", "81", "send it")
    assert (refused.returncode, "the name of one action" in one_line(refused)) == (2, True)
    assert run("allowed", "remove", "--server", "81", known.id).returncode == 0
    assert run("allowed", "list").stdout == ""
