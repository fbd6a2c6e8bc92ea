"""A law that no test can turn red is not tested: each mutant must fail the tests that carry its law's id."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solovox
from core.mutants import MUTANTS

PACKAGE = Path(solovox.__file__).parent
TESTS = Path(__file__).parent.parent


def which_see(folder):
    """The tests that must see a mutant in a folder of the package."""
    found = (TESTS / folder).glob("test_*_laws.py" if folder == "core" else "test_*.py")
    return sorted(str(path) for path in found)


@pytest.mark.slow
@pytest.mark.parametrize(("law", "file", "old", "new"), MUTANTS, ids=[f"{m[0]}-{m[1]}" for m in MUTANTS])
def test_a_mutant_turns_the_tests_of_its_law_red(law, file, old, new, tmp_path):
    file = file if "/" in file else f"core/{file}"
    folder = file.split("/")[0]
    shutil.copytree(PACKAGE, tmp_path / "solovox", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "solovox" / file
    text = path.read_text()
    assert text.count(old) == 1, f"the mutant of {law} no longer fits {file}"
    path.write_text(text.replace(old, new))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["-m", "not weights and not slow", "-k", f"test_{law}_", *which_see(folder)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=TESTS)
    assert run.returncode == 1, f"{law} still green:\n{run.stdout[-2_000:]}{run.stderr[-2_000:]}"


def test_every_law_of_the_core_has_a_mutant():
    laws = set(
        "G1 G2 G3 G4 G5 G6 G7 T1 T2 T3 T4 T5 N1 N2 N3 N4 N5 C1 C2 C3 C4 C5 A1 A3 L1 L2 L3 L4 L5 R1 R2".split()
    )
    assert laws <= {law for law, *_ in MUTANTS}
