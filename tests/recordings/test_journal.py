"""The journal while it is written: what was acknowledged survives anything."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from portions import sampled
from sealing import sealed_anew, unsealed
from solovox.core.commands import Cue, CueKind, Drop, DropReason, ShowText, SoundOrigin
from solovox.core.events import BrainWrote, HungUp, Played, SoundCaptured, Typed
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan, ReadId, RunId, StreamId
from solovox.recordings import journal_reader
from solovox.recordings.codec import CommandDigest, JournalError, canonical
from solovox.recordings.journal import LINES, JournalFile, open_journal

pytestmark = pytest.mark.slow

MIC = StreamId("mic")


def captured(n):
    return SoundCaptured(AudioSpan(MIC, n * 320, 320))


async def test_R1_what_was_appended_is_read_back_in_order(create, tmp_path):
    kept = create()
    cue = [Cue(CueKind.HEARD), Drop(SoundOrigin.MICROPHONE, AudioSpan(MIC, 0, 320), DropReason.DRAINED)]
    for n in range(3 * LINES):
        kept.append(n * 20, captured(n), cue if n % 2 else [])
    await kept.aclose()
    read = journal_reader.read(tmp_path / "session")
    assert [(one.n, one.at, one.event) for one in read.entries] == [
        (n + 1, n * 20, captured(n)) for n in range(3 * LINES)
    ]
    decided = CommandDigest()
    for one in read.entries:
        assert one.did == decided.fold([canonical(command) for command in cue] if one.n % 2 == 0 else [])
        assert one.commands == (("Cue", "Drop") if one.n % 2 == 0 else ())
    assert read.end == decided.whole
    assert read.torn == 0
    assert read.header.policy == Policy()
    assert (read.header.mic_rate, read.header.voice_rate) == (16_000, 24_000)


KILLED = """
import asyncio, sys
from pathlib import Path
from solovox.core.commands import Cue, CueKind
from solovox.core.events import Typed
from solovox.core.policy import Policy
from solovox.recordings import journal

async def main():
    kept = journal.create(Path(sys.argv[1]), session="s", created="c", profile="p", policy=Policy())
    step = int(sys.argv[2])
    n = 0
    while True:
        for _ in range(step):
            n += 1
            kept.append(n * 7, Typed(f"word {n} " * 9), [Cue(CueKind.HEARD)])
        await kept.sync()
        print(n, flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", sampled(range(6), {0, 1}))
def test_R1_kill_9_loses_no_acknowledged_event(tmp_path, seed):
    chance = random.Random(seed)
    step = chance.choice([1, 3, 40, 700])
    program = [sys.executable, "-c", KILLED, str(tmp_path / "j"), str(step)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(chance.randint(1, 40))]
        os.kill(child.pid, signal.SIGKILL)
        acknowledged += [int(rest) for rest in child.stdout if rest.endswith("\n")]
    read = journal_reader.read(tmp_path / "j")
    assert len(read.entries) >= acknowledged[-1]
    assert all(one.event == Typed(f"word {one.n} " * 9) for one in read.entries)
    assert read.end == ""


async def test_R1_a_file_torn_at_any_byte_keeps_every_whole_line(create, tmp_path):
    kept = create()
    for n in range(20):
        kept.append(n, Typed(f"é{n}\n"), [Cue(CueKind.HEARD)] * (n % 3))
    await kept.aclose()
    text = (tmp_path / "session" / "journal.jsonl").read_bytes()
    header = text.index(b"\n") + 1
    whole = journal_reader.parse(text)

    @given(st.integers(header, len(text)))
    def torn(length):
        read = journal_reader.parse(text[:length])
        lines = text[:length].count(b"\n") - 1
        assert read.entries == whole.entries[:lines]
        assert read.torn == length - text[:length].rindex(b"\n") - 1

    torn()
    with pytest.raises(JournalError, match="not a journal"):
        journal_reader.parse(text[: header - 1])


BROKEN = [
    (lambda lines: [lines[0], b"{nonsense", *lines[2:]], "line 2: not JSON"),
    (lambda lines: [lines[0], *lines[2:]], "line 2: event 2 where event 1 belongs"),
    (lambda lines: [lines[0], lines[1], lines[1], *lines[2:]], "line 3: event 1 where event 2 belongs"),
    (lambda lines: [*lines, lines[1]], "after the end"),
    (lambda lines: [lines[0], *lines[2:3], *lines[1:2], *lines[3:]], "where event 1 belongs"),
    (lambda lines: lines[1:], "not a journal"),
    (lambda lines: [lines[0], b"[]", *lines[2:]], "line 2: not JSON"),
    (
        lambda lines: sealed_anew([lines[0], b'{"n":1,"at":"soon","event":"HungUp"}']),
        "line 2: not an event",
    ),
    (lambda lines: sealed_anew([lines[0], b'{"n":1,"at":0}']), "line 2: not an event"),
    (lambda lines: [], "not a journal"),
]


@pytest.mark.parametrize(
    ("damage", "says"), BROKEN, ids=[f"{i} {says}" for i, (_, says) in enumerate(BROKEN)]
)
async def test_R1_nothing_but_a_torn_last_line_is_tolerated(create, tmp_path, damage, says):
    kept = create()
    for n in range(4):
        kept.append(n, Typed("x"), [])
    await kept.aclose()
    path = tmp_path / "session" / "journal.jsonl"
    path.write_bytes(b"".join(one + b"\n" for one in damage(path.read_bytes().splitlines())))
    with pytest.raises(JournalError, match=says) as caught:
        journal_reader.read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


async def spoken(create, tmp_path):
    """The lines of a journal in which all kinds of things happen without a command."""
    kept = create(policy=Policy(wake="computer"))
    for n in range(6):
        kept.append(10 * n, captured(n), [])
        kept.append(10 * n + 5, Played(ReadId(1), 240 * n), [Cue(CueKind.HEARD)] * (n % 2))
    await kept.aclose()
    return (tmp_path / "session" / "journal.jsonl").read_bytes().splitlines()


SILENT = [
    ("a time", b'"at":25', b'"at":26', 7),
    ("what was played", b'"samples":480', b'"samples":479', 7),
    ("a span", b'"first":640', b'"first":641', 6),
    ("the names of commands", b'["Cue"]', b'["Duck"]', 5),
    ("a digest", b'"did":"', b'"did":"0', 5),
    ("the policy", b'"wake":"computer"', b'"wake":"comet"', 2),
    ("when it was made", b'"created":"2026-01', b'"created":"2025-01', 2),
    ("the end's digest", b'"end":"', b'"end":"0', 14),
]


@pytest.mark.parametrize(("old", "new", "line"), [one[1:] for one in SILENT], ids=[one[0] for one in SILENT])
async def test_R1_what_changed_without_a_command_is_noticed(create, tmp_path, old, new, line):
    text = b"\n".join(await spoken(create, tmp_path)) + b"\n"
    assert old in text
    with pytest.raises(JournalError, match=f"^line {line}: .* was changed after it was written"):
        journal_reader.parse(text.replace(old, new, 1))


async def test_R1_what_was_taken_out_and_numbered_anew_is_noticed(create, tmp_path):
    lines = await spoken(create, tmp_path)
    for gone in range(1, 13):
        rest = [lines[0]]
        for n, one in enumerate((*lines[1:gone], *lines[gone + 1 :]), start=1):
            rest.append(b'{"n":%d%s' % (n, one[one.index(b",") :]))
        with pytest.raises(JournalError, match=f"^line {gone + 1}: .*changed after it was written"):
            journal_reader.parse(b"\n".join(rest) + b"\n")


@pytest.mark.parametrize(("before", "after"), [(5, 4), (0, -1), (20, 0)])
@pytest.mark.parametrize("form", [1, 2])
async def test_R1_a_time_that_falls_is_refused(create, tmp_path, before, after, form):
    kept = create()
    kept.append(before, Typed("one"), [])
    kept.append(before, Typed("two"), [])
    kept.append(after, Typed("three"), [])
    await kept.aclose()
    lines = (tmp_path / "session" / "journal.jsonl").read_bytes().splitlines()
    lines = [lines[0], *map(unsealed, lines[1:])] if form == 1 else lines
    text = b"\n".join(lines).replace(b'"journal":2', b'"journal":%d' % form) + b"\n"
    with pytest.raises(JournalError, match=f"line 4: at {after} ms, after {before} ms; time does not fall"):
        journal_reader.parse(text)


async def test_R1_a_journal_of_format_1_is_read_though_it_has_no_seals(create, tmp_path):
    lines = await spoken(create, tmp_path)
    older = [lines[0].replace(b'"journal":2', b'"journal":1'), *map(unsealed, lines[1:])]
    read = journal_reader.parse(b"\n".join(older) + b"\n")
    assert (len(read.entries), read.header.sealed) == (12, False)
    assert read.end
    with pytest.raises(JournalError, match="line 2: .*unknown field 'seal'"):
        journal_reader.parse(b"\n".join([older[0], *lines[1:]]) + b"\n")


async def test_R1_a_sealed_journal_without_a_seal_is_refused(create, tmp_path):
    lines = await spoken(create, tmp_path)
    with pytest.raises(JournalError, match="line 3: this line was changed"):
        journal_reader.parse(b"\n".join([*lines[:2], unsealed(lines[2]), *lines[3:]]) + b"\n")


async def test_an_existing_journal_is_never_overwritten(create, tmp_path):
    await create().aclose()
    before = (tmp_path / "session" / "journal.jsonl").read_bytes()
    with pytest.raises(JournalError, match="exists; name another folder with --journal"):
        create()
    assert (tmp_path / "session" / "journal.jsonl").read_bytes() == before


@pytest.mark.parametrize("bad", ["file", "file/below"])
def test_a_place_that_cannot_be_written_is_one_clear_line(create, tmp_path, bad):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        JournalError,
        match=r"cannot be written: .*; name another with --journal|is not a folder; name another",
    ):
        create(tmp_path / bad)


async def test_R1_many_syncs_at_once_cover_what_each_was_promised(create, tmp_path):
    kept = create()

    async def work(who):
        for n in range(30):
            kept.append(0, Typed(f"{who} {n}"), [])
            await kept.sync()
            text = (tmp_path / "session" / "journal.jsonl").read_text()
            assert f'"{who} {n}"' in text

    async with asyncio.TaskGroup() as tasks:
        for who in range(8):
            tasks.create_task(work(who))
    await kept.aclose()
    assert len(journal_reader.read(tmp_path / "session").entries) == 240


async def test_lines_are_handed_over_by_number_and_by_event_time_without_a_sync(create, tmp_path):
    kept = create()
    path = tmp_path / "session" / "journal.jsonl"
    empty = path.stat().st_size
    kept.append(0, HungUp(), [])
    assert path.stat().st_size == empty
    kept.append(1_000, HungUp(), [])
    assert len(journal_reader.read(path).entries) == 2
    await kept.aclose()


async def test_R1_a_full_disk_is_said_at_the_next_sync_and_nothing_is_skipped(create, tmp_path):
    await create().aclose()
    path = tmp_path / "session" / "journal.jsonl"
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    out, good = os.open("/dev/full", os.O_WRONLY), os.open(path, os.O_WRONLY | os.O_APPEND)
    kept = JournalFile(out, tmp_path, (), path.read_bytes()[:-1])
    kept.append(0, Typed("one"), [])
    with pytest.raises(JournalError, match="cannot be written: No space left on device"):
        await kept.sync()
    os.dup2(good, out)
    os.close(good)
    kept.append(1, Typed("two"), [])
    await kept.sync()
    assert [one.event.text for one in journal_reader.read(path).entries] == ["one", "two"]
    await kept.aclose()


async def test_R1_a_sync_that_cannot_reach_the_disk_is_an_error(tmp_path):
    reading_end, writing_end = os.pipe()  # takes bytes, and has no disk to sync them to
    kept = JournalFile(writing_end, tmp_path, (), b"{}")
    kept.append(0, Typed("one"), [])
    with pytest.raises(JournalError, match="cannot be written: Invalid argument"):
        await kept.sync()
    with pytest.raises(JournalError, match="cannot be written: Invalid argument"):
        await kept.aclose()
    assert os.read(reading_end, 1_000).count(b"\n") == 2
    os.close(reading_end)


async def test_R1_what_a_disk_took_in_part_goes_on_where_it_stopped(tmp_path):
    reading_end, writing_end = os.pipe()
    os.set_blocking(reading_end, False)
    os.set_blocking(writing_end, False)  # takes as much as fits, and refuses the rest
    kept, taken = JournalFile(writing_end, tmp_path, (), b"{}"), b""
    for n in range(60):
        kept.append(n, Typed(f"{n} " * 900), [])
    while taken.count(b"\n") < 60:
        with pytest.raises(JournalError, match="cannot be written"):
            await kept.sync()
        taken += os.read(reading_end, 1_000_000)
    assert [json.loads(line)["text"] for line in taken.splitlines()] == [f"{n} " * 900 for n in range(60)]
    with pytest.raises(JournalError, match="cannot be written"):
        await kept.aclose()
    os.close(reading_end)


async def test_closing_is_safe_twice_and_survives_cancellation(create, tmp_path):
    kept = create()
    kept.append(0, HungUp(), [])
    async with asyncio.TaskGroup() as tasks:
        closing = tasks.create_task(kept.aclose())
        await asyncio.sleep(0)
        closing.cancel()
    assert closing.cancelled()
    await kept.aclose()
    assert journal_reader.read(tmp_path / "session").end
    with pytest.raises(JournalError, match="closed"):
        kept.append(1, HungUp(), [])
    kept.sound(AudioSpan(MIC, 0, 1), b"\0\0")


async def test_opening_does_not_stop_the_loop(create, tmp_path):
    asked, goes_on = threading.Event(), threading.Event()

    def slow():
        asked.set()
        assert goes_on.wait(10), "the loop stands still"
        return create()

    opening = asyncio.create_task(open_journal(slow))
    while not asked.is_set():
        await asyncio.sleep(0)
    goes_on.set()
    journal = await opening
    await journal.aclose()
    assert journal_reader.read(tmp_path / "session").end


async def test_what_is_opened_when_nothing_waits_for_it_any_more_is_closed(create, tmp_path):
    asked, goes_on = threading.Event(), threading.Event()

    def slow():
        asked.set()
        goes_on.wait(10)
        return create()

    opening = asyncio.create_task(open_journal(slow))
    await asyncio.to_thread(asked.wait)
    opening.cancel()
    await asyncio.sleep(0)
    goes_on.set()
    await asyncio.wait([opening])
    assert opening.cancelled()
    assert journal_reader.read(tmp_path / "session").end


async def test_R2_a_secret_never_enters(create, tmp_path):
    secret = 'sk-"quoted"-1234567890'
    kept = create(secrets=[secret, "short"])
    kept.append(0, Typed(f"my key is {secret}, in short"), [ShowText(RunId(1), secret)])
    kept.append(1, BrainWrote(RunId(1), "fine"), [])
    await kept.aclose()
    read = journal_reader.read(tmp_path / "session")
    assert "1234567890" not in (tmp_path / "session" / "journal.jsonl").read_text()
    assert read.entries[0].event == Typed("my key is [secret], in short")
    assert read.entries[0].did == CommandDigest().fold([canonical(ShowText(RunId(1), "[secret]"))])


async def test_the_file_is_for_its_owner_only(create, tmp_path):
    await create().aclose()
    assert (tmp_path / "session" / "journal.jsonl").stat().st_mode & 0o077 == 0
    assert json.loads((tmp_path / "session" / "journal.jsonl").read_text().splitlines()[0])["journal"] == 2
