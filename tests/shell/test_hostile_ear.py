"""The real conversation in the real shell, with an ear that misbehaves in every way known of live services.

Whatever it does: no sample of it is in the output, what the brain wrote is read whole and nothing else
is, what the person said is asked once as it was said, and the sums add up.
"""

import numpy as np
import pytest

from laws.laws import Laws
from shell.hostile_ear import TONE, WAYS, HostileEar
from shell.test_whole import ANSWER, QUESTION, Whole, brain
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import EarKind, NarratorKind, Policy, Routing, ToolSpec
from solovox.core.units import CallId
from solovox.surfaces.file import FileOptions
from solovox.testing.fakes import ScriptedTts

POLICY = Policy(
    ear=EarKind.LIVE,
    narrator=NarratorKind.VOICE,
    routing=Routing.NUDGE,
    tools=(ToolSpec(name="ask_agent", routing=True),),
)
LOUD = int.from_bytes(TONE, "little", signed=True)


class Hostile(Whole):
    """A whole session with a hostile ear, every step of which is held against the laws."""

    def build(self):
        self.laws = Laws(POLICY)
        self.folds = [*self.folds, self]
        return super().build()

    def see(self, event, commands):
        self.laws.see(self.journal.entries[-1][0], event, commands)
        ear = self.others["ear"]
        if isinstance(event, e.SpeechEnded):
            ear.person_finished.set()
        if any(isinstance(one, c.Play) for one in commands):
            ear.reading.set()


@pytest.fixture(scope="module", params=WAYS)
def talked(request):
    """The session, and its ear. It is held once, and looked at by all."""
    rig = Hostile(script=[], heard=list(QUESTION), tts=ScriptedTts(960), brain=brain())
    ear = HostileEar(WAYS[request.param], rig)
    rig.others = {"ear": ear}
    assert rig.talk_at(4_000, FileOptions(), POLICY) == "the person hung up"
    return rig, ear


def samples(rig):
    return np.frombuffer(bytes(rig.out), "<i2")


def test_G1_not_one_sample_of_the_ear_is_heard(talked):
    rig, ear = talked
    assert LOUD not in samples(rig)
    dropped = sum(one.span.count for _, one in rig.times(c.Drop) if one.origin is c.SoundOrigin.EAR)
    assert dropped == ear.spoken


def test_T3_what_was_said_is_asked_once_and_the_answer_is_read_whole(talked):
    rig, _ = talked
    asked = [one.instruction for _, one in rig.times(c.AskBrain)]
    assert asked == ["what now"]
    said = " ".join(one.said for _, one in rig.times(c.Read))
    assert said == ANSWER
    heard = samples(rig)
    expected = b"".join(rig.tts.sound(one.said) for _, one in rig.times(c.Read))
    assert np.count_nonzero(heard) == np.count_nonzero(np.frombuffer(expected, "<i2"))


def test_G2_the_sums_add_up(talked):
    rig, _ = talked
    for total in rig.ledger.sums():
        assert total.holds, total


def test_C1_every_call_is_answered_once_or_was_cancelled(talked):
    rig, ear = talked
    opened = {one.connection for one in rig.happened(e.EarOpened)}
    called = {(one.connection, one.call) for one in rig.happened(e.EarCalled) if one.connection in opened}
    cancelled = {(one.connection, CallId(i)) for one in rig.happened(e.EarCancelled) for i in one.calls}
    answered = [(one.connection, one.call) for one in ear.commands if isinstance(one, c.AnswerCall)]
    assert len(answered) == len(set(answered))
    assert set(answered) <= called
    assert called - set(answered) <= cancelled
