"""A whole session over fakes, on the virtual loop."""

import math

from shell.rig import Rig
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import AudioSpan, StreamId, SurfaceCaps
from solovox.ports import Wrote
from solovox.shell.clock import run
from solovox.testing.fakes import ScriptedBrain, ScriptedTts

JOINED = (0, e.SurfaceJoined(SurfaceCaps()))
MIC = StreamId("mic")


def virtually(rig):
    return run(rig.run(), speed=math.inf)


def final(first, count, text):
    return e.LocalTranscript(AudioSpan(MIC, first, count), text, final=True)


def test_a_question_is_heard_asked_and_answered_aloud():
    rig = Rig(
        script=[JOINED, (100, bytes(3200)), (200, bytes(3200)), (5000, e.HungUp())],
        heard=[(3200, final(0, 3200, "what time is it"))],
        brain=ScriptedBrain({"what time is it": [Wrote("It is **noon**. "), Wrote("Eat something.")]}),
    )
    assert virtually(rig) == "hung up"
    assert [q.instruction for q in rig.brain.questions] == ["what time is it"]
    assert "".join(s.text for s in rig.surface.performed if isinstance(s, c.ShowText)) == (
        "It is **noon**. Eat something."
    )
    assert "".join(rig.tts.spoken).replace(" ", "") == "Itisnoon.Eatsomething."
    assert b"".join(rig.surface.heard.values()) == b"".join(map(ScriptedTts().sound, rig.tts.spoken))
    assert rig.brain.closed
    assert rig.journal.closed


def test_a_session_of_fifteen_minutes():
    second = bytes(32_000)
    script = [JOINED, *((1000 * n, second) for n in range(1, 900)), (900_000, e.HungUp())]
    rig = Rig(script=script, heard=[(16_000 * n, final(0, 1, f"question {n}")) for n in range(5, 890, 10)])
    virtually(rig)
    assert rig.talk.seen[-1][0] == 900_000
    assert len(rig.brain.questions) == 89
    assert rig.journal.kept[MIC] == 899 * 16_000 == rig.recogniser.fed
