"""REST: a player asks for parts of a sound, and gets exactly those."""

import os

import pytest

pytestmark = pytest.mark.slow

WHOLE = 44 + 2 * 48 * 16_000
RANGES = [
    ("bytes=0-", 0, WHOLE),
    ("bytes=0-0", 0, 1),
    ("bytes=0-43", 0, 44),
    ("bytes=10-43", 10, 44),
    ("bytes=43-44", 43, 45),
    ("bytes=44-44", 44, 45),
    ("bytes=45-100", 45, 101),
    ("bytes=700001-900000", 700_001, 900_001),
    ("bytes=-5", WHOLE - 5, WHOLE),
    (f"bytes={WHOLE - 1}-", WHOLE - 1, WHOLE),
    ("bytes=9-99999999999", 9, WHOLE),
    ("bytes=-99999999999", 0, WHOLE),
]
NO_RANGES = ["bytes=5-4", "bytes=-", "bytes=0-1,5-6", "samples=0-1", "bytes=a-b", "bytes", "bytes=0x1-", "bytes=" + 400 * "9"]  # fmt: skip


@pytest.mark.parametrize(("wanted", "first", "end"), RANGES)
def test_a_range_is_exactly_that_part(shared, wanted, first, end):
    path = "/api/journals/s-7/sound/mic.wav"
    whole = shared.get(path).content
    answer = shared.get(path, range=wanted)
    assert answer.status_code == 206
    assert answer.headers["content-range"] == f"bytes {first}-{end - 1}/{WHOLE}"
    assert answer.content == whole[first:end]
    assert int(answer.headers["content-length"]) == end - first


@pytest.mark.parametrize("wanted", NO_RANGES)
def test_what_is_no_range_is_answered_with_the_whole(shared, wanted):
    answer = shared.get("/api/journals/s-7/sound/mic.wav", range=wanted)
    assert (answer.status_code, len(answer.content)) == (200, WHOLE)


@pytest.mark.parametrize("wanted", [f"bytes={WHOLE}-", "bytes=99999999999-", "bytes=-0"])
def test_a_range_behind_the_sound_is_refused_with_its_size(shared, wanted):
    answer = shared.get("/api/journals/s-7/sound/mic.wav", range=wanted)
    assert (answer.status_code, answer.headers["content-range"]) == (416, f"bytes */{WHOLE}")
    assert list(answer.json()) == ["error"]


def test_a_range_of_sound_that_has_changed_is_answered_with_the_whole(served):
    path = "/api/journals/s-7/sound/mic.wav"
    tag = served.get(path).headers["etag"]
    assert served.get(path, range="bytes=0-9", if_range=tag).status_code == 206
    file = served.root / "s-7" / "sound" / "mic.flac"
    os.utime(file, (1, 1))
    answer = served.get(path, range="bytes=0-9", if_range=tag)
    assert (answer.status_code, len(answer.content)) == (200, WHOLE)
    assert answer.headers["etag"] != tag
