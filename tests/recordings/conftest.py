"""What the tests of recordings share: any event, and a journal's making."""

from pathlib import Path

import pytest

from solovox.core.policy import Policy
from solovox.recordings import journal


@pytest.fixture
def create(tmp_path: Path):
    """Make a journal in a folder of its own."""

    def make(directory: Path = tmp_path / "session", **more):
        known = {"session": "s-1", "created": "2026-01-02T03:04:05Z", "profile": "talk", "policy": Policy()}
        return journal.create(directory, **(known | more))

    return make
