"""A long answer over the real shell: "More?" is heard, the person directs the reading, and the journal replays identically (N6, N7, R1)."""

import math

import pytest

from laws.scene import worded
from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.conversation import Conversation
from solovox.core.policy import Policy
from solovox.core.units import SurfaceCaps
from solovox.ports import Wrote
from solovox.recordings import journal, journal_reader
from solovox.recordings.replay import Identical, replay
from solovox.shell.clock import run
from solovox.testing.fakes import ScriptedBrain, ScriptedTts

pytestmark = pytest.mark.slow

POLICY = worded(Policy(spoken_ms=12_000))
LETTER = 1_500
"""Samples of a character: 160 of them, which fit into the budget, take 10 s."""
PARAGRAPHS = [
    " ".join(
        f"This is what file {name} does in the module {part}." for name in ("one", "two", "three", "four")
    )
    for part in ("north", "south", "west")
]
CODE = "```python\ndef login(user):\n    check(user)\n    return user\n```\n"
ANSWER = "\n\n".join(PARAGRAPHS) + "\n\n" + CODE


def talked(tmp_path, *lines):
    """What is typed, each with its second, after a question with a long answer."""
    kept = journal.create(
        tmp_path / "s", session="s", created="2026-01-02T03:04:05Z", profile="talk", policy=POLICY
    )
    rig = Rig(
        script=[
            (0, e.SurfaceJoined(SurfaceCaps())),
            (100, e.Typed("explain")),
            *((1_000 * at, e.Typed(line)) for at, line in lines),
            (120_000, e.HungUp()),
        ],
        talk=Conversation(POLICY),
        brain=ScriptedBrain({"explain": [Wrote(ANSWER)]}, default=[Wrote("Well.")]),
        tts=ScriptedTts(LETTER),
        kept=kept,
    )
    run(rig.run(), math.inf)
    recorded = journal_reader.read(tmp_path / "s")
    assert isinstance(replay(recorded), Identical)
    return rig


def heard(rig):
    """What was played to its end, or to where it was cut."""
    said = {one.read: one.said for one in rig.surface.performed if isinstance(one, c.ShowRead)}
    return " ".join(said[read][: len(pcm) // 2 // LETTER].strip() for read, pcm in rig.surface.heard.items())


def sentences(paragraph, first, end):
    return ". ".join(PARAGRAPHS[paragraph].split(". ")[first:end]).rstrip(".") + "."


def test_N6_of_an_answer_of_half_a_minute_the_beginning_is_said_and_then_more_is_asked(tmp_path):
    rig = talked(tmp_path)
    assert heard(rig) == f"{sentences(0, 0, 3)} More?"
    assert "".join(one.text for one in rig.surface.performed if isinstance(one, c.ShowText)) == ANSWER
    seconds = sum(len(pcm) for pcm in rig.surface.heard.values()) / 2 / 24_000
    assert 8 < seconds < 12


@pytest.mark.parametrize(
    ("line", "said"),
    [("read line 3", "Line 3: return user"), ("read line one", "Line 1: def login, open paren, user, close paren, colon")],
)  # fmt: skip
def test_N7_a_line_of_the_code_is_said_and_the_rest_can_still_be_wanted(tmp_path, line, said):
    rig = talked(tmp_path, (14, line), (26, "yes"))
    assert f"More? {said} More? {sentences(0, 3, 4)} {sentences(1, 0, 2)} More?" in heard(rig)
