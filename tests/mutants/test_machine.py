"""Which changes a machine makes of the core, and that what explains one that no test sees goes with its code."""

import pytest

from mutants.changes import changes, made
from mutants.machine import LONG, explained, put
from mutants.mutant import PACKAGE, TESTS

pytestmark = pytest.mark.slow

FILE = PACKAGE / "core" / "sample.py"
CODE = """
LIMIT = 3

def bounded(sound: int = 1) -> bool:
    if sound > LIMIT and not quiet:
        raise TooLong(f"{sound + 1} ms")
    log.append(sound)
    return replace(state, first=sound, open=True)
"""
BECOMES = [
    "if sound > LIMIT and (not quiet) → if True",
    "if sound > LIMIT and (not quiet) → if False",
    "sound > LIMIT and (not quiet) → not quiet",
    "sound > LIMIT and (not quiet) → sound > LIMIT",
    "sound > LIMIT and (not quiet) → sound > LIMIT or not quiet",
    "sound > LIMIT → sound >= LIMIT",
    "not quiet → quiet",
    "log.append(sound) → nothing",
    "replace(state, first=sound, open=True) → replace(state, open=True)",
    "replace(state, first=sound, open=True) → replace(state, first=sound)",
    "True → False",
]


def test_a_function_is_changed_where_it_decides_and_nothing_outside_it_or_in_an_error():
    assert [str(one).split(": ", 1)[1] for one in changes(FILE, CODE)] == BECOMES


def test_a_change_is_called_the_same_wherever_its_function_stands():
    ids = [one.id for one in changes(FILE, CODE)]
    assert [one.id for one in changes(FILE, f"import os\n\n\n{CODE}")] == ids
    assert len(set(ids)) == len(ids)


def test_the_code_with_a_change_does_what_the_change_says():
    text = "def most(a, b):\n    return max(a, b)\n"
    (change,) = changes(FILE, text)
    names = {}
    exec(made(change, text), names)
    assert names["most"](1, 2) == 1


def test_who_evaluates_what_is_changed_comes_by_a_line_of_its_statement_or_its_head():
    text = "def bounded(one):\n    if (one\n            > 1):\n        return max(\n            one, 2)\n"
    assert {one.old: one.lines for one in changes(FILE, text)} == {
        "if one > 1": (2, 3),
        "one > 1": (2, 3),
        "1": (2, 3),
        "max(one, 2)": (4, 5),
        "2": (4, 5),
    }


def test_a_function_that_was_made_before_is_changed_too_whatever_it_names_then(tmp_path):
    file = tmp_path / "sample.py"
    file.write_text(
        "def above(least):\n    def take(one):\n        return one > 0 and one > least\n    return take\n"
    )
    names = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    take = names["above"](3)
    (change,) = (one for one in changes(file, file.read_text()) if one.new == "one > 0")
    assert not take(1)
    put(change)
    assert take(1)


def test_the_tests_that_are_left_out_are_there():
    there = "".join(path.name + path.read_text() for path in (TESTS / "core").glob("test_*.py"))
    assert [name for name in LONG if name not in there] == []


def test_what_explains_a_survivor_is_of_code_that_is_there():
    files = (PACKAGE / "core").rglob("*.py")
    there = {one.id for path in files for one in changes(path, path.read_text())}
    assert explained() - there == set()
