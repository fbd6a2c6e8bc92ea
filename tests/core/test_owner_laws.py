"""Who may command and consent: law A4."""

import pytest

from laws.scene import SECOND, Scene, asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy

ANN, BOB = u.Principal("ann"), u.Principal("bob")
OWNED = Policy(owners=frozenset({ANN}))
KEY = u.InputMeans.KEY


def says(scene, who, text, ms=1_000):
    first, source = scene.mic, u.SourceId(who)
    out = scene.do(ev.SpeechConfirmed(first, source))
    scene.mic += 16 * ms
    scene.at += ms
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    out += scene.do(ev.SoundCaptured(span, source), ev.SpeechEnded(span))
    return out + scene.do(ev.LocalTranscript(span, text, final=True, source=source))


@pytest.mark.parametrize(("who", "words"), [(ANN, ["list the files"]), (BOB, [])])
@pytest.mark.parametrize("typed", [True, False])
def test_A4_only_an_owners_words_are_asked(who, words, typed):
    scene = Scene(OWNED)
    typing = ev.Typed("list the files", u.SourceId(who), who)
    out = scene.do(typing) if typed else says(scene, who, "list the files")
    assert asked(out + scene.wait(60_000)) == words


def test_A4_K2_what_the_words_of_others_stand_for_mends_no_words_of_an_owners():
    scene = Scene(Policy(owners=frozenset({ANN}), ear=EarKind.LIVE, narrator=NarratorKind.READER))
    scene.do(ev.EarOpened(u.ConnectionId(1)), ev.SpeechConfirmed(0, u.SourceId(ANN)))
    scene.mic += SECOND
    scene.at += 1_000
    span, mends = u.AudioSpan(u.MIC, 0, SECOND), (Mend("files", "phial.py", MendWhy.LEXICON),)
    scene.do(ev.SpeechEnded(span), ev.EarTranscript(u.ConnectionId(1), " list the files"))
    scene.do(ev.LocalTranscript(span, "stop", final=True, source=u.SourceId(BOB), mends=mends))
    scene.wait(60_000)
    assert [one.text for one in of(do.ShowHold, scene.all)] == ["list the files"]
    assert not any(one.mends for one in of(do.ShowHeard, scene.all))


@pytest.mark.parametrize("words", ["list the files", "stop", "be quiet", "status"])
def test_A4_the_words_of_others_are_shown_and_go_nowhere(words):
    scene = Scene(OWNED)
    scene.do(ev.Typed("tell me", principal=ANN))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 12)
    out = says(scene, BOB, words)
    assert [(one.text, one.source) for one in of(do.ShowHeard, out)] == [(words, "bob")]
    assert of(do.Flush, out) == []
    assert do.Cue(do.CueKind.STOPPED) not in out


@pytest.mark.parametrize(
    "answer",
    [
        ev.ConsentGiven(u.HoldId(1), "delete the logs", KEY, BOB),
        ev.ConsentDenied(u.HoldId(1), KEY, BOB),
        ev.StopAsked(KEY, BOB),
        ev.SilenceAsked(KEY, BOB),
    ],
    ids=lambda event: type(event).__name__,
)
def test_A4_others_answer_and_stop_nothing_and_are_told_so(answer):
    scene = Scene(Policy(approval=Approval.REVIEW, owners=frozenset({ANN})))
    says(scene, ANN, "delete the logs")
    out = scene.do(answer)
    assert (of(do.CloseHold, out), asked(out), of(do.Cue, out)) == ([], [], [])
    assert next(one.text.split(":")[0] for one in of(do.ShowFailure, out)).endswith("by bob was ignored")
    assert asked(scene.do(ev.ConsentGiven(u.HoldId(1), "delete the logs", KEY, ANN))) == ["delete the logs"]


@pytest.mark.parametrize("narrator", [NarratorKind.VOICE, NarratorKind.SELF])
def test_A4_a_live_ear_is_sent_no_sound_of_others(narrator):
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=narrator, owners=frozenset({ANN})))
    scene.do(ev.EarOpened(u.ConnectionId(1)))
    out = says(scene, BOB, "delete everything")
    assert of(do.SendMicrophone, out) == of(do.BeginActivity, out) == []
    assert [one.why for one in of(do.Drop, out)] == [do.DropReason.STRANGER]
