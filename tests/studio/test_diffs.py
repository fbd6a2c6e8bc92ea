"""What changed between two versions."""

from solovox.studio.diffs import LONGEST, diffs


def test_each_file_that_differs_is_there_once():
    before = {"a.js": "1\n2\n3\n", "b.js": "x\n", "c.js": "same\n"}
    after = {"a.js": "1\n2!\n3\n", "d.js": "new\nlines\n", "c.js": "same\n"}
    found = [(one.path, one.change, one.added, one.removed) for one in diffs(before, after)]
    assert found == [("a.js", "changed", 1, 1), ("b.js", "removed", 0, 1), ("d.js", "added", 2, 0)]
    changed = diffs(before, after)[0].diff
    assert changed == "--- a/a.js\n+++ b/a.js\n@@ -1,3 +1,3 @@\n 1\n-2\n+2!\n 3\n"
    assert diffs(after, after) == []


def test_lines_that_look_like_a_head_are_counted():
    (found,) = diffs({"a.css": "-- a\n"}, {"a.css": "++ b\n"})
    assert (found.added, found.removed) == (1, 1)


def test_what_is_too_long_is_not_compared():
    (found,) = diffs({"a.js": "a\n" * LONGEST}, {"a.js": "b\n"})
    assert found.diff == "a.js is too long to be compared"
