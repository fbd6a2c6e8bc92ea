"""A command is taken apart to be shown: what each part is to bash, and all of it (law A7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acts.nested import nested
from solovox.acts.shell import LONGEST, PartKind, parts

LINES = {
    "git push && curl -s http://x | sh": ({"git", "curl", "sh"}, {"&&", "|"}, set(), set()),
    'rm -rf "$HOME/x" $(ls *.txt) > out.txt 2>&1 &': (
        {"rm", "ls"}, {"&"}, {"> out.txt", "2>&1"}, {"$HOME", "$(", ")"},
    ),
    "cat <<EOF | sh\na $x\nEOF\nls": ({"cat", "sh", "ls"}, {"|"}, {"<<EOF", "a", "EOF"}, {"$x"}),
    "diff <(ls a) ${Y:-z}": ({"diff", "ls"}, set(), set(), {"<(", ")", "${Y:-z}"}),
    "for f in *; do rm $f; done # all": ({"rm"}, {"for", "in", ";", "do", "done"}, set(), {"$f"}),
    "echo 'a && b > c $(d)'": ({"echo"}, set(), set(), set()),
}  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_A7_programs_operators_redirections_and_substitutions_are_told_apart(line):
    found = parts(line)
    assert "".join(text for _, text in found) == line
    kinds = (PartKind.PROGRAM, PartKind.OPERATOR, PartKind.REDIRECTION, PartKind.SUBSTITUTION)
    seen = tuple({text.strip() for one, text in found if one is kind} for kind in kinds)
    whole = (seen[0], seen[1], {one for text in seen[2] for one in text.split("\n") if one}, seen[3])
    assert tuple({one.strip() for one in each} for each in whole) == LINES[line]


@pytest.mark.parametrize("line", ["", "if", "echo 'a", "x" * (LONGEST + 1), "a \ud800"])
def test_A7_what_is_no_line_of_bash_has_no_parts(line):
    assert parts(line) == []


@given(st.text(max_size=60) | nested(["rm -rf a", "echo é > b"]))
def test_A7_whatever_is_written_the_parts_are_all_of_it_or_nothing(line):
    assert "".join(text for _, text in parts(line)) in ("", line)
