"""What is said of an undo: the files that a person knows, and the repository in one word (law U2)."""

import pytest

from solovox.acts.undo import Done
from solovox.brains.undoing import sentence

SAID = [
    (("a.py",), "Undone: Edit a.py. a.py is as before it."),
    ((".git/index", ".git/logs/HEAD"), "Undone: Edit a.py. The repository is as before it."),
    ((".git/HEAD", "a.py"), "Undone: Edit a.py. a.py and the repository are as before it."),
    (("a", "b", "c", "d"), "Undone: Edit a.py. a, b, c and 1 more are as before it."),
    (
        ("a", "b", "c", "d", "sub/.git/x"),
        "Undone: Edit a.py. a, b, c, 1 more and the repository are as before it.",
    ),
]


@pytest.mark.parametrize(("paths", "said"), SAID)
def test_U2_what_was_given_back_is_said_by_names_that_a_person_knows(paths, said):
    assert sentence(Done(1, 0.0, ("Edit a.py",), "", "", paths, True)) == said
