"""The timeline of an eventful session: every decision can be seen."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from click.testing import CliRunner

from sealing import written
from solovox.cli.replay import timeline as command
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import CueKind, DropReason, SoundOrigin
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.core.units import AudioSpan, StreamId
from solovox.recordings import journal_reader, law_names
from solovox.recordings.codec import Entry, Header, Strange
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.lanes import JOIN_MS, LANES
from solovox.recordings.page import page
from solovox.recordings.timeline import build
from solovox.recordings.turns import MicTime, ReadSaid

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folded(session):
    return build(journal_reader.read(session))


def marks(folded, lane, kind):
    return [one for one in folded.marks if one.lane == lane and one.kind == kind]


def test_the_barge_in_is_a_cut_in_every_lane_it_touches(folded):
    (first, second) = marks(folded, "gate", "cut")
    assert (first.at, first.law) == (8_480, "G4")
    assert first.label == "cut, flushed: read 2, read 3"
    assert marks(folded, "played", "cut")[0].end == first.at
    assert marks(folded, "reads", "cut")[0].end == first.at
    assert any(one.end == first.at for one in marks(folded, "gate", "open"))
    assert second.at == 18_280


def test_the_cough_lowers_the_voice_and_cuts_nothing(folded):
    (cough,) = marks(folded, "mic", "cough")
    assert (cough.at, cough.end) == (6_000, 6_250)
    duck = marks(folded, "gate", "duck")[0]
    assert (duck.at, duck.end, duck.law) == (6_000, 6_400, "T1")
    assert all(one.at > 8_000 for one in marks(folded, "gate", "cut"))


def test_the_stop_ends_the_run(folded):
    (run,) = marks(folded, "brain", "cut")
    assert "cancelled" in run.label
    stopped = next(
        one for one in folded.decisions if any(isinstance(c, do.CancelRun) for c in one.step.commands)
    )
    assert "T4" in stopped.laws
    assert run.end == stopped.step.at
    assert any(one.label == "Stop." for one in marks(folded, "heard", "final"))


def test_the_failing_brain_is_shown_with_its_reason_and_cue(folded):
    (failed,) = [one for one in folded.marks if one.kind == "failed"]
    assert failed.label.endswith("the server closed the connection in the middle of a word")
    assert marks(folded, "brain", "failure")
    cues = [c for one in folded.decisions for c in one.step.commands if isinstance(c, do.Cue)]
    assert do.Cue(CueKind.FAILED) in cues


def test_C1_the_duplicated_calls_ran_once(folded):
    assert len(marks(folded, "calls", "tool")) == 1
    assert "receipt mail-0042" in marks(folded, "calls", "tool")[0].label
    twice = [one for one in folded.decisions if isinstance(one.step.event, ev.BrainCalled)]
    assert [[type(c) for c in one.step.commands] for one in twice] == [[do.RunTool, do.ShowCall], []]
    asked = [one for one in folded.decisions if any(isinstance(c, do.AskBrain) for c in one.step.commands)]
    assert len(asked) == 4


def test_G1_the_ears_chatter_is_dropped_and_named(folded):
    drop = next(one for one in marks(folded, "gate", "drop") if "ear" in one.label)
    assert (drop.samples, drop.law) == (12_000, "G1")
    assert drop.label == "ear dropped, not a read"


def test_G2_drops_far_apart_are_apart_and_their_samples_add_up(folded):
    drops = [one for one in marks(folded, "gate", "drop") if one.label == "narrator dropped, cut"]
    assert len(drops) > 1
    assert all(other.at - one.end > JOIN_MS for one, other in pairwise(drops))
    assert sum(one.samples for one in drops) == folded.ledger.dropped[SoundOrigin.NARRATOR][DropReason.CUT]


def test_the_turns_tell_what_was_said_and_what_was_played(folded):
    first, second, stop, third, failed, typed = folded.turns  # words of ours that are only shown are no turn
    assert stop.heard == "Stop."
    assert first.heard == first.instruction == "what is on my list today"
    assert first.text.startswith("You have three things")
    assert " ".join(first.said).startswith(first.played)
    assert first.played.startswith("You have three things on your list today. The first")
    assert not first.played.endswith("overdue.")
    assert (first.cut_at, second.cut_at, third.cut_at, typed.cut_at) == (8_480, 18_280, None, None)
    assert third.played == "Tomorrow looks"
    assert failed.played == "That failed: the server closed the connection in the middle of a word."
    assert typed.played == typed.text.strip() == "Hello, and good evening."


ORDER = (
    "end_of_turn",
    "heard",
    "routed",
    "first_text",
    "first_piece",
    "first_read",
    "first_sound",
    "first_played",
)


def test_latencies_count_from_the_last_sample_of_speech(folded):
    first, *_, typed = folded.turns
    assert tuple(first.latency_ms) == ORDER
    assert first.latency_ms["end_of_turn"] == 320
    assert first.latency_ms["routed"] == 560
    assert list(first.latency_ms.values())[2:] == sorted(list(first.latency_ms.values())[2:])
    assert typed.latency_ms["routed"] == 0


def test_G2_the_sums_of_the_session_hold(folded):
    assert all(one.holds for one in folded.ledger.sums())
    dropped = folded.summary()["dropped"]
    assert dropped["ear"] == {"not a read": 12_000}
    assert dropped["narrator"]["cut"] > 0


def test_L1_both_connections_are_listed(folded):
    lost, ended = folded.connections
    assert (lost.asked, lost.opened, lost.ended) == (0, 180, 30_000)
    assert lost.reason == "1006 the network is gone"
    assert ended.resumed


def test_every_mark_leads_to_its_decision(folded):
    known = {one.step.n for one in folded.decisions}
    assert {one.n for one in folded.marks} <= known
    assert {one.lane for one in folded.marks} == set(LANES)
    assert all(one.end is None or one.end >= one.at for one in folded.marks)
    assert folded.differs_at is None
    assert not folded.killed


def test_json_has_exactly_the_promised_shape(session):
    result = CliRunner().invoke(command, [str(session), "--json"])
    assert result.exit_code == 0
    read = json.loads(result.stdout)
    assert list(read) == ["turns", "holds", "dropped", "connections"]
    keys = {"heard", "instruction", "text", "said", "played", "cut", "latency_ms"}
    assert all(set(turn) - {"acts"} == keys for turn in read["turns"])
    assert [turn["cut"] for turn in read["turns"]] == [True, True, False, False, False, False]


def test_a_screen_is_shown_as_it_was_at_a_second(session):
    shown = {}
    for seconds in ("0", "6.2", "1000"):
        result = CliRunner().invoke(command, [str(session), "--screen", seconds])
        assert result.exit_code == 0
        shown[seconds] = json.loads(result.stdout)
    assert shown["0"]["turns"] == []
    (turn,) = shown["6.2"]["turns"]
    assert turn["words"] == "what is on my list today"
    assert turn["runs"][0]["text"].startswith("You have three things")
    assert shown["6.2"]["ducked"], "the person coughs"
    assert [turn["words"] for turn in shown["1000"]["turns"]][-1] == "say hello"


def test_the_text_shows_lanes_turns_and_sums(session):
    result = CliRunner().invoke(command, [str(session / "journal.jsonl")], env={"COLUMNS": "160"})
    assert result.exit_code == 0
    for wanted in (
        "cut, flushed: read 2, read 3",
        "ear dropped, not a read (12000 samples)",
        "turn 2, cut at 18.28 s",
    ):
        assert wanted in result.stdout
    assert result.stdout.count("holds") == 3


class Page(HTMLParser):
    """What a browser would see: elements, and what they would load."""

    def __init__(self):
        super().__init__()
        self.tags, self.loads, self.data = [], [], ""
        self._in_data = False

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.loads += [value for name, value in attrs if name in {"src", "href", "action", "data"}]
        self._in_data = ("id", "data") in attrs

    def handle_data(self, data):
        if self._in_data:
            self.data += data

    def handle_endtag(self, tag):
        self._in_data = False


def test_the_page_is_one_file_that_loads_nothing(session, folded, tmp_path):
    path = tmp_path / "t.html"
    result = CliRunner().invoke(command, [str(session), "--html", str(path)])
    assert (result.exit_code, result.stdout) == (0, f"wrote {path}: open it in a browser\n")
    text = path.read_text(encoding="utf-8")
    seen = Page()
    seen.feed(text)
    assert seen.loads == []
    assert "default-src 'none'" in text
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert {"prefers-color-scheme", "prefers-reduced-motion"} <= set(re.findall(r"prefers-[a-z-]+", text))
    data = json.loads(seen.data)
    assert len(data["decisions"]) > 50
    assert len(data["waves"]["mic"][0]["peaks"]) == 48_000 // 40
    heard = [one for one in data["waves"]["played"] if one["heard"]]
    shown = sum(len(one["peaks"]) * one["step_ms"] for one in heard)
    played = sum(read.played for turn in folded.turns for read in turn.reads) // 24
    assert played <= shown <= played + 40 * len(heard)
    assert all(one["at"] + len(one["peaks"]) * 40 <= other["at"] + 41 for one, other in pairwise(heard))


HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "<img src=x onerror=alert(1)>",
    "]]>&lt;script&gt;\u2028\u2029",
    "{{DATA}}",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_transcript_is_inert(create, tmp_path, hostile):
    talk, entries = Conversation(Policy()), []
    for n, event in enumerate(
        [ev.Typed(hostile), ev.LocalTranscript(AudioSpan(StreamId("mic"), 0, 1), hostile, final=True)]
    ):
        talk.handle(n, event)
        entries.append(Entry(n + 1, n, event))
    head = Header(session=hostile, created=hostile, profile=hostile, policy=Policy(), core=hostile)
    text = page(build(Recorded(head, tuple(entries))))
    seen, plain = Page(), Page()
    seen.feed(text)
    plain.feed(
        page(build(Recorded(Header(session="s", created="c", profile="p", policy=Policy(), core="0"), ())))
    )
    assert seen.tags == plain.tags
    assert json.loads(seen.data)["header"]["session"] == hostile
    assert not set("<>&\u2028\u2029") & set(seen.data)


def test_the_page_never_writes_markup():
    script = page(
        build(Recorded(Header(session="s", created="c", profile="p", policy=Policy(), core="0"), ()))
    )
    for sink in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert sink not in script


def test_a_hostile_transcript_cannot_drive_the_terminal(tmp_path):
    head = Header(session="s\x1b[2J", created="c", profile="p", policy=Policy(), core="0")
    kept = Recorded(head, (Entry(1, 0, ev.Typed("\x1b]0;owned\x07[red]hi[/red]")),))
    (tmp_path / "journal.jsonl").write_bytes(written(kept))
    result = CliRunner().invoke(
        command, [str(tmp_path)], env={"COLUMNS": "160", "TERM": "dumb", "NO_COLOR": "1"}
    )
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "[red]hi[/red]" in result.stdout


def test_what_is_decided_otherwise_now_is_said_and_a_museum_piece_ends_where_it_is_strange(session):
    recorded = journal_reader.read(session)
    at = next(one.n for one in recorded.entries if "AskBrain" in one.commands)
    lied = tuple(
        Entry(one.n, one.at, one.event, "0" * 8, one.commands) if one.n == at else one
        for one in recorded.entries
    )
    assert build(Recorded(recorded.header, lied, recorded.end)).differs_at == at
    strange = (*recorded.entries[:20], Entry(21, recorded.entries[20].at, Strange("Sang", {})))
    museum = build(Recorded(recorded.header, strange))
    assert museum.differs_at == 21
    assert museum.decisions[-1].step.n <= 20


BAD = [
    (["missing"], "there is no such journal"),
    (["{session}", "--html", "/dev/null/x"], "cannot be written"),
    (["{session}", "--html", "x", "--json"], "choose one of --html, --json and --screen"),
    (["{session}", "--screen", "1", "--json"], "choose one of --html, --json and --screen"),
    (["{session}", "--screen", "inf"], "--screen inf: give a number of seconds"),
    (["{session}", "--screen", "nan"], "--screen nan: give a number of seconds"),
    (["{session}", "--screen", "-1"], "is not in the range x>=0"),
]


@pytest.mark.parametrize(("arguments", "says"), BAD, ids=[says for _, says in BAD])
def test_bad_input_is_one_clear_line(session, arguments, says):
    result = CliRunner().invoke(command, [one.format(session=session) for one in arguments])
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_every_command_that_decides_has_its_law():
    unnamed = {do.CancelRun, do.CloseEar, do.Drop, do.ForgetSound}
    named = set(law_names.OF_COMMANDS)
    assert named | unnamed == {
        kind for part in do.Command.__args__ for kind in getattr(part, "__args__", (part,))
    }
    span = AudioSpan(StreamId("ear/1"), 0, 1)
    assert {law_names.law_of(ev.HungUp(), do.Drop(SoundOrigin.EAR, span, why)) for why in DropReason} <= {
        "A4",
        "G1",
        "G2",
        "G4",
        "G6",
        "L1",
        "L2",
        "L5",
    }


def test_N4_only_words_that_were_surely_played_count():
    read = ReadSaid("one two three")
    read.sound(0, 100, 3)
    read.sound(0, 100, 9)
    read.sound(0, 100, 13)
    texts = []
    for read.played in (0, 99, 100, 199, 200, 299, 300, 999):
        texts.append(read.text_played)
    assert texts == ["", "", "one", "one", "one two", "one two", "one two three", "one two three"]


def test_a_sample_has_the_time_at_which_it_was_captured():
    mic = MicTime()
    mic.note_span(1_100, AudioSpan(StreamId("mic"), 0, 1_600))
    mic.note_span(1_200, AudioSpan(StreamId("mic"), 1_600, 1_600))
    mic.note_span(5_300, AudioSpan(StreamId("mic"), 3_200, 1_600))
    assert [mic.of(n) for n in (0, 1_600, 3_199, 3_200, 4_800)] == [1_000, 1_100, 1_199, 5_200, 5_300]


def test_R3_what_each_of_several_people_said_has_a_line_at_the_time_when_it_was_said():
    own, ann, ben = StreamId("mic/2001"), "Ann (2001)", "Ben (2002)"
    happened = [
        (20 * n, ev.SoundCaptured(AudioSpan(StreamId("mic"), 320 * (n - 1), 320), ann)) for n in range(1, 500)
    ]
    happened += [
        (1_200 + 200 * n, ev.SourceCaptured(AudioSpan(own, 3_200 * n, 3_200), ann, 16_000 + 3_200 * n, 960))
        for n in range(5)
    ]
    happened += [
        (5_000, ev.SourceCaptured(AudioSpan(StreamId("mic/2002"), 0, 3_200), ben, 76_800, 44_800)),
        (8_000, ev.SourceCaptured(AudioSpan(own, 16_000, 1_600), ann, 112_000, 960)),
    ]
    happened.sort(key=lambda one: one[0])
    header = Header(session="s", created="", profile="discord", policy=Policy(), core="")
    entries = tuple(Entry(n, at, event) for n, (at, event) in enumerate(happened, start=1))
    found = [
        (one.label, one.at, one.end) for one in build(Recorded(header, entries)).marks if one.kind == "source"
    ]
    assert found == [
        ("Ann (2001) (mic/2001)", 940, 1_940),
        ("Ben (2002) (mic/2002)", 2_000, 2_200),
        ("Ann (2001) (mic/2001)", 6_940, 7_040),
    ]
