"""Two people speak at once while something waits: whose yes it is, and to what (laws A2, A4)."""

import pytest

from laws.scene import Scene, asked, closed, of
from solovox.core import events as ev
from solovox.core.commands import Outcome, ShowHold
from solovox.core.policy import Approval, Policy
from solovox.core.units import MIC, AudioSpan, Principal, SourceId

ANN, BOB = SourceId("ann"), SourceId("bob")
BOTH = Policy(approval=Approval.REVIEW)
ANNS = Policy(approval=Approval.REVIEW, owners=frozenset({Principal(ANN)}))


class Room(Scene):
    """What is heard is told by whose sound began, and by whose words it had."""

    def hears(self, began, whose, text, ms=400):
        first = self.mic
        self.mic += 16 * ms
        self.at += ms
        span = AudioSpan(MIC, first, self.mic - first)
        out = self.do(
            ev.OnsetHeard(first),
            ev.SpeechConfirmed(first, began),
            ev.SoundCaptured(span),
            ev.SpeechEnded(span),
            ev.LocalTranscript(span, text, final=True, source=whose),
        )
        self.wait(1_000)
        return out


@pytest.mark.parametrize("policy", [BOTH, ANNS])
@pytest.mark.parametrize(
    ("answer", "sent", "outcome"),
    [("yes", ["delete the old logs"], Outcome.GRANTED), ("no", [], Outcome.DENIED)],
)
def test_A2_A4_an_owners_answer_counts_beside_the_speech_of_another(policy, answer, sent, outcome):
    scene = Room(policy)
    scene.hears(ANN, ANN, "delete the old logs")
    out = scene.hears(BOB, ANN, answer)
    assert (asked(out), closed(out), of(ShowHold, out)) == (sent, [(1, outcome)], [])


def test_A2_A4_a_guests_yes_beside_an_owners_speech_grants_nothing():
    scene = Room(ANNS)
    scene.hears(ANN, ANN, "delete the old logs")
    out = scene.hears(ANN, BOB, "yes")
    assert (asked(out), closed(out)) == ([], [])


def test_A2_A4_a_yes_within_the_longer_speech_of_another_is_no_instruction():
    scene = Room(BOTH)
    scene.hears(ANN, ANN, "delete the old logs")
    bobs = AudioSpan(MIC, scene.mic, 16_000)
    scene.do(ev.OnsetHeard(bobs.first), ev.SpeechConfirmed(bobs.first, BOB), ev.SpeechEnded(bobs))
    anns = AudioSpan(MIC, bobs.first + 8_000, 8_000)
    out = scene.do(ev.LocalTranscript(anns, "yes", final=True, source=ANN))
    assert (asked(out), closed(out)) == (["delete the old logs"], [(1, Outcome.GRANTED)])
    assert of(ShowHold, out) == []
