"""What a stranger gets from the wheel with the extras `local` and `server`: all of it, from an empty folder, with no checkout."""

import pytest

from cli.serving import serving
from e2e.conftest import QUESTION
from installing import built, installed, run

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="module")
def solovox(tmp_path_factory):
    """The program, installed from the wheel."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "wheel").mkdir()
    return installed(folder, built(folder / "wheel"), "local") / "bin" / "solovox"


def test_the_lock_has_all_that_the_extras_ask_for(solovox):
    run("scripts/uv", "pip", "check", "--python", solovox.with_name("python"))


def test_it_asks_and_answers_from_an_empty_folder(solovox, tmp_path):
    told = run(solovox, "ask", QUESTION, "--out", "answer.wav", "--speed", "inf", cwd=tmp_path, PYTHONPATH="")
    assert "heard: What time is it?" in told
    assert (tmp_path / "answer.wav").stat().st_size > 20_000


@pytest.mark.wide
def test_it_serves_a_live_model_and_is_its_own_client(solovox, tmp_path):
    with serving(tmp_path / "server", "--voice", "joe", program=(solovox,), PYTHONPATH="") as server:
        live = ("--set", f"ear.url={server.told['ws']}", "--set", "narrator.kind=reader")
        asks = (solovox, "ask", QUESTION, "--out", "answer.wav", "--speed", "0.5", *live)
        told = run(*asks, cwd=tmp_path, PYTHONPATH="")
    assert "heard: What time is it?" in told
    assert "The time is " in told
