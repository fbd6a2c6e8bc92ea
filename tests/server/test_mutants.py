"""Each mutant of the live server must fail the tests that carry its law's id."""

import pytest

from mutating import TESTS, fits, laws_of, turns_red
from server.mutants import MUTANTS


def place_of(file):
    return file if "/" in file else f"server/{file}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "file", "old", "new", "tests"), MUTANTS, ids=[f"{m[0]}-{m[1]}" for m in MUTANTS]
)
def test_a_mutant_turns_the_tests_of_its_law_red(law, file, old, new, tests, tmp_path):
    turns_red(law, place_of(file), old, new, [TESTS / "server" / f"test_{tests}.py"], tmp_path)


def test_every_mutant_of_the_server_fits():
    assert [mutant for mutant in MUTANTS if not fits(place_of(mutant[1]), mutant[2])] == []


def test_every_law_of_the_server_has_a_mutant():
    assert set(laws_of("V")) <= {law for law, *_ in MUTANTS}
