"""Speech that is not for us (law T6): where a wake phrase is asked for, nobody is told words without it."""

import pytest

from core.heard import upstream
from laws.scene import SECOND, Scene, asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import (
    Approval,
    EarKind,
    Listens,
    NarratorKind,
    Policy,
    Risk,
    ToolSpec,
)
from solovox.core.units import (
    MIC,
    AudioSpan,
    CallId,
    ConnectionId,
    Principal,
    RunId,
    SourceId,
)

ONE, TWO = ConnectionId(1), ConnectionId(2)
WOKEN = {"wake": "computer", "listens": Listens.WOKEN}


def live(narrator=NarratorKind.READER, **more):
    """A live ear that is open."""
    policy = Policy(ear=EarKind.LIVE, narrator=narrator, **WOKEN, **more)
    scene = Scene(policy)
    scene.do(ev.EarOpened(ONE))
    return scene


def span(first, end):
    return AudioSpan(MIC, first, end - first)


def test_T6_what_is_said_without_the_phrase_is_not_sent():
    scene = live()
    out = scene.hear(1_000) + scene.do(ev.SpeechConfirmed(8_000)) + scene.hear(2_000)
    out += scene.do(
        ev.SpeechEnded(span(8_000, 40_000)), ev.LocalTranscript(span(8_000, 40_000), "", final=True)
    )
    assert upstream(out + scene.hear(3_000)) == []


def test_T6_with_the_phrase_it_is_sent_from_its_first_sample_to_its_end():
    scene = live()
    scene.hear(1_000)
    scene.do(ev.SpeechConfirmed(8_000))
    assert upstream(scene.hear(1_000)) == []
    assert upstream(scene.do(ev.WakeHeard(20_000))) == ["begins", (8_000, 32_000)]
    assert upstream(scene.hear(1_000)) == [(32_000, 48_000)]
    assert upstream(scene.do(ev.SpeechEnded(span(8_000, 44_000)))) == ["ends"]
    assert upstream(scene.hear(1_000)) == []


def test_T6_a_new_connection_is_not_owed_what_was_said_without_the_phrase():
    scene = live()
    scene.hear(1_000)
    scene.do(ev.SpeechConfirmed(8_000))
    scene.hear(1_000)
    out = scene.do(ev.EarLost(ONE, "gone", retry=True)) + scene.wait(1_000)
    assert upstream(out + scene.do(ev.EarOpened(TWO)) + scene.hear(500)) == []


def test_T6_a_cue_says_that_the_phrase_was_heard_and_none_sounds_without_it():
    scene = Scene(Policy(**WOKEN))
    scene.hear(1_000)
    out = scene.do(ev.SpeechConfirmed(8_000)) + scene.hear(1_000)
    out += scene.do(
        ev.SpeechEnded(span(8_000, 30_000)), ev.LocalTranscript(span(8_000, 30_000), "", final=True)
    )
    assert of(do.Cue, out + scene.wait(2_000)) == []
    scene.do(ev.SpeechConfirmed(64_000))
    assert of(do.Cue, scene.do(ev.WakeHeard(70_000))) == [do.Cue(do.CueKind.HEARD)]
    scene.hear(2_000)
    out = scene.do(
        ev.SpeechEnded(span(64_000, 80_000)),
        ev.LocalTranscript(span(64_000, 80_000), "Computer, what time is it?", final=True),
    )
    assert asked(out) == ["what time is it?"]
    assert of(do.Cue, out) == [do.Cue(do.CueKind.ROUTED)]


def test_T6_while_something_waits_for_a_yes_all_words_are_wanted():
    scene = Scene(Policy(approval=Approval.REVIEW, **WOKEN))
    out = scene.say("Computer, delete the old logs.")
    assert of(do.HearAll, out) == [do.HearAll(True)]
    scene.wait(1_000)
    out = scene.say("Yes.")
    assert asked(out) == ["delete the old logs."]
    assert of(do.HearAll, out) == [do.HearAll(False)]


@pytest.mark.parametrize(("after", "heard"), [(2_000, ["and tomorrow?"]), (4_000, [])])
def test_T6_soon_after_our_voice_no_phrase_is_needed_where_that_is_wanted(after, heard):
    scene = Scene(Policy(follow_ms=3_000, **WOKEN))
    assert asked(scene.say("Computer, what time is it?")) == ["what time is it?"]
    scene.write(1, "Noon.")
    scene.sound(1, 24_000, end=True)
    scene.wait(1_000)
    scene.played(1, 24_000)
    scene.wait(after)
    assert asked(scene.say("and tomorrow?")) == heard


def test_T6_a_policy_that_hears_all_again_says_so_and_so_does_one_that_spares_again():
    scene = Scene(Policy(**WOKEN))
    scene.hear(100)
    assert of(do.HearAll, scene.do(ev.PolicyChanged(Policy(wake="computer")))) == [do.HearAll(True)]
    assert of(do.HearAll, scene.do(ev.PolicyChanged(Policy(**WOKEN)))) == [do.HearAll(False)]


def reading(text, **policy):
    """We say `text`, which an answer has, and it sounds."""
    scene = Scene(Policy(**WOKEN, **policy))
    scene.say("Computer, what is that?")
    scene.write(1, text)
    scene.sound(1, 48_000, end=True)
    scene.played(1, 12_000)
    return scene


OWN = "That is a computer of 1985."


@pytest.mark.parametrize("barge_in", [True, False])
@pytest.mark.parametrize("spotted", [True, False])
@pytest.mark.parametrize("heard", ["There is a computer of 95.", "Computer of 95."])
def test_T6_our_own_voice_that_says_the_phrase_does_not_wake(barge_in, spotted, heard):
    scene = reading(OWN, barge_in=barge_in)
    first = scene.mic
    out = scene.do(ev.SpeechConfirmed(first)) + scene.hear(1_000)
    out += scene.do(*[ev.WakeHeard(scene.mic)] * spotted, ev.SpeechEnded(span(first, scene.mic)))
    out += scene.do(ev.LocalTranscript(span(first, scene.mic), heard, final=True))
    assert asked(out + scene.wait(10_000)) == []
    assert of(do.Cue, out) == [], "it was taken for a person who calls"


def test_T6_words_without_the_phrase_that_come_late_are_not_held_while_the_person_speaks_again():
    scene = Scene(Policy(wake="computer"))
    first = scene.mic
    scene.speak()
    late = span(first, scene.mic)
    scene.wait(25_000)
    scene.do(ev.SpeechConfirmed(scene.mic))
    out = scene.do(ev.LocalTranscript(late, "Let us eat.", final=True))
    assert of(do.ShowHold, out) == []
    assert [one.text for one in of(do.ShowNotice, out)] == [
        "“Let us eat.” was not taken: it was said without “computer”"
    ]


def reading_to_ann(text, owners, **policy):
    scene = Scene(Policy(**policy, owners=frozenset(map(Principal, owners))))
    scene.do(ev.Typed("what is that", principal=Principal("ann")))
    scene.write(1, text)
    scene.sound(1, 48_000, end=True)
    scene.played(1, 12_000)
    return scene


@pytest.mark.parametrize("began", ["ann", "bob"])
@pytest.mark.parametrize("owners", [(), ("ann",)])
@pytest.mark.parametrize("barge_in", [True, False])
@pytest.mark.parametrize("since", [0, 8_000])
@pytest.mark.parametrize("heard", ["Computer of 95.", "Computer, list the files."])
def test_T6_A4_nor_do_words_beside_it_whosever_they_are(began, owners, barge_in, since, heard):
    scene = reading_to_ann(OWN, owners, barge_in=barge_in, **WOKEN)
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first, SourceId(began)))
    scene.hear(1_000)
    said = span(first + since, scene.mic)
    out = scene.do(ev.SpeechEnded(span(first, said.end)))
    out += scene.do(ev.LocalTranscript(said, heard, True, SourceId("ann")))
    out += scene.wait(10_000)
    assert (asked(out), of(do.ShowHold, out)) == ([], [])


@pytest.mark.parametrize("since", [0, 8_000])
@pytest.mark.parametrize("owners", [(), ("ann",)])
def test_T1_A4_over_a_reading_that_may_not_be_talked_over_nobodys_words_count(owners, since):
    scene = reading_to_ann(OWN, owners, barge_in=False)
    scene.do(ev.SpeechConfirmed(0, SourceId("bob")), ev.SpeechEnded(span(0, 16_000)))
    out = scene.do(ev.LocalTranscript(span(since, 16_000), "list the files", True, SourceId("ann")))
    out += scene.wait(10_000)
    assert (asked(out), of(do.ShowHold, out)) == ([], [])


def test_T6_an_echo_of_the_phrase_that_is_heard_before_it_is_surely_speech_does_not_wake():
    scene = reading(OWN)
    first = scene.mic
    scene.do(ev.OnsetHeard(first))
    scene.hear(500)
    out = scene.do(ev.WakeHeard(scene.mic), ev.SpeechConfirmed(first)) + scene.hear(500)
    out += scene.do(
        ev.SpeechEnded(span(first, scene.mic)),
        ev.LocalTranscript(span(first, scene.mic), "A computer of.", final=True),
    )
    assert asked(out + scene.wait(10_000)) == []


@pytest.mark.parametrize(("ours", "barge_in"), [(OWN, True), ("That is an old machine.", False)])
def test_T6_a_live_ear_is_sent_no_echo_of_the_phrase_and_nothing_over_our_voice_without_barge_in(
    ours, barge_in
):
    scene = live(NarratorKind.VOICE, barge_in=barge_in)
    scene.say("Computer, what is that?")
    scene.wait(5_000)
    scene.write(1, ours)
    scene.sound(1, 48_000, end=True)
    scene.played(1, 12_000)
    first = scene.mic
    out = scene.do(ev.SpeechConfirmed(first)) + scene.hear(500)
    assert upstream(out + scene.do(ev.WakeHeard(scene.mic)) + scene.hear(500)) == []


def test_T6_under_the_talk_key_the_phrase_counts_though_a_voice_of_ours_has_just_said_it():
    scene = reading(OWN)
    scene.do(ev.FloorTaken())
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    sound = span(first, scene.mic)
    out = scene.do(ev.SpeechEnded(sound), ev.LocalTranscript(sound, "Computer, who built it?", final=True))
    assert asked(out + scene.do(ev.FloorGiven()) + scene.wait(10_000)) == ["who built it?"]


def test_T6_soon_after_our_voice_has_said_the_phrase_it_wakes_again():
    scene = reading(OWN)
    scene.played(1, 48_000)
    scene.wait(1_000)
    assert asked(scene.say("Computer, who built it?")) == ["who built it?"]


def test_T6_what_follows_a_late_stop_is_not_sent_without_the_phrase():
    scene = live()
    scene.hear(1_000)
    scene.do(ev.SpeechConfirmed(8_000))
    scene.hear(1_000)
    scene.do(ev.SpeechEnded(span(8_000, 30_000)))
    scene.hear(1_000)
    scene.do(ev.SpeechConfirmed(40_000))
    out = scene.do(ev.LocalTranscript(span(8_000, 30_000), "stop", final=True))
    assert upstream(out + scene.hear(1_000)) == []


def following(**more):
    """A phrase is asked for, but after a voice of ours."""
    return Scene(Policy(**WOKEN, follow_ms=8_000, **more))


def held(scene):
    said = span(16_000, 32_000)
    scene.do(ev.SpeechConfirmed(16_000), ev.WakeHeard(21_000), ev.SpeechEnded(said))
    return scene.do(ev.LocalTranscript(said, "computer delete the logs", final=True))


def permission(scene):
    scene.do(ev.Typed("go"))
    return scene.do(ev.BrainNeedsYes(RunId(1), CallId("a"), "git push"))


def action(scene):
    scene.do(ev.Typed("go"))
    return scene.do(ev.BrainCalled(RunId(1), CallId("a"), "wipe", "{}"))


def read_then_permission(scene):
    scene.do(ev.Typed("go"))
    scene.write(1, "It is noon.", finish=False)
    scene.sound(1, SECOND, end=True)
    scene.wait(900)
    scene.played(1, SECOND)
    return scene.do(ev.BrainNeedsYes(RunId(1), CallId("a"), "git push"))


def more(scene):
    scene.do(ev.Typed("go"))
    scene.write(1, *(f"This is sentence number {number} of a long one. " for number in range(8)))
    while reads := [one.read for one in of(do.Read, scene.all) if one.read not in scene.voice]:
        for read in reads:
            scene.sound(read, SECOND, end=True)
            scene.wait(1_000)
            scene.played(read, SECOND)
    return scene.all


@pytest.mark.parametrize("waits", [held, permission, action, read_then_permission, more])
def test_T6_R1_a_time_without_the_phrase_that_ends_while_something_waits_wakes_nobody(waits):
    wipe = ToolSpec(name="wipe", risk=Risk.ASK)
    scene = following(
        approval=Approval.REVIEW if waits is held else Approval.DIRECT, spoken_ms=3_000, tools=(wipe,)
    )
    shown = waits(scene)
    assert of(do.ShowHold, shown) or do.ShowNotice("More?") in shown
    out = scene.wait(20_000)  # each deadline on the way moves, or the scene fails
    assert do.HearAll(on=False) not in out
