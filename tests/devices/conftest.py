"""Each worker has a sound server of its own."""

import os

import pytest

from devices.sound_server import sound_server


@pytest.fixture(scope="session")
def server():
    with sound_server() as running:
        yield running


@pytest.fixture
def devices(server, monkeypatch):
    """The server, which this process uses, too."""
    for name, value in server.variables.items():
        monkeypatch.setenv(name, value)
    return server


@pytest.fixture
def client(server):
    """The variables of a process that uses it."""
    return os.environ | server.variables
