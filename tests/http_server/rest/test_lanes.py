"""What a page draws of a session by itself."""

import msgspec
import numpy as np
import pytest
import soundfile

from solovox.core.units import MIC_RATE
from solovox.recordings.journal_reader import read
from solovox.recordings.page import MOST_VALUES, STEP_MS, JournalLanes
from solovox.recordings.timeline import build

pytestmark = pytest.mark.slow


def test_lanes_have_every_mark_of_the_timeline_and_the_waves_of_the_sound(served):
    folder = served.root / "s-7"
    answer = served.get("/api/journals/s-7/lanes")
    assert answer.headers["content-type"] == "application/json"
    lanes = msgspec.json.decode(answer.content, type=JournalLanes)
    drawn = build(read(folder))
    assert [(one.n, one.lane, one.at, one.end) for one in lanes.marks] == [
        (one.n, one.lane, one.at, one.end) for one in drawn.marks
    ]
    assert {one.lane for one in lanes.marks} <= set(lanes.lanes)
    assert max(one.end or one.at for one in lanes.marks) <= lanes.length_ms == drawn.length_ms
    assert set(lanes.waves) <= set(lanes.lanes)


@pytest.mark.slow
def test_what_is_told_of_the_sound_of_hours_is_no_more_than_a_page_can_draw(served):
    folder = served.root / "s-7" / "sound"
    minutes = 20
    loud_at = 60 * MIC_RATE
    sound = np.zeros(minutes * 60 * MIC_RATE, np.int16)
    sound[loud_at] = 32_767  # one sample, and it is not lost
    soundfile.write(folder / "mic.flac", sound, MIC_RATE, subtype="PCM_16")
    waves = msgspec.json.decode(served.get("/api/journals/s-7/lanes").content, type=JournalLanes).waves
    (mic,) = waves["mic"]
    assert len(mic.peaks) <= MOST_VALUES
    assert len(mic.peaks) * mic.step_ms == minutes * 60_000
    assert [n * mic.step_ms for n, peak in enumerate(mic.peaks) if peak] == [60_000]
    assert {one.step_ms for one in waves["played"]} == {STEP_MS}, "what is short is told as it is"


def test_a_long_result_is_shown_whole_and_nothing_else_of_its_folder(served, tmp_path):
    results = served.root / "s-7" / "results"
    results.mkdir()
    (results / "7.txt").write_text("grün " * 20_000)
    (tmp_path / "secret.txt").write_text("secret")
    (results / "8.txt").symlink_to(tmp_path / "secret.txt")
    answer = served.get("/api/journals/s-7/results/7.txt")
    assert (answer.text, answer.headers["content-type"]) == ("grün " * 20_000, "text/plain; charset=utf-8")
    assert [served.get(f"/api/journals/s-7/results/{one}.txt").status_code for one in ("8", "9")] == [
        404,
        404,
    ]
    assert served.get("/api/journals/s-7/results/..%2Fjournal.txt").status_code >= 400
    results.rename(served.root / "elsewhere")
    results.symlink_to(served.root / "elsewhere")
    assert served.get("/api/journals/s-7/results/7.txt").status_code == 404
