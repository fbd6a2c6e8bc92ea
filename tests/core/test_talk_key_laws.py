"""The talk key, and how the voice goes on after a nod: laws T1, N4, G4."""

import pytest

from core.judged import Judged
from laws.scene import SECOND, Scene, asked, closed, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import AskBrain, CancelRead, EndSpeech, ForgetSound, Play, Read, TellPlayed
from solovox.core.policy import Approval, Fidelity, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, InputMeans, ReadId, SurfaceCaps, SurfaceId

PAGE, PHONE = SurfaceId("page"), SurfaceId("phone")


def reading(policy=None):
    scene = Scene(policy)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "It is noon, they say.")
    scene.sound(1, SECOND, 12)
    return scene


@pytest.mark.parametrize("barge_in", [True, False])
def test_T1_the_key_cuts_the_voice_and_ends_no_work(barge_in):
    scene = reading(Policy(barge_in=barge_in))
    out = scene.do(ev.FloorTaken())
    assert (len(of(do.Flush, out)), len(of(do.CancelRead, out)), of(do.CancelRun, out)) == (1, 1, [])


def test_T1_a_pause_ends_nothing_while_the_key_is_held():
    scene = Scene()
    scene.do(ev.FloorTaken())
    out = scene.say("delete all the files") + scene.wait(20_000) + scene.say("but one") + scene.wait(20_000)
    assert (asked(out), of(do.ShowHold, out)) == ([], [])
    assert asked(scene.do(ev.FloorGiven())) == ["delete all the files but one"]


def test_T1_letting_go_ends_what_is_being_said_at_once():
    scene = Scene()
    scene.do(ev.FloorTaken(), ev.SpeechConfirmed(0))
    scene.hear(1_000)
    out = scene.do(ev.FloorGiven())
    assert (of(do.EndSpeech, out), asked(out)) == ([do.EndSpeech()], [])
    span = AudioSpan(MIC, 0, 16_000)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "what time is it", final=True))
    assert asked(out) == ["what time is it"]


def test_A2_with_the_key_held_a_yes_counts_when_it_is_let_go():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the old logs")
    scene.wait(6_000)
    scene.do(ev.FloorTaken())
    assert asked(scene.say("yes", 400) + scene.wait(2_000)) == []
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(9_000)) == ["delete the old logs"]


def test_A2_with_the_key_held_a_no_behind_a_yes_is_the_answer():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the old logs")
    scene.wait(6_000)
    scene.do(ev.FloorTaken())
    scene.say("yes", 400)
    out = scene.say("no wait", 400)
    assert closed(out) == [(1, do.Outcome.DENIED)]
    assert asked(scene.do(ev.FloorGiven()) + scene.wait(9_000)) == []


@pytest.mark.parametrize(
    ("left", "ends"), [(ev.SurfaceLeft(PHONE), True), (ev.SurfaceLeft(PAGE), False), (ev.SurfaceLeft(), True)]
)
def test_T1_a_surface_that_leaves_takes_its_key_along(left, ends):
    scene = Scene(joined=False)
    scene.do(
        ev.SurfaceJoined(SurfaceCaps(), PAGE), ev.SurfaceJoined(SurfaceCaps(), PHONE), ev.FloorTaken(PHONE)
    )
    assert bool(of(do.EndSpeech, scene.do(left))) is ends


def test_T1_a_key_that_is_never_let_go_gives_the_floor_after_ten_minutes():
    scene = Scene()
    scene.do(ev.FloorTaken())
    scene.say("what time is it")
    assert asked(scene.wait(598_000)) == []
    assert asked(scene.wait(2_000)) == ["what time is it"]


@pytest.mark.parametrize("there", [PAGE, PHONE])
def test_T1_nobody_holds_the_key_at_a_surface_that_is_not_there(there):
    scene = Scene(joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(), there), ev.FloorTaken(PHONE))
    assert bool(asked(scene.say("what time is it"))) is (there is PAGE)


WORD = 6_000
"""Samples: each word of these answers lasts a quarter of a second."""
SAID = "It is twelve noon in Oslo."
ENDS = [2, 5, 12, 17, 20, 26]
"""Where its words end."""


class Reading(Judged):
    """An answer is read word by word; all laws watch."""

    def __init__(self, policy=None, *, words=6, answer=(SAID,)):
        policy = policy or Policy()
        super().__init__(policy)
        self.say("what time is it")
        self.write(1, *answer)
        for end in ENDS[:words]:
            self.sound(1, WORD, end)

    def nods(self, one, heard, words="mm-hm"):
        """Over a read of which so many samples were heard."""
        self.do(ev.SpeechConfirmed(self.mic), ev.Flushed(ReadId(one), heard))
        return self.say(words, 300)


def again(commands):
    """What is played anew: its read, and the samples of the first read."""
    return [(one.read, one.span.first, one.span.end) for one in of(Play, commands)]


def told(commands):
    return [(one.shown_to, one.then) for one in of(TellPlayed, commands)]


@pytest.mark.parametrize("words", ["mm-hm", "", "uh huh", "Uhuh."])
@pytest.mark.parametrize(
    ("heard", "begin"),
    [(0, 0), (WORD - 1, 0), (WORD, 1), (2 * WORD + 10, 2), (3 * WORD, 3), (6 * WORD - 1, 5)],
)
def test_T1_the_voice_goes_on_at_the_last_word_heard_in_the_step_that_tells_that_it_was_nothing(
    words, heard, begin
):
    scene = Reading()
    scene.rendered(1)
    out = scene.nods(1, heard, words)
    assert again(out) == [(2, n * WORD, (n + 1) * WORD) for n in range(begin, 6)]
    assert read(out) == []


def test_T1_what_was_not_rendered_yet_is_rendered_behind_it():
    scene = Reading(words=4)
    out = scene.nods(1, 2 * WORD)
    assert again(out) == [(2, 2 * WORD, 3 * WORD), (2, 3 * WORD, 4 * WORD)]
    assert of(Read, out) == [Read(ReadId(2), "in Oslo.")]
    assert again(scene.sound(2, WORD, 2)) == [(2, 0, WORD)]
    scene.sound(2, WORD, 8, end=True)
    assert told(scene.played(2, 4 * WORD)) == [(len(SAID), "")]


def test_N4_the_brain_is_told_of_each_word_once_and_in_the_end_of_all():
    scene = Reading()
    scene.rendered(1)
    out = scene.nods(1, 3 * WORD) + scene.played(2, 3 * WORD)
    assert told(out) == [(len(SAID), "")]
    scene = Reading()
    scene.rendered(1)
    scene.nods(1, 3 * WORD)
    scene.do(ev.SilenceAsked(InputMeans.KEY))
    assert told(scene.do(ev.Flushed(ReadId(2), WORD))) == [(0, "It is twelve noon")]


AGREES = ("Yeah.", "okay", "I see.", "Oh, I see.", "Right, okay.", "yes yes", "Mm-hm, sure.")


@pytest.mark.parametrize("words", AGREES)
def test_T1_what_only_agrees_is_a_nod_in_the_midst_of_an_answer(words):
    scene = Reading()
    scene.rendered(1)
    assert again(scene.nods(1, WORD, words))[0] == (2, WORD, 2 * WORD)


@pytest.mark.parametrize(
    "words", ["yeah but why", "no", "okay open the other one", "right there", "thank you"]
)
def test_T1_more_than_that_is_asked(words):
    scene = Reading()
    scene.rendered(1)
    out = scene.nods(1, WORD, words)
    assert ([one.instruction for one in of(AskBrain, out)], again(out)) == ([words], [])


def test_T1_behind_a_question_it_is_an_answer():
    scene = Reading(answer=("Shall I? It is about noon in it.",))
    scene.rendered(1)
    scene.played(1, 4 * WORD)
    assert [one.instruction for one in of(AskBrain, scene.nods(1, 4 * WORD, "Yeah."))] == ["Yeah."]


def test_T1_at_the_end_of_an_answer_it_may_be_one_to_it():
    scene = Reading()
    scene.rendered(1)
    scene.wait(4 * WORD // 24)
    assert [one.instruction for one in of(AskBrain, scene.nods(1, 4 * WORD, "Yeah."))] == ["Yeah."]


def test_T1_no_pause_is_waited_out_after_a_nod_in_the_midst_of_an_answer():
    scene = Reading()
    scene.rendered(1)
    scene.do(ev.SpeechConfirmed(scene.mic), ev.Flushed(ReadId(1), WORD))
    draft = AudioSpan(MIC, scene.mic, 8_000)
    assert of(EndSpeech, scene.do(ev.LocalTranscript(draft, "Yeah, but", final=False))) == []
    assert of(EndSpeech, scene.do(ev.LocalTranscript(draft, "Yeah.", final=False))) == [EndSpeech()]


def test_T1_a_live_reader_says_the_sentence_again():
    policy = Policy(narrator=NarratorKind.READER, fidelity=Fidelity.OFF)
    scene = Reading(policy, words=3)
    out = scene.nods(1, WORD)
    assert (again(out), read(out)) == ([], [SAID])


def test_T1_a_page_that_comes_back_hears_it_from_the_last_word_on():
    scene = Reading()
    scene.rendered(1)
    scene.played(1, 2 * WORD)
    scene.do(ev.SurfaceLeft())
    assert again(scene.do(ev.SurfaceJoined(SurfaceCaps())))[0] == (2, 2 * WORD, 3 * WORD)


def test_G4_when_it_was_something_none_of_it_sounds_again():
    scene = Reading()
    scene.rendered(1)
    out = scene.nods(1, WORD, "and the date") + scene.wait(60_000)
    assert of(Play, out) == []


def test_L5_its_sound_is_kept_until_it_is_heard_or_given_up():
    scene = Reading()
    scene.rendered(1)
    out = scene.nods(1, WORD) + scene.played(2, 4 * WORD)
    assert of(ForgetSound, out) == []
    [forgotten] = of(ForgetSound, scene.played(2, 5 * WORD))
    assert forgotten.before == 6 * WORD
    scene = Reading(words=2)
    out = scene.do(ev.SilenceAsked(InputMeans.KEY), ev.Flushed(ReadId(1), WORD))
    assert of(CancelRead, out)
    assert [one.before for one in of(ForgetSound, out)] == [2 * WORD]
