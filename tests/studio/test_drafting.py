"""An app's files while a writer writes."""

import pytest

from solovox.ports.projects import LARGEST_FILE
from solovox.ports.workshop import FileBegan, FileEnded, FileWrote
from solovox.studio.drafting import LONGEST_LINE, MOST_OPENED, Draft, TooMuch
from solovox.studio.file_stream import FileStream

EDIT = '<edit path="a.js"><<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE</edit>'


def drafted(answer, files=()):
    stream, draft = FileStream(), Draft(dict(files))
    events = [*stream.feed(answer), *stream.finish()]
    return draft, [step for event in events for step in draft.take(event)]


def test_files_come_one_after_the_other_and_are_told():
    draft, steps = drafted(
        'Hello.<file path="a.js">one</file><remove path="b.js"/>', {"b.js": "", "c.js": "3"}
    )
    assert draft.files == {"a.js": "one", "c.js": "3"}
    assert draft.wrong == []
    assert steps == [FileBegan("a.js"), FileWrote("a.js", "one"), FileEnded("a.js", 3)]


def test_an_edit_changes_what_is_there():
    draft, steps = drafted(EDIT, {"a.js": "one\n"})
    assert draft.files == {"a.js": "two\n"}
    assert steps[-1] == FileEnded("a.js", 4)


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (EDIT, "a.js is not there: write all of it, as a file"),
        (EDIT.replace("one", "gone").replace("a.js", "b.js"), "the edit of b.js was not made: what it searches does not stand in it: 'gone'. Write all of b.js"),
        ('<file path="b.js">half', "b.js broke off: write all of it again"),
        ('<file path="../b.js">x</file>', "no file can be called '../b.js': a name does not begin with a dot"),
        ('<remove path="a.js"/>', "'a.js' cannot be removed: it is not there"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_a_line_and_changes_nothing(answer, line):
    draft, _ = drafted(answer, {"b.js": "2"})
    assert draft.wrong == [line]
    assert draft.files == {"b.js": "2"}


def test_a_writer_without_an_end_is_stopped():
    with pytest.raises(TooMuch, match=f"more than {MOST_OPENED} files"):
        drafted('<file path="a.js"></file>' * (MOST_OPENED + 1))
    with pytest.raises(TooMuch, match=f"more than {LARGEST_FILE} characters into a.js"):
        drafted(f'<file path="a.js">{"x" * (LARGEST_FILE + 1)}</file>')


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("A tip calculator. It is blue.", "A tip calculator."),
        ("\n## A **tip** calculator\n\nMore.", "A tip calculator"),
        ("- Made it 1.5 times\n  larger! Yes.", "Made it 1.5 times larger!"),
        ("```xml\n", ""),
        ("", ""),
        ("x" * 500, "x" * (LONGEST_LINE - 1) + "…"),
    ],
)
def test_its_line_is_the_first_sentence(prose, line):
    assert drafted(prose)[0].line == line
