"""A workspace, and what was done in it."""

import pytest

from solovox.acts.undo import UndoLog


@pytest.fixture
def work(tmp_path):
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


@pytest.fixture
def log(work, tmp_path):
    log = UndoLog(work, tmp_path / "state" / "undo")
    yield log
    log.close()
