"""Who is no owner, and two people at once: laws A2, A4."""

import pytest

from core.alone import ONE, Alone
from laws.scene import SECOND, Scene, asked, closed, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import Outcome, ShowHold
from solovox.core.policy import Approval, NarratorKind, Policy, Risk, ToolSpec
from solovox.core.units import MIC, PERSON, AudioSpan, CallId, ConnectionId, Principal, SourceId

ANN, BOB = SourceId("ann"), SourceId("bob")
TOOLS = (
    ToolSpec(name="look"),
    ToolSpec(name="write", effects=True, risk=Risk.FREE),
    ToolSpec(name="send", effects=True, risk=Risk.ASK),
)


class Party(Alone):
    """Ann owns the session, and has guests."""

    def __init__(self, **choices):
        super().__init__(**{"owners": frozenset({Principal(ANN)}), "guests": True, "tools": TOOLS} | choices)

    def by(self, who, text, ms=1_000):
        first = self.mic
        out = self.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, who))
        self.mic += 16 * ms
        self.at += ms
        span = AudioSpan(MIC, first, self.mic - first)
        out += self.do(ev.SoundCaptured(span, who), ev.SpeechEnded(span), ev.EarTranscript(ONE, text))
        return out + self.do(ev.LocalTranscript(span, text, final=True, source=who))

    def answered(self, who, text):
        """They are answered."""
        self.by(who, text)
        self.answers(text="Good.")
        self.do(ev.EarTurnEnded(ONE))
        self.wait(5_000)


def test_A4_a_guest_is_heard_by_the_live_model_and_answered():
    scene = Party()
    out = scene.by(BOB, "how are you")
    assert of(do.SendMicrophone, out)
    assert of(do.Drop, out) == []
    shown = [one for one in of(do.ShowHeard, scene.all) if one.final]
    scene.answers(text="I am well.")
    assert [(one.text, one.source) for one in shown or of(do.ShowHeard, scene.all)][-1] == (
        "how are you",
        BOB,
    )


@pytest.mark.parametrize("tool", ["write", "send"])
def test_A4_no_tool_that_acts_is_used_for_a_guest_and_the_model_is_told_why(tool):
    scene = Party()
    scene.by(BOB, "write it down")
    out = scene.do(ev.EarCalled(ONE, CallId("a"), tool, "{}"))
    assert (of(do.RunTool, out), of(do.ShowHold, out)) == ([], [])
    (told,) = of(do.AnswerCall, out)
    assert told.failed
    assert "only an owner" in told.result
    assert of(do.RunTool, scene.do(ev.EarCalled(ONE, CallId("b"), "look", "{}")))


@pytest.mark.parametrize("word", ["yes", "no"])
def test_A4_a_guests_yes_and_no_answer_nothing(word):
    scene = Party()
    scene.by(ANN, "send it")
    scene.do(ev.EarCalled(ONE, CallId("a"), "send", "{}", said="send"))
    assert of(do.ShowHold, scene.all)
    scene.wait(5_000)
    assert of(do.CloseHold, scene.by(BOB, word, 400)) == []
    scene.wait(5_000)
    assert of(do.CloseHold, scene.by(ANN, word, 400))


@pytest.mark.parametrize(("who", "stops"), [(ANN, True), (BOB, False)])
def test_A4_a_guests_stop_silences_and_does_not_stop(who, stops):
    scene = Party()
    scene.by(ANN, "tell me a story")
    scene.answers(samples=20 * SECOND, text="Once upon a time.")
    out = scene.by(who, "stop", 400)
    assert of(do.Flush, out), "the voice ends"
    assert (do.Cue(do.CueKind.STOPPED) in out) is stops


def test_A4_the_live_model_is_told_who_speaks_when_it_changes():
    scene = Party()
    for who in (ANN, ANN, BOB, BOB, ANN):
        scene.answered(who, "hello there")
    told = [one.text for one in of(do.GiveContext, scene.all)]
    assert told == ["ann speaks now.", "bob speaks now.", "ann speaks now."]


def test_A4_not_a_sample_of_anothers_speech_goes_up_as_part_of_what_someone_says():
    scene = Party()
    frame, ends = 320, []
    for n, who in enumerate([ANN] * 30 + [BOB] * 30):
        span = AudioSpan(MIC, n * frame, frame)
        scene.at += 20
        scene.do(ev.SoundCaptured(span, who))
        if n in (15, 45):  # it is sure by now that they speak
            scene.do(ev.OnsetHeard(30 * frame * (n // 30)), ev.SpeechConfirmed(30 * frame * (n // 30), who))
        if n == 32:  # another's sound has come before it is told that the first has ended
            scene.do(ev.SpeechEnded(AudioSpan(MIC, 0, 30 * frame)))
    for one in scene.all:
        if isinstance(one, do.SendMicrophone):
            ends.append((one.span.first, one.span.end))
        elif isinstance(one, do.BeginActivity | do.EndActivity):
            ends.append(type(one))
    began, *first, ended, again = ends[: ends.index(do.BeginActivity, 1) + 1]
    assert (began, ended, again) == (do.BeginActivity, do.EndActivity, do.BeginActivity)
    assert (first[0][0], first[-1][1]) == (0, 30 * frame)
    second = ends[ends.index(do.BeginActivity, 1) + 1 :]
    assert (second[0][0], second[-1][1]) == (30 * frame, 60 * frame), "all of theirs, once"


def test_A4_a_new_connection_is_told_who_said_what_it_is_sent_again():
    scene = Party()
    scene.by(BOB, "hello there")
    scene.do(ev.EarLost(ONE, "1011"))
    scene.wait(5_000)
    out = scene.do(ev.EarOpened(ConnectionId(2), resumed=True))
    told = [one for one in out if isinstance(one, do.GiveContext | do.BeginActivity)]
    assert told == [do.GiveContext(ConnectionId(2), "bob speaks now."), do.BeginActivity(ConnectionId(2))]


@pytest.mark.parametrize("resumed", [True, False])
@pytest.mark.parametrize("spoke", ["before the connection was lost", "while there was none"])
@pytest.mark.parametrize(("who", "used"), [(ANN, True), (PERSON, True), (BOB, False)])
def test_A4_who_spoke_last_is_known_over_a_break_of_the_connection(who, used, spoke, resumed):
    scene = Party(owners=frozenset(map(Principal, (ANN, PERSON))))
    scene.answered(ANN if who == BOB else BOB, "hello there")
    if spoke == "before the connection was lost":
        scene.answered(who, "write it down")
    scene.do(ev.EarLost(ONE, "1011"))
    if spoke == "while there was none":
        scene.by(who, "write it down")
    scene.wait(5_000)
    scene.do(ev.EarOpened(ConnectionId(2), resumed=resumed))
    assert bool(of(do.RunTool, scene.do(ev.EarCalled(ConnectionId(2), CallId("a"), "write", "{}")))) is used


def test_A4_an_owners_words_from_before_a_guest_began_make_them_no_last_speaker():
    scene = Party()
    scene.by(ANN, "hello there")
    scene.do(ev.SpeechConfirmed(scene.mic, BOB))
    scene.do(ev.LocalTranscript(AudioSpan(MIC, 0, scene.mic + SECOND), "write it", final=True, source=ANN))
    assert of(do.RunTool, scene.do(ev.EarCalled(ONE, CallId("a"), "write", "{}"))) == []


def test_A4_a_guests_yes_in_what_began_as_an_owners_speech_grants_nothing():
    scene = Party()
    scene.by(ANN, "send it")
    scene.do(ev.EarCalled(ONE, CallId("a"), "send", "{}", said="send"))
    scene.wait(5_000)
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first, ANN))
    scene.mic += SECOND
    span = AudioSpan(MIC, first, SECOND)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "yes", final=True, source=BOB))
    assert of(do.CloseHold, out + scene.wait(5_000)) == []


def test_A4_guests_reach_no_brain():
    scene = Scene(Policy(owners=frozenset({Principal(ANN)}), guests=True, narrator=NarratorKind.VOICE))
    span = AudioSpan(MIC, 0, SECOND)
    out = scene.do(ev.SpeechConfirmed(0, BOB), ev.SpeechEnded(span))
    out += scene.do(ev.LocalTranscript(span, "list the files", final=True, source=BOB))
    assert asked(out + scene.wait(60_000)) == []


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
