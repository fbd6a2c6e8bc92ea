"""Which names of a workspace are told beside what was heard."""

import pytest

from solovox.text.names.hearing_again import MOST_NEARBY, nearby_names
from solovox.text.names.workspace_names import EMPTY, NameLexicon

NAMES = NameLexicon(["test_prices.py", "user_service.py", "kubectl", "README.md", "main", "parse_header"])


@pytest.mark.parametrize(
    ("heard", "near"),
    [
        ("um run the test prizes dot pie", "test_prices.py"),
        ("rename pass header", "parse_header"),
        ("open use a service", "user_service.py"),
        ("use cube cuttle", "kubectl"),
    ],
)
def test_names_that_sound_like_what_was_heard_are_found(heard, near):
    assert nearby_names(heard, NAMES)[0] == near


@pytest.mark.parametrize("heard", ["what time is it in Oslo", "", "the and of it", "12"])
def test_of_other_words_none_is(heard):
    assert nearby_names(heard, NAMES) == ()
    assert nearby_names(heard, EMPTY) == ()


@pytest.mark.slow
def test_they_are_few_and_the_nearest_come_first():
    longer = [f"parse_header_{chr(a)}{chr(b)}" for a in range(97, 107) for b in range(97, 107)]
    many = NameLexicon(["parse_header", *longer])
    found = nearby_names("rename parse header to something", many)
    assert (len(found), found[0]) == (MOST_NEARBY, "parse_header")
    assert nearby_names("parse header " * 2_000, many) == nearby_names("parse header " * 30, many)
