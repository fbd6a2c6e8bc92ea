"""A live ear whose connections break and whose transcripts come twice, late or out of order: laws L1, L2, T3."""

import pytest

from laws.scene import Scene, asked, of
from solovox.core import events as ev
from solovox.core.commands import AskBrain, Cue, CueKind, OpenEar, RoutedBy, SendMicrophone
from solovox.core.policy import EarKind, Policy, Routing, ToolSpec
from solovox.core.units import MIC, AudioSpan, CallId, ConnectionId

ONE, TWO = ConnectionId(1), ConnectionId(2)


def live(routing=Routing.NUDGE):
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
    scene = live(routing)
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
    scene = live()
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
    scene = live()
    opened = 1
    for _ in range(200):
        out = scene.do(ev.EarLost(ConnectionId(opened), "1011")) + scene.wait(10_000)
        opened += len(of(OpenEar, out))
        scene.do(ev.EarOpened(ConnectionId(opened)))
        if scene.at > 60_000:
            break
    assert opened <= 15


def test_L1_after_a_steady_connection_the_next_comes_quickly():
    scene = live()
    for number in range(1, 6):
        scene.do(ev.EarLost(ConnectionId(number), "1006"))
        scene.wait(10_000)
        scene.do(ev.EarOpened(ConnectionId(number + 1)))
    scene.wait(10_000)
    scene.do(ev.EarLost(ConnectionId(6), "1006"))
    assert len(of(OpenEar, scene.wait(250))) == 1


def test_T3_words_that_come_after_the_call_are_waited_for():
    scene = live()
    scene.say("watt time")
    assert asked(scene.do(call(), ev.EarTranscript(ONE, " what")) + scene.wait(100)) == []
    assert asked(scene.do(ev.EarTranscript(ONE, " time is it")) + scene.wait(399)) == []
    (command,) = of(AskBrain, scene.wait(1))
    assert (command.instruction, command.by) == ("what time is it", RoutedBy.EAR)


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
    scene = live(routing)
    scene.speak()
    out = local(scene, heard) + scene.do(ev.EarTranscript(ONE, f" {transcript}")) + scene.wait(5_000)
    assert [(c.instruction, c.by) for c in of(AskBrain, out)] == [(instruction, RoutedBy.CODE)]


def test_T4_a_stop_that_the_ear_hears_is_one_whatever_else_we_hear():
    scene = live(Routing.CODE)
    scene.speak()
    out = local(scene, "stop thank you") + scene.do(ev.EarTranscript(ONE, " stop")) + scene.wait(5_000)
    assert asked(out) == []
    assert Cue(CueKind.STOPPED) in out
