"""The ear's connections, the microphone, the end, and time: laws L1 to L5, R1, T3."""

import os
import subprocess
import sys

import pytest

from laws.scene import SECOND, Scene, asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import AskBrain, Cue, CueKind, OpenEar, RoutedBy, SendMicrophone
from solovox.core.conversation import Conversation
from solovox.core.policy import Approval, EarKind, NarratorKind, Policy, Routing, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId

ONE, TWO = u.ConnectionId(1), u.ConnectionId(2)
LIVE = Policy(
    ear=EarKind.LIVE,
    understands=False,
    narrator=NarratorKind.READER,
    routing=Routing.CODE,
    tools=(ToolSpec(name="look"), ToolSpec(name="ask_agent", routing=True)),
)


def live():
    scene = Scene(LIVE)
    scene.do(ev.EarOpened(ONE))
    return scene


def spans(commands):
    return [(c.connection, c.span.first, c.span.end) for c in of(do.SendMicrophone, commands)]


def test_L1_a_session_opens_one_ear_and_a_local_one_none():
    assert of(do.OpenEar, Scene(LIVE).all) == [do.OpenEar(ONE, resume=False)]
    assert of(do.OpenEar, Scene().all) == []


def test_L1_a_session_without_a_surface_ends_but_not_while_a_run_works():
    scene, grace = Scene(), Policy().timing.surface_grace
    scene.do(ev.SurfaceLeft())
    scene.wait(grace - 1)
    assert of(do.EndSession, scene.all) == []
    scene.wait(1)
    assert of(do.EndSession, scene.all)
    scene = Scene()
    scene.do(ev.Typed("count the stars"))
    scene.do(ev.BrainStep(u.RunId(1), u.StepId("1"), u.StepKind.TOOL, "counting the stars"))
    scene.do(ev.SurfaceLeft())
    scene.wait(grace + 60_000)
    assert of(do.EndSession, scene.all) == []
    scene.do(ev.BrainFinished(u.RunId(1)))
    scene.wait(1)
    assert of(do.EndSession, scene.all)


def test_L1_a_lost_connection_is_opened_again_after_a_growing_wait():
    scene = Scene(LIVE)
    waits = []
    for n in range(1, 6):
        before = scene.at
        assert of(do.OpenEar, scene.do(ev.EarLost(u.ConnectionId(n), "1006"))) == []
        while not of(do.OpenEar, scene.wait(50)):
            pass
        waits.append(scene.at - before)
    assert waits == [250, 500, 1_000, 2_000, 5_000]


def test_L1_that_the_ear_stays_away_is_shown_once_and_it_is_tried_on():
    scene, shown = Scene(LIVE), []
    for n in range(1, 8):
        shown.append(len(of(do.ShowFailure, scene.do(ev.EarLost(u.ConnectionId(n), "the service is busy")))))
        assert of(do.OpenEar, scene.wait(10_000))
    assert shown == [0, 0, 1, 0, 0, 0, 0]
    assert "the service is busy" in of(do.ShowFailure, scene.all)[0].text


def test_L1_going_away_is_answered_at_a_pause_and_the_old_one_is_closed_first():
    scene = live()
    scene.wait(10_000)
    scene.do(ev.SpeechConfirmed(0))
    assert of(do.CloseEar, scene.do(ev.EarGoingAway(ONE, 50_000))) == []
    scene.do(ev.SpeechEnded(u.AudioSpan(u.MIC, 0, 16_000)), ev.EarTranscript(ONE, " what time is it"))
    out = scene.wait(400)
    assert asked(out) == ["what time is it"]
    assert [type(c) for c in out if isinstance(c, do.OpenEar | do.CloseEar)] == [do.CloseEar, do.OpenEar]


def test_L1_that_a_connection_goes_away_is_seen_once_and_until_the_next_has_opened():
    scene = live()
    scene.do(ev.SpeechConfirmed(0))
    assert scene.do(ev.EarGoingAway(ONE, 10_000)) == [do.ShowLeaving(leaving=True)], (
        "nothing else comes of it"
    )
    assert scene.do(ev.EarGoingAway(ONE, 9_000)) == []
    out = scene.wait(9_000)
    assert of(do.OpenEar, out)
    assert of(do.ShowLeaving, out) == [], "the other one is not there yet"
    assert of(do.ShowLeaving, scene.do(ev.EarLost(TWO, "1006"))) == [], "it is tried again"
    scene.wait(500)
    assert of(do.ShowLeaving, scene.do(ev.EarOpened(u.ConnectionId(3)))) == [do.ShowLeaving(leaving=False)]
    assert of(do.ShowLeaving, scene.do(ev.EarLost(u.ConnectionId(3), "1006"))) == []


@pytest.mark.parametrize(
    "event",
    [ev.EarLost(ONE, "the key was refused", retry=False), ev.PolicyChanged(Policy())],
    ids=["hopeless", "another profile"],
)
def test_L1_where_no_other_connection_comes_nothing_is_seen_of_the_one_that_went_away(event):
    scene = live()
    scene.do(ev.SpeechConfirmed(0), ev.EarGoingAway(ONE, 10_000))
    assert of(do.ShowLeaving, scene.do(event)) == [do.ShowLeaving(leaving=False)]


@pytest.mark.parametrize("left", [-5, 0, 500, 3_000])
def test_L1_a_service_that_always_goes_away_gets_no_storm_of_connections(left):
    scene = live()
    for n in range(1, 20):
        before = scene.at
        scene.do(ev.EarGoingAway(u.ConnectionId(n), left))
        while not of(do.OpenEar, scene.wait(50)):
            pass
        scene.do(ev.EarOpened(u.ConnectionId(n + 1)))
        assert scene.at - before >= 1_000


def test_L1_an_older_connection_has_no_say():
    scene = live()
    scene.do(ev.EarLost(ONE, "1006"))
    scene.wait(250)
    scene.do(ev.EarOpened(TWO))
    scene.speak()
    call = ev.EarCalled(ONE, u.CallId("c"), "look", "{}")
    assert scene.do(ev.EarTranscript(ONE, " delete everything"), call, ev.EarLost(ONE, "1011")) == []


def test_L2_the_spool_of_an_unrouted_utterance_is_sent_again_from_before_its_first_sample():
    scene = live()
    scene.hear(20_000)
    scene.do(ev.SpeechConfirmed(scene.mic))
    first = scene.mic
    scene.hear(1_000)
    scene.do(ev.EarLost(ONE, "1006"))
    assert spans(scene.hear(1_000)) == []
    scene.wait(250)
    assert spans(scene.do(ev.EarOpened(TWO, resumed=True))) == [(TWO, first - 8_000, scene.mic)]


def test_L2_what_was_routed_is_not_sent_again():
    scene = live()
    scene.speak(1_000)
    scene.do(ev.EarTranscript(ONE, " what time is it"))
    scene.wait(400)
    scene.do(ev.EarLost(ONE, "1006"))
    scene.hear(500)
    scene.wait(250)
    assert spans(scene.do(ev.EarOpened(TWO))) == [(TWO, 16_000, 24_000)]


def test_L2_sound_that_nobody_will_ask_for_is_let_go():
    scene = Scene()
    out = [c for _ in range(30) for c in scene.hear(1_000)]
    assert of(do.ForgetSound, out)[-1] == do.ForgetSound(u.MIC, 20 * 16_000)


def test_L2_sound_of_the_utterance_at_hand_is_never_let_go():
    scene = Scene()
    scene.hear(5_000)
    scene.do(ev.SpeechConfirmed(scene.mic))
    out = []
    for n in range(120):
        out += scene.hear(1_000) + scene.do(
            ev.LocalTranscript(u.AudioSpan(u.MIC, 80_000, 16_000 * n), "and then", False)
        )
    assert max(c.before for c in of(do.ForgetSound, out)) <= 5 * 16_000


def test_L4_speech_without_a_sign_of_the_ear_recycles_it():
    scene = live()
    scene.speak(1_000)
    assert of(do.CloseEar, scene.wait(5_999)) == []
    assert [type(c) for c in scene.wait(1) if isinstance(c, do.OpenEar | do.CloseEar)] == [
        do.CloseEar,
        do.OpenEar,
    ]


def test_L5_hanging_up_ends_everything():
    scene = Scene(Policy(ear=EarKind.LIVE, narrator=NarratorKind.VOICE, tools=(ToolSpec(name="look"),)))
    scene.do(ev.EarOpened(ONE))
    scene.say("what time is it")
    scene.wait(2_000)
    scene.write(1, "It is noon.", finish=False)
    scene.do(ev.BrainCalled(u.RunId(1), u.CallId("b"), "look", "{}"))
    scene.sound(1, SECOND)
    out = scene.do(ev.HungUp())
    kinds = {type(c) for c in out}
    assert kinds >= {do.Flush, do.CancelRun, do.CancelTool, do.CloseEar, do.EndSession}
    assert [c.why for c in scene.sound(1, SECOND) + scene.hear(20)] == [do.DropReason.ENDED] * 2
    assert scene.do(ev.SurfaceJoined(u.SurfaceCaps()), ev.DeadlineReached()) == []
    assert scene.talk.next_deadline is None


def test_R1_a_late_wake_up_decides_the_same_as_one_in_time():
    def play(step):
        scene = Scene(LIVE)
        scene.do(ev.EarOpened(ONE))
        scene.speak()
        scene.do(ev.EarTranscript(ONE, " what time is it"))
        if step:
            scene.wait(step)
        scene.at = 30_000
        scene.do(ev.DeadlineReached())
        return asked(scene.all)

    assert play(0) == play(500) == ["what time is it"]


def test_R1_what_was_overdue_comes_before_the_event_that_came_late():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the branch")
    scene.at += 130_000  # nobody woke the conversation when the hold expired
    assert of(do.CloseHold, scene.do(ev.SoundCaptured(u.AudioSpan(u.MIC, 0, 320)))) == [
        do.CloseHold(u.HoldId(1), do.Outcome.EXPIRED, draft=True)
    ]


def test_R1_times_never_fall():
    talk = Conversation(Policy())
    talk.handle(u.Instant(1_000), ev.SurfaceJoined(u.SurfaceCaps()))
    talk.handle(u.Instant(10), ev.SurfaceLeft())
    assert talk.next_deadline == 601_000


DIGEST = """
import hashlib
from laws.simulation import simulate
digest = hashlib.sha256()
for seed in range(40):
    for out in simulate(seed).commands:
        digest.update(repr(out).encode())
print(digest.hexdigest())
"""


@pytest.mark.slow
def test_R1_another_hash_seed_gives_the_same_commands():
    def digest(seed):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run(
            [sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True
        )
        return run.stdout

    assert digest("1") == digest("2") == digest("77")


def routed(routing=Routing.NUDGE):
    scene = Scene(
        Policy(ear=EarKind.LIVE, routing=routing, tools=(ToolSpec(name="ask_agent", routing=True),))
    )
    scene.do(ev.EarOpened(ONE))
    return scene


def call(connection=ONE):
    return ev.EarCalled(connection, CallId("c1"), "ask_agent", "{}", "delete everything")


def local(scene, text):
    return scene.do(ev.LocalTranscript(AudioSpan(MIC, 0, scene.mic), text, final=True))


@pytest.mark.parametrize("routing", Routing)
def test_L2_what_a_dead_connection_transcribed_is_not_asked_beside_its_repetition(routing):
    scene = routed(routing)
    scene.speak()
    scene.do(ev.EarTranscript(ONE, " what time is"), ev.EarLost(ONE, "gone"))
    scene.wait(250)
    (sent,) = of(SendMicrophone, scene.do(ev.EarOpened(TWO)))
    assert sent.span == AudioSpan(MIC, 0, 16_000)
    out = scene.do(
        ev.EarTranscript(TWO, " what time"), ev.EarTranscript(TWO, " is it"), call(TWO)
    ) + scene.wait(2_000)
    assert asked(out) == ["what time is it"]


def test_L2_an_utterance_that_goes_on_over_a_reconnection_is_asked_once_and_whole():
    scene = routed()
    scene.do(ev.SpeechConfirmed(0))
    scene.hear(1_000)
    scene.do(ev.EarTranscript(ONE, " list"), ev.EarLost(ONE, "gone"))
    scene.wait(300)
    scene.do(ev.EarOpened(TWO))
    scene.say("list the files")
    assert asked(scene.do(ev.EarTranscript(TWO, " list the files"), call(TWO)) + scene.wait(500)) == [
        "list the files"
    ]


def test_L1_a_service_that_ends_every_connection_gets_no_storm_of_them():
    scene = routed()
    opened = 1
    for _ in range(200):
        out = scene.do(ev.EarLost(ConnectionId(opened), "1011")) + scene.wait(10_000)
        opened += len(of(OpenEar, out))
        scene.do(ev.EarOpened(ConnectionId(opened)))
        if scene.at > 60_000:
            break
    assert opened <= 15


def test_L1_after_a_steady_connection_the_next_comes_quickly():
    scene = routed()
    for number in range(1, 6):
        scene.do(ev.EarLost(ConnectionId(number), "1006"))
        scene.wait(10_000)
        scene.do(ev.EarOpened(ConnectionId(number + 1)))
    scene.wait(10_000)
    scene.do(ev.EarLost(ConnectionId(6), "1006"))
    assert len(of(OpenEar, scene.wait(250))) == 1


@pytest.mark.parametrize("routing", Routing)
@pytest.mark.parametrize(
    ("transcript", "heard", "instruction"),
    [
        ("what", "watt time is it", "watt time is it"),
        ("delete all the files", "delete all the files but one", "delete all the files but one"),
        ("mm", "mm what time is it", "mm what time is it"),
        ("what time is it", "watt time", "what time is it"),
        ("what time", "watt time", "what time"),
    ],
)
def test_T3_an_ear_that_falls_silent_in_the_middle_does_not_cut_the_instruction_short(
    routing, transcript, heard, instruction
):
    scene = routed(routing)
    scene.speak()
    out = local(scene, heard) + scene.do(ev.EarTranscript(ONE, f" {transcript}")) + scene.wait(5_000)
    assert [(c.instruction, c.by) for c in of(AskBrain, out)] == [(instruction, RoutedBy.CODE)]


def test_T4_a_stop_that_the_ear_hears_is_one_whatever_else_we_hear():
    scene = routed(Routing.CODE)
    scene.speak()
    out = local(scene, "stop thank you") + scene.do(ev.EarTranscript(ONE, " stop")) + scene.wait(5_000)
    assert asked(out) == []
    assert Cue(CueKind.STOPPED) in out
