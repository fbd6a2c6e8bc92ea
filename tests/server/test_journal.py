"""Served sessions are written down, and decided again from that: the same commands, in another process."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import here
from sealing import sealed_anew, unsealed
from server.rig import FAST, setup
from server.ring import Ring
from solovox.config.schema import NarratorConfig
from solovox.core import events as e
from solovox.core.units import AudioSpan, StreamId
from solovox.live_server.journals import ServedHeader, ServedJournal, ServedJournals
from solovox.live_server.replays import ServedDifference, describe_session, replay
from solovox.recordings.codec import JournalError
from solovox.recordings.journal import begin
from solovox.recordings.replay import Identical
from solovox.server import recorded
from solovox.server import served_commands as o
from solovox.server import served_events as h
from solovox.server.memory import Memory, TranscriptLine
from solovox.server.served import ServedTalk
from solovox.wire.gemini_live import client_frames as cf
from solovox.wire.gemini_live.parts import Blob
from wire.strategies import FEW, some

pytestmark = pytest.mark.slow

SPAN = AudioSpan(StreamId("mic"), 0, 320)
SAID = ((400, "what now please", "watt now please"), (9_000, "and then what", "and den what"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The journals of one talk of ours over our server: ear and reader, a connection lost and resumed."""
    place = tmp_path_factory.mktemp("ring")
    talk = Ring(
        folder=place,
        said=SAID,
        mic_ms=16_000,
        answer="It is noon, they say.",
        choices={"narrator": NarratorConfig(kind="reader")},
        faults=("close:1011:times=1@2nd_heard",),
    ).held()
    assert len(talk.asked) == 2
    return place / "journals"


def solovox(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "solovox", *map(str, arguments)],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=False,
    )


def sessions(folder):
    return sorted(path for path in folder.iterdir())


def test_R1_every_session_replays_identically(folder):
    verdicts = [replay(one) for one in sessions(folder)]
    assert len(verdicts) >= 3
    assert all(isinstance(one, Identical) and one.ended for one in verdicts)
    assert sum(one.commands for one in verdicts) > 100


def test_R1_in_another_process_with_another_hash_seed(folder):
    done = solovox("replay", max(sessions(folder), key=lambda one: (one / "journal.jsonl").stat().st_size))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("identical: ")
    assert " commands\n" in done.stdout


def test_R2_no_handle_is_in_it_though_one_was_used(folder):
    texts = [(one / "journal.jsonl").read_text() for one in sessions(folder)]
    assert sum('"handle":"[secret]"' in one for one in texts) >= 2
    resumed = [json.loads(line) for one in texts for line in one.splitlines() if '"SetUp"' in line]
    assert any(one["told"]["memory"] for one in resumed)
    handles = [
        line["told"]["handle"]
        for one in texts
        for line in map(json.loads, one.splitlines())
        if line.get("event") == "HandleGiven"
    ]
    assert set(handles) == {"[secret]"}
    assert all((one / "journal.jsonl").stat().st_mode & 0o077 == 0 for one in sessions(folder))


def test_its_timeline_says_what_happened_and_what_was_ordered(folder, tmp_path, monkeypatch, capfd):
    text = "\n".join("\n".join(describe_session(one)) for one in sessions(folder))
    words = (
        "served session",
        "SetUp",
        "Send SetupComplete",
        "pieces of sound",
        "LocalTranscript",
        "ToolCall",
    )
    for one in words:
        assert one in text
    done = solovox("timeline", sessions(folder)[0])
    assert done.returncode == 0
    assert "Send SetupComplete" in done.stdout
    for flags in (["--json"], ["--html", "page.html"]):
        refused = here(("timeline", sessions(folder)[0], *flags), tmp_path, monkeypatch, capfd, {})
        assert refused.returncode == 2
        assert "as text only" in refused.stderr


class Forgetful(ServedTalk):
    """A machine of another mind: it remembers nothing."""

    def handle(self, at, happened):
        return [one for one in super().handle(at, happened) if not isinstance(one, o.SaveMemory)]


class Broken(ServedTalk):
    def handle(self, at, happened):
        if isinstance(happened, e.LocalTranscript):
            raise ValueError("I cannot")
        return super().handle(at, happened)


def test_R1_another_machine_differs_and_the_first_difference_is_named(folder):
    verdicts = [replay(one, Forgetful) for one in sessions(folder)]
    first = next(one for one in verdicts if isinstance(one, ServedDifference))
    assert "SaveMemory" in first.step.then_names
    assert "SaveMemory" not in [type(one).__name__ for one in first.step.commands]
    broken = [replay(one, Broken) for one in sessions(folder)]
    assert "ValueError: I cannot" in [one.step.trouble for one in broken if isinstance(one, ServedDifference)]


def changed(folder, tmp_path, change):
    lines = (sessions(folder)[0] / "journal.jsonl").read_text().splitlines(keepends=True)
    path = tmp_path / "journal.jsonl"
    *whole, last = "".join(change(lines)).encode().split(b"\n")
    path.write_bytes(b"\n".join([*sealed_anew(whole), last]))
    return path


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: [lines[0].replace('"journal":2', '"journal":99'), *lines[1:]], "upgrade"),
        (lambda lines: [lines[0].replace('"real"', '"slow"'), *lines[1:]], "header.*that wrote it"),
        (lambda lines: [lines[0], lines[1].replace("SetUp", "Danced"), *lines[2:]], "that wrote it"),
        (
            lambda lines: [lines[0], lines[1].replace('{"setup":{', '{"setup":7,"b":{'), *lines[2:]],
            "line 2: event SetUp",
        ),
        (lambda lines: [lines[0], *lines[2:]], "lines are missing"),
        (lambda lines: [lines[0], "[]\n", *lines[2:]], "line 2: not JSON"),
        (lambda lines: [*lines, lines[-1]], "after the end"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"end":"', '"end":"0')], "the file was changed"),
    ],
)
def test_what_is_no_journal_of_ours_is_one_line(folder, tmp_path, change, says):
    with pytest.raises(JournalError, match=says) as caught:
        replay(changed(folder, tmp_path, change))
    assert "\n" not in str(caught.value)


def other_names(lines):
    where = next(n for n, one in enumerate(lines) if '"commands":["Send"' in one)
    return [*lines[:where], lines[where].replace('["Send"', '["FeedRecogniser"'), *lines[where + 1 :]]


def test_R1_what_changed_without_an_order_is_noticed(folder, tmp_path, monkeypatch, capfd):
    path = changed(folder, tmp_path, other_names)
    verdict = replay(path)
    assert isinstance(verdict, ServedDifference)
    assert verdict.step.then == verdict.step.did
    said = here(("replay", path), tmp_path, monkeypatch, capfd, {})
    assert said.returncode == 1
    assert "the digests agree: the names that the line gives are not those" in said.stdout
    text = (sessions(folder)[0] / "journal.jsonl").read_bytes()
    older = [unsealed(one) for one in text.replace(b'"journal":2', b'"journal":1').splitlines()]
    path.write_bytes(b"\n".join(older) + b"\n")
    said = here(("replay", path), tmp_path, monkeypatch, capfd, {})
    assert said.stdout.endswith("an older journal: what changed without another command is not noticed\n")
    head, _, rest = text.rpartition(b'"at":')
    path.write_bytes(head + b'"at":1' + rest)
    with pytest.raises(JournalError, match="was changed after it was written"):
        replay(path)


def test_R1_a_torn_last_line_is_left_out(folder, tmp_path):
    path = changed(folder, tmp_path, lambda lines: [*lines[:-2], lines[-2][:20]])
    verdict = replay(path)
    assert isinstance(verdict, Identical)
    assert not verdict.ended


HAPPENED = {
    h.SetUp: st.builds(
        h.SetUp,
        some(cf.Setup),
        st.text(max_size=9),
        st.none()
        | st.builds(
            Memory,
            st.text(max_size=9),
            st.lists(st.builds(TranscriptLine, st.text(), st.text(), st.integers(0, 9))).map(tuple),
        ),
        st.integers(1, 2**60),
        st.none() | st.text(max_size=9),
    ),
    h.MessageReceived: st.builds(h.MessageReceived, st.one_of(some(one) for one in cf.CLIENT_KEYS.values())),
    h.ToolChosen: st.builds(
        h.ToolChosen, st.integers(0, 9), st.none() | st.text(), st.dictionaries(st.text(), st.integers())
    ),
    h.CallsWanted: st.builds(
        h.CallsWanted,
        st.integers(0, 9),
        st.lists(
            st.builds(h.WantedCall, st.integers(0, 9), st.text(), st.dictionaries(st.text(), st.integers()))
        ).map(tuple),
    ),
    e.LocalTranscript: st.builds(e.LocalTranscript, st.just(SPAN), st.text(), st.booleans()),
    e.SpeechEnded: st.just(e.SpeechEnded(SPAN)),
}


@pytest.mark.hypothesis
@pytest.mark.parametrize("name", recorded.EVENTS)
def test_R1_whatever_happened_comes_back_as_it_was(name):
    kind = recorded.EVENTS[name]

    @FEW
    @given(HAPPENED[kind] if kind in HAPPENED else st.builds(kind))
    def comes_back(happened):
        name, body = recorded.event_line(happened)
        again = recorded.event_of(name, json.loads(body))
        assert recorded.event_line(again) == recorded.event_line(happened)
        said = getattr(happened, "message", None)
        if not (isinstance(said, cf.RealtimeInput) and said.video is not None):
            assert again == happened

    comes_back()


def test_pictures_are_not_kept():
    picture = h.MessageReceived(cf.RealtimeInput(video=Blob("image/jpeg", b"\xff\xd8 a face")))
    name, body = recorded.event_line(picture)
    assert recorded.event_of(name, json.loads(body)).message.video == Blob("image/jpeg", b"")


KILLED = """
import asyncio, sys
from pathlib import Path
from solovox.live_server.journals import ServedJournals
from solovox.server.options import ServerOptions
from solovox.server.served_events import MessageReceived, SetUp, TimePassed
from solovox.server.served import ServedTalk
from solovox.wire.gemini_live.client_frames import ClientContent, Setup, SessionResumption
from solovox.wire.gemini_live.parts import text_content

async def main():
    book, talk, n = ServedJournals(Path(sys.argv[1])).another(ServerOptions()), ServedTalk(ServerOptions()), 0
    async def tell(happened):
        commands = talk.handle(n, happened)
        await book.keep(n, happened, commands)
        return [type(one).__name__ for one in commands]
    await tell(SetUp(Setup(model="m", session_resumption=SessionResumption())))
    while True:
        n += 1
        turns = (text_content("word " * 20),)
        names = await tell(MessageReceived(ClientContent(turns=turns, turn_complete=n % 40 == 0)))
        if "SaveMemory" in names:
            print(n, flush=True)

asyncio.run(main())
"""


def test_R1_kill_9_loses_nothing_that_somebody_was_told(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as child:
        told = [int(child.stdout.readline()) for _ in range(3)]
        os.kill(child.pid, signal.SIGKILL)
        told += [int(rest) for rest in child.stdout if rest.endswith("\n")]
    (session,) = sessions(tmp_path)
    verdict = replay(session)
    assert isinstance(verdict, Identical)
    assert not verdict.ended
    assert verdict.events >= told[-1] + 1


def test_a_place_that_cannot_be_written_is_one_line(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(JournalError, match="name another with --journal"):
        ServedJournals(file / "journals")
    assert Path(file).read_text() == "x"


async def test_a_client_that_goes_while_its_journal_is_made_leaves_it_closed(tmp_path):
    asked, goes_on = threading.Event(), threading.Event()

    def slow_disk():
        asked.set()
        goes_on.wait()
        head = ServedHeader(session="s", created="c", machine="m", options=FAST)
        return begin(tmp_path, msgspec.json.encode(head))

    book = ServedJournal(slow_disk)
    keeping = asyncio.create_task(book.keep(0, h.SetUp(setup()), []))
    await asyncio.to_thread(asked.wait)
    keeping.cancel()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await keeping
    await book.aclose()
    assert "sound_lost" in (tmp_path / "journal.jsonl").read_text().splitlines()[-1]
