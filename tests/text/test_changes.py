"""What a screen draws where the text that is sent is not what was heard."""

import pytest

from solovox.text.changes import parts


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
