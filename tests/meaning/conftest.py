"""An embedding without weights, and the real one."""

import os
from pathlib import Path

import pytest

from meaning.spelled import Spelled
from solovox.meaning.minilm import MiniLM
from solovox.weights import Cache, default_root


@pytest.fixture
def spelled():
    return Spelled()


@pytest.fixture(scope="session")
def minilm_folder():
    """The installed weights. What is missing fails the test, with the command that installs it."""
    return Cache(Path(default_root(os.environ))).path("minilm")


@pytest.fixture(scope="session")
def minilm(minilm_folder):
    return MiniLM(minilm_folder)
