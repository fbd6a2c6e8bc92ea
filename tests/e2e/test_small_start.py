"""A live server where only the small weights are, and no others can be had: it serves all the same, and says so."""

import pytest

from cli.running import solovox, variables
from cli.serving import serving
from e2e.conftest import QUESTION
from solovox.weights import read_lock

pytestmark = [pytest.mark.wide, pytest.mark.weights]

NOWHERE = "http://127.0.0.1:9"
ALONE = {
    "PIP_CONFIG_FILE": "/dev/null",
    "PIP_INDEX_URL": NOWHERE,
    "PIP_RETRIES": "0",
    "UV_DEFAULT_INDEX": NOWHERE,
    "npm_config_registry": NOWHERE,
}
"""No registry can be reached."""


@pytest.fixture
def small(tmp_path):
    """A cache with the small weights only."""
    whole = variables(tmp_path)["SOLOVOX_CACHE"]
    folder = tmp_path / "cache" / "weights"
    folder.mkdir(parents=True)
    for item in read_lock().choose(small=True):
        (folder / item.name).symlink_to(f"{whole}/weights/{item.name}")
    return {**ALONE, "SOLOVOX_CACHE": str(tmp_path / "cache")}


def test_it_serves_on_the_small_weights_and_says_so(small, ask, tmp_path):
    with serving(tmp_path / "server", **small) as server:
        asked = ask(
            QUESTION,
            "--speed",
            "0.5",
            "--set",
            f"ear.url={server.told['ws']}",
            "--set",
            "narrator.kind=reader",
        )
        assert asked.done.returncode == 0, asked.done.stderr
        (turn,) = asked.timeline["turns"]
        assert turn["instruction"] == "What time is it?"
        assert turn["played"] == turn["text"]
    said = server.log.read_text()
    assert "it begins with whisper-tiny.en and joe, and fetches meanwhile: whisper-base" in said
    assert said.count("could not be had, and what is here serves on: ") == 1
    assert "Traceback" not in said


def test_without_any_weights_and_without_a_registry_it_is_one_line(tmp_path):
    done = solovox("live-server", cwd=tmp_path, SOLOVOX_CACHE=str(tmp_path / "cache"), **ALONE)
    assert done.returncode == 1
    assert "fetching the small ones" in done.stderr
    assert "could not fetch" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
