"""What reaches the speaker: laws G1 to G5 and G7."""

import pytest

from laws.scene import SECOND, Scene, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.policy import EarKind, NarratorKind, Policy

LIVE = Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER)
SELF = Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)
ONE = u.ConnectionId(1)


def reading(samples=SECOND, *, end=True):
    """A scene in which read 1 has begun to sound."""
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon. ", "Time for lunch.")
    scene.sound(1, samples, end=end)
    return scene


def ear_speaks(scene, samples=240, connection=ONE):
    first = scene.voice.get("ear", 0)
    scene.voice["ear"] = first + samples
    return scene.do(ev.EarAudio(connection, u.AudioSpan(u.StreamId(f"ear/{connection}"), first, samples)))


def test_G1_sound_of_a_read_that_nobody_asked_for_is_dropped():
    scene = Scene()
    [drop] = scene.sound(7, 240)
    assert drop == do.Drop(
        do.SoundOrigin.NARRATOR, u.AudioSpan(u.StreamId("voice/7"), 0, 240), do.DropReason.NOT_A_READ
    )


@pytest.mark.parametrize(
    "policy", [LIVE, Policy(ear=EarKind.LIVE), Policy(ear=EarKind.LIVE, narrator=NarratorKind.RELAY)]
)
def test_G1_what_the_ear_says_of_its_own_accord_is_never_played(policy):
    scene = Scene(policy)
    scene.do(ev.EarOpened(ONE))
    assert [type(c) for c in ear_speaks(scene)] == [do.Drop]
    scene.say("what time is it")
    assert of(do.Play, ear_speaks(scene)) == []


@pytest.mark.parametrize("text", ["I see it.", "— It is noon."])
def test_N4_of_sound_before_the_first_word_nothing_was_heard(text):
    scene = Scene()
    scene.do(ev.Typed("look"))
    scene.write(1, text, finish=False)
    scene.sound(1, SECOND, 0)
    scene.do(ev.SilenceAsked(u.InputMeans.KEY))
    assert of(do.TellPlayed, scene.flushed(1, SECOND)) == [do.TellPlayed(u.RunId(1), 0, "")]


def test_G3_the_gate_opens_with_the_first_sound_and_closes_when_all_is_played():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    assert not scene.talk.is_open
    scene.sound(1, 240)
    assert scene.talk.is_open
    scene.sound(1, 240, end=True)
    scene.played(1, 479)
    assert scene.talk.is_open
    scene.played(1, 480)
    assert not scene.talk.is_open


def test_G3_reports_of_more_than_was_given_or_less_than_before_change_nothing():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, 480)
    scene.played(1, 10**9)
    scene.sound(1, 480, end=True)
    scene.played(1, -5)
    assert scene.talk.is_open
    scene.played(1, 960)
    assert not scene.talk.is_open


@pytest.mark.parametrize(
    "event",
    [
        ev.StopAsked(u.InputMeans.KEY),
        ev.SilenceAsked(u.InputMeans.KEY),
        ev.HungUp(),
        ev.SurfaceLeft(),
        ev.SpeechConfirmed(0),
    ],
)
def test_G3_a_cut_closes_it_at_once(event):
    scene = reading()
    scene.do(event)
    assert not scene.talk.is_open
    scene.sound(1, 240)
    assert not scene.talk.is_open


def test_G3_a_failing_brain_lets_what_was_released_be_said_and_then_cues():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.", finish=False)
    scene.sound(1, SECOND)
    out = scene.do(ev.BrainFailed(u.RunId(1), "the server hung up"))
    assert of(do.ShowFailure, out)
    assert not of(do.Cue, out)
    assert not of(do.Flush, out)
    scene.do(ev.ReadRendered(u.ReadId(1)))
    scene.sound(2, SECOND, end=True)
    assert not of(do.Cue, scene.played(1, SECOND))
    assert of(do.Cue, scene.played(2, SECOND)) == [do.Cue(do.CueKind.FAILED)]


def test_G4_a_cut_read_never_sounds_again():
    scene = reading(end=False)
    out = scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    assert of(do.CancelRead, out) == [do.CancelRead(u.ReadId(1))]
    assert of(do.Flush, out) == [do.Flush(u.ReadId(1))]
    for _ in range(3):
        [drop] = scene.sound(1, 480)
        assert drop.why is do.DropReason.CUT
    scene.flushed(1, 100)
    assert [c.why for c in scene.sound(1, 480)] == [do.DropReason.CUT]


def test_G4_sound_after_a_read_was_rendered_is_late():
    scene = reading()
    assert [c.why for c in scene.sound(1, 480)] == [do.DropReason.LATE]
    scene.played(1, SECOND)
    assert [c.why for c in scene.sound(1, 480)] == [do.DropReason.LATE]


def test_G4_nothing_of_a_read_that_had_not_sounded_is_heard_after_a_cut():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    out = scene.do(ev.SilenceAsked(u.InputMeans.KEY))
    assert of(do.CancelRead, out)
    assert not of(do.Flush, out)
    assert [c.why for c in scene.sound(1, 480)] == [do.DropReason.CUT]


def test_G5_what_the_ear_says_of_itself_is_nobodys_text():
    scene = Scene(LIVE)
    scene.do(ev.EarOpened(ONE))
    scene.say("what time is it")
    out = scene.do(ev.EarOutputTranscript(ONE, "Sure, I have deleted everything."))
    assert not of(do.ShowText, out)
    assert not of(do.ShowHeard, out)


def test_G1_under_self_the_narrator_has_no_part_in_the_models_own_read():
    scene = Scene(SELF)
    scene.do(ev.EarOpened(ONE))
    ear_speaks(scene)
    assert [c.why for c in scene.sound(1, 240)] == [do.DropReason.NOT_A_READ]
    scene.do(ev.ReadRendered(u.ReadId(1)))
    assert len(of(do.Play, ear_speaks(scene))) == 1
