"""Every command has one receiver, and joining loses nothing."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.core import commands as c
from solovox.core.events import SoundCaptured
from solovox.core.units import (
    AudioSpan,
    ConnectionId,
    ReadId,
    RunId,
    SourceId,
    StepId,
    StepKind,
    StepState,
    StreamId,
    UtteranceId,
)
from solovox.shell.dispatch import To, join_commands, receiver

UNIONS = {
    c.EarCommand: To.EAR,
    c.ListenerCommand: To.LISTENER,
    c.NarratorCommand: To.NARRATOR,
    c.SurfaceCommand: To.SURFACE,
    c.BrainCommand: To.BRAIN,
    c.WordingCommand: To.WORDING,
    c.ToolCommand: To.TOOLS,
    c.TeacherCommand: To.TEACHER,
    c.SessionCommand: To.SESSION,
}
ROWS = [(kind, to) for union, to in UNIONS.items() for kind in get_args(union) or (union,)]


@pytest.mark.parametrize(("kind", "to"), ROWS, ids=lambda row: getattr(row, "__name__", row))
def test_every_command_goes_where_its_union_says(kind, to):
    assert receiver(object.__new__(kind)) is to


MIC, V1 = StreamId("mic"), StreamId("voice/1")


def captured(first, count, source="person"):
    return SoundCaptured(AudioSpan(MIC, first, count), SourceId(source))


def step(title, name="1", **more):
    return c.ShowStep(RunId(1), StepId(name), StepKind.TOOL, title, "", StepState.BEGUN, **more)


JOINS = [
    (captured(0, 5), captured(5, 2), captured(0, 7)),
    (captured(0, 5), captured(6, 2), None),
    (captured(0, 5), captured(5, 2, "bob"), None),
    (captured(0, 5), c.EndSpeech(), None),
    (
        c.SendMicrophone(ConnectionId(1), AudioSpan(MIC, 0, 5)),
        c.SendMicrophone(ConnectionId(1), AudioSpan(MIC, 5, 5)),
        c.SendMicrophone(ConnectionId(1), AudioSpan(MIC, 0, 10)),
    ),
    (
        c.SendMicrophone(ConnectionId(1), AudioSpan(MIC, 0, 5)),
        c.SendMicrophone(ConnectionId(2), AudioSpan(MIC, 5, 5)),
        None,
    ),
    (c.Play(ReadId(1), AudioSpan(V1, 0, 5)), c.Play(ReadId(1), AudioSpan(V1, 5, 5)), c.Play(ReadId(1), AudioSpan(V1, 0, 10))),
    (c.Play(ReadId(1), AudioSpan(V1, 0, 5)), c.Play(ReadId(2), AudioSpan(V1, 5, 5)), None),
    (c.ShowText(RunId(1), "a"), c.ShowText(RunId(1), "b"), c.ShowText(RunId(1), "ab")),
    (c.ShowText(RunId(1), "a"), c.ShowText(RunId(2), "b"), None),
    (step("a", effects=True), step("b", receipt="r"), step("b", effects=True, receipt="r")),
    (step("a"), step("b", name="2"), None),
    (c.ShowHeard(UtteranceId(1), "a", False), c.ShowHeard(UtteranceId(1), "b", True), c.ShowHeard(UtteranceId(1), "b", True)),
    (c.ShowHeard(UtteranceId(1), "a", True), c.ShowHeard(UtteranceId(1), "b", True), None),
    (c.Cue(c.CueKind.HEARD), c.Cue(c.CueKind.HEARD), None),
    (c.Flush(ReadId(1)), c.Flush(ReadId(1)), None),
]  # fmt: skip


@pytest.mark.parametrize(("waiting", "new", "both"), JOINS)
def test_neighbours_are_joined_only_when_nothing_is_lost(waiting, new, both):
    assert join_commands(waiting, new) == both


@given(st.lists(st.integers(1, 50), min_size=1))
def test_G2_joined_spans_hold_every_sample_once(counts):
    whole, at = None, 0
    for count in counts:
        piece = captured(at, count)
        whole, at = (piece if whole is None else join_commands(whole, piece)), at + count
    assert whole == captured(0, sum(counts))
