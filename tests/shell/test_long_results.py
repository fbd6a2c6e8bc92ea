"""Results that are too long to be told: shortened, and kept whole beside the journal, if there is one."""

import json
import os
import stat

import pytest

from shell.tools_link import answered
from solovox.core.commands import RunTool
from solovox.core.policy import Policy
from solovox.ports import NotKept, ToolResult
from solovox.recordings import long_results
from solovox.recordings.journal import create
from solovox.recordings.keeping import list_kept, remove
from solovox.shell.links.tools import LONGEST
from solovox.testing.fakes import ScriptedTool

pytestmark = pytest.mark.slow

KEY = 'a "quoted" key that must not be written'


def journal(folder):
    return create(
        folder / "one", session="one", created="2026-11-24", profile="talk", policy=Policy(), secrets=[KEY]
    )


async def told(text, keeps=None, effect=7):
    tool = ScriptedTool("t", ToolResult(text, "r-1"))
    return await answered([tool], RunTool(effect, "t", "{}"), keeps)


@pytest.mark.parametrize("letter", ["x", "ü", "😀", "\ud800"])
async def test_what_is_just_short_enough_is_told_whole_and_one_byte_more_is_not(letter, tmp_path):
    size = len(letter.encode(errors="replace")) if letter != "\ud800" else 3
    fits = letter * (LONGEST // size)
    assert len((await told(fits)).result) == len(fits)
    shortened = (await told(fits + letter)).result
    assert len(shortened.encode()) <= LONGEST
    assert "bytes were left out here" in shortened.splitlines()[-1]


async def test_the_whole_is_kept_beside_the_journal_private_and_without_secrets(tmp_path):
    one = journal(tmp_path)
    whole = "\n".join(f"line {n}: {'x' * 50}" for n in range(5_000)) + f"\n{KEY}\n{json.dumps(KEY)}\x1b[31m"
    event = await told(whole, one)
    await one.aclose()
    begin, last = event.result.rsplit("\n", 1)
    assert whole.startswith(begin)
    left = len(whole.encode()) - len(begin.encode())
    assert last == (
        f"… {left} of {len(whole.encode())} bytes were left out here; the whole is in results/7.txt, beside the journal"
    )
    assert (event.receipt, event.failed) == ("r-1", False)
    path = tmp_path / "one" / "results" / "7.txt"
    assert path.read_text() == whole[: whole.index(KEY)] + '[secret]\n"[secret]"'
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_no_word_is_cut_in_two_where_a_secret_could_be_one():
    secret = "k" * 40
    for before in range(65_000, 65_200, 7):
        event = await told(f"{'x' * before} {secret} {'y' * 9_000}")
        begin, _ = event.result.rsplit("\n", 1)
        assert begin.count("k") in (0, 40)


async def test_it_goes_with_its_session_and_counts_to_its_size(tmp_path):
    one = journal(tmp_path)
    await told("x" * 100_000, one)
    await one.aclose()
    [session] = list_kept(tmp_path)
    assert session.size > 100_000
    assert remove(session)
    assert list(tmp_path.iterdir()) == []


async def test_without_a_journal_nothing_is_kept_and_the_line_says_so():
    assert (await told("x" * 100_000)).result.endswith("; no journal is kept, so they are gone")


async def test_a_session_keeps_so_much_and_no_more(tmp_path):
    one = journal(tmp_path)
    big = "x" * (long_results.MOST - 100_000)
    assert "results/7.txt" in (await told(big, one)).result
    assert (await told("y" * 100_001, one, 8)).result.endswith(
        "the whole is not kept: the 16 MiB that a session keeps of results are full"
    )
    assert "results/9.txt" in (await told("y" * 100_000, one, 9)).result
    assert "longer than the 16 MiB" in (await told("z" * (long_results.MOST + 1), one, 10)).result
    await one.aclose()
    assert sorted(os.listdir(tmp_path / "one" / "results")) == ["7.txt", "9.txt"]


async def test_a_disk_that_fails_loses_no_result(tmp_path):
    one = journal(tmp_path)
    (tmp_path / "one" / "results").write_text("a file where the folder should be")
    event = await told("x" * 100_000, one)
    await one.aclose()
    assert event.result.startswith("x" * 60_000)
    assert "; the whole is not kept: it could not be written: " in event.result
    assert (event.receipt, event.failed) == ("r-1", False)


class Failing:
    async def keep_result(self, effect, text):
        raise self.error


@pytest.mark.parametrize("error", [NotKept("no room"), RuntimeError("no room")])
async def test_so_does_whatever_else_should_keep_it(error):
    failing = Failing()
    failing.error = error
    event = await told("x" * 100_000, failing)
    assert event.result.endswith("no room")
    assert not event.failed


async def test_no_file_that_is_there_is_overwritten_and_no_link_is_followed(tmp_path):
    one = journal(tmp_path)
    (tmp_path / "one" / "results").mkdir()
    (tmp_path / "one" / "results" / "7.txt").symlink_to(tmp_path / "elsewhere")
    assert "is not kept" in (await told("x" * 100_000, one)).result
    await one.aclose()
    assert not (tmp_path / "elsewhere").exists()
