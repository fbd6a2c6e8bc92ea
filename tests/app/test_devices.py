"""What the surface of this machine's devices is made of, and what it says when something is missing."""

import logging
import sys

import pytest

from solovox.app.devices import devices, missing
from solovox.ports import AdapterArgs

FRAMES = {"frames": 1_024}


@pytest.fixture
def bare(monkeypatch):
    """Without the package that cancels echo."""
    for name in [name for name in sys.modules if name.split(".")[0] == "livekit"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "livekit", None)


def test_without_its_package_the_canceller_is_off_and_that_is_said_in_one_line(bare, caplog):
    with caplog.at_level(logging.WARNING):
        devices(AdapterArgs(FRAMES | {"echo": "auto"}))
    (line,) = caplog.messages
    assert line == "our own voice is not taken out of the microphone: pip install '.[terminal]' in a checkout"


def test_who_asks_for_a_canceller_that_is_not_installed_is_told_what_to_run(bare):
    assert "pip install '.[terminal]'" in missing(AdapterArgs(FRAMES | {"echo": "webrtc"}))


@pytest.mark.parametrize("echo", ["auto", "off", "webrtc"])
def test_where_it_is_installed_or_not_wanted_nothing_is_said(echo, caplog):
    with caplog.at_level(logging.WARNING):
        devices(AdapterArgs(FRAMES | {"echo": echo}))
    assert not caplog.messages
