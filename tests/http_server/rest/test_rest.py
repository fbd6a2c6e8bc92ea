"""REST: what it tells, what it refuses, and that no name leads out of the folder."""

import asyncio
import fcntl
import io
import json
import os
import shutil
import threading
import wave

import msgspec
import pytest
from click.testing import CliRunner

from http_server.rest.conftest import Served
from http_server.rest.test_sound_ranges import WHOLE
from solovox.cli.replay import timeline as command
from solovox.config.schema import ConfigError
from solovox.http.rest.journals import TimelineSummary
from solovox.http.rest.routes import QUICK, DiskThreads
from solovox.http.rest.wav import wav_of
from solovox.ports import StoreError
from solovox.ports.offload import BUSY, WAITING, TooBusy
from solovox.ports.projects import NoProject, ProjectError
from solovox.recordings import sound_files
from solovox.recordings.codec import JournalError
from solovox.recordings.journal_reader import read
from solovox.recordings.page import page
from solovox.recordings.timeline import build
from solovox.server.state import StateTrouble

pytestmark = pytest.mark.slow


def test_K1_what_waits_for_a_yes_is_heard_again(shared):
    answer = shared.get("/api/sessions/s-1/holds/3/sound.wav")
    with wave.open(io.BytesIO(answer.content)) as sound:
        assert (sound.getparams()[:4], sound.readframes(9)) == ((1, 2, 16_000, 2), b"\1\0\2\0")
    assert answer.headers["content-type"] == "audio/wav"
    assert "no-cache" in answer.headers["cache-control"]
    for other in ("s-1/holds/4", "s-2/holds/3", "s-1/holds/x"):
        assert shared.get(f"/api/sessions/{other}/sound.wav").status_code in (404, 422)


def test_the_sessions_that_run_are_listed_and_one_is_ended(served):
    assert served.get("/api/sessions").json() == {
        "sessions": [
            {"name": "s-1", "profile": "talk", "since": "2026-01-02T03:04:05Z", "pages": 2, "working": True}
        ]
    }
    assert served.client.delete("/api/sessions/s-2").status_code == 404
    ended = served.client.delete("/api/sessions/s-1")
    assert (ended.status_code, ended.content) == (204, b"")
    assert served.get("/api/sessions").json() == {"sessions": []}


def test_two_servers_of_a_process_have_the_same_routes_and_answer_each_for_itself(served, shared):
    served.talks.there = []
    assert [len(one.get("/api/sessions").json()["sessions"]) for one in (served, shared)] == [0, 1]


def test_settings_are_told_with_where_they_come_from(shared):
    assert shared.get("/api/settings").json() == {
        "profile": "talk",
        "settings": [{"key": "brain.api_key", "value": "********", "origin": "solovox.toml"}],
        "waiting": [],
    }


def test_the_server_lives_also_when_it_is_not_ready(served):
    assert (served.get("/healthz").text, served.get("/readyz").text) == ("ok\n", "ready\n")
    served.talks.why = "all 50 sessions of this server are taken"
    answer = served.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"error": served.talks.why})
    assert served.get("/healthz").status_code == 200


def test_metrics_are_told_as_prometheus_reads_them(served):
    served.metrics.began()
    answer = served.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "solovox_sessions 1.0" in answer.text.splitlines()


def test_journals_are_listed_the_newest_first(served):
    for n, name in enumerate(("old", "torn")):
        shutil.copytree(served.root / "s-7", served.root / name)
        os.utime(served.root / name / "journal.jsonl", (n, n))
    torn = served.root / "torn" / "journal.jsonl"
    torn.write_bytes(torn.read_bytes()[:-30])
    os.utime(torn, (1, 1))
    shutil.rmtree(served.root / "old" / "sound")
    (served.root / "notes.txt").write_text("no journal")
    found = served.get("/api/journals").json()
    assert [(one["name"], one["ended"], one["sound"]) for one in found["journals"]] == [
        ("s-7", True, True),
        ("torn", False, True),
        ("old", True, False),
    ]
    assert found["total"] == 3
    size = sum(path.stat().st_size for path in (served.root / "s-7").rglob("*") if path.is_file())
    assert found["journals"][0]["bytes"] == size
    few = served.get("/api/journals?limit=1").json()
    assert ([one["name"] for one in few["journals"]], few["total"]) == (["s-7"], 3)
    assert served.get("/api/journals/s-7").json() == found["journals"][0]


def test_a_folder_that_is_not_there_has_no_journals(served):
    shutil.rmtree(served.root)
    assert served.get("/api/journals").json() == {"journals": [], "total": 0}


def test_events_are_the_lines_of_the_journal_without_a_torn_one(served):
    journal = served.root / "s-7" / "journal.jsonl"
    whole = journal.read_bytes()
    answer = served.get("/api/journals/s-7/events")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.content == whole
    journal.write_bytes(whole[:-30])
    lines = served.get("/api/journals/s-7/events").text.splitlines()
    assert len(lines) == whole.count(b"\n") - 1
    assert all(json.loads(line) for line in lines)


@pytest.mark.slow
def test_a_timeline_is_the_one_of_the_command_line(served):
    said = CliRunner().invoke(command, [str(served.root / "s-7"), "--json"])
    answer = served.get("/api/journals/s-7/timeline")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == json.loads(said.stdout)
    assert msgspec.to_builtins(msgspec.convert(answer.json(), TimelineSummary)) == answer.json()


@pytest.mark.slow
def test_a_timeline_page_is_the_one_of_the_command_line_and_shut_in(served):
    folder = served.root / "s-7"
    answer = served.get("/api/journals/s-7/timeline.html")
    assert answer.text == page(build(read(folder)), folder)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "script-src 'unsafe-inline'" not in policy
    assert policy.endswith("sandbox allow-scripts")


def test_no_code_of_the_current_folder_is_run_for_it(served, tmp_path, monkeypatch):
    (tmp_path / "msgspec.py").write_text("raise SystemExit('run')")
    monkeypatch.chdir(tmp_path)
    assert served.get("/api/journals/s-7/timeline").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("route", ["timeline", "lanes", "timeline.html", "sound.wav"])
def test_a_journal_that_was_changed_is_refused_with_its_line_and_no_path(served, route):
    journal = served.root / "s-7" / "journal.jsonl"
    lines = journal.read_bytes().split(b"\n")
    journal.write_bytes(b"\n".join([*lines[:3], lines[4], *lines[3:]]))
    answer = served.get(f"/api/journals/s-7/{route}")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("s-7: line 4: ")
    assert str(served.root) not in answer.text


@pytest.mark.slow
def test_a_session_of_the_live_server_has_events_and_no_timeline(served):
    (served.root / "other").mkdir()
    (served.root / "other" / "journal.jsonl").write_text('{"kind":"served"}\n')
    assert served.get("/api/journals/other").json()["kind"] == "served"
    assert served.get("/api/journals/other/events").status_code == 200
    assert "live server" in served.get("/api/journals/other/timeline").json()["error"]


def test_a_journal_is_removed_with_its_sound_unless_it_is_being_written(served):
    with (served.root / "s-7" / "journal.jsonl").open("rb") as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        answer = served.client.delete("/api/journals/s-7")
        assert (answer.status_code, "is being written" in answer.json()["error"]) == (409, True)
        assert served.get("/api/journals/s-7").status_code == 200
    assert served.client.delete("/api/journals/s-7").status_code == 204
    assert served.get("/api/journals").json()["total"] == 0
    assert not (served.root / "s-7").exists()


NAMES = [
    "..", ".", "../secret", "../../secret", "s-7/..", "s-7/../../secret", "..\\secret", "/etc", "//etc", "~", "*", "s-?",
    "S-7", "s-7 ", "s-7\0", "s-7\n", "%2e%2e", "..%2fsecret", "link", "linked", "notes.txt", "s-7/journal.jsonl",
    "a" * 5_000, "\u202es-7", "s\u20117", "two\nlines",
]  # fmt: skip
STREAMS = [
    "..",
    "../journal",
    "link",
    "mic.flac",
    "MIC",
    "mic\0",
    "voice/1",
    "*",
    "../../../secret/sound/mic",
]


def besieged(served):
    """The same, with links that lead out of its folder; outside is a session that is secret."""
    secret = served.root.parent / "secret"
    shutil.copytree(served.root / "s-7", secret)
    shutil.copytree(served.root / "s-7", served.root / "two\nlines")
    (served.root / "link").symlink_to(secret)
    (served.root / "linked").mkdir()
    (served.root / "linked" / "journal.jsonl").symlink_to(secret / "journal.jsonl")
    (served.root / "s-7" / "sound" / "link.flac").symlink_to(secret / "sound" / "mic.flac")
    (served.root / "notes.txt").write_text("no journal")
    return served


@pytest.fixture
def beset(served):
    return besieged(served)


@pytest.fixture(scope="module")
def withstands(session, tmp_path_factory):
    """One for all names: none changes anything."""
    root = tmp_path_factory.mktemp("beset") / "journals"
    shutil.copytree(session, root / "s-7")
    return besieged(Served(root))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_one_of_the_list_and_nothing_else(withstands, name):
    routes = ("", "/events", "/timeline", "/timeline.html", "/sound", "/sound.wav", "/sound/mic.wav")
    asked = [("GET", f"/api/journals/{name}{route}") for route in routes]
    for method, path in (
        *asked,
        ("HEAD", f"/api/journals/{name}/sound.wav"),
        ("DELETE", f"/api/journals/{name}"),
    ):
        status, body = withstands.raw(method, path)
        assert status in (404, 405, 307), path
        assert method == "HEAD" or not body or list(json.loads(body)) == ["error"]
    assert (withstands.root.parent / "secret" / "journal.jsonl").is_file()
    assert (withstands.root.parent / "secret" / "sound" / "mic.flac").is_file()
    assert [one["name"] for one in withstands.get("/api/journals").json()["journals"]] == ["s-7"]


@pytest.mark.parametrize("stream", STREAMS)
def test_a_stream_is_one_of_the_list_and_nothing_else(withstands, stream):
    status, body = withstands.raw("GET", f"/api/journals/s-7/sound/{stream}.wav")
    assert (status, list(json.loads(body))) == (404, ["error"])
    assert "link" not in [one["name"] for one in withstands.get("/api/journals/s-7/sound").json()["streams"]]


def test_sound_behind_a_linked_folder_is_not_there(beset, tmp_path):
    shutil.rmtree(beset.root / "s-7" / "sound")
    (beset.root / "s-7" / "sound").symlink_to(tmp_path / "secret" / "sound")
    assert beset.get("/api/journals/s-7/sound").json() == {"streams": []}
    assert beset.get("/api/journals/s-7/sound/mic.wav").status_code == 404


def test_a_link_is_no_sound(beset, tmp_path):
    for file in (beset.root / "s-7" / "sound").glob("[mv]*.flac"):
        file.unlink()
    assert beset.get("/api/journals/s-7").json()["sound"] is False
    with pytest.raises(OSError, match="symbolic links"):
        wav_of(beset.root / "s-7" / "sound" / "link.flac", "tag")


def test_a_folder_whose_name_is_no_text_is_not_listed(served):
    shutil.copytree(served.root / "s-7", served.root / os.fsdecode(b"\xff\xfe"))
    assert served.get("/api/journals").json()["total"] == 1


def test_a_stream_is_a_wav_file_whose_sample_n_is_the_stream_s(served):
    kept = sound_files.read(served.root / "s-7" / "sound", "mic")
    answer = served.get("/api/journals/s-7/sound/mic.wav")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "audio/wav")
    assert int(answer.headers["content-length"]) == len(answer.content)
    with wave.open(io.BytesIO(answer.content)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16_000)
        assert file.readframes(file.getnframes()) == kept
    listed = {one["name"]: one for one in served.get("/api/journals/s-7/sound").json()["streams"]}
    assert listed["mic"] == {"name": "mic", "rate": 16_000, "seconds": 48.0, "bytes": len(answer.content)}
    assert listed["voice-1"]["rate"] == 24_000


def test_a_head_says_what_a_get_would_bring(served):
    for path in ("/api/journals/s-7/sound.wav", "/api/journals/s-7/sound/mic.wav"):
        head, get = served.client.head(path), served.get(path)
        assert (head.status_code, head.content) == (200, b"")
        assert dict(head.headers) == dict(get.headers)
        assert served.raw("HEAD", path) == (200, b"")


@pytest.mark.slow
def test_the_whole_session_is_heard_from_both_sides(served):
    answer = served.get("/api/journals/s-7/sound.wav")
    with wave.open(io.BytesIO(answer.content)) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, 24_000)
        assert file.getnframes() >= 48 * 24_000
    part = served.get("/api/journals/s-7/sound.wav", range="bytes=96045-96100")
    assert part.content == answer.content[96_045:96_101]
    shutil.rmtree(served.root / "s-7" / "sound")
    os.utime(served.root / "s-7" / "journal.jsonl", (1, 1))
    gone = served.get("/api/journals/s-7/sound.wav")
    assert (gone.status_code, gone.json()) == (
        404,
        {"error": "s-7 cannot be played as one: no sound was kept"},
    )


def test_sound_of_a_killed_session_ends_where_its_file_ends(served):
    file = served.root / "s-7" / "sound" / "mic.flac"
    data = bytearray(file.read_bytes())
    assert data[:4] == b"fLaC"
    data[8 + 13] &= 0xF0  # a file that is being written says of its length: unknown
    data[8 + 14 : 8 + 18] = bytes(4)
    file.write_bytes(data[: len(data) // 2])
    answer = served.get("/api/journals/s-7/sound/mic.wav")
    assert answer.status_code == 200
    whole = sound_files.read(served.root / "s-7" / "sound", "mic")
    assert 0 < len(answer.content) - 44 < WHOLE
    assert answer.content[44:] == whole[: len(answer.content) - 44]
    assert served.get("/api/journals/s-7/sound/mic.wav", range="bytes=-2").content == answer.content[-2:]


def test_a_file_that_is_no_sound_is_not_there(served):
    (served.root / "s-7" / "sound" / "voice-9.flac").write_bytes(b"no sound")
    assert "voice-9" not in [one["name"] for one in served.get("/api/journals/s-7/sound").json()["streams"]]
    assert served.get("/api/journals/s-7/sound/voice-9.wav").status_code == 404


WRONG = [
    ("GET", "/api/nothing", 404, "there is nothing at /api/nothing; what there is: /api/docs"),
    ("PUT", "/api/sessions", 405, "PUT is not possible here; use GET, HEAD, POST"),
    ("GET", "/api/journals?limit=0", 422, "limit: Expected `int` >= 1"),
    ("GET", "/api/journals?limit=many", 422, "limit: Expected `int`, got `str`"),
    ("GET", "/api/sessions/x", 405, "GET is not possible here; use DELETE"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "status", "line"), WRONG)
def test_what_is_wrong_is_one_line(shared, method, path, status, line):
    answer = shared.client.request(method, path)
    assert (answer.status_code, answer.json()) == (status, {"error": line})


def test_a_line_is_short_and_has_no_control_characters(served):
    _, body = served.raw("GET", "/api/\x1b[2J\n" + "a" * 9_000)
    line = json.loads(body)["error"]
    assert len(line) == 300
    assert line.isprintable()


@pytest.mark.parametrize("threads", [QUICK, 1])
async def test_reading_is_bounded_and_never_blocks_the_loop(threads):
    reading, gate, refused = DiskThreads(threads), threading.Event(), []

    async def one():
        try:
            assert await reading.run(gate.wait)
        except TooBusy as error:
            refused.append(error)
        if len(refused) == 3:
            gate.set()

    try:
        async with asyncio.timeout(10), asyncio.TaskGroup() as tasks:
            for _ in range(threads + WAITING + 3):
                tasks.create_task(one())
    finally:
        gate.set()
    assert [*map(str, refused)] == [BUSY] * 3
    assert await reading.run(lambda: 42) == 42


ERRORS = [
    (TooBusy("come back"), 503, "come back"),
    (NoProject("no project"), 404, "no project"),
    (ProjectError("no room"), 409, "no room"),
    (StoreError("damaged"), 409, "damaged"),
    (JournalError("torn"), 422, "torn"),
    (ConfigError("no such key"), 500, "no such key"),
    (StateTrouble("not ours"), 507, "not ours"),
    (FileNotFoundError(2, "x"), 404, "it has just been removed"),
    (OSError(28, "No space left"), 507, "the disk refuses: No space left"),
    (ValueError("a secret"), 500, "this server made a mistake; its log says which"),
]


@pytest.mark.parametrize(("error", "status", "line"), ERRORS)
def test_what_goes_wrong_is_one_line_with_its_status(served, error, status, line):
    def fail():
        raise error

    served.talks.running = fail
    answer = served.get("/api/sessions")
    assert (answer.status_code, answer.json()) == (status, {"error": line})
    assert answer.headers.get("retry-after") == ("1" if status == 503 else None)
