"""What a yes teaches, and the sound of a hold: laws K1, K2 and A1."""

import pytest

from core.heard import ENDED, call, ear, live, spoken
from core.judged import Judged
from laws.scene import asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Approval, Policy

README = Mend("read me", "README.md", MendWhy.LEXICON)
LEARNS = Policy(approval=Approval.REVIEW, learning=True)
REVIEW = Policy(approval=Approval.REVIEW)
HEARD = "delete the old locks"


def holding(policy=LEARNS, text=HEARD, *mends):
    scene = Judged(policy)
    scene.say_mended(text, *mends)
    return scene


def yes(text, heard=None):
    return ev.ConsentGiven(u.HoldId(1), text, u.InputMeans.CLICK, heard=heard)


def taught(commands):
    return [one.lesson for one in of(do.Teach, commands)]


SPAN = u.AudioSpan(u.MIC, 0, 16_000)
STT = do.SttTaught(SPAN, HEARD, "delete the old logs")


@pytest.mark.parametrize(
    ("answer", "lessons", "sent"),
    [
        (yes(HEARD), [], HEARD),
        (yes(f" {HEARD} "), [], f" {HEARD} "),
        (yes(HEARD, HEARD), [], HEARD),
        (yes("delete the old logs", "delete the old logs"), [STT], "delete the old logs"),
        (yes(HEARD, "delete the old logs"), [STT], HEARD),
        (yes("rm *.log", HEARD), [do.ReasoningTaught(HEARD, HEARD, "rm *.log")], "rm *.log"),
        (yes("rm *.log"), [do.ReasoningTaught(HEARD, HEARD, "rm *.log")], "rm *.log"),
        (
            yes("rm *.log", "delete the old logs"),
            [STT, do.ReasoningTaught(HEARD, HEARD, "rm *.log")],
            "rm *.log",
        ),
        (yes(HEARD, " "), [], HEARD),
        (yes(" ", "delete the old logs"), [], None),
    ],
    ids=["as it is", "spaces", "the same", "heard", "only heard", "heard as it was", "instruction", "both", "nothing heard", "emptied"],
)  # fmt: skip
def test_K1_each_edit_teaches_its_own_kind_and_no_edit_teaches_nothing(answer, lessons, sent):
    out = holding().do(answer)
    assert taught(out) == lessons
    assert asked(out) == ([] if sent is None else [sent])


def test_K1_the_wording_of_the_ear_taken_as_it_is_teaches_nothing():
    def proposing():
        scene = live(approval=Approval.REVIEW, learning=True)
        local = spoken(scene)
        scene.do(local(HEARD), ear(HEARD), call("a", "delete the old logs"))
        scene.wait(3_000)
        return scene

    assert taught(proposing().do(yes("delete the old logs"))) == []
    out = proposing().do(yes("delete the old logs now"))
    assert taught(out) == [do.ReasoningTaught(HEARD, HEARD, "delete the old logs now")]


def test_K1_what_was_mended_is_taught_as_it_was_heard_and_as_it_was_held():
    def mended():
        return holding(LEARNS, "open the read me", README)

    assert taught(mended().do(yes("open the README.md"))) == []
    assert taught(mended().do(yes("show the README.md"))) == [
        do.ReasoningTaught("open the read me", "open the README.md", "show the README.md")
    ]
    assert taught(mended().do(yes("open the road map", "open the road map"))) == [
        do.SttTaught(SPAN, "open the read me", "open the road map")
    ]


@pytest.mark.parametrize(
    "scene",
    [lambda: holding(REVIEW), lambda: holding(Policy(approval=Approval.CORRECT))],
    ids=["review", "correct"],
)
def test_K2_without_learning_nothing_is_taught(scene):
    assert taught(scene().do(yes("rm *.log", "delete the old logs"))) == []


def test_K2_a_yes_aloud_a_no_and_typed_words_teach_nothing():
    scene = holding()
    scene.wait(5_000)
    out = scene.say("yes", 400)
    out += scene.do(ev.Typed("delete the old logs"))
    scene.say("open the read me")
    out += scene.do(ev.ConsentDenied(u.HoldId(2), u.InputMeans.CLICK))
    assert (asked(out), taught(out)) == ([HEARD, "delete the old logs"], [])


def test_K2_what_could_not_be_kept_is_said_and_what_was_sent_goes_on():
    scene = holding()
    scene.do(yes("delete the old logs", "delete the old logs"))
    assert scene.do(ev.Taught(u.HoldId(1), "7")) == []
    out = scene.do(ev.TeachFailed(u.HoldId(1), "the disk is full"))
    assert [one.text for one in of(do.ShowFailure, out)] == [
        "what you taught could not be kept: the disk is full"
    ]
    assert of(do.CancelRun, out) == []


# The sound of a hold


def test_A1_the_sound_of_a_hold_begins_half_a_second_before_the_words():
    scene = Judged(REVIEW)
    scene.hear(2_000)
    (hold,) = of(do.ShowHold, scene.say(HEARD))
    assert hold.span == u.AudioSpan(u.MIC, 24_000, 24_000)


def test_A1_where_we_heard_no_speech_it_begins_where_the_last_turn_ended():
    scene = live()
    scene.say("list the files")
    scene.do(ear("list the files"), call("a", "list the files"), ENDED)
    scene.wait(9_000)
    end = scene.mic
    scene.hear(3_000)
    scene.at += 2_000
    out = scene.do(ear("and the branches"), call("b", "and the branches"), ENDED) + scene.wait(4_000)
    assert [one.span for one in of(do.ShowHold, out)] == [u.AudioSpan(u.MIC, end, 48_000)]
