"""What the surface of this machine's devices is made of, and what it says when something is missing."""

import asyncio
import logging
import math
import sys

import pytest

from config.machine import MachineOf
from contracts.memory_devices import MemoryDevices
from solovox.app import wiring
from solovox.config.choosing import choose
from solovox.config.load import Setting
from solovox.parts.engines.devices import DeviceWatch, devices, missing, watched_devices
from solovox.parts.policies import policy
from solovox.parts.registry import ThisMachine
from solovox.ports import AdapterArgs
from solovox.shell.clock import run
from solovox.testing.fakes import MemoryJournal, ScriptedBrain, ScriptedRecogniser, ScriptedTts

pytestmark = pytest.mark.slow

FRAMES = {"frames": 1_024}
SETTLED_SECONDS = 4.0


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
    assert line == "our own voice is not taken out of the microphone: run: solovox install talk"


def test_who_asks_for_a_canceller_that_is_not_installed_is_told_what_to_run(bare):
    assert "solovox install talk" in missing(AdapterArgs(FRAMES | {"echo": "webrtc"}))


@pytest.mark.parametrize("echo", ["auto", "off", "webrtc"])
def test_where_it_is_installed_or_not_wanted_nothing_is_said(echo, caplog):
    with caplog.at_level(logging.WARNING):
        devices(AdapterArgs(FRAMES | {"echo": echo}))
    assert not caplog.messages


def settled(factor, **said):
    """What is told in a session of the profile `handoff` whose microphone hears the speaker by this factor."""
    found = {key: Setting(value, "--set") for key, value in said.items()}
    config = choose("handoff", found, MachineOf(ThisMachine(), {}))
    own = wiring.SessionParts(policy(config), ScriptedRecogniser([]), ScriptedTts(), ScriptedBrain(), ())
    lines = []

    async def whole():
        there = MemoryDevices()
        there.echo = (factor, 60) if factor else None
        watch = DeviceWatch(lambda what, line: None, said=lines.append)
        surface = watched_devices(AdapterArgs(FRAMES | {"echo": "auto"}), watch, lambda: there)
        session = wiring.session(own, surface, MemoryJournal())
        asyncio.get_running_loop().call_later(SETTLED_SECONDS, session.hang_up)
        await session.run()

    run(whole(), math.inf)
    return lines


@pytest.mark.parametrize(
    ("factor", "possible", "chosen"),
    [
        (0, "with barge-in you could talk over the voice", "full duplex, you can talk over the voice"),
        (0.1, "with barge-in you could talk over the voice", "full duplex, you can talk over the voice"),
        (0.5, "could talk over the voice, if it were 12 dB lower", "talk over the voice, which is 12 dB lower for it"),
        (2.0, "too loud to talk over", "half duplex, the microphone rests while a voice sounds"),
    ],
)  # fmt: skip
def test_with_barge_in_the_chirp_chooses_how_the_person_can_talk_over_the_voice(factor, possible, chosen):
    (line,) = settled(factor)
    assert line.endswith(possible)
    (line,) = settled(factor, barge_in="yes")
    assert line.endswith(chosen)
