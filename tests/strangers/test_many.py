"""Many real clients at once: as many as the server promises, and not one more."""

import json
import subprocess

import pytest

from strangers.clients import PATIENCE, PROGRAMS, installed

pytestmark = [pytest.mark.weights, pytest.mark.slow]

LIMIT = 50


def test_fifty_talk_at_once_and_the_next_is_refused_cleanly(serve, tmp_path):
    server = serve("--voice", "joe", "--limit", str(LIMIT))
    done = subprocess.run(
        [installed("genai-3") / "bin" / "python", PROGRAMS / "many.py", str(LIMIT)],
        env=server.environment("python"),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["open"] == told["answered"] == LIMIT
    assert "1011" in told["refused"]
    assert f"all {LIMIT} sessions" in told["refused"]
    assert told["again"], "there is room again"
