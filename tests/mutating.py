"""A law that no test can turn red is not tested: a small change to a copy of the package, and the law's own tests."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import solovox

PACKAGE = Path(solovox.__file__).parent
TESTS = Path(__file__).parent
SECONDS = 300
"""A test that waits for ever shows nothing: it must turn red."""


def laws_of(kinds):
    """The ids of the specification's laws of some kinds: the letters that they begin with."""
    text = (TESTS.parent / "docs" / "spec.md").read_text()
    return re.findall(rf"^\*\*([{kinds}]\d+)\*\*", text, re.MULTILINE)


def told_of(law, folder, pattern="test_*.py"):
    """The files of a folder whose tests carry the law's id."""
    return sorted(path for path in (TESTS / folder).glob(pattern) if f"_{law}_" in path.read_text())


def fits(file, old):
    """Whether what a mutant changes stands there, once."""
    return (PACKAGE / file).read_text().count(old) == 1


def turns_red(law, file, old, new, tests, place, words=()):
    """Change `file` of a copy in `place`, and run the tests of the law in the files `tests`, those only whose names have
    the `words`: one must fail.
    """
    # With what is compiled already, but not with what another process is about to rename.
    shutil.copytree(PACKAGE, place / "solovox", ignore=shutil.ignore_patterns("*.pyc.*"))
    path = place / "solovox" / file
    text = path.read_text()
    assert text.count(old) == 1, f"the mutant of {law} no longer fits {file}"
    path.write_text(text.replace(old, new))
    for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
        stale.unlink()
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["--hypothesis-profile=mutant", "-m", "not weights and not slow"]
    command += ["-k", " and ".join([f"_{law}_", *words]), *map(str, tests)]
    run = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=TESTS, timeout=SECONDS
    )
    assert run.returncode == 1, f"{law} still green:\n{run.stdout[-2_000:]}{run.stderr[-2_000:]}"
