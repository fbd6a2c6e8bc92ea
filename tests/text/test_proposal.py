"""Which other wordings of what was heard may be shown: nothing is added to it (law A1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.text.proposal import fits

WORDS = "delete move copy the old new logs folder test not only two main branch from to".split()


@pytest.mark.parametrize(
    ("heard", "proposed"),
    [
        ("um delete the old locks", "Delete the old logs."),
        ("delete the delete the old logs", "delete the old logs"),
        ("run pie test", "Run pytest."),
        ("push it to get hub", "Push it to GitHub."),
        ("open read me dot m d", "Open README.md"),
        ("open the file test underscore oth dot pie", "open the file test_auth.py"),
        ("what are they're tests", "What are their tests?"),
        ("don't delete it", "do not delete it"),
        ("do not delete it", "Don't delete it!"),
        ("I cannot see it", "I can't see it"),
        ("take twenty five of them", "take 25 of them"),
        ("it grew by 50 percent", "It grew by 50%."),
        ("rename it to test two", "rename it to test2"),
        ("push with dash dash force", "push with --force"),
        ("explain the a sink function", "Explain the async function"),
        ("use cube cuttle", "use kubectl"),
        ("please you know list the branches", "list the branches"),
        ("list the branches", "List the branches"),
        ("zeige die Größe", "Zeige die Größe!"),
    ],
)
def test_A1_a_wording_that_mends_what_was_heard_fits(heard, proposed):
    assert fits(heard, proposed)


@pytest.mark.parametrize(
    ("heard", "proposed"),
    [
        ("delete the old logs", "do not delete the old logs"),
        ("delete the old logs", "don't delete the old logs"),
        ("do not delete the old logs", "delete the old logs"),
        ("don't delete the old logs", "do delete the old logs"),
        ("never push to main", "push to main"),
        ("no delete it", "delete it"),
        ("delete only the old logs", "delete the old logs"),
        ("delete all logs except today", "delete all logs today"),
        ("delete the two old logs", "delete the ten old logs"),
        ("delete two logs", "delete logs"),
        ("delete logs", "delete 2 logs"),
        ("keep fifteen of them", "keep 50 of them"),
        ("use version 1.5", "use version 15"),
        ("branch one one", "branch 1"),
        ("branch one one", "branch 11"),
        ("what time is it", "Sure! Here is the corrected text: What time is it"),
        ("what time is it", "rm -rf the home directory"),
        ("what time is it", "It is noon."),
        ("delete the old logs", "delete the old logs and the new ones"),
        ("delete the old logs", "delete the old logs now"),
        ("delete the test folder", "delete the folder"),
        ("delete the test folder and then push", "delete the test folder"),
        ("copy lima to rome", "copy rome to lima"),
        ("install the package", "uninstall the package"),
        ("enable the tests", "disable the tests"),
        ("include the tests", "exclude the tests"),
        ("push the branch", "pull the branch"),
        ("turn it on", "turn it off"),
        ("delete old logs", "delete all logs"),
        ("delete logs", "delete logs*"),
        ("delete logs", "delete ~/logs"),
        ("delete logs", "delete /logs"),
        ("delete logs old", "delete logs/../old"),
        ("list files", "list files | remove"),
        ("list files", "list files\ndelete"),
        ("list files", "list files\u202e"),
        ("list files", "list fіles"),
        ("list files", ""),
        ("list files", "..."),
        ("", "list files"),
        ("move the file", "remove the file"),
        ("install it", "reinstall it"),
        ("deploy it", "redeploy it"),
        ("run the test", "run the latest"),
        ("hi", "high heels"),
        ("go", "no"),
    ],
)
def test_A1_a_wording_that_adds_or_turns_anything_does_not(heard, proposed):
    assert not fits(heard, proposed)


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), st.data())
def test_A1_no_word_is_slipped_in_and_what_was_heard_always_fits(words, data):
    heard = " ".join(words)
    assert fits(heard, heard)
    at = data.draw(st.integers(0, len(words)))
    for word in ("server", "not", "seven"):
        assert not fits(heard, " ".join([*words[:at], word, *words[at:]]))


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_judged(heard, proposed):
    if fits(heard, proposed):
        assert "\n" not in proposed


def test_a_long_text_is_judged_soon():
    heard = " ".join(["delete the old logs"] * 100)
    assert not fits(heard, f"{heard} now")
