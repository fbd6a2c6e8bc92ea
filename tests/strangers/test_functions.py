"""Google's automatic function calling, unpatched: Python functions of a program are called by what is said."""

import json
import subprocess

import pytest

from strangers.clients import PATIENCE, PROGRAMS, installed

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.mark.parametrize("sdk", ["genai-3", "genai-2"])
def test_functions_are_called_by_the_sdk_and_their_results_are_said(serve, tmp_path, sdk):
    server = serve()
    done = subprocess.run(
        [installed(sdk) / "bin" / "python", PROGRAMS / "functions.py"],
        env=server.environment("python"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["called"] == [["multiply", 6, 9], ["get_weather", "Oslo"], ["get_weather", "Bern"]]
    product, asked, weather = told["texts"]
    assert float(product) == 54
    assert asked == "For which city?"
    assert weather == told["streamed"].replace("Bern", "Oslo") == "Rain in Oslo."
    assert told["quiet"], "the brain answered"
