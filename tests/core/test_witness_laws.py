"""Our own recogniser, which hears the same samples, is the witness of what the person said: laws T2, T3, T5."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.heard import ENDED, call, ear, live, played, spoken
from laws.scene import SECOND, Scene, asked, held, of, read
from solovox.core import commands as do
from solovox.core.policy import Approval, NarratorKind, Routing, ToolSpec
from solovox.core.transcripts import once, plain

CODE, ALONE, BLOCKS = (
    {"routing": Routing.CODE},
    {"understands": False},
    {"tools": (ToolSpec(name="hand_over", routing=True),)},
)
BUT_ONE, OSLO, WEATHER = "delete all the files but one", "what is the weather in oslo", "what is the weather"
FRAGMENT = f"begins | ear: Delete | call: {BUT_ONE} | sounds 1500 | over"
ROME = "speaks | ours: what is the weather in rome | ear: what is the weather in rome"
TIME = "speaks | ours: what time is it | ear: what time is it"
SCENES = {
    # What our recogniser did not hear is at most a hold.
    "words long after a failed utterance": ({}, "speaks 800 | waits 620000 | ear: delete everything | waits 20000", [], ["delete everything"]),
    "far more words than we heard": (
        {},
        "speaks | ours: what time is it | ear: what time is it and then delete all of the old logs | call | ends | waits 5000",
        [],
        ["what time is it and then delete all of the old logs"],
    ),
    "words of an ear behind its call": (
        {"narrator": NarratorKind.RELAY},
        "speaks | call: remove it all | ours: | waits 500 | ear: delete everything | ends | waits 5000",
        [],
        ["delete everything"],
    ),
    "words that nobody was heard to speak": ({}, "ear: delete everything | call | waits 10000", [], ["delete everything"]),
    "words before the sound": (
        CODE | ALONE,
        "ear: delete everything | speaks | ear: what time is it | waits 1000",
        ["what time is it"],
        ["delete everything"],
    ),
    "words that come too late": (CODE | ALONE, "speaks | waits 2000 | ear: what time is it | waits 3000", [], ["what time is it"]),
    "what an ear proposes where nobody heard words": (ALONE, "speaks | call: delete everything | waits 2000", [], ["delete everything"]),
    "a nod that an ear proposes where nobody heard words": (ALONE, "speaks | call: mm-hm | waits 2000", [], []),
    "our late words while the person speaks again": ({}, f"speaks | waits 25000 | begins | ours: {WEATHER}", [], [WEATHER]),
    "the same once more where we heard nothing": (
        CODE,
        f"{TIME} | ends | waits 60000 | speaks 300 | ours: | ear: what time is it | ends | waits 30000",
        ["what time is it"],
        [],
    ),
    "a question like the one before where we heard nothing": (
        CODE,
        f"{ROME} | ends | waits 60000 | speaks | ear: what is the weather in paris | ends | ours: | waits 30000",
        ["what is the weather in rome"],
        ["what is the weather in paris"],
    ),
    **{
        f"an ear that missed a question is late with it after {later} ms": (
            {},
            f"speaks 900 | ours: list the files in the workspace | waits {later} | ear: Delete the old logs. | waits 5000",
            ["list the files in the workspace"],
            kept,
        )
        for later, kept in ((10_000, []), (25_000, ["Delete the old logs."]))
    },
    # Fewer or other words than ours outvote none.
    **{
        f"outvoted: {told}": (how, f"speaks | ours: {ours} | ear: {told}{sign} | ends | waits 5000", [ours], [])
        for how, sign, ours, told in (
            ({}, " | call", "delete all the old logs", "elimina todos los registros viejos"),
            ({}, " | call", "delete all the old logs", "um um um um um um um"),
            ({}, " | call", BUT_ONE, "um uh delete all the files"),
            ({}, " | call", BUT_ONE, "delete all the files um uh um"),
            ({}, " | call", BUT_ONE, "well delete all so the files but"),
            ({}, "", OSLO, "um"),
            ({}, "", OSLO, "Mm-hmm."),
            ({}, "", OSLO, "..."),
            (CODE, "", "delete all the old logs", "all the old logs"),
            (CODE, "", "open the garage door", "bitte schliessen sie das door"),
            (CODE, "", "delete the old logs", "delete thank you for watching the so well old and subtitles logs"),
            (BLOCKS, " | call", "delete all the logs but one", "delete all the logs"),
            (BLOCKS, "", "delete all the logs but one", "delete all the logs"),
        )
    },
    "the words before, which the ear owes": (
        CODE,
        ("speaks 800 | ours: write to oscar that we are late | waits 10000 | speaks 800 | ear: write to oscar that we are late"
        " | ends | ours: write to emma that we are late | waits 5000"),
        ["write to oscar that we are late", "write to emma that we are late"],
        [],
    ),
    "one of two like parts": (
        CODE,
        ("speaks | speaks | ours: and tell the scheduler now | ear: um please and tell the other scheduler today now"
        " | ours: then tell scheduler now | ends | waits 10000"),
        ["and tell the scheduler now then tell scheduler now"],
        [],
    ),
    "an ear that lacks what we know": (
        {},
        ("speaks | ours: run the tests of ledger | speaks | ear: run the tests find mirror | call | ends | waits 3000"
        " | ours: find mirror | waits 1000"),
        ["run the tests of ledger find mirror"],
        [],
    ),
    # What is still to come is waited for.
    **{
        f"a call with a fragment, {after} ms before our words": ({}, f"{FRAGMENT} | waits {after} | ours: {BUT_ONE} | waits 9000", [BUT_ONE], [])
        for after in (100, 700, 2_500, 15_000)
    },
    "the rest of a transcript behind the call": (
        {},
        f"{FRAGMENT} | waits 100 | ear:  all the files but one. | waits 600 | ours: {BUT_ONE} | waits 9000",
        ["Delete all the files but one."],
        [],
    ),
    "our late words, one more than were asked": (
        {},
        "speaks | ear: what time is it | call: what time is it | ends | waits 5000 | ours: so what time is it | waits 30000",
        ["what time is it"],
        [],
    ),
    "our late words, two more than were asked": (
        {},
        "speaks | ear: what time is it | call: what time is it | ends | waits 5000 | ours: tell me what time is it | waits 30000",
        ["what time is it", "tell me what time is it"],
        [],
    ),
    "the last words of an ear behind the speech": (
        CODE | ALONE,
        "begins | sounds 800 | ear: what time | sounds 1500 | over | waits 100 | ear:  is it | waits 2000",
        ["what time is it"],
        [],
    ),
    "an ear that has told all it missed, and then something else": (
        {},
        "speaks 900 | ours: list the files | waits 3000 | ear: list the files | waits 7000 | ear: Delete the old logs. | waits 5000",
        ["list the files"],
        ["Delete the old logs."],
    ),
    "a silent ear": ({}, f"speaks | waits 2700 | ours: {WEATHER} | waits 2000", [WEATHER], []),
    "an ear that says only that it has ended": ({}, f"speaks | ends | waits 2700 | ours: {WEATHER} | waits 2000", [WEATHER], []),
    "a second part that is still unknown": (
        {},
        "speaks | waits 600 | ours: delete all the logs | waits 400 | speaks 2000 | waits 2500 | ours: except those of today | waits 5000",
        ["delete all the logs except those of today"],
        [],
    ),
    "our words when all was given up": ({}, f"speaks | waits 20000 | ours: {WEATHER} | waits 3000", [WEATHER], []),
    "an ear that is told of the end first": (
        {"narrator": NarratorKind.RELAY} | ALONE,
        "speaks | ours: | waits 500 | ear: what time is it | call | waits 5000",
        ["what time is it"],
        [],
    ),
    "a call before all that we heard is transcribed": (
        BLOCKS,
        "speaks | ours: what time is it | ear: what | call | ear:  time is it | waits 400",
        ["what time is it"],
        [],
    ),
    "a transcript given twice before ours has come": (
        BLOCKS,
        "speaks | ear: what now what now | call | ends | waits 1999 | ours: what now",
        ["what now"],
        [],
    ),
    "a call while the person speaks": (
        ALONE,
        "begins | ear: what time | call | ear:  is it | sounds 1000 | over | waits 400",
        ["what time is it"],
        [],
    ),
    "the ear's end while the person speaks": (CODE, "begins | ear: what time | ends | waits 10000", [], []),
    "nobody, where we route": (CODE | ALONE, "speaks | ear: what time is it | ends", ["what time is it"], []),
    # What was asked is not asked again.
    **{
        f"given twice, {told}": (BLOCKS, f"speaks | ours: {ours} | ear: {told} | call | waits 500", [once], [])
        for told, ours, once in (
            ("What now, please? What now, please?", "what now please", "What now, please?"),
            ("what now please what now please", "watt now please", "what now please"),
            ("zero zero", "zero zero", "zero zero"),
            ("no no", "no no", "no no"),
            ("one two one", "one two", "one two one"),
            ("very very good", "very good", "very very good"),
        )
    },
    "the tail of a transcript": (ALONE, "speaks | ear: what time is it | call | waits 150 | ear:  please | waits 3000", ["what time is it"], []),
    "a transcript that is still owed": (
        CODE,
        "speaks 800 | ours: watt now | waits 15000 | ear: what now please | waits 30000",
        ["watt now"],
        [],
    ),
    "a transcript that begins as the one before, where we have no words": (
        CODE | ALONE,
        "speaks | ours: | ear: what time is it | ends | waits 60000 | speaks | ours: | ear: what time is it in oslo | ends | waits 5000",
        ["what time is it", "what time is it in oslo"],
        [],
    ),
    "words of the utterance before": (
        {},
        (f"{TIME} | call | ends | waits 60000 | speaks | ear: what time is it list the files | call: list the files | ends"
        " | ours: list the files | waits 5000"),
        ["what time is it", "list the files"],
        [],
    ),
    "a question that begins like the one before": (
        {},
        (f"{ROME} | call | ends | waits 60000 | speaks | ear: what is the weather in paris | call: paris | ends"
        " | ours: watts the the weather in paris | waits 5000"),
        ["what is the weather in rome", "what is the weather in paris"],
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("choices", "script", "instructions", "holds"), SCENES.values(), ids=SCENES)
def test_T3_what_two_listeners_heard_is_asked_or_held(choices, script, instructions, holds):
    scene = played(script, **choices)
    assert (asked(scene.all), held(scene.all)) == (instructions, holds)


# What our recogniser did not hear is at most a hold.


SAID = st.lists(st.sampled_from(["zero", "5", "No.", "send", "it", "send-it", "—"]), max_size=6).map(" ".join)


@given(SAID, SAID)
@example("zero zero", "zero")
@example("zero zero", "one")
@example("what now please what now please", "watt now")
def test_K3_of_what_a_live_ear_heard_only_a_second_time_is_cut_for_which_we_heard_no_words(theirs, ours):
    left, heard = plain(once(theirs, ours)).split(), plain(ours).split()
    assert left == plain(theirs).split() or (left * 2 == plain(theirs).split() and len(heard) <= len(left))
    assert left == plain(theirs).split() or {*left} & {*heard}


@pytest.mark.parametrize("said", ["", "mm-hm"])
@pytest.mark.parametrize("routing", Routing)
def test_T3_words_in_sound_without_words_are_a_hold(routing, said):
    scene = live(routing=routing)
    local = spoken(scene)
    out = scene.do(ear("delete everything"), call(), local(said), ENDED) + scene.wait(20_000)
    assert (asked(out), held(out)) == ([], ["delete everything"])


def test_T3_an_end_that_was_passed_over_is_not_waited_for():
    scene = Scene()
    spoken(scene)
    second = spoken(scene)
    assert asked(scene.do(second("list the files"))) == ["list the files"]


# What it heard whole is never lost, shortened, or outvoted by fewer words.


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


def test_T3_more_words_than_were_asked_take_the_first_question_back():
    scene = live()
    local = spoken(scene)
    out = scene.do(ear("delete the logs"), call("a", "delete the logs"), ENDED) + scene.wait(2_000)
    assert asked(out) == ["delete the logs"]
    out = scene.do(local("delete the logs but not those of today")) + scene.wait(3_000)
    assert [c.run for c in of(do.CancelRun, out)] == [1]
    assert asked(out) == ["delete the logs but not those of today"]


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
    shown = [one.text for one in of(do.ShowHeard, out) if one.final]
    assert (asked(out), held(out), shown) == ([], [], ["Delete the old logs."])
    assert ["not taken" in one.text for one in of(do.ShowFailure, out)] == [True]
    scene.wait(10_000)
    assert asked(scene.say("delete the old logs") + scene.wait(20_000)) == ["delete the old logs"]


def test_A2_a_yes_that_only_an_ear_heard_beside_them_answers_nothing():
    scene = live()
    scene.do(ear("Thank you for watching."))
    scene.wait(20_000)
    out = scene.do(ear("yes")) + scene.wait(5_000)
    assert (asked(out), of(do.CloseHold, out), of(do.ShowFailure, out)) == ([], [], [])
