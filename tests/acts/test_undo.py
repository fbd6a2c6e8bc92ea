"""What was done in a workspace is given back, answer by answer (laws U1, U2)."""

import asyncio
import os
import subprocess

import pytest

from solovox.acts.kept import ChangedSinceError, NotKeptError
from solovox.acts.undo import FORGETS, KEPT, UndoLog

pytestmark = pytest.mark.slow


def is_large(work):
    (work / "big").touch()
    os.truncate(work / "big", 3_000_000_000)


async def does(log, **files):
    """An answer that writes these files, or removes them."""
    await log.before("write")
    for name, text in files.items():
        (log.folder / name).unlink(missing_ok=True) if text is None else (log.folder / name).write_text(text)
    return await log.after()


async def undo(log):
    return next(iter(await log.turn(undone=True)), None)


async def redo(log):
    return next(iter(await log.turn(undone=False)), None)


def has(work):
    return {one.name: one.read_text() for one in work.iterdir()}


async def test_U2_answers_are_given_back_one_by_one_and_so_are_undos(work, log):
    await does(log, a="1")
    await does(log, a="2", b="1")
    await does(log, a=None)
    states = [{}, {"a": "1"}, {"a": "2", "b": "1"}, {"b": "1"}]
    for state in reversed(states[:-1]):
        await undo(log)
        assert has(work) == state
    assert await undo(log) is None
    for state in states[1:]:
        await redo(log)
        assert has(work) == state
    assert await redo(log) is None


async def test_U2_one_goes_back_further_than_the_last_answer_and_forward_again(work, log):
    await does(log, a="1")
    await does(log, a="2", b="1")
    await does(log, a=None)
    states = [{}, {"a": "1"}, {"a": "2", "b": "1"}, {"b": "1"}]
    for number in (1, 3, 0, 2, 1, 3):
        turned = await log.go_to(number)
        assert has(work) == states[number]
        assert [one.undone for one in log.read_log()] == [one > number for one in (1, 2, 3)]
    assert [one.id for one in turned] == [2, 3]
    assert await log.go_to(3) == []
    assert [one.id for one in await log.go_to(0)] == [3, 2, 1]


async def test_U2_going_back_further_touches_nothing_if_one_answer_cannot_be_given_back(work, log):
    await does(log, a="1")
    (work / "a").write_text("mine")
    await does(log, b="1")
    with pytest.raises(ChangedSinceError) as error:
        await log.go_to(0)
    assert error.value.paths == ["a"]
    assert has(work) == {"a": "mine", "b": "1"}
    assert not any(one.undone for one in log.read_log())
    await log.go_to(1)
    assert has(work) == {"a": "mine"}, "what the person did between two answers stays"


async def test_U2_going_back_further_gives_back_folders_that_came_and_went(work, log):
    await does(log, a="1")
    await log.before("mkdir")
    (work / "d").mkdir()
    (work / "d" / "e").write_text("1")
    await log.after()
    await log.before("rm")
    (work / "d" / "e").unlink()
    (work / "d").rmdir()
    (work / "d").write_text("a file now")
    await log.after()
    await log.go_to(1)
    assert has(work) == {"a": "1"}
    await log.go_to(2)
    assert (work / "d" / "e").read_text() == "1"


async def test_U2_what_is_done_after_an_undo_takes_the_place_of_what_was_undone(work, log):
    await does(log, a="1")
    await does(log, a="2")
    await undo(log)
    await does(log, a="3")
    assert await redo(log) is None
    await undo(log)
    await undo(log)
    assert has(work) == {}


async def test_U2_an_undo_that_finds_something_changed_since_leaves_all_as_it_is(work, log):
    await does(log, a="1", b="1")
    (work / "a").write_text("mine")
    with pytest.raises(ChangedSinceError):
        await undo(log)
    assert has(work) == {"a": "mine", "b": "1"}
    (work / "a").write_text("1")
    await undo(log)
    assert has(work) == {}


async def test_U2_an_answer_that_changed_nothing_is_not_undone_in_the_place_of_one_that_did(work, log):
    await does(log, a="1")
    assert await does(log) is None
    await undo(log)
    assert has(work) == {}


async def test_U2_of_more_answers_than_are_kept_the_oldest_stay_done(work, log):
    for n in range(KEPT + 2):
        await does(log, a=str(n))
    for _ in range(KEPT):
        await undo(log)
    assert has(work) == {"a": "1"}
    assert await undo(log) is None


async def test_U2_files_that_no_record_names_go(work, log):
    for n in range(KEPT + FORGETS):
        await does(log, a=str(n))
    assert len(list((log.home / "files").glob("??/*"))) == KEPT + 1


async def test_U2_while_an_agent_is_at_work_nothing_is_given_back(work, log, tmp_path):
    await does(log, a="1")
    other = UndoLog(work, tmp_path / "state" / "undo")
    await other.before("write")
    with pytest.raises(NotKeptError, match="at work"):
        await undo(log)
    await other.after()
    await undo(log)
    assert has(work) == {}


async def test_U2_our_own_state_in_the_workspace_is_no_part_of_it(work):
    log = UndoLog(work, work / ".state" / "undo")
    await does(log, a="1")
    assert log.read_log()[0].paths == ("a",)
    await undo(log)
    assert not (work / "a").exists()
    assert (work / ".state" / "undo").exists()


async def test_U2_two_programs_do_not_lose_what_the_other_keeps(work, tmp_path):
    one, other = (UndoLog(work, tmp_path / "state" / "undo") for _ in range(2))
    await does(one, a="1")
    await does(other, b="1")
    assert [done.id for done in one.read_log()] == [1, 2]
    await undo(one)
    await undo(other)
    assert has(work) == {}


async def test_U2_what_was_kept_and_is_gone_is_said(work, log):
    await does(log, a="1")
    for one in log.home.glob("*-before"):
        one.unlink()
    with pytest.raises(NotKeptError, match="gone"):
        await undo(log)


async def test_U1_what_is_kept_is_for_its_owner_only(work, log):
    (work / "a").write_text("secret")
    await does(log, a="2")
    files = list(log.home.rglob("*"))
    assert all(one.stat().st_mode & 0o077 == 0 for one in (log.home, *files)), files
    await asyncio.sleep(0)


MADE = {
    "a fifo": lambda work: os.mkfifo(work / "f"),
    "a large file": is_large,
    "a name that is no text": lambda work: (work / os.fsdecode(b"\xff")).touch(),
    "a folder that cannot be read": lambda work: (work / "d").chmod(0),
    "a file that cannot be read": lambda work: (work / "d" / "b").chmod(0),
    "no mode at all": lambda work: work.chmod(0),
    "another kind": lambda work: ((work / "a").unlink(), (work / "a").mkdir(), (work / "a" / "c").touch()),
}


@pytest.mark.parametrize("what", MADE)
async def test_U2_whatever_has_come_of_an_act_it_is_given_back(work, log, what):
    (work / "d").mkdir(mode=0o755)
    for name in ("a", "d/b"):
        (work / name).write_text("1")
        (work / name).chmod(0o644)
    modes = {one: (work / one).stat().st_mode for one in ("", "a", "d", "d/b")}
    await log.before("act")
    (work / "a").write_text("2")
    MADE[what](work)
    done = await log.after()
    assert done is not None
    assert await undo(log) is not None
    assert {one: (work / one).stat().st_mode for one in modes} == modes
    assert sorted(str(one.relative_to(work)) for one in work.rglob("*")) == ["a", "d", "d/b"]
    assert (work / "a").read_text() == (work / "d" / "b").read_text() == "1"


async def test_U2_what_was_never_kept_is_not_done_again_and_that_is_said(work, log):
    await log.before("act")
    os.mkfifo(work / "f")
    await log.after()
    await undo(log)
    with pytest.raises(NotKeptError, match="f was too large to be kept, or no file"):
        await redo(log)


async def test_U2_what_the_person_has_given_back_already_hinders_nothing(work, log):
    (work / "a").write_text("1")
    await does(log, a="2", b="2")
    (work / "a").write_text("1")
    await undo(log)
    assert has(work) == {"a": "1"}


async def test_U2_a_file_that_has_another_name_elsewhere_is_given_back_there_too(work, log, tmp_path):
    (work / "a").write_text("1")
    (tmp_path / "elsewhere").hardlink_to(work / "a")
    await does(log, a="1")
    await log.before("act")
    with (work / "a").open("w") as file:
        file.write("2")
    await log.after()
    await undo(log)
    assert (tmp_path / "elsewhere").read_text() == "1"


async def test_U1_where_nothing_can_be_written_it_is_told(work, tmp_path):
    (tmp_path / "state").write_text("a file")
    log = UndoLog(work, tmp_path / "state" / "undo")
    assert "nothing can be kept" in await log.trial()
    with pytest.raises(NotKeptError, match="nothing can be kept"):
        await log.before("act")


def git(work, *line):
    subprocess.run(
        ("git", "-c", "user.name=a", "-c", "user.email=a@b", *line), cwd=work, check=True, capture_output=True
    )


async def commits(log, name, text):
    await log.before("commit")
    (log.folder / name).write_text(text)
    git(log.folder, "add", "-A")
    git(log.folder, "commit", "-qm", name)
    await log.after()


async def test_U2_who_only_looks_at_a_repository_hinders_no_undo(work, log):
    git(work, "init", "-q")
    await commits(log, "a", "1")
    await commits(log, "a", "2")
    index = (work / ".git" / "index").read_bytes()
    os.utime(work / "a", ns=(1, 1))
    git(work, "status")
    assert (work / ".git" / "index").read_bytes() != index, "git has noted the new times"
    await undo(log)
    git(work, "status")
    await undo(log)
    assert [one.name for one in work.iterdir()] == [".git"]


async def test_U2_what_the_person_has_staged_since_is_theirs(work, log):
    git(work, "init", "-q")
    await commits(log, "a", "1")
    (work / "mine").write_text("1")
    git(work, "add", "mine")
    with pytest.raises(ChangedSinceError) as refused:
        await undo(log)
    assert ".git/index" in refused.value.paths


async def test_U2_what_is_kept_does_not_fill_the_disk_and_the_newest_can_be_undone(work, tmp_path):
    log = UndoLog(work, tmp_path / "state" / "undo", fullest=5_000)
    for n in range(8):
        await does(log, a=str(n) * 1_000)
    assert sum(one.stat().st_size for one in (log.home / "files").glob("??/*")) <= 5_000
    await undo(log)
    assert has(work) == {"a": "6" * 1_000}


async def test_U1_what_another_program_is_writing_is_said_before_an_act(work, log):
    (work / "a").touch()
    assert await log.trial() == "", "a file that was just saved"
    writer = await asyncio.create_subprocess_exec(
        "sh", "-c", "while :; do date +%N >> out.log; sleep 0.02; done", cwd=work
    )
    try:
        while not (work / "out.log").exists():
            await asyncio.sleep(0.01)
        assert await log.trial() == "another program is writing out.log"
    finally:
        writer.kill()
        await writer.wait()


async def test_U2_what_was_asked_for_and_who_did_it_are_kept(work, tmp_path):
    log = UndoLog(work, tmp_path / "state" / "undo", "Claude Code")
    log.asked = "Write\n  a."
    done = await does(log, a="1")
    assert (done.who, done.asked) == ("Claude Code", "Write a.")
    assert log.read_log() == [done]
