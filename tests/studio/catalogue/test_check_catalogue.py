"""`scripts/check-catalogue` asks npm's client about one tool; here a program in its place answers."""

import os
import subprocess

import pytest

import house_rules as house
from solovox.studio.catalogue.shelf import tools

CHART = next(tool for tool in tools() if tool.id == "chartjs")
SAME = f'{{"version": "{CHART.version}", "license": "{CHART.licence}"}}'


pytestmark = pytest.mark.slow


@pytest.fixture
def check(tmp_path):
    """Runs it with an npm that prints a text and notes what it was asked."""

    def run(*names, answers=SAME, status=0):
        npm, asked = tmp_path / "npm", tmp_path / "asked"
        npm.write_text(f"#!/bin/sh\necho \"$@\" >> '{asked}'\ncat <<'END'\n{answers}\nEND\nexit {status}\n")
        npm.chmod(0o755)
        done = subprocess.run(
            [house.ROOT / "scripts" / "check-catalogue", *names],
            capture_output=True,
            text=True,
            env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        )
        return done, asked.read_text().splitlines() if asked.exists() else []

    return run


@pytest.mark.parametrize("name", ["chartjs", "Chart.js", "chart.js"])
def test_one_that_is_as_in_the_catalogue_is_said_to_be(check, name):
    done, asked = check(name)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"chart.js: {CHART.version}, {CHART.licence}, as in the catalogue\n"
    assert asked == ["view chart.js version license --json"]


def test_what_differs_is_a_line_each(check):
    done, _ = check("chartjs", answers='{"version": "99.0.0", "license": "(MIT OR GPL-2.0)"}')
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        f"chart.js: version {CHART.version} in the catalogue ({CHART.seen}), 99.0.0 at npm",
        f"chart.js: licence {CHART.licence} in the catalogue ({CHART.seen}), MIT OR GPL-2.0 at npm",
    ]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "one name, please."),
        (("chartjs", "d3"), "one name, please."),
        (("left-pad",), "the catalogue has no 'left-pad'."),
    ],
)
def test_npm_is_asked_about_one_tool_of_the_catalogue_and_no_more(check, names, said):
    done, asked = check(*names)
    assert (done.returncode, asked) == (2, [])
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("answer", [{"status": 1}, {"answers": "no JSON"}, {"answers": '"1.0.0"'}])
def test_an_npm_that_does_not_say_is_said_in_one_line(check, answer):
    done, _ = check("chartjs", **answer)
    assert done.returncode == 2
    assert done.stderr.startswith("npm did not say: ")
    assert len(done.stderr.splitlines()) == 1
