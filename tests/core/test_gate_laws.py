"""What reaches the speaker: laws G1 to G5 and G7."""

import pytest

from laws.scene import SECOND, Scene, of, read
from solovox.core.commands import (
    CancelRead,
    Cue,
    CueKind,
    Drop,
    DropReason,
    Flush,
    Play,
    ShowFailure,
    ShowHeard,
    ShowText,
    SoundOrigin,
)
from solovox.core.events import (
    BrainFailed,
    EarAudio,
    EarInterrupted,
    EarOpened,
    EarOutputTranscript,
    EarTurnEnded,
    HungUp,
    OnsetHeard,
    Played,
    ReadFailed,
    ReadRendered,
    ReadSounded,
    SilenceAsked,
    SpeechConfirmed,
    StopAsked,
    SurfaceJoined,
    SurfaceLeft,
)
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.units import (
    AudioSpan,
    ConnectionId,
    InputMeans,
    PlayedReports,
    ReadId,
    RunId,
    StreamId,
    SurfaceCaps,
)

LIVE = Policy(ear=EarKind.LIVE, narrator=NarratorKind.READER)
SELF = Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)
ONE = ConnectionId(1)


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
    return scene.do(EarAudio(connection, AudioSpan(StreamId(f"ear/{connection}"), first, samples)))


def test_G1_the_sound_of_a_read_is_played():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    assert [(c.read, c.span.count) for c in of(Play, scene.sound(1, 240))] == [(1, 240)]


def test_G1_sound_of_a_read_that_nobody_asked_for_is_dropped():
    scene = Scene()
    [drop] = scene.sound(7, 240)
    assert drop == Drop(SoundOrigin.NARRATOR, AudioSpan(StreamId("voice/7"), 0, 240), DropReason.NOT_A_READ)


@pytest.mark.parametrize(
    "policy", [LIVE, Policy(ear=EarKind.LIVE), Policy(ear=EarKind.LIVE, narrator=NarratorKind.RELAY)]
)
def test_G1_what_the_ear_says_of_its_own_accord_is_never_played(policy):
    scene = Scene(policy)
    scene.do(EarOpened(ONE))
    assert [type(c) for c in ear_speaks(scene)] == [Drop]
    scene.say("what time is it")
    assert of(Play, ear_speaks(scene)) == []


def test_G1_an_older_connection_is_never_played():
    scene = Scene(SELF)
    scene.do(EarOpened(ONE))
    [drop] = ear_speaks(scene, connection=ConnectionId(0))
    assert drop.why is DropReason.STALE


def test_G2_every_span_is_released_or_dropped_exactly_once():
    scene = reading()
    scene.speak()
    given = sum(c.span.count for c in of(Play, scene.all) + of(Drop, scene.all))
    scene.sound(1, 480)
    scene.sound(2, 240)
    now = sum(c.span.count for c in of(Play, scene.all) + of(Drop, scene.all))
    assert (given, now) == (SECOND, SECOND + 720)


def test_G2_a_drained_microphone_is_counted():
    scene = Scene(Policy(barge_in=False))
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND)
    [drop] = scene.hear(20)
    assert (drop.origin, drop.why, drop.span.count) == (SoundOrigin.MICROPHONE, DropReason.DRAINED, 320)


def test_G3_muted_is_the_default():
    assert not Scene().talk.is_open


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


def test_G3_without_reports_it_closes_one_second_after_the_expected_end():
    scene = Scene()
    scene.do(SurfaceJoined(SurfaceCaps(played=PlayedReports.NONE)))
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    scene.sound(1, SECOND, end=True)
    scene.wait(1_999)
    assert scene.talk.is_open
    scene.wait(1)
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
    [StopAsked(InputMeans.KEY), SilenceAsked(InputMeans.KEY), HungUp(), SurfaceLeft(), SpeechConfirmed(0)],
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
    out = scene.do(BrainFailed(RunId(1), "the server hung up"))
    assert of(ShowFailure, out)
    assert not of(Cue, out)
    assert not of(Flush, out)
    scene.do(ReadRendered(ReadId(1)))
    assert of(Cue, scene.played(1, SECOND)) == [Cue(CueKind.FAILED)]


def test_G4_a_cut_read_never_sounds_again():
    scene = reading(end=False)
    out = scene.do(OnsetHeard(scene.mic), SpeechConfirmed(scene.mic))
    assert of(CancelRead, out) == [CancelRead(ReadId(1))]
    assert of(Flush, out) == [Flush(ReadId(1))]
    for _ in range(3):
        [drop] = scene.sound(1, 480)
        assert drop.why is DropReason.CUT
    scene.flushed(1, 100)
    assert [c.why for c in scene.sound(1, 480)] == [DropReason.CUT]


def test_G4_sound_after_a_read_was_rendered_is_late():
    scene = reading()
    assert [c.why for c in scene.sound(1, 480)] == [DropReason.LATE]
    scene.played(1, SECOND)
    assert [c.why for c in scene.sound(1, 480)] == [DropReason.LATE]


def test_G4_nothing_of_a_read_that_had_not_sounded_is_heard_after_a_cut():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon.")
    out = scene.do(SilenceAsked(InputMeans.KEY))
    assert of(CancelRead, out)
    assert not of(Flush, out)
    assert [c.why for c in scene.sound(1, 480)] == [DropReason.CUT]


def test_G5_what_the_ear_says_of_itself_is_nobodys_text():
    scene = Scene(LIVE)
    scene.do(EarOpened(ONE))
    scene.say("what time is it")
    out = scene.do(EarOutputTranscript(ONE, "Sure, I have deleted everything."))
    assert not of(ShowText, out)
    assert not of(ShowHeard, out)


def test_G7_under_self_a_generation_is_a_read_of_its_own():
    scene = Scene(SELF)
    scene.do(EarOpened(ONE))
    first = of(Play, ear_speaks(scene) + ear_speaks(scene))
    assert {c.read for c in first} == {1}
    scene.do(EarTurnEnded(ONE))
    assert {c.read for c in of(Play, ear_speaks(scene))} == {2}


def test_G1_under_self_the_narrator_has_no_part_in_the_models_own_read():
    scene = Scene(SELF)
    scene.do(EarOpened(ONE))
    ear_speaks(scene)
    assert [c.why for c in scene.sound(1, 240)] == [DropReason.NOT_A_READ]
    scene.do(ReadRendered(ReadId(1)))
    assert len(of(Play, ear_speaks(scene))) == 1


def test_G7_under_self_a_cut_silences_the_rest_of_the_generation_only():
    scene = Scene(SELF)
    scene.do(EarOpened(ONE))
    ear_speaks(scene, SECOND)
    assert of(Flush, scene.do(OnsetHeard(0), SpeechConfirmed(0)))
    assert [c.why for c in ear_speaks(scene)] == [DropReason.CUT]
    scene.say("no")
    assert [c.why for c in ear_speaks(scene)] == [DropReason.CUT]
    scene.do(EarInterrupted(ONE))
    assert len(of(Play, ear_speaks(scene))) == 1


def test_G7_under_self_the_models_transcription_is_the_answers_text():
    scene = Scene(SELF)
    scene.do(EarOpened(ONE))
    ear_speaks(scene)
    assert [c.text for c in of(ShowText, scene.do(EarOutputTranscript(ONE, "It is noon.")))] == [
        "It is noon."
    ]


def test_a_narrator_that_fails_is_shown_and_the_next_piece_is_read():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon. ", "Time for lunch.")
    out = scene.do(ReadFailed(ReadId(1), "no voice"))
    assert of(ShowFailure, out)
    assert read(out) == ["Time for lunch."]


def test_a_narrator_that_says_nothing_for_too_long_has_failed():
    scene = Scene()
    scene.say("what time is it")
    scene.write(1, "It is noon. ", "Time for lunch.")
    out = scene.wait(20_000)
    assert of(CancelRead, out) == [CancelRead(ReadId(1))]
    assert read(out) == ["Time for lunch."]
    assert [type(c) for c in scene.do(ReadSounded(ReadId(1), AudioSpan(StreamId("voice/1"), 0, 9)))] == [Drop]


def test_G3_a_report_of_what_was_never_given_makes_no_speaker_late():
    deadlines = []
    for reports in ((), (Played(ReadId(2), 10 * SECOND),)):
        scene = reading()
        scene.do(*reports)
        deadlines.append(scene.talk.next_deadline)
    assert deadlines[0] == deadlines[1]
