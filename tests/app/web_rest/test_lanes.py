"""What a page draws of a session by itself."""

from solovox.app.web.answers import JournalLanes
from solovox.recordings.journal_reader import read
from solovox.recordings.timeline import build


def test_lanes_have_every_mark_of_the_timeline_and_the_waves_of_the_sound(served):
    folder = served.root / "s-7"
    answer = served.get("/api/journals/s-7/lanes")
    assert answer.headers["content-type"] == "application/json"
    lanes = JournalLanes.model_validate(answer.json())
    drawn = build(read(folder))
    assert [(one.n, one.lane, one.at, one.end) for one in lanes.marks] == [
        (one.n, one.lane, one.at, one.end) for one in drawn.marks
    ]
    assert {one.lane for one in lanes.marks} <= set(lanes.lanes)
    assert max(one.end or one.at for one in lanes.marks) <= lanes.length_ms == drawn.length_ms
    assert set(lanes.waves) <= set(lanes.lanes)
