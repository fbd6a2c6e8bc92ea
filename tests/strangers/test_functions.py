"""Google's automatic function calling, unpatched: Python functions of a program are called by what is said."""

import json

import pytest

from strangers.clients import PROGRAMS, installed, printed

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.mark.parametrize("sdk", ["genai-3", "genai-2"])
def test_functions_are_called_by_the_sdk_and_their_results_are_said(serve, tmp_path, sdk):
    server = serve()
    command = [installed(sdk) / "bin" / "python", PROGRAMS / "functions.py"]
    told = json.loads(printed(command, tmp_path, server.environment("python")))
    assert told["called"] == [["multiply", 6, 9], ["get_weather", "Oslo"], ["get_weather", "Bern"]]
    product, weather = told["texts"]
    assert float(product) == 54
    assert weather == told["streamed"].replace("Bern", "Oslo") == "Rain in Oslo."
    assert told["quiet"], "the brain answered"
