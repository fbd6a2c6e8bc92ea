"""What the timeline shows of a live reader: its scores, where it strayed, and what was heard of it (law G6)."""

import pytest
from click.testing import CliRunner

from laws.scene import SECOND, Scene
from sealing import written
from solovox.cli.replay import timeline as command
from solovox.core.commands import DropReason, SoundOrigin
from solovox.core.events import HungUp, ReadFollowed, ReadRendered, ReadStrayed, Typed
from solovox.core.policy import NarratorKind, Policy
from solovox.core.units import ReadId
from solovox.recordings.codec import Entry, Header
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.timeline import build

POLICY = Policy(narrator=NarratorKind.READER, exact_voice=True)


@pytest.fixture(scope="module")
def recorded():
    """The first piece is read well, the second strays and is said exactly, the third is cut in the middle."""
    scene = Scene(POLICY)
    scene.do(Typed("what time is it"))
    scene.write(1, "It is noon.", "Time for lunch.", "There will be soup and bread for everyone.")
    scene.do(ReadFollowed(ReadId(1), 11, 1.0))
    scene.sound(1, SECOND, 0, end=True)
    scene.played(1, SECOND)
    scene.do(ReadFollowed(ReadId(2), 4, 1.0))
    scene.sound(2, 480, 0)
    scene.sound(2, 9 * SECOND, 0)
    scene.do(ReadStrayed(ReadId(2), 4, 0.33))
    scene.flushed(2, 480)
    scene.sound(3, SECOND, 15, end=True)
    scene.played(3, SECOND)
    for said_to in (10, 15, 24):
        scene.do(ReadFollowed(ReadId(4), said_to, 0.95))
        scene.sound(4, 18_000, 0)
    scene.do(HungUp())
    scene.flushed(4, 36_000)
    entries = tuple(Entry(n, at, event) for n, (at, event) in enumerate(scene.events, start=1))
    return Recorded(Header(session="s", created="c", profile="p", policy=POLICY, core="0"), entries)


def test_every_read_of_a_live_reader_has_its_score(recorded):
    [turn] = build(recorded).turns
    assert turn.scores == [1.0, 0.33, 0.95]
    reads = [one.label for one in build(recorded).marks if (one.lane, one.kind) == ("reads", "read")]
    assert reads == ["It is noon. · fidelity 1.00", "exactly: Time for lunch."]
    cut = [one.label for one in build(recorded).marks if (one.lane, one.kind) == ("reads", "cut")]
    assert cut[0] == "Time for lunch. · cut, fidelity 0.33"


def test_where_it_strayed_is_a_mark_that_names_the_law(recorded):
    [mark] = [one for one in build(recorded).marks if one.kind == "strayed"]
    assert (mark.lane, mark.label, mark.law) == ("reads", "read 2 strayed after 4 characters", "G6")


def test_what_was_played_of_it_is_rounded_down_to_its_transcription(recorded):
    [turn] = build(recorded).turns
    assert turn.played == "It is noon. Time for lunch. There will be"


def test_the_text_shows_the_scores(recorded, tmp_path):
    (tmp_path / "journal.jsonl").write_bytes(written(recorded))
    result = CliRunner().invoke(command, [str(tmp_path)], env={"COLUMNS": "160"})
    assert "fidelity 1.00  0.33  0.95" in result.stdout


def test_G2_what_strayed_is_in_the_sums(recorded):
    ledger = build(recorded).ledger
    assert all(one.holds for one in ledger.sums())
    assert ledger.dropped == {SoundOrigin.NARRATOR: {DropReason.STRAYED: 9 * SECOND}}


def test_a_read_that_was_rendered_and_not_covered_is_not_whole():
    scene = Scene(POLICY)
    scene.do(Typed("what time is it"))
    scene.write(1, "It is noon.")
    scene.do(ReadFollowed(ReadId(1), 5, 1.0))
    scene.sound(1, 12_000, 0)
    scene.do(ReadRendered(ReadId(1)))
    scene.played(1, 12_000)
    entries = tuple(Entry(n, at, event) for n, (at, event) in enumerate(scene.events, start=1))
    head = Header(session="s", created="c", profile="p", policy=POLICY, core="0")
    assert [one.played for one in build(Recorded(head, entries)).turns] == ["It is"]


def test_of_a_silence_nothing_was_heard():
    scene = Scene(POLICY)
    scene.do(Typed("what time is it"))
    scene.write(1, "It is noon.")
    scene.do(ReadFollowed(ReadId(1), 11, 1.0))
    scene.sound(1, 12_000, 0, end=True, silent=True)
    scene.played(1, 12_000)
    entries = tuple(Entry(n, at, event) for n, (at, event) in enumerate(scene.events, start=1))
    head = Header(session="s", created="c", profile="p", policy=POLICY, core="0")
    assert [one.played for one in build(Recorded(head, entries)).turns] == [""]
