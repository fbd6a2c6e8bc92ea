"""Many talks one after another leave nothing behind; `make sim` holds twenty at a time for an hour."""

import math

import pytest

from http_server.web_people import left_behind, live
from solovox.shell.clock import run


@pytest.mark.slow
def test_people_come_and_go_and_nothing_stays(tmp_path):
    others = left_behind()
    seen, samples = run(live(tmp_path, people=3, seconds=90, seed=7, every=10), math.inf)
    assert not seen.found
    assert seen.talks >= 3
    assert min(seen.seen[kind] for kind in ("read", "flush", "heard", "asked"))
    before, *during, after = samples
    assert max(one.sessions for one in during) >= 3
    assert (after.tasks, after.files) == (before.tasks, before.files)
    assert not left_behind() - others
