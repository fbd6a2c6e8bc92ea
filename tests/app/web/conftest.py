"""What the tests of the server share: one eventful session, and its journal."""

import asyncio

import pytest

from recordings.conftest import live


@pytest.fixture(scope="session")
def session(tmp_path_factory):
    """The folder of one eventful session."""
    return asyncio.run(live(tmp_path_factory.mktemp("eventful") / "session"))
