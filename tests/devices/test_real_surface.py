"""The device surface at real devices: PulseAudio's, through ALSA and PortAudio. It keeps the contract of every surface."""

import pytest

pytestmark = pytest.mark.slow
