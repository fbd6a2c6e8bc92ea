"""Our own recogniser, which hears the same samples, is the witness of what the person said: laws T2, T3, T5."""

import pytest

from core.heard import ENDED, ONE, call, ear, live, spoken
from laws.scene import SECOND, Scene, asked, of, read
from solovox.core.commands import (
    CancelRun,
    CloseHold,
    ShowFailure,
    ShowHeard,
    ShowHold,
)
from solovox.core.events import (
    EarEndedUtterance,
    EarLost,
    LocalTranscript,
    OnsetHeard,
    Played,
    ReadRendered,
    SpeechConfirmed,
    SpeechEnded,
    StopAsked,
    Typed,
)
from solovox.core.policy import Approval, Limits, Routing
from solovox.core.units import MIC, AudioSpan, InputMeans, ReadId


def held(commands):
    return [command.text for command in of(ShowHold, commands)]


def final(span, text):
    return LocalTranscript(span, text, final=True)


def draft(span, text):
    return LocalTranscript(span, text, final=False)


# What our recogniser did not hear is at most a hold.


def test_T3_words_long_after_a_failed_utterance_are_a_hold():
    scene = live()
    spoken(scene, 800)
    assert of(ShowFailure, scene.wait(20_000))
    scene.wait(600_000)
    out = scene.do(ear("delete everything")) + scene.wait(20_000)
    assert (asked(out), held(out)) == ([], ["delete everything"])


@pytest.mark.parametrize("said", ["", "mm-hm"])
@pytest.mark.parametrize("routing", Routing)
def test_T3_words_in_sound_without_words_are_a_hold(routing, said):
    scene = live(routing=routing)
    local = spoken(scene)
    out = scene.do(ear("delete everything"), call(), local(said), ENDED) + scene.wait(20_000)
    assert (asked(out), held(out)) == ([], ["delete everything"])


def test_T3_far_more_words_than_we_heard_are_a_hold():
    scene = live()
    local = spoken(scene)
    told = "what time is it and then delete all of the old logs"
    out = scene.do(local("what time is it"), ear(told), call(), ENDED) + scene.wait(5_000)
    assert (asked(out), held(out)) == ([], [told])


def test_T3_another_language_or_babble_is_outvoted_by_our_words():
    for told in ("elimina todos los registros viejos", "um um um um um um um"):
        scene = live()
        local = spoken(scene)
        out = scene.do(local("delete all the old logs"), ear(told), call(), ENDED) + scene.wait(5_000)
        assert asked(out) == ["delete all the old logs"]


def test_T3_an_ear_that_goes_on_inventing_gets_one_hold():
    scene = live()
    out = []
    for _ in range(200):
        out += scene.do(ear(" thank you")) + scene.wait(350)
    assert len(held(out)) <= 2
    assert of(ShowFailure, out) == []
    assert max(len(one.text) for one in of(ShowHeard, out)) < 200


@pytest.mark.parametrize(
    "told",
    ["um uh delete all the files", "delete all the files um uh um", "well delete all so the files but"],
)
def test_T3_as_many_words_that_end_otherwise_are_outvoted(told):
    scene = live()
    local = spoken(scene)
    out = scene.do(local("delete all the files but one"), ear(told), call(), ENDED) + scene.wait(5_000)
    assert asked(out) == ["delete all the files but one"]


def test_T3_an_end_that_was_passed_over_is_not_waited_for():
    scene = Scene()
    spoken(scene)
    second = spoken(scene)
    assert asked(scene.do(second("list the files"))) == ["list the files"]


# What it heard whole is never lost, shortened, or outvoted by fewer words.


@pytest.mark.parametrize("after", [100, 700, 2_500, 15_000])
def test_T3_a_call_with_a_fragment_waits_for_our_words(after):
    scene = live()
    scene.do(OnsetHeard(0), SpeechConfirmed(0), ear("Delete"), call("a", "delete all the files but one"))
    scene.hear(1_500)
    span = AudioSpan(MIC, 0, 24_000)
    out = scene.do(SpeechEnded(span)) + scene.wait(after)
    out += scene.do(final(span, "delete all the files but one")) + scene.wait(9_000)
    assert (asked(out), held(out)) == (["delete all the files but one"], [])


def test_T3_the_rest_of_a_transcript_behind_the_call_is_waited_for():
    scene = live()
    scene.do(OnsetHeard(0), SpeechConfirmed(0), ear("Delete"), call("a", "delete all the files but one"))
    scene.hear(1_500)
    scene.do(SpeechEnded(AudioSpan(MIC, 0, 24_000)))
    scene.wait(100)
    scene.do(ear(" all the files but one."))
    scene.wait(600)
    out = scene.do(final(AudioSpan(MIC, 0, 24_000), "delete all the files but one"))
    assert asked(out + scene.wait(9_000)) == ["Delete all the files but one."]


@pytest.mark.parametrize("ends", [[], [ENDED]])
def test_T3_beside_a_silent_ear_our_words_count_whenever_they_come(ends):
    scene = live()
    local = spoken(scene)
    scene.do(*ends)
    scene.wait(2_700)
    assert asked(scene.do(local("what is the weather")) + scene.wait(2_000)) == ["what is the weather"]


def test_T3_a_second_part_that_is_still_unknown_is_waited_for():
    scene = live()
    first = spoken(scene)
    scene.wait(600)
    scene.do(first("delete all the logs"))
    scene.wait(400)
    second = spoken(scene, 2_000)
    assert asked(scene.wait(2_500)) == []
    out = scene.do(second("except those of today")) + scene.wait(5_000)
    assert asked(out) == ["delete all the logs except those of today"]


def test_T3_an_ear_that_is_gone_is_not_waited_for():
    for retry in (True, False):
        scene = live()
        scene.do(EarLost(ONE, "bad key", retry=retry))
        local = spoken(scene)
        assert asked(scene.do(local("what is the weather"))) == ["what is the weather"]


@pytest.mark.parametrize(("routing", "calls"), [(Routing.CODE, False), (Routing.NUDGE, True)])
@pytest.mark.parametrize("drop", [".", " uh", " so"])
def test_T3_an_ear_that_drips_keeps_no_question_from_being_asked(routing, calls, drop):
    scene = live(routing=routing)
    local = spoken(scene)
    out = scene.do(local("what is the weather in oslo"), ear("what"))
    out += scene.do(call()) if calls else []
    for _ in range(12):
        out += scene.wait(350) + scene.do(ear(drop))
    assert asked(out) == ["what is the weather in oslo"]


@pytest.mark.parametrize("nod", ["um", "Mm-hmm.", "..."])
def test_T3_a_nod_of_the_ear_outvotes_nothing(nod):
    scene = live()
    local = spoken(scene)
    out = scene.do(local("what is the weather in oslo"), ear(nod), ENDED) + scene.wait(2_000)
    assert asked(out) == ["what is the weather in oslo"]


def test_T3_words_that_come_when_all_was_given_up_are_asked():
    scene = live()
    local = spoken(scene)
    assert of(ShowFailure, scene.wait(20_000))
    assert asked(scene.do(local("what is the weather")) + scene.wait(3_000)) == ["what is the weather"]


def test_T3_more_words_than_were_asked_take_the_first_question_back():
    scene = live()
    local = spoken(scene)
    out = scene.do(ear("delete the logs"), call("a", "delete the logs"), ENDED) + scene.wait(2_000)
    assert asked(out) == ["delete the logs"]
    out = scene.do(local("delete the logs but not those of today")) + scene.wait(3_000)
    assert [c.run for c in of(CancelRun, out)] == [1]
    assert asked(out) == ["delete the logs but not those of today"]


def test_T3_our_late_words_while_the_person_speaks_again_are_a_hold():
    scene = live()
    local = spoken(scene)
    scene.wait(20_000)
    scene.wait(5_000)
    scene.do(SpeechConfirmed(scene.mic))
    assert held(scene.do(local("what is the weather"))) == ["what is the weather"]


def test_T4_words_that_come_after_a_stop_are_nobodys():
    scene = live()
    local = spoken(scene)
    scene.do(StopAsked(InputMeans.KEY))
    out = scene.do(local("what is the weather"), ear("what is the weather")) + scene.wait(9_000)
    assert (asked(out), held(out)) == ([], [])


# The transcript of what was settled is nobody's words.


def test_T3_a_transcript_that_comes_late_is_not_asked_again_and_silences_nothing():
    scene = live()
    local = spoken(scene)
    scene.do(local("tell me a story"))
    scene.wait(2_000)
    scene.write(1, "Part one.", "Part two.", "Part three.")
    scene.sound(1, SECOND, 9, end=True)
    scene.wait(2_700)
    out = scene.do(ear("tell me a story")) + scene.wait(3_000)
    out += scene.sound(2, SECOND // 2, 9, end=True)
    assert held(out) == []
    assert read(scene.all) == ["Part one.", "Part two.", "Part three."]


def test_L2_unspoken_words_silence_no_answer():
    scene = live()
    scene.do(Typed("tell me a story"))
    scene.write(1, "Part one.", "Part two.")
    scene.sound(1, SECOND, 9)
    out = scene.do(ear("Thank you.")) + scene.wait(5_000)
    assert held(out) == ["Thank you."]
    assert read(out + scene.do(ReadRendered(ReadId(1)))) == ["Part two."]


@pytest.mark.parametrize("approval", [Approval.DIRECT, Approval.REVIEW])
def test_T3_words_without_speech_beside_what_was_said_wait_too(approval):
    scene = live(approval=approval)
    if approval is Approval.REVIEW:
        scene.do(spoken(scene)("list the files"), ear("list the files"), call())
    scene.wait(20_000)
    out = scene.do(ear("Thank you for watching.")) + scene.wait(5_000)
    assert (asked(out), held(out)) == ([], ["Thank you for watching."])


@pytest.mark.parametrize("later", [3_000, 20_000])
def test_T3_more_words_without_speech_beside_those_that_wait_are_shown_and_not_taken(later):
    scene = live()
    scene.do(ear("Thank you for watching."))
    scene.wait(later)
    out = scene.do(ear("Delete the old logs.")) + scene.wait(5_000)
    shown = [one.text for one in of(ShowHeard, out) if one.final]
    assert (asked(out), held(out), shown) == ([], [], ["Delete the old logs."])
    assert ["not taken" in one.text for one in of(ShowFailure, out)] == [True]
    scene.wait(10_000)
    assert asked(scene.say("delete the old logs") + scene.wait(20_000)) == ["delete the old logs"]


@pytest.mark.parametrize(("later", "kept"), [(10_000, []), (25_000, ["Delete the old logs."])])
def test_T3_an_ear_that_missed_a_question_is_late_with_it_no_longer_than_we_are(later, kept):
    scene = live()
    scene.do(spoken(scene, 900)("list the files in the workspace"))
    scene.wait(later)
    out = scene.do(ear("Delete the old logs.")) + scene.wait(5_000)
    assert held(out) == kept


def test_A2_a_yes_that_only_an_ear_heard_beside_them_answers_nothing():
    scene = live()
    scene.do(ear("Thank you for watching."))
    scene.wait(20_000)
    out = scene.do(ear("yes")) + scene.wait(5_000)
    assert (asked(out), of(CloseHold, out), of(ShowFailure, out)) == ([], [], [])


def test_T3_where_too_much_waits_they_are_refused_visibly():
    scene = live(approval=Approval.REVIEW, limits=Limits(waiting_holds=1))
    scene.do(spoken(scene)("list the files"), ear("list the files"), call())
    scene.wait(20_000)
    out = scene.do(ear("Thank you for watching.")) + scene.wait(5_000)
    shown = [one.text for one in of(ShowHeard, out) if one.final]
    assert (held(out), shown, len(of(ShowFailure, out))) == ([], ["Thank you for watching."], 1)


def test_T3_the_words_of_the_question_before_are_not_asked_inside_the_next():
    scene = live()
    local = spoken(scene)
    scene.do(local("delete the old logs"))
    scene.wait(2_000)
    scene.write(1, "Done.")
    scene.sound(1, SECOND // 2, 5, end=True)
    scene.wait(3_000)
    scene.do(Played(ReadId(1), SECOND // 2))
    scene.do(SpeechConfirmed(scene.mic), ear("delete the old logs "))
    local = spoken(scene)
    out = scene.do(ear("what time is it"), local("what time is it"), call("z")) + scene.wait(5_000)
    assert asked(out) == ["what time is it"]


# Speech without an end, and words without one.


def test_T3_speech_without_an_end_has_a_bound():
    scene = live()
    scene.do(SpeechConfirmed(0))
    scene.wait(2_000)
    scene.do(ear("what is the weather"), EarEndedUtterance(ONE), call("a", "the weather"))
    out = scene.wait(60_000)
    assert (asked(out), held(out)) == ([], ["what is the weather"])
    scene.wait(200_000)
    assert scene.talk.is_idle


def test_T3_an_answer_does_not_wait_for_ever_behind_speech_without_an_end():
    scene = Scene()
    scene.do(Typed("tell me"), SpeechConfirmed(0))
    assert read(scene.write(1, "Noon.")) == []
    assert read(scene.wait(60_000)) == ["Noon."]


def test_T3_and_what_our_recogniser_makes_of_it_later_is_not_lost():
    scene = Scene()
    scene.do(SpeechConfirmed(0))
    assert of(ShowFailure, scene.wait(60_000))
    scene.hear(61_000)
    out = scene.do(SpeechEnded(AudioSpan(MIC, 0, scene.mic)))
    out += scene.do(final(AudioSpan(MIC, 0, scene.mic), "a long dictation"))
    assert held(out + scene.wait(1_000)) == ["a long dictation"]


def test_T3_a_dictation_of_minutes_is_speech():
    scene = Scene()
    scene.do(SpeechConfirmed(0))
    for n in range(1, 120):
        scene.hear(1_000)
        scene.do(draft(AudioSpan(MIC, 0, 16_000 * n), "word " * n))
    out = scene.do(SpeechEnded(AudioSpan(MIC, 0, scene.mic)))
    assert asked(out + scene.do(final(AudioSpan(MIC, 0, scene.mic), "all of it"))) == ["all of it"]


def test_T1_an_onset_that_is_told_to_be_nothing_and_nothing_else_ends_by_itself():
    scene = Scene()
    scene.do(OnsetHeard(0))
    assert not scene.talk.is_idle
    scene.wait(10_000)
    assert scene.talk.is_idle


@pytest.mark.parametrize("known", ["but not", ""])
def test_T3_a_second_part_that_is_never_understood_loses_neither(known):
    scene = Scene()
    scene.say("delete the old logs")
    scene.wait(500)
    out = scene.do(SpeechConfirmed(scene.mic))
    scene.hear(900)
    span = AudioSpan(MIC, scene.mic - 14_400, 14_400)
    out += scene.do(draft(span, known), SpeechEnded(span)) + scene.wait(20_000)
    assert of(CancelRun, out) == []
    assert held(out) == [known] * bool(known)


def test_T4_what_was_said_behind_a_stop_is_asked_though_it_is_understood_later():
    scene = Scene()
    stop, behind = spoken(scene, 400), spoken(scene)
    scene.do(stop("never mind"))
    assert asked(scene.do(behind("list the files"))) == ["list the files"]


def test_T3_an_ear_that_lacks_what_we_know_is_not_believed_though_it_says_that_it_is_done():
    scene = live()
    first = spoken(scene)
    scene.do(first("run the tests of ledger"))
    second = spoken(scene)
    out = scene.do(ear("run the tests find mirror"), call("a", ""), ENDED) + scene.wait(3_000)
    assert asked(out) == []
    out = scene.do(second("find mirror")) + scene.wait(1_000)
    assert asked(out) == ["run the tests of ledger find mirror"]
