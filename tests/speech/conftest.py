"""Speech to listen to: said by flite (a system program), 16 kHz; and sounds that are no speech."""

import os
import subprocess
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from portions import sampled
from solovox.weights import Cache, default_root

RATE = 16_000


@cache
def said(text, voice="slt"):
    """The sound of `text`, 16-bit mono at 16 kHz, as flite says it."""
    command = ["flite", "-voice", voice, "-t", text, "-o", "/dev/stdout"]
    wav = subprocess.run(command, check=True, capture_output=True).stdout
    return wav[44:]  # flite's header is 44 bytes and its rate 16 kHz


@pytest.fixture(scope="session")
def say():
    """A function: text (and voice) to sound."""
    return said


@pytest.fixture(scope="session")
def weights():
    """The installed weights. What is missing fails the test, with the command that installs it."""
    return Cache(Path(default_root(os.environ)))


def pcm(wave):
    return (np.clip(wave, -1, 1) * 32767).astype("<i2").tobytes()


def _noises():
    """Three seconds each of what is no speech."""
    chance = np.random.default_rng(7)
    count = 3 * RATE
    time = np.arange(count) / RATE
    note = np.arange(RATE * 3 // 8) / RATE
    scale = (262, 294, 330, 349, 392, 440, 494, 523)
    brown = np.cumsum(chance.standard_normal(count))
    brown -= brown.mean()
    fade = np.exp(-np.arange(RATE // 3) / 1500)
    return {
        "silence": bytes(2 * count),
        "faint noise": pcm(0.003 * chance.standard_normal(count)),
        "white noise": pcm(0.05 * chance.standard_normal(count)),
        "loud noise": pcm(0.3 * chance.standard_normal(count)),
        "brown noise": pcm(0.3 * brown / abs(brown).max()),
        "hum": pcm(0.2 * np.sign(np.sin(2 * np.pi * 50 * time))),
        "tone": pcm(0.3 * np.sin(2 * np.pi * 440 * time)),
        "chord": pcm(
            sum(0.1 * np.sin(2 * np.pi * f * time) for f in (262, 330, 392)) * (1 + np.sin(12 * time))
        ),
        "melody": pcm(
            np.concatenate([0.4 * np.sin(2 * np.pi * f * note) * np.exp(-4 * note) for f in scale])
        ),
        "clicks": pcm(0.8 * (np.arange(count) % 8000 < 40)),
        "burst": pcm(0.5 * chance.standard_normal(len(fade)) * fade),
    }


NOISES = _noises()


@pytest.fixture(params=sampled(NOISES, 4))
def noise(request):
    """Sound without words, one kind after another."""
    return NOISES[request.param]
