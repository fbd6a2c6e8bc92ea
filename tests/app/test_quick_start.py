"""The live server begins quickly: it loads what it needs and no more, and its models side by side."""

import os
import subprocess
import sys
import threading

import pytest

from solovox.parts.engines.shared import SharedEngines
from solovox.speech.onnx import open_model
from solovox.weights import Cache, default_root

pytestmark = pytest.mark.slow

NOT_NEEDED = (
    "solovox.app.wiring",
    "solovox.core.conversation",
    "solovox.recordings.replay",
    "solovox.store",
    "solovox.studio",
    "httpx2",
    "rich",
    "onnxruntime",
)
"""Modules and packages that cost a fifth of a second each, or bring others that do. onnxruntime is loaded with its models."""
PROGRAM = "import sys, solovox.cli.live_server, solovox.parts.brains.local; print(*sys.modules)"
PATIENCE = 60


def test_the_command_and_its_brain_import_nothing_that_they_can_do_without():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "solovox.live_server.serving" in loaded
    assert [
        one for one in loaded if one in NOT_NEEDED or one.startswith(tuple(f"{n}." for n in NOT_NEEDED))
    ] == []


def test_two_models_are_loaded_side_by_side_and_each_once(tmp_path):
    engines, begun = SharedEngines(Cache(tmp_path)), threading.Barrier(2)
    loads = []

    def load(name):
        loads.append(name)
        begun.wait(PATIENCE)
        return name

    others = [threading.Thread(target=engines._once, args=("a", lambda: load("a"))) for _ in range(3)]
    for one in others:
        one.start()
    assert engines._once("b", lambda: load("b")) == "b"
    for one in others:
        one.join(PATIENCE)
    assert sorted(loads) == ["a", "b"]


@pytest.mark.weights
def test_no_plan_is_made_of_which_tensors_share_memory():
    """It is most of the time that a voice takes to load, and of no use where no two texts have one length."""
    options = open_model(
        Cache(default_root(os.environ)).path("silero-vad", "silero_vad.onnx")
    ).get_session_options()
    assert (options.enable_mem_reuse, options.enable_mem_pattern) == (False, False)
