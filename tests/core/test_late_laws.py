"""Words, ends and yeses that come late, or for something else than is open, and words that wait for a yes: laws T2, T3, T4, A1, A2, A4, L1."""

import pytest

from core.alone import ONE, Alone
from core.aloud import ReadAloud, reading, shown
from core.heard import ENDED, call, ear, live, spoken
from core.test_talked_over_laws import EACH, REST, policy
from laws.scene import SECOND, Scene, asked, held, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import CloseHold, Outcome, Play, ShowHeard, ShowHold, TellSkipped
from solovox.core.events import (
    ConsentDenied,
    EarTranscript,
    LocalTranscript,
    OnsetHeard,
    SpeechConfirmed,
    SpeechEnded,
    SurfaceJoined,
    SurfaceLeft,
    Typed,
)
from solovox.core.policy import Amendment, Approval, Policy, Routing
from solovox.core.units import MIC, AudioSpan, HoldId, InputMeans, PlayedReports, SurfaceCaps

REVIEW = Policy(approval=Approval.REVIEW)


# What is said beside a hold.


def test_A2_a_yes_to_what_was_shown_when_its_first_sound_came_is_nobodys_when_that_is_gone():
    scene = Scene(REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    scene.do(ev.OnsetHeard(scene.mic))
    scene.do(ev.ConsentDenied(HoldId(1), InputMeans.CLICK))
    span = AudioSpan(MIC, scene.mic, 6_400)
    scene.do(ev.SpeechConfirmed(scene.mic))
    scene.hear(400)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "yes", final=True)) + scene.wait(30_000)
    assert (asked(out), held(out)) == ([], [])


# Ends and words that come late.


def test_T2_an_end_that_comes_behind_the_next_beginning_ends_the_part_before_only():
    scene = Scene(Policy())
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    second = scene.mic
    scene.do(ev.SpeechConfirmed(second))
    before = AudioSpan(MIC, first, second - first)
    out = scene.do(
        ev.SpeechEnded(before), ev.LocalTranscript(before, "list the files", final=True)
    ) + scene.wait(2_000)
    assert asked(out) == []
    scene.hear(1_000)
    rest = AudioSpan(MIC, second, scene.mic - second)
    out = scene.do(ev.SpeechEnded(rest), ev.LocalTranscript(rest, "of today", final=True)) + scene.wait(2_000)
    assert asked(out) == ["list the files of today"]


def test_T5_speech_whose_end_nobody_told_has_its_cue():
    scene = Scene(Policy())
    scene.do(ev.SpeechConfirmed(scene.mic))
    assert do.Cue(do.CueKind.HEARD) in scene.wait(40_000)


def test_T2_a_cough_after_asking_holds_no_answer_up():
    scene = live(routing=Routing.CODE)
    scene.do(spoken(scene, 800)("what time is it"), ear("what time is it"), ENDED)
    scene.wait(1_000)
    cough = spoken(scene, 300)
    assert read(scene.write(1, "It is noon.")) == []
    assert read(scene.do(cough(""))) == ["It is noon."]


@pytest.mark.parametrize("how", Amendment.__members__.values())
def test_T2_an_answer_that_is_taken_back_before_its_first_sound_is_not_heard(how):
    scene = Scene(Policy(amendment=how))
    scene.say("run the tests")
    scene.wait(1_000)
    local = spoken(scene)
    scene.wait(21_000)
    assert of(do.Read, scene.write(1, "All is well."))
    out = scene.do(local("and the linter")) + scene.sound(1, SECOND, 12)
    assert asked(out) == ["run the tests and the linter"]
    assert [one.why for one in of(do.Drop, out)] == [do.DropReason.CUT]
    assert of(do.Play, out + scene.wait(2_000)) == []


def test_T3_late_words_are_added_to_what_is_held_of_the_same_utterance():
    scene = Scene(Policy())
    one = spoken(scene)
    scene.wait(500)
    two = spoken(scene)
    scene.wait(500)
    three = spoken(scene)
    scene.do(one("list the files"))
    assert held(scene.wait(30_000)) == ["list the files"]
    scene.do(ev.SpeechConfirmed(scene.mic))
    assert held(scene.do(two("of today"))) == ["list the files of today"]
    assert held(scene.do(three("by their size"))) == ["list the files of today by their size"]


@pytest.mark.parametrize("finished", [True, False])
def test_T4_what_a_late_stop_has_cancelled_is_asked_again_and_what_was_answered_is_not(finished):
    scene = live()
    stop = spoken(scene, 400)
    scene.wait(500)
    rest = spoken(scene)
    scene.do(ear("list the files"), ENDED)
    assert held(scene.wait(30_000)) == ["list the files"]
    scene.do(ev.ConsentGiven(HoldId(1), "list the files", InputMeans.CLICK))
    scene.write(1, "Here they are.", finish=finished)
    scene.do(stop("stop"))
    out = scene.do(rest("list the files")) + scene.wait(30_000)
    assert asked(out) + held(out) == ([] if finished else ["list the files"])


# An ear that is late.


def test_T3_an_ear_vouches_for_the_last_part_only():
    scene = live()
    spoken(scene)
    scene.wait(500)
    spoken(scene)
    out = scene.do(ear("and those of today"), call(proposed="and those of today"), ENDED) + scene.wait(10_000)
    assert asked(out) == []


def test_T3_a_call_that_comes_behind_a_cough_is_for_what_was_asked():
    scene = live(routing=Routing.CODE)
    scene.do(spoken(scene)("what time is it"), ear("what time is it"), ENDED)
    scene.wait(5_000)
    cough = spoken(scene, 200)
    scene.do(cough(""))
    scene.wait(30_000)
    out = scene.do(call(proposed="what time is it"))
    assert [answer.result for answer in of(do.AnswerCall, out)] == ["already_routed"]
    assert held(out + scene.wait(30_000)) == []


def test_T4_an_ear_has_not_the_whole_of_what_was_said_behind_a_stop():
    scene = live(routing=Routing.CODE)
    stop = spoken(scene, 500)
    scene.do(ear("never mind read me the"))
    letter = spoken(scene)
    scene.do(stop("Never mind."), letter("Read me the letter to paolo."))
    spoken(scene)
    scene.do(ear(" letter to paolo read me the letter to catalog"), ENDED)
    scene.wait(30_000)
    assert "Read me the letter to paolo." in (asked(scene.all) + held(scene.all))[-1]


# The speaker, and the profile.


def test_G3_without_reports_a_read_that_is_taken_as_played_delays_no_other():
    scene = Scene(Policy(), joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(played=PlayedReports.NONE)))
    scene.say("what time is it")
    scene.write(1, "One.", "Two.", finish=True)
    scene.sound(1, SECOND, end=True)
    scene.sound(2, SECOND, end=True)
    scene.wait(3_500)
    assert not scene.talk.is_open


ANN, BOB = u.SourceId("ann"), u.SourceId("bob")


def part(scene, source=u.PERSON, ms=1_000):
    """Somebody says something; its span."""
    first = scene.mic
    scene.do(OnsetHeard(first), SpeechConfirmed(first, source))
    scene.hear(ms)
    span = u.AudioSpan(u.MIC, first, scene.mic - first)
    scene.do(SpeechEnded(span))
    return span


def shown_for_good(out):
    """The words that are shown for good, and whose they are."""
    return [(one.source, one.text) for one in of(ShowHeard, out) if one.final]


def test_T3_T4_a_stop_that_an_ear_transcribes_late_is_not_what_is_said_next():
    scene = Alone()
    yes = part(scene)
    scene.do(EarTranscript(ONE, " yes"))
    scene.wait(400)
    stop = part(scene)
    scene.do(LocalTranscript(yes, "yes", final=True), LocalTranscript(stop, "stop", final=True))
    scene.wait(400)
    next_words = part(scene)
    scene.do(EarTranscript(ONE, " stop"))
    scene.wait(1_000)
    out = scene.do(LocalTranscript(next_words, "paint the table", final=True))
    assert shown_for_good(out) == [(u.PERSON, "paint the table")]


def test_A4_words_of_one_that_an_ear_transcribes_two_late_are_not_shown_as_anothers():
    owners = frozenset({u.Principal(ANN), u.Principal(BOB)})
    scene = Alone(owners=owners)
    first = part(scene, BOB)
    scene.wait(1_200)
    start = scene.mic
    scene.do(OnsetHeard(start), SpeechConfirmed(start, ANN))
    scene.do(LocalTranscript(first, "sell no chairs", final=True, source=BOB))
    scene.do(EarTranscript(ONE, " sell no chairs"))
    scene.hear(1_000)
    second = u.AudioSpan(u.MIC, start, scene.mic - start)
    scene.do(SpeechEnded(second))
    scene.wait(900)
    scene.do(LocalTranscript(second, "paint every table", final=True, source=ANN))
    scene.wait(300)
    scene.do(OnsetHeard(scene.mic), SpeechConfirmed(scene.mic, BOB))
    out = scene.do(EarTranscript(ONE, " paint every table"))
    assert [one.source for one in of(ShowHeard, out)] == [u.PERSON]


def held_over(amendment=Amendment.QUEUE, words="delete the logs", **choices):
    """Words are held that have cut a reading."""
    scene = reading(policy(amendment, approval=Approval.REVIEW, **choices))
    scene.interrupted(words)
    (hold,) = {one.hold for one in of(ShowHold, scene.all)}
    return scene, hold


@EACH
def test_A1_held_words_keep_the_voice_waiting(amendment):
    scene, _ = held_over(amendment)
    out = scene.wait(60_000)
    assert (read(out), of(Play, out), shown(scene.all)) == ([], [], [])


@EACH
@pytest.mark.parametrize("how", ["click", "spoken", "expiry"])
def test_A1_a_no_brings_back_what_the_words_have_cut(amendment, how):
    scene, hold = held_over(amendment)
    match how:
        case "click":
            out = scene.do(ConsentDenied(hold, InputMeans.CLICK))
        case "spoken":
            out = scene.say("no", 400)
        case _:
            out = scene.wait(120_000)
    out += scene.hear_out()
    assert [one.outcome for one in of(CloseHold, out)] == [
        Outcome.EXPIRED if how == "expiry" else Outcome.DENIED
    ]
    assert " ".join(read(out)) == REST
    assert (of(TellSkipped, scene.all), shown(scene.all)) == ([], [])


@pytest.mark.parametrize("words", ["", "mm-hm"])
def test_A1_a_cough_beside_held_words_changes_nothing(words):
    scene, hold = held_over()
    out = scene.say(words, 400) + scene.wait(5_000)
    assert (read(out), of(Play, out)) == ([], [])
    out = scene.do(ConsentDenied(hold, InputMeans.CLICK)) + scene.hear_out()
    assert " ".join(read(out)) == REST


def test_A6_held_words_without_a_screen_are_read_back_before_the_rest():
    scene = ReadAloud(policy(approval=Approval.REVIEW))
    scene.do(Typed("tell me"))
    blind(scene)
    scene.answer(["It is noon, they say.", "It rains."])
    scene.sound(1, SECOND // 2, 5)
    scene.played(1, SECOND // 2)
    out = scene.interrupted("delete the logs") + scene.wait(1_000)
    assert read(out) == ["You said: delete the logs. Shall I send it?"]
    scene.hear_out()
    scene.wait(1_000)
    out = scene.say("no", 400) + scene.hear_out()
    assert " ".join(read(out)) == "noon, they say. It rains."


def blind(scene):
    scene.do(SurfaceLeft(), SurfaceJoined(SurfaceCaps(screen=False)))


def test_T4_a_stop_that_only_an_ear_heard_stops_and_waits_for_no_yes():
    scene = live()
    scene.do(ev.Typed("tell me a story"))
    out = scene.do(ear("stop")) + scene.wait(5_000)
    assert ([one.run for one in of(do.CancelRun, out)], held(out)) == ([1], [])


@pytest.mark.parametrize(("ms", "waits"), [(499, []), (500, ["delete everything"])])
def test_T4_half_a_second_of_speech_behind_a_key_that_stops_needs_a_yes(ms, waits):
    scene = live()
    first = scene.mic
    scene.do(ev.SpeechConfirmed(first))
    scene.hear(1_000)
    scene.do(ev.StopAsked(InputMeans.KEY))
    scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "delete everything", final=True))
    assert held(out + scene.wait(5_000)) == waits
