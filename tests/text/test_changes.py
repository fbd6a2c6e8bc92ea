"""What a screen draws where the text that is sent is not what was heard."""

import pytest

from solovox.core.units import FileChange
from solovox.text.changes import changed_files, parts


@pytest.mark.parametrize(
    ("heard", "text", "changed"),
    [
        ("delete the old locks", "delete the old logs", [("locks", "logs")]),
        ("um delete the logs", "Delete the logs.", [("um", "")]),
        ("delete logs", "delete the logs", [("", "the")]),
        ("list the files", "List the files.", []),
        ("", "list the files", [("", "list the files")]),
        ("a b c d", "x b c y", [("a", "x"), ("d", "y")]),
    ],
)
def test_the_words_that_differ(heard, text, changed):
    found = parts(heard, text)
    assert [(one.heard, one.text) for one in found if one.changed] == changed
    assert " ".join(one.heard for one in found if one.heard) == heard
    assert " ".join(one.text for one in found if one.text) == text


# What was changed, in one line.


@pytest.mark.parametrize(
    ("files", "line"),
    [
        ([], "nothing"),
        ([FileChange("src/auth.py", 3, 1)], "src/auth.py +3 −1"),
        ([FileChange("a", 0, 2), FileChange("b", 0, 0)], "a −2, b"),
        ([FileChange("a", 1, 0)] * 9, ", ".join(["a +1"] * 8) + ", 1 more"),
    ],
)
def test_each_file_has_the_lines_that_came_and_went(files, line):
    assert changed_files(files) == line
