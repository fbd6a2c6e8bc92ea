"""A session with a real journal on the disk replays identically, and its sums add up."""

import os
import subprocess
import sys

import pytest

from shell.test_whole import QUESTION, Whole, cough, sums, utterance
from solovox.core import commands as c
from solovox.core.policy import Policy, ToolSpec
from solovox.ports import ToolResult, Wrote
from solovox.recordings.journal import create
from solovox.recordings.journal_reader import read
from solovox.recordings.replay import Identical, replay
from solovox.surfaces.file import Faults, FileOptions
from solovox.testing.fakes import Fail, Pause, ScriptedBrain, ScriptedTool, ScriptedTts, Use

pytestmark = pytest.mark.slow

STORY = "Once upon a time there was a fox. It lived in the woods, and it was happy there. The end came late."
BRAIN = {
    "what now": [Wrote(STORY)],
    "and then": [Use("t", {"a": 1}), Use("t", {"a": 1}), Wrote("Both are done.")],
    "where to": [Wrote("It goes on. And "), Pause(1), Fail("the line is dead")],
}
HEARD = [
    *QUESTION,
    *cough(3000),
    *utterance(5000, 5400, "and then"),
    *utterance(9000, 9400, "where to"),
    *utterance(14_000, 14_400, "what now"),
    *utterance(16_000, 16_300, "stop"),
]
POLICY = Policy(tools=(ToolSpec(name="t", effects=True),))
FAULTS = {
    "none": Faults(),
    "late": Faults(played_late=600, flushed_late=500),
    "silent": Faults(played_missing=True, flushed_missing=True),
    "away": Faults(away=((3500, 700), (12_000, 1000))),
}


def recorded(folder, faults):
    journal = create(folder, session="s", created="today", profile="talk", policy=POLICY)
    tool = ScriptedTool("t", ToolResult("ok", "r-1"), seconds=0.2, effects=True)
    rig = Whole(
        script=[], heard=HEARD, brain=ScriptedBrain(BRAIN), tts=ScriptedTts(960), tools=[tool], kept=journal
    )
    rig.talk_at(18_000, FileOptions(faults=faults), POLICY)
    return rig, tool


@pytest.mark.parametrize("name", FAULTS)
def test_R1_a_session_with_everything_in_it_replays_identically(tmp_path, name):
    rig, tool = recorded(tmp_path, FAULTS[name])
    again = replay(read(tmp_path / "journal.jsonl"))
    assert isinstance(again, Identical), again
    assert sums(rig) == []
    assert len(tool.runs) == 2
    assert {question.instruction for question in rig.brain.questions} == set(BRAIN)


REPLAY = """
import sys; from pathlib import Path
from solovox.recordings.journal_reader import read
from solovox.recordings.replay import replay
print(replay(read(Path(sys.argv[1]))))
"""


@pytest.mark.slow
def test_R1_it_replays_in_another_process_with_another_hash_seed(tmp_path):
    recorded(tmp_path, Faults())
    said = {
        subprocess.run(
            [sys.executable, "-c", REPLAY, tmp_path / "journal.jsonl"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert said.pop().startswith("Identical")


def test_the_journal_holds_the_cough_the_barge_in_the_stop_and_the_failure(tmp_path):
    recorded(tmp_path, Faults())
    did = [name for entry in read(tmp_path / "journal.jsonl").entries for name in entry.commands]
    for kind in (
        c.Duck,
        c.Unduck,
        c.Flush,
        c.TellPlayed,
        c.RunTool,
        c.AnswerBrain,
        c.ShowFailure,
    ):
        assert kind.__name__ in did, kind
