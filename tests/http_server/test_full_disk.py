"""The disk is full, read-only or broken: a talk goes on unkept, the person is told once, and what was kept until then replays (R1)."""

import asyncio
import logging

import pytest

from cli.places import largest_file
from http_server.lines_in_memory import hall, virtual
from solovox.recordings import journal_reader
from solovox.recordings.keeping import refusal
from solovox.recordings.replay import Identical, replay

pytestmark = pytest.mark.slow

TYPED = {"type": "text", "text": "what now"}


class Lines(logging.Handler):
    """What is logged."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


@pytest.fixture
def logged():
    """What the log says of journals."""
    handler, logger = Lines(), logging.getLogger("solovox.journal")
    logger.addHandler(handler)
    yield handler.lines
    logger.removeHandler(handler)


def lost(line):
    return [one["text"] for one in line.of("notice") if "is kept" in one["text"]]


async def talked(line, times=3):
    """It is asked and answered so often."""
    for n in range(times):
        await line.asks(TYPED)
        await asyncio.sleep(10)
        assert len(line.of("typed")) == n + 1
    assert line.closed is None
    assert len(line.of("finished")) == times


@pytest.mark.parametrize("room", [2_500, 4_096, 8_000])
def test_R1_a_disk_that_fills_in_a_talk_takes_nothing_of_it(coded, tmp_path, logged, room):
    root = tmp_path / "state" / "journals"

    async def scene():
        async with hall(tmp_path, journals=root) as at:
            line = await at.page()
            with largest_file(room):
                await talked(line)
                assert refusal(root) == f"nothing can be kept in {root}: File too large"
            assert lost(line) == ["From here on nothing of this talk is kept: file too large."]
            assert refusal(root) == ""
            again = await at.page()
            await talked(again)
            assert lost(again) == []

    virtual(scene)
    kept = [replay(journal_reader.read(one / "journal.jsonl")) for one in root.iterdir()]
    assert [type(one) for one in kept] == [Identical, Identical]
    assert sorted(one.ended for one in kept) == [False, True]
    assert logged == ["from here on nothing of this talk is kept: file too large"]


def test_R1_a_talk_on_a_full_disk_begins_unkept_and_says_so(coded, tmp_path, logged):
    async def scene():
        async with hall(tmp_path, journals=tmp_path / "journals") as at:
            with largest_file(10):
                line = await at.page()
                await talked(line)
            assert lost(line) == ["Nothing of this talk is kept: file too large."]

    virtual(scene)
    assert logged == ["nothing of this talk is kept: file too large"]


def test_R1_a_talk_where_no_folder_can_be_begins_unkept_and_says_so(coded, tmp_path, logged):
    (tmp_path / "file").write_text("")

    async def scene():
        async with hall(tmp_path, journals=tmp_path / "file" / "journals") as at:
            line = await at.page()
            await talked(line)
            assert lost(line) == ["Nothing of this talk is kept: not a directory."]
            assert "nothing can be kept in" in refusal(tmp_path / "file" / "journals")

    virtual(scene)
    assert len(logged) == 1
