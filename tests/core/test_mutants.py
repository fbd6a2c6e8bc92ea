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
TESTS = Path(__file__).parent
NEEDED = ("core", "testing", "__init__.py", "ports.py")


def only_needed(folder, names):
    """Of the package's own folder, only what the core's tests import."""
    return [n for n in names if n not in NEEDED] if Path(folder) == PACKAGE else []


@pytest.mark.slow
@pytest.mark.parametrize(("law", "file", "old", "new"), MUTANTS, ids=[f"{m[0]}-{m[1]}" for m in MUTANTS])
def test_a_mutant_turns_the_tests_of_its_law_red(law, file, old, new, tmp_path):
    copy = tmp_path / "solovox"
    shutil.copytree(PACKAGE, copy, ignore=only_needed)
    path = copy / "core" / file
    text = path.read_text()
    assert text.count(old) == 1, f"the mutant of {law} no longer fits {file}"
    path.write_text(text.replace(old, new))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    tests = sorted(str(p) for p in TESTS.glob("test_*_laws.py"))
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-k",
        f"test_{law}_",
        *tests,
    ]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=TESTS)
    assert run.returncode == 1, f"{law} still green:\n{run.stdout[-2_000:]}{run.stderr[-2_000:]}"
