"""A law that no test can turn red is not tested: each has a mutant, and each mutant fits. They run by `make mutants`."""

import ast
import os
import re
import subprocess
import sys

import pytest

from mutants.mutant import ROOT, TESTS, fits, fitting, mutants, places, read


@pytest.mark.slow
def test_every_mutant_fits_once_and_has_tests():
    assert [
        str(one)
        for one in mutants()
        if len(fits(one)) != 1 or not one.files or not all(file.exists() for file in one.files)
    ] == []


def test_every_law_has_a_mutant():
    laws = set(re.findall(r"^\*\*([A-Z]\d+)\*\*", (ROOT / "docs" / "spec.md").read_text(), re.MULTILINE))
    assert laws == {one.law for one in mutants()}


def test_no_mutant_is_there_twice():
    assert len(set(mutants())) == len(mutants())


CODE = """
@dataclass
class Gate:
    def sound(self, span):
        if (span.count > 0
                and self.open):  # by nobody else
            self.out.append(
                Play(span)
            )
            self.last = span
        return span.count > 0

    def over(self):
        match self.state:
            case State.OPEN | State.SHUT:
                return 'over'
"""


@pytest.mark.parametrize(
    ("block", "times"),
    [
        ("G1 core\n- span.count > 0 and self.open\n+ self.open", 1),
        ("G1 core\n- span.count > 0\n+ True", 2),
        ("G1 core.over\n- span.count > 0\n+ True", 0),
        ("G1 core.Gate\n- self.out.append(Play(span))", 1),
        ("G1 core\n- self.out.append(Play(span))\n- self.last = span\n+ pass", 1),
        ("G1 core\n- self.last = span\n- self.out.append(Play(span))\n+ pass", 0),
        ('G1 core\n- "over"\n+ ""', 1),
        (
            "G1 core\n- case State.OPEN | State.SHUT:\n-     return 'over'\n+ case State.OPEN:\n+     return 'over'",
            1,
        ),
    ],
)
def test_a_mutant_is_found_by_what_the_code_says(block, times):
    (mutant,) = read(block)
    assert len(fitting(mutant, places(ast.parse(CODE)))) == times


@pytest.mark.parametrize("block", ["G1\n- a\n+ b", "G1 core\n+ b", "G1 core\n- a\n+ b\n- c", "G1 core\na"])
def test_what_is_no_mutant_is_said(block):
    with pytest.raises(ValueError, match="no mutant"):
        read(block)


LISTED = """
G3 core
- VOICE_RATE: Final = 24000
+ VOICE_RATE: Final = 1

G3 core
- VOICE_RATE: Final = 24000
+ VOICE_RATE: Final = 24000 + 0

G3 core
- VOICE_RATE: Final = 24000
+ VOICE_RATE: Final = 1 / 0

G3 core
- VOICE_RATE: Final = 24000
+ while True:
+     pass

G3 core: gate_laws no_such_words
- VOICE_RATE: Final = 24000
+ VOICE_RATE: Final = 1
"""


def tried(folder, text):
    (folder / "list.txt").write_text(text)
    command = [sys.executable, "-m", "mutants", "--of", folder / "list.txt", "--seconds", "5"]
    return subprocess.run(
        command, cwd=TESTS, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, text=True
    )


@pytest.mark.slow
def test_what_shows_nothing_is_not_taken_for_red(tmp_path):
    done = tried(tmp_path, LISTED)
    said = [line.strip() for line in done.stdout.splitlines()]
    for reason in ("still green", "no test ran", "it never ended"):
        assert reason in said
    assert re.search(
        r"5 mutants: 0 seen red before, 5 run \(.*\), 1 red; their tests unchanged: 1 of 2 green", done.stdout
    )
    assert done.returncode == 1


@pytest.mark.slow
def test_what_fits_nowhere_or_twice_is_said_before_anything_runs(tmp_path):
    done = tried(tmp_path, "G1 core\n- nothing.of_the_kind\n\nG1 core\n- self\n+ None\n")
    assert "fits 0 times" in done.stdout
    assert re.search(r"fits \d{3,} times", done.stdout)
    assert "0 run" in done.stdout
    assert done.returncode == 1
