"""A law that no test can turn red is not tested: each mutant must fail the tests that carry its law's id."""

import pytest

from core.mutants import MUTANTS
from mutating import TESTS, fits, laws_of, told_of, turns_red


def place_of(file):
    return file if "/" in file else f"core/{file}"


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=[f"{m[0]}-{m[1]}" for m in MUTANTS])
def test_a_mutant_turns_the_tests_of_its_law_red(mutant, tmp_path):
    law, file, old, new, *seen = mutant
    file = place_of(file)
    folder = file.split("/")[0]
    if seen:
        name, *words = seen[0].split()
        turns_red(law, file, old, new, [TESTS / folder / f"test_{name}.py"], tmp_path, words)
    else:
        tests = told_of(law, folder, "test_*_laws.py" if folder == "core" else "test_*.py")
        turns_red(law, file, old, new, tests, tmp_path)


def test_every_mutant_of_the_core_fits():
    assert [mutant for mutant in MUTANTS if not fits(place_of(mutant[1]), mutant[2])] == []


def test_every_law_of_the_core_has_a_mutant():
    later = {"K1", "K2"}
    assert {law for law in laws_of("ACGKLNRT") if law not in later} <= {law for law, *_ in MUTANTS}
