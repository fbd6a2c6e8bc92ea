"""The device surface at real devices: PulseAudio's, through ALSA and PortAudio. It keeps the contract of every surface."""

import asyncio
import contextlib
import time

import pytest

from devices.sound_server import SPEAKER
from solovox.core.units import MIC_RATE, VOICE_RATE
from solovox.shell.clock import LoopClock
from solovox.surfaces.devices.portaudio import MICROPHONE, PortAudio
from solovox.surfaces.devices.portaudio import SPEAKER as A_SPEAKER
from solovox.surfaces.devices.sound_devices import DeviceTrouble
from solovox.surfaces.wav import written

pytestmark = pytest.mark.slow
