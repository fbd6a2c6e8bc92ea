"""The adapters of `examples/third_party`, installed as a package of others, and chosen by a key: whole sessions."""

import asyncio
import sys

import pytest

from contracts.line_model import LineModel
from e2e.conftest import JOE, QUESTION
from installing import run

pytestmark = [pytest.mark.weights, pytest.mark.slow]


@pytest.fixture(scope="session")
def package(tmp_path_factory):
    """The package, as an installer puts it beside ours."""
    folder = tmp_path_factory.mktemp("third_party")
    fixed = ("--python", sys.executable, "--no-deps", "--no-index", "--no-build-isolation")
    run("scripts/uv", "pip", "install", *fixed, "--target", folder, "examples/third_party")
    return str(folder)


def instructions(asked):
    return [turn["instruction"] for turn in asked.timeline["turns"]]


def test_a_brain_and_a_voice_are_chosen_by_their_names(ask, package):
    chosen = ("--set", "brain.kind=parrot", "--set", "narrator.voice=beeps")
    asked = ask("--text=Hello there.", "--speed", "20", *chosen, PYTHONPATH=package)
    assert asked.done.returncode == 0, asked.done.stderr
    assert "You said: Hello there." in asked.done.stdout
    letters = sum(map(str.isalnum, "You said: Hello there."))
    sounding = len(asked.answer.strip(b"\0")) / 2 / 24_000
    assert abs(sounding - letters * 0.06) < 0.05, "each letter is a tone of 60 ms"


async def test_an_ear_is_chosen_by_its_name_and_has_a_setting_of_its_own(ask, package):
    async with LineModel(answering="What time is it?") as model:
        chosen = ("--set", "ear.kind=lines", "--set", f"ear.lines.address={model.address}", *JOE)
        asked = await asyncio.to_thread(
            lambda: ask(QUESTION, "--speed", "4", "--set", "narrator.kind=voice", *chosen, PYTHONPATH=package)
        )
    assert asked.done.returncode == 0, asked.done.stderr
    assert instructions(asked) == ["What time is it?"]
    assert model.answers(), "its call was answered"
    assert len(model.heard()) > 2 * 16_000
