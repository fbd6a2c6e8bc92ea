"""What was changed, in one line."""

import pytest

from solovox.core.units import FileChange
from solovox.text.changes import changed_files


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
