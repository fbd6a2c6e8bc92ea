"""The tools whose results are read to the person as they are."""

from datetime import UTC, datetime

import pytest

from solovox.text.speakable import Speakable
from solovox.tools.echo import Echo
from solovox.tools.files import ReadFileHead
from solovox.tools.time_of_day import GetTime
from solovox.tools.workspace import Workspace


def said(text):
    speakable = Speakable()
    return " ".join(piece.said for piece in (*speakable.feed(text), *speakable.finish()))


async def test_the_time_is_a_sentence():
    tool = GetTime(lambda: datetime(2026, 11, 1, 15, 5, tzinfo=UTC))
    assert (await tool.run({})).text == "The time is 3:05 PM."


@pytest.mark.parametrize(
    ("name", "content", "shown", "heard"),
    [
        ("notes.md", "Buy milk.\nCall Ada.\n", "Buy milk.\nCall Ada.", "Buy milk. Call Ada."),
        ("LICENSE", "Free for all.\n", "Free for all.", "Free for all."),
        ("main.py", "x = 1\nprint(x)\n", "```py\nx = 1\nprint(x)\n```", "print"),
        ("odd.py", 'a = "```"\n', '````py\na = "```"\n````', "```"),
        ("empty.md", "", "… the file is empty", "the file is empty"),
    ],
)
async def test_of_a_file_prose_is_read_and_code_is_named(tmp_path, name, content, shown, heard):
    (tmp_path / name).write_text(content)
    found = await ReadFileHead(Workspace(tmp_path)).run({"path": name, "lines": 5})
    assert found.text == shown
    assert (heard in said(found.text)) is ("```" not in shown)


async def test_what_is_echoed_is_what_was_given():
    assert (await Echo().run({"text": " one two "})).text == "one two"
    assert (await Echo().run({"text": "  "})).failed
