"""What was meant by words that were heard, and what a yes teaches: laws K1, K2, A1, A2."""

import pytest

from core.heard import ENDED, call, ear, live, spoken
from core.judged import Judged
from laws.scene import asked, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.mends import Mend, MendWhy
from solovox.core.policy import Amendment, Approval, EarKind, NarratorKind, Policy

README = Mend("read me", "README.md", MendWhy.LEXICON)
KUBE = Mend("cube control", "kubectl", MendWhy.CORRECTION)
REVIEW = Policy(approval=Approval.REVIEW)


def holding(policy=REVIEW, text="delete the old locks", *mends):
    scene = Judged(policy)
    scene.say_mended(text, *mends)
    return scene


def yes(text, heard=None):
    return ev.ConsentGiven(u.HoldId(1), text, u.InputMeans.CLICK, heard=heard)


def holds(commands):
    return [(one.text, one.heard, one.mends) for one in of(do.ShowHold, commands)]


# Mends


def test_K2_what_is_asked_is_mended_and_what_was_heard_is_shown_beside():
    out = Judged().say_mended("Open the read me, please.", README)
    assert asked(out) == ["Open the README.md, please."]
    assert [(one.text, one.mends) for one in of(do.ShowHeard, out) if one.final] == [
        ("Open the read me, please.", (README,))
    ]


def test_K2_what_is_held_is_mended_and_what_was_heard_is_kept():
    out = Judged(REVIEW).say_mended("open the read me", README, KUBE)
    assert holds(out) == [("open the README.md", "open the read me", (README,))]


@pytest.mark.parametrize("who", ["ours", "the ear's"])
def test_K2_the_mends_of_both_listeners_are_one_pool(who):
    scene = live()
    local = spoken(scene)
    ours, theirs = ((README,), ()) if who == "ours" else ((), (README,))
    text = "open the read me"
    mine = ev.LocalTranscript(local(text).span, text, final=True, mends=ours)
    out = scene.do(
        ev.EarTranscript(u.ConnectionId(1), text, theirs), call("a", text), mine, ENDED
    ) + scene.wait(4_000)
    assert asked(out) == ["open the README.md"]


def test_K2_held_words_that_go_on_are_mended_as_one():
    scene = Judged(REVIEW)
    scene.say_mended("open the read me", README)
    scene.wait(1_000)
    out = scene.say_mended("and run cube control", KUBE)
    text = "open the read me and run cube control"
    assert holds(out) == [("open the README.md and run kubectl", text, (README, KUBE))]


def meant(heard, words):
    return Mend(heard, words, MendWhy.CORRECTION)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stop", "continue"),
        ("be quiet", "be loud"),
        ("status", "build the state"),
        ("mm-hm", "list the files"),
        ("say that again", "list the files"),
    ],
)
def test_K2_what_the_core_itself_understands_is_judged_as_it_was_heard(text, words):
    plainly, mended = Judged(), Judged()
    for scene in (plainly, mended):
        scene.say("summarise the log")
        scene.write(1, "It is noon. ", "It rains.", finish=False)
        scene.wait(1_000)
    assert mended.say_mended(text, meant(text, words)) == plainly.say(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("list the files", "stop"),
        ("list the files", "be quiet"),
        ("list the files", "what are you doing"),
        ("list the files", "mm-hm"),
        ("list the files", "send it"),
    ],
)
def test_K2_no_mend_makes_a_stop_or_a_question_to_us_of_an_instruction(text, words):
    out = Judged().say_mended(text, meant(text, words))
    assert asked(out) == [words]
    assert do.Cue(do.CueKind.STOPPED) not in out


@pytest.mark.parametrize("words", ["yes", "no", "confirm kilo seven"])
def test_K2_no_mend_makes_a_yes_or_a_no(words):
    scene = holding(REVIEW)
    scene.wait(5_000)
    out = scene.say_mended("list the files", meant("list the files", words), ms=400)
    assert of(do.CloseHold, out) == []
    assert asked(out) == []


@pytest.mark.parametrize(("text", "outcome"), [("yes", do.Outcome.GRANTED), ("no", do.Outcome.DENIED)])
def test_K2_no_mend_unmakes_a_yes_or_a_no(text, outcome):
    scene = holding(REVIEW)
    scene.wait(5_000)
    out = scene.say_mended(text, meant(text, "list the files"), ms=400)
    assert [one.outcome for one in of(do.CloseHold, out)] == [outcome]


@pytest.mark.parametrize(
    ("text", "mend", "how"),
    [
        ("in stead list the files", meant("in stead", "instead"), Amendment.QUEUE),
        ("instead list the files", meant("instead", "in steel"), Amendment.REPLACE),
    ],
)
def test_K2_what_words_do_to_other_work_is_judged_as_they_were_heard(text, mend, how):
    scene = Judged(Policy(amendment=Amendment.QUEUE))
    scene.say("summarise the log")
    scene.wait(5_000)
    assert [one.how for one in of(do.ShowAmendment, scene.say_mended(text, mend))] == [how]


def test_K2_a_live_model_that_answers_for_itself_is_given_no_words():
    scene = Judged(Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF))
    scene.do(ev.EarOpened(u.ConnectionId(1)))
    out = scene.say_mended("open the read me", README) + scene.wait(5_000)
    assert [one.mends for one in of(do.ShowHeard, out) if one.final] == [()]


# What takes a mend back

BACK = ev.MendRefused("Read me", "README.md")


def test_K2_a_mend_that_was_taken_back_is_not_made_again():
    scene = Judged()
    scene.do(BACK)
    assert asked(scene.say_mended("open the read me with cube control", README, KUBE)) == [
        "open the read me with kubectl"
    ]


def test_K2_what_waits_is_shown_without_it_under_the_same_number():
    scene = holding(REVIEW, "open the read me with cube control", README, KUBE)
    out = scene.do(BACK)
    (hold,) = of(do.ShowHold, out)
    assert (hold.hold, hold.text, hold.mends) == (u.HoldId(1), "open the read me with kubectl", (KUBE,))
    assert asked(out) == []
    assert asked(scene.do(yes(hold.text))) == ["open the read me with kubectl"]


def test_K2_what_goes_on_from_it_is_not_mended_so_again():
    scene = holding(REVIEW, "open the read me", README)
    scene.do(BACK)
    assert holds(scene.say_mended("and the read me of bob", README)) == [
        ("open the read me and the read me of bob",) * 2 + ((),)
    ]


def test_A2_a_yes_that_began_before_it_was_shown_so_is_to_nothing():
    scene = holding(REVIEW, "open the read me", README)
    scene.wait(5_000)
    first = scene.mic
    scene.speak(400)
    scene.do(BACK)
    out = scene.do(
        ev.LocalTranscript(u.AudioSpan(u.MIC, first, scene.mic - first), "yes", final=True)
    ) + scene.wait(9_000)
    assert (asked(out), of(do.CloseHold, out)) == ([], [])
    assert asked(scene.say("yes", 400)) == ["open the read me"]


@pytest.mark.parametrize("noticed", [False, True])
def test_K2_what_was_asked_last_is_asked_again_as_it_was_heard_and_replaces_it(noticed):
    scene = Judged()
    scene.say_mended("open the read me", README)
    if noticed:
        scene.do(ev.BrainWrote(u.RunId(1), "It says"), ev.BrainOffered(u.RunId(1), "It says", 7))
        scene.sound(1, 24_000)
    out = scene.do(BACK) + scene.wait(1_000)
    assert [(one.utterance, one.instruction, one.by) for one in of(do.AskBrain, out)] == [
        (None if noticed else 1, "open the read me", do.RoutedBy.CODE)
    ]
    assert [one.run for one in of(do.CancelRun, out)] == [u.RunId(1)]
    assert of(do.ShowAmendment, out) == [do.ShowAmendment(u.RunId(2), u.RunId(1), Amendment.REPLACE)]


@pytest.mark.parametrize(
    "then",
    [
        lambda scene: scene.do(ev.StopAsked(u.InputMeans.KEY)),
        lambda scene: scene.do(ev.Typed("list the branches")),
        lambda scene: scene.do(ev.PolicyChanged(REVIEW)),
    ],
    ids=["stopped", "something else was asked", "a yes is wanted now"],
)
def test_K2_else_nothing_is_asked_again(then):
    scene = Judged()
    scene.say_mended("open the read me", README)
    scene.wait(5_000)
    then(scene)
    assert asked(scene.do(BACK)) == []


@pytest.mark.parametrize(("pause", "sent"), [(299, []), (301, ["open the read me"])])
def test_A3_a_yes_that_begins_as_a_mend_is_taken_back_is_to_neither_text(pause, sent):
    scene = holding(REVIEW, "open the read me", README)
    scene.wait(1_000)
    scene.do(BACK)
    scene.wait(pause)
    assert asked(scene.say("yes", 400)) == sent


def test_A4_only_an_owner_takes_a_mend_back():
    scene = Judged(Policy(owners=frozenset({u.Principal("person")})))
    scene.say_mended("open the read me", README)
    out = scene.do(ev.MendRefused("read me", "README.md", u.Principal("bob")))
    assert asked(out) == []
    assert len(of(do.ShowFailure, out)) == 1
    scene.wait(5_000)
    assert asked(scene.say_mended("open the read me", README)) == ["open the README.md"]


LEARNS = Policy(approval=Approval.REVIEW, learning=True)
HEARD = "delete the old locks"


def learning(policy=LEARNS, text=HEARD, *mends):
    scene = Judged(policy)
    scene.say_mended(text, *mends)
    return scene


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
    out = learning().do(answer)
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
        return learning(LEARNS, "open the read me", README)

    assert taught(mended().do(yes("open the README.md"))) == []
    assert taught(mended().do(yes("show the README.md"))) == [
        do.ReasoningTaught("open the read me", "open the README.md", "show the README.md")
    ]
    assert taught(mended().do(yes("open the road map", "open the road map"))) == [
        do.SttTaught(SPAN, "open the read me", "open the road map")
    ]


@pytest.mark.parametrize(
    "scene",
    [lambda: learning(REVIEW), lambda: learning(Policy(approval=Approval.CORRECT))],
    ids=["review", "correct"],
)
def test_K2_without_learning_nothing_is_taught(scene):
    assert taught(scene().do(yes("rm *.log", "delete the old logs"))) == []


def test_K2_a_yes_aloud_a_no_and_typed_words_teach_nothing():
    scene = learning()
    scene.wait(5_000)
    out = scene.say("yes", 400)
    out += scene.do(ev.Typed("delete the old logs"))
    scene.say("open the read me")
    out += scene.do(ev.ConsentDenied(u.HoldId(2), u.InputMeans.CLICK))
    assert (asked(out), taught(out)) == ([HEARD, "delete the old logs"], [])


def test_K2_what_could_not_be_kept_is_said_and_what_was_sent_goes_on():
    scene = learning()
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
