"""What follows an answer that was read, and what a new connection is told: laws L1, L2, L3 and G2."""

from dataclasses import replace
from itertools import pairwise

import pytest

from laws.laws import Laws
from laws.scene import SECOND, Scene, asked, of, read
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import AskBrain, CloseEar, Drop, DropReason, GiveContext, OpenEar, SendMicrophone
from solovox.core.policy import (
    AfterRead,
    Approval,
    EarKind,
    Fidelity,
    NarratorKind,
    Policy,
    Routing,
)
from solovox.core.retelling import LENGTH, LINES

pytestmark = pytest.mark.slow

ONE, TWO, THREE = (u.ConnectionId(n) for n in (1, 2, 3))
RESTART = Policy(
    ear=EarKind.LIVE, understands=False, routing=Routing.CODE, after_read=AfterRead.RESTART, barge_in=False
)


def says(scene, text, connection=ONE, ms=1_000):
    """The person speaks, the ear hears, the brain is asked."""
    scene.speak(ms)
    scene.do(ev.EarTranscript(connection, f" {text}"))
    out = scene.wait(500)
    assert asked(out) == [text]


def begun(policy=RESTART, said="what time is it"):
    """A person has asked, and the answer is being read."""
    scene = Scene(policy)
    scene.do(ev.EarOpened(ONE))
    says(scene, said)
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND, end=True)
    return scene


def turns(commands):
    return [c for c in commands if isinstance(c, OpenEar | CloseEar)]


def lawful(scene, policy):
    laws = Laws(policy)
    twin = Scene(policy, joined=False)
    for at, event in scene.events:
        twin.at = at
        laws.see(at, event, twin.do(event))
    return scene


AFRESH = [CloseEar(ONE, "the answer was read"), OpenEar(TWO, resume=False)]


def test_L1_when_an_answer_was_played_to_its_end_a_fresh_ear_listens():
    scene = begun()
    assert turns(scene.played(1, SECOND - 1)) == []
    assert turns(scene.played(1, SECOND)) == AFRESH
    lawful(scene, RESTART)


def test_L1_not_before_the_answer_is_whole():
    scene = Scene(RESTART)
    scene.do(ev.EarOpened(ONE))
    says(scene, "what time is it")
    scene.write(1, "It is noon.", finish=False)
    scene.sound(1, SECOND, end=True)
    assert turns(scene.played(1, SECOND)) == [], "the brain still writes"
    assert turns(scene.do(ev.BrainFinished(u.RunId(1)))) == AFRESH


def test_L1_not_while_the_ear_is_generating():
    scene = begun()
    scene.do(ev.EarAudio(ONE, u.AudioSpan(u.StreamId("ear/1"), 0, 240)))
    assert turns(scene.played(1, SECOND)) == []
    assert turns(scene.do(ev.EarTurnEnded(ONE))) == AFRESH


def test_L1_not_while_the_models_own_answer_is_heard():
    scene = Scene(replace(RESTART, narrator=NarratorKind.SELF))
    scene.do(ev.EarOpened(ONE))
    scene.speak()
    sound = u.AudioSpan(u.StreamId("ear/1"), 0, 10 * SECOND)
    out = scene.do(ev.EarTranscript(ONE, "what time is it"), ev.EarAudio(ONE, sound), ev.EarTurnEnded(ONE))
    assert turns(out + scene.wait(9_000)) == []
    assert turns(scene.played(1, 10 * SECOND)) == AFRESH


def test_L1_an_answer_that_was_not_read_wears_nothing_out():
    scene = Scene(RESTART)
    scene.do(ev.EarOpened(ONE))
    says(scene, "what time is it")
    assert turns(scene.write(1) + scene.wait(60_000)) == []


def test_L1_once_for_each_answer():
    scene = begun()
    scene.played(1, SECOND)
    scene.do(ev.EarOpened(TWO))
    assert turns(scene.wait(60_000)) == []
    says(scene, "and now", TWO)
    scene.write(2, "It is one.")
    scene.sound(2, SECOND, end=True)
    assert turns(scene.played(2, SECOND)) == [
        CloseEar(TWO, "the answer was read"),
        OpenEar(THREE, resume=False),
    ]


def test_L1_a_worn_ear_that_is_lost_meanwhile_is_not_resumed():
    scene = begun()
    scene.do(ev.EarLost(ONE, "1006"))
    scene.played(1, SECOND)
    assert turns(scene.wait(1_000)) == [OpenEar(TWO, resume=False)]


def test_L1_an_ear_that_is_lost_while_the_answer_is_read_is_resumed_and_replaced_after_it():
    scene = begun()
    scene.do(ev.EarLost(ONE, "1006"))
    assert turns(scene.wait(250)) == [OpenEar(TWO, resume=True)]
    scene.do(ev.EarOpened(TWO, resumed=True))
    assert turns(scene.played(1, SECOND)) == [
        CloseEar(TWO, "the answer was read"),
        OpenEar(THREE, resume=False),
    ]


def spans(commands):
    return [(c.connection, c.span.first, c.span.end) for c in of(SendMicrophone, commands)]


@pytest.mark.parametrize("opening_ms", [0, 100, 700, 1_500, 3_000])
def test_L2_no_word_is_lost_to_the_ear_that_follows(opening_ms):
    """The person speaks as soon as the reading is over, while the new connection is still being opened."""
    scene = begun()
    scene.hear(1_000)
    scene.played(1, SECOND)
    drained, first = scene.mic, scene.mic + 3_200
    scene.hear(200)
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    sent = []
    for ms in range(0, 2_000, 100):
        if ms == opening_ms:
            sent += spans(scene.do(ev.EarOpened(TWO)))
        sent += spans(scene.hear(100))
    scene.do(ev.SpeechEnded(u.AudioSpan(u.MIC, first, scene.mic - first)))
    if opening_ms >= 2_000:
        sent += spans(scene.do(ev.EarOpened(TWO)))
    assert {one for one, *_ in sent} == {TWO}
    assert sent[0][1] <= max(drained, first - 8_000)
    assert all(a[2] == b[1] for a, b in pairwise(sent)), "a hole, or a word twice"
    assert sent[-1][2] == scene.mic
    scene.do(ev.EarTranscript(TWO, " and now"))
    assert asked(scene.wait(500)) == ["and now"]
    lawful(scene, RESTART)


def test_G2_what_was_drained_is_counted_and_never_sent():
    scene = begun()
    drops = of(Drop, [c for _ in range(50) for c in scene.hear(20)])
    assert [c.why for c in drops] == [DropReason.DRAINED] * 50
    scene.played(1, SECOND)
    end = scene.mic
    scene.hear(20)
    assert spans(scene.do(ev.EarOpened(TWO))) == [(TWO, end, scene.mic)]
    lawful(scene, RESTART)


def test_L3_a_fresh_ear_is_told_nothing_of_the_answer():
    scene = begun()
    scene.played(1, SECOND)
    assert of(GiveContext, scene.do(ev.EarOpened(TWO))) == []


KEEP = Policy(ear=EarKind.LIVE, understands=False, routing=Routing.CODE)
TALK = "The talk so far:\nPerson: what time is it\nAgent: It is noon."


def again(scene, *, resumed):
    scene.do(ev.EarLost(ONE, "1006"))
    scene.wait(250)
    return scene.do(ev.EarOpened(TWO, resumed))


def test_L3_an_ear_that_remembers_nothing_is_told_the_talk_before_it_hears_anything():
    scene = begun(KEEP)
    scene.played(1, SECOND)
    scene.hear(100)
    out = again(scene, resumed=False)
    assert [type(c) for c in out] == [GiveContext, SendMicrophone]
    assert out[0] == GiveContext(TWO, TALK)


def test_L3_an_ear_that_remembers_is_told_nothing():
    scene = begun(KEEP)
    scene.played(1, SECOND)
    assert of(GiveContext, again(scene, resumed=True)) == []


def test_L3_it_is_bounded():
    scene = Scene(KEEP)
    scene.do(ev.EarOpened(ONE))
    for n in range(100):
        scene.do(ev.Typed(f"{n} " * 1_000))
        scene.wait(1_000)
    told = again(scene, resumed=False)[0].text
    assert len(told) <= LINES * (LENGTH + 10) + 20
    assert "\nPerson: 99 99" in told


def coughs(scene, read, heard):
    """A cough over a read, of which so many samples were heard; it is read again."""
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    scene.flushed(read, heard)
    scene.hear(300)
    span = u.AudioSpan(u.MIC, scene.mic - 4_800, 4_800)
    return scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "", final=True))


def noon(policy=None):
    """An answer of one sentence; its first three words have been given to the speaker."""
    scene = Scene(policy)
    scene.say("what time is it")
    scene.write(1, "It is twelve noon.")
    scene.sound(1, SECOND, len("It is twelve"))
    return scene


def told(scene):
    """What a connection would be told that remembered nothing."""
    scene.do(
        ev.PolicyChanged(replace(scene.policy, ear=EarKind.LIVE)),
        ev.SurfaceLeft(),
        ev.SurfaceJoined(u.SurfaceCaps()),
    )
    [ear] = of(OpenEar, scene.all)[-1:]
    return scene.do(ev.EarOpened(ear.connection))[0].text.splitlines()[1:]


def test_L3_nor_is_it_told_twice_if_a_live_reader_says_it_again_and_is_cut_earlier():
    scene = noon(Policy(understands=True, narrator=NarratorKind.READER, fidelity=Fidelity.OFF))
    assert read(coughs(scene, 1, SECOND)) == ["It is twelve noon."]
    scene.sound(2, SECOND, len("It is"))
    coughs(scene, 2, SECOND)
    scene.sound(3, 2 * SECOND, end=True)
    scene.played(3, 2 * SECOND)
    assert told(scene) == ["Person: what time is it", "Agent: It is twelve noon."]


@pytest.mark.parametrize("no", ["denied", "expired", "emptied"])
def test_L3_nor_is_one_that_got_no_yes(no):
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the logs")
    if no == "denied":
        scene.do(ev.ConsentDenied(u.HoldId(1), u.InputMeans.CLICK))
    elif no == "emptied":
        scene.do(ev.ConsentGiven(u.HoldId(1), " ", u.InputMeans.CLICK))
    else:
        scene.wait(120_000)
    scene.do(ev.Typed("what time is it"))
    assert told(scene) == ["Person: what time is it"]


def test_drained_reports_by_the_clock_do_as_well():
    scene = begun()
    scene.do(ev.SurfaceJoined(u.SurfaceCaps(played=u.PlayedReports.NONE)))
    assert turns(scene.wait(5_000)) == AFRESH


def test_L3_the_first_connection_of_a_talk_that_goes_on_is_told_it_and_later_ones_all_of_it():
    scene = Scene(replace(KEEP, earlier=(("Person", "what time is it"), ("Agent", "It is noon."))))
    (context,) = of(GiveContext, scene.do(ev.EarOpened(ONE)))
    assert context == GiveContext(ONE, TALK)
    assert of(AskBrain, scene.do(ev.Typed("and the date"))) != []
    assert again(scene, resumed=False)[0] == GiveContext(TWO, f"{TALK}\nPerson: and the date")


def test_L3_of_a_talk_that_goes_on_the_newest_is_told():
    earlier = tuple(("Person", f"{n} {'x' * LENGTH}") for n in range(LINES + 3))
    (context,) = of(GiveContext, Scene(replace(KEEP, earlier=earlier)).do(ev.EarOpened(ONE)))
    lines = context.text.splitlines()[1:]
    assert [line.split()[1] for line in lines] == [str(n) for n in range(3, LINES + 3)]
    assert {len(line) for line in lines} == {len("Person: ") + LENGTH}
