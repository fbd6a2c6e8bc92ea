"""Many real clients at once: as many as the server promises, and not one more."""

import json

import pytest

from strangers.clients import PROGRAMS, installed, printed

pytestmark = [pytest.mark.weights, pytest.mark.slow]

LIMIT = 50


@pytest.mark.wide
def test_fifty_talk_at_once_and_the_next_is_refused_cleanly(serve, tmp_path):
    server = serve("--voice", "joe", "--limit", str(LIMIT))
    command = [installed("genai-3") / "bin" / "python", PROGRAMS / "many.py", str(LIMIT)]
    told = json.loads(printed(command, tmp_path, server.environment("python")))
    assert told["open"] == told["answered"] == LIMIT
    assert "1011" in told["refused"]
    assert f"all {LIMIT} sessions" in told["refused"]
    assert told["again"], "there is room again"
