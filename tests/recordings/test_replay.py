"""R1: a journal decided again gives the same commands, or says where it first does not.

These use a decider of their own, so that every kind of difference can be made; the conversation
itself is replayed in `tests/shell/test_recorded.py`.
"""

from dataclasses import replace

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from sealing import written
from solovox.cli.replay import replay as command
from solovox.core.commands import Command, Cue, CueKind, EndSession, ShowText
from solovox.core.errors import Misuse
from solovox.core.events import BrainWrote, DeadlineReached, HungUp, Typed
from solovox.core.policy import Policy
from solovox.core.units import RunId
from solovox.recordings import journal_reader
from solovox.recordings.codec import CommandDigest, Entry, Header, JournalError, Strange, canonical
from solovox.recordings.journal_reader import Recorded
from solovox.recordings.replay import Differs, Identical, replay, steps


class Echo:
    """Repeats what is typed, `times` times; ends when the person hangs up."""

    def __init__(self, policy, times=1):
        self.times = times * (2 if policy.wake else 1)

    def handle(self, at, event):
        match event:
            case Typed(text="trouble") if self.times != 1:
                raise Misuse("cannot happen here")
            case Typed(text=text):
                return [ShowText(RunId(at), text)] * self.times
            case HungUp():
                return [EndSession("hung up")]
            case _:
                return []


class Raising(Echo):
    """Cannot decide `trouble`."""

    def handle(self, at, event):
        if event == Typed("trouble"):
            raise Misuse("cannot happen here")
        return super().handle(at, event)


def recorded(events, policy=None, core="0"):
    talk, decided, entries = Echo(policy or Policy()), CommandDigest(), []
    for n, event in enumerate(events, start=1):
        now = talk.handle(n * 10, event)
        did = decided.fold([canonical(one) for one in now])
        entries.append(Entry(n, n * 10, event, did, tuple(type(one).__name__ for one in now)))
    head = Header(session="s", created="c", profile="p", policy=policy or Policy(), core=core)
    return Recorded(head, tuple(entries), decided.whole)


EVENTS = [Typed("one"), DeadlineReached(), Typed("two"), BrainWrote(RunId(1), "x"), HungUp()]


def test_R1_the_same_decisions_are_identical():
    assert replay(recorded(EVENTS), Echo) == Identical(5, 3, ended=True)
    assert replay(replace(recorded(EVENTS), end=""), Echo) == Identical(5, 3, ended=False)
    assert [len(step.commands) for step in steps(recorded(EVENTS), Echo)] == [1, 0, 1, 0, 1]


def test_R1_the_policy_of_the_header_decides():
    kept = recorded(EVENTS, Policy(wake=True))
    assert replay(kept, Echo) == Identical(5, 5, ended=True)


@given(st.lists(st.sampled_from(EVENTS), min_size=1, max_size=9), st.data())
def test_R1_the_first_difference_is_found_at_its_event(events, data):
    where = data.draw(st.integers(0, len(events) - 1))
    extra = data.draw(st.sampled_from([[Cue(CueKind.DONE)], [ShowText(RunId(1), "one")]]))

    class Changed(Echo):
        seen = 0

        def handle(self, at, event) -> list[Command]:
            self.seen += 1
            return super().handle(at, event) + (extra if self.seen == where + 1 else [])

    verdict = replay(recorded(events), Changed)
    assert isinstance(verdict, Differs)
    assert (verdict.then.n, verdict.agreed) == (where + 1, where)
    assert verdict.now[-1:] == tuple(extra)


def test_R1_a_missing_command_and_a_raising_core_are_differences():
    silent = replay(recorded(EVENTS), lambda policy: Echo(policy, times=0))
    assert isinstance(silent, Differs)
    assert (silent.then.n, silent.did, silent.now) == (1, "", ())
    raising = replay(recorded([Typed("trouble")]), lambda policy: Echo(policy, times=2))
    assert isinstance(raising, Differs)
    assert raising.trouble == "Misuse: cannot happen here"


def test_R1_the_same_names_with_another_field_are_a_difference():
    class Loud(Echo):
        def handle(self, at, event):
            return super().handle(at, Typed("TWO") if event == Typed("two") else event)

    verdict = replay(recorded(EVENTS), Loud)
    assert isinstance(verdict, Differs)
    assert (verdict.then.n, verdict.then.commands) == (3, ("ShowText",))


def test_R1_other_names_beside_the_same_digest_are_a_difference():
    kept = recorded(EVENTS)
    renamed = replace(kept.entries[2], commands=("Cue",))
    verdict = replay(replace(kept, entries=(*kept.entries[:2], renamed, *kept.entries[3:])), Echo)
    assert isinstance(verdict, Differs)
    assert (verdict.then.n, verdict.did, verdict.trouble) == (3, renamed.did, "")
    idle = replace(kept.entries[1], commands=("Cue",))
    verdict = replay(replace(kept, entries=(kept.entries[0], idle, *kept.entries[2:])), Echo)
    assert isinstance(verdict, Differs)
    assert verdict.then.n == 2


def test_R1_whether_the_lines_were_sealed_is_told():
    kept = recorded(EVENTS)
    older = replace(kept, header=replace(kept.header, journal=1))
    assert replay(older, Echo) == Identical(5, 3, ended=True, sealed=False)
    assert b'"seal"' not in written(older)
    assert written(kept).count(b'"seal"') == 5


def test_R1_a_failure_to_decide_is_reproduced_where_the_session_ended_by_it():
    kept = recorded([Typed("one")])
    failed = Entry(2, 20, Typed("trouble"))
    again = replay(replace(kept, entries=(*kept.entries, failed)), Raising)
    assert again == Identical(2, 1, ended=True, trouble="Misuse: cannot happen here")
    middle = (*kept.entries, failed, Entry(3, 30, DeadlineReached()))
    verdict = replay(replace(kept, entries=middle), Raising)
    assert isinstance(verdict, Differs)
    assert verdict.then.n == 2


def test_R1_a_museum_piece_is_checked_up_to_what_is_strange():
    kept = recorded(EVENTS)
    strange = Entry(4, 40, Strange("Levitated", {"height": 3}), "", ())
    museum = replace(kept, entries=(*kept.entries[:3], strange, kept.entries[4]))
    verdict = replay(museum, Echo)
    assert isinstance(verdict, Differs)
    assert (verdict.agreed, verdict.trouble) == (3, "this version knows no such event Levitated")
    assert all(one.holds for one in verdict.sums)
    assert len(list(steps(museum, Echo))) == 3


def test_R1_an_end_that_does_not_fit_is_refused():
    with pytest.raises(JournalError, match="end line does not belong"):
        replay(replace(recorded(EVENTS), end="0" * 16), Echo)


BAD = {
    "no file": (None, "there is no such journal"),
    "not a journal": (b"hello\n", "not a journal"),
    "empty": (b"", "not a journal"),
    "a sound": (b"RIFF\x00\x01\n\xff", "not a journal"),
    "newer": (b'{"journal": 99}\n', "upgrade solovox"),
    "without words": (
        written(recorded(EVENTS)).replace(b'"session"', b'"redacted":true,"session"', 1),
        "has lost its words",
    ),
}


@pytest.mark.parametrize(("text", "says"), BAD.values(), ids=BAD)
def test_a_file_that_cannot_be_replayed_is_one_line_and_exit_2(tmp_path, text, says):
    path = tmp_path / "journal.jsonl"
    if text is not None:
        path.write_bytes(text)
    result = CliRunner().invoke(command, [str(path)])
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_an_empty_session_is_identical_to_itself(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_bytes(written(recorded([])) + b'{"n":1,"at')
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert result.stdout == (
        "identical: 0 events, 0 commands; the session was killed before its end; "
        "10 bytes of a torn last line were left out\n"
    )
    assert journal_reader.read(tmp_path).torn == 10
