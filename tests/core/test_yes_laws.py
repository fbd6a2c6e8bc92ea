"""A yes and a no, aloud and typed, and what they are to: laws A1, A2, A3, T2, C2, C3."""

import pytest

from core.consented import corpus, score, taken
from core.heard import call, ear, live, spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, closed, of
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import AskBrain, Outcome, RoutedBy, ShowHold
from solovox.core.events import BrainNeedsYes, SurfaceJoined, Typed
from solovox.core.policy import Amendment, Approval, Policy, Risk, ToolSpec
from solovox.core.transcripts import plain
from solovox.core.units import (
    MIC,
    AudioSpan,
    CallId,
    HoldId,
    InputMeans,
    Principal,
    ReadId,
    RunId,
    SurfaceCaps,
)
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import MOST

REVIEW = Policy(approval=Approval.REVIEW)


def held(commands):
    return [(command.hold, command.text) for command in of(ShowHold, commands)]


def holding(policy=REVIEW):
    scene = Scene(policy)
    scene.say("delete the old logs")
    return scene


@pytest.mark.parametrize("words", ["Yes.", "yes please", "Okay, go ahead.", "Do it!", "yes yes", "Send it."])
def test_A2_yes_grants(words):
    scene = holding()
    scene.wait(1_000)
    out = scene.say(words, 400)
    assert [(c.instruction, c.by) for c in of(AskBrain, out)] == [("delete the old logs", RoutedBy.CONSENT)]
    assert closed(out) == [(1, Outcome.GRANTED)]


@pytest.mark.parametrize("words", ["No.", "yes no", "Don't do it", "no wait", "stop", "Not okay."])
def test_A2_any_word_of_denial_denies(words):
    scene = holding()
    scene.wait(1_000)
    out = scene.say(words, 400)
    assert (asked(out), closed(out)) == ([], [(1, Outcome.DENIED)])


@pytest.mark.parametrize("words", ["Yes?", "always", "please", "thank you"])
def test_A2_a_question_and_always_are_no_yes(words):
    assert ENGLISH.consent(words) is None


def test_T2_what_is_said_soon_after_goes_on_with_the_held_words():
    scene = holding()
    scene.wait(3_000)
    out = scene.say("but not those of today")
    assert closed(out) == [(1, Outcome.VOID)]
    assert held(out) == [(2, "delete the old logs but not those of today")]
    assert asked(scene.say("yes", 400)) == ["delete the old logs but not those of today"]


def test_A2_what_began_while_a_voice_of_ours_was_heard_never_grants_and_is_nobodys():
    scene = holding()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Shall I say yes?")
    scene.sound(1, SECOND, 16)
    out = scene.say("yes", 400)
    assert (asked(out), closed(out)) == ([], [])
    assert held(out) == [(1, "delete the old logs")]
    assert asked(scene.flushed(1, 0) + scene.wait(30_000)) == []


@pytest.mark.parametrize(("after", "grants"), [(0, False), (499, False), (500, True)])
def test_A2_nor_half_a_second_after_it(after, grants):
    scene = holding()
    scene.do(ev.Typed("tell me"))
    scene.write(1, "Fine.")
    scene.sound(1, SECOND, 5, end=True)
    scene.do(ev.Played(ReadId(1), SECOND))
    scene.wait(after)
    assert asked(scene.say("yes", 400)) == ["delete the old logs"] * grants


def test_A2_only_our_own_recogniser_hears_a_yes():
    scene = live(approval=Approval.REVIEW)
    local = spoken(scene)
    scene.do(local("delete the old logs"), ear("delete the old logs"), call())
    scene.wait(6_000)
    assert closed(scene.do(ear("yes")) + scene.wait(6_000)) == []
    noise = spoken(scene, 400)
    out = scene.do(noise(""), ear("yes"), call("b", "yes")) + scene.wait(6_000)
    assert (asked(out), closed(out), held(out)) == ([], [], [])


def test_A3_a_click_counts_while_the_person_speaks():
    scene = holding()
    scene.do(ev.SpeechConfirmed(scene.mic))
    scene.do(ev.ConsentGiven(HoldId(1), "delete the old logs", InputMeans.CLICK))
    assert asked(scene.all) == ["delete the old logs"]


TOOLS = (
    ToolSpec(name="rm", effects=True, risk=Risk.ASK),
    ToolSpec(name="mail", effects=True, risk=Risk.ASK, blocking=True),
)
TMP = '{"path":"/var/tmp"}'
CACHE = '{"path":"/var/tmp/cache"}'
LATE = "this yes came too late: what it was for does not wait any more"


def watched(**choices):
    return Judged(Policy(tools=TOOLS, **choices))


def yes(text, hold=1):
    return ev.ConsentGiven(HoldId(hold), text, InputMeans.CLICK)


def calls(arguments=TMP, call="b1", wrong=""):
    return ev.BrainCalled(RunId(1), CallId(call), "rm", arguments, wrong=wrong, said="rm")


def held_action():
    """The brain wants to remove something, and the person is asked."""
    scene = watched()
    scene.say("clean up")
    assert [c.text for c in of(do.ShowHold, scene.do(calls()))] == [f"rm {TMP}"]
    return scene


def held_instruction():
    scene = watched(approval=Approval.REVIEW)
    assert [c.text for c in of(do.ShowHold, scene.say("delete the logs"))] == ["delete the logs"]
    return scene


def failures(out):
    return [c.text for c in of(do.ShowFailure, out)]


@pytest.mark.parametrize("edit", [f"rm {CACHE}", f"  rm   {CACHE}", f"rm\n{CACHE}"])
def test_A3_a_yes_to_an_edited_action_runs_what_it_was_edited_to(edit):
    out = held_action().do(yes(edit))
    assert of(do.RunTool, out) == [do.RunTool(1, "rm", CACHE)]
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.GRANTED)]


def test_A3_whoever_called_is_told_what_was_really_run():
    scene = held_action()
    scene.do(yes(f"rm {CACHE}"))
    [answer] = of(do.AnswerBrain, scene.do(ev.ToolReturned(1, "removed")))
    assert answer.result == f"removed (the person changed it to {CACHE})"
    [again] = of(do.AnswerBrain, scene.do(calls(call="b2")))
    assert again.result == answer.result


@pytest.mark.parametrize("edit", ["x", CACHE, f"mail {CACHE}", f"rmdir {CACHE}", "rm", "rm /var", 'rm ["a"]'])
def test_A3_an_edit_that_names_no_such_action_is_no_yes_and_says_what_to_do(edit):
    scene = held_action()
    out = scene.do(yes(edit))
    assert failures(out) == ["that is no yes: write rm and its arguments in braces, or say no"]
    assert of(do.RunTool, out) == of(do.CloseHold, out) == []
    assert of(do.RunTool, scene.do(yes(f"rm {TMP}"))) == [do.RunTool(1, "rm", TMP)]


def test_A3_an_edit_that_the_tool_would_not_take_is_no_yes_and_says_why():
    scene = held_action()
    out = scene.do(ev.ConsentGiven(HoldId(1), "rm {}", InputMeans.CLICK, wrong="rm: `path` is missing"))
    assert failures(out) == ["that is no yes: rm: `path` is missing"]
    assert of(do.RunTool, out) == of(do.CloseHold, out) == []
    assert of(do.RunTool, scene.do(yes(f"rm {CACHE}"))) == [do.RunTool(1, "rm", CACHE)]


@pytest.mark.parametrize("nothing", ["", " ", "\n\t"])
def test_A1_an_edit_to_nothing_is_a_no(nothing):
    out = held_instruction().do(yes(nothing))
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.DENIED)]
    assert of(do.AskBrain, out) == []
    scene = held_action()
    out = scene.do(yes(nothing))
    assert of(do.CloseHold, out) == [do.CloseHold(HoldId(1), do.Outcome.DENIED)]
    assert [c.failed for c in of(do.AnswerBrain, out)] == [True]
    assert of(do.RunTool, scene.all) == []


@pytest.mark.parametrize("end", [yes("delete the logs"), ev.ConsentDenied(HoldId(1), InputMeans.CLICK)])
def test_A3_so_is_any_yes_to_what_waits_no_more(end):
    scene = held_instruction()
    scene.do(end)
    out = scene.do(yes("delete the logs"))
    assert (failures(out), asked(out)) == ([LATE], [])
    assert of(do.Cue, out) == [do.Cue(do.CueKind.FAILED)]
    assert failures(scene.do(yes("anything", hold=9))) == [LATE]


def test_C3_nobody_is_asked_to_allow_what_cannot_be_done():
    scene = watched()
    scene.say("clean up")
    out = scene.do(calls("{}", wrong="rm: `path` is missing"))
    assert [(c.result, c.failed) for c in of(do.AnswerBrain, out)] == [("rm: `path` is missing", True)]
    assert of(do.ShowHold, out) == of(do.RunTool, out) == []
    assert of(do.ShowHold, scene.do(calls(call="b2")))


@pytest.mark.parametrize("held", [held_action, held_instruction])
def test_A2_a_draft_that_is_a_yes_grants_nothing_whatever_it_becomes(held):
    scene = held()
    first = scene.mic
    out = scene.wait(3_000) + scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    for draft in ("yes", "yes please", "yes, go ahead"):
        out += scene.do(ev.LocalTranscript(AudioSpan(MIC, first, 8_000), draft, final=False))
    span = AudioSpan(MIC, first, 16_000)
    out += scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "Yes, but not that one.", final=True))
    out += scene.wait(500)
    assert not any(one.outcome is do.Outcome.GRANTED for one in of(do.CloseHold, out))
    assert of(do.RunTool, out) == []


ONE = RunId(1)


def judged(**choices):
    return Judged(Policy(own_words=False, **choices))


def agent_asks(wait=1_000, **choices):
    """An agent asks whether it may list files."""
    scene = judged(**{"amendment": Amendment.QUEUE, **choices})
    scene.say("clean up")
    scene.wait(6_000)
    scene.do(BrainNeedsYes(ONE, CallId("p1"), "ls", "", "", "list files", False))
    scene.wait(wait)
    return scene


GRANTED, DENIED = [(1, Outcome.GRANTED)], [(1, Outcome.DENIED)]


def test_A2_of_what_people_say_nothing_grants_that_is_no_yes():
    found = score([(said, said.text) for said in corpus()], ENGLISH)
    print(f"\nconsent by text: {found}")
    assert found.count >= 500 <= 2 * found.not_meant
    assert found.false_grants == []
    assert found.refused <= 10, found.false_refusals
    assert len(found.others) <= found.not_meant // 50, found.others


def test_A2_no_utterance_is_there_twice():
    texts = [plain(said.text) + "?" * ("?" in said.text) for said in corpus()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("text", "is_"),
    [
        ("okay wait don't", "deny"),
        ("sure but what does it do", "neither"),
        ("sure but", "neither"),
        ("okay now", "neither"),
        ("Okay,", "neither"),
        ("Yes, do it...", "neither"),
        ("Sure.", "grant"),
        ("Sure enough.", "neither"),
        ("Make sure.", "neither"),
        ("I'm not sure.", "neither"),
        ("Sure, with pleasure.", "grant"),
        ("With pleasure, later.", "neither"),
        ("My pleasure.", "neither"),
        ("Indeed it isn't.", "neither"),
        ("You got it right the first time.", "neither"),
        ("Great.", "neither"),
        ("No,", "deny"),
        ("yes always", "neither"),
        ("yes, don't ask again", "neither"),
        ("why not", "neither"),
        ("what are you doing stop that", "deny"),
        ("hang on", "neither"),
        ("hang on, don't run that", "deny"),
        ("I would say no", "deny"),
        ("list what has no owner", "neither"),
        (" ".join(["yes"] * MOST), "grant"),
        (" ".join(["yes"] * (MOST + 1)), "neither"),
        ("no", "deny"),
        ("", "neither"),
        ("please", "neither"),
    ],
)
def test_A2_a_word_of_denial_wins_and_a_question_or_an_unknown_word_is_no_yes(text, is_):
    assert taken(text, ENGLISH) == is_


def test_A2_each_phrase_of_the_pack_is_of_one_kind_and_says_itself():
    words = ENGLISH.consents
    sets = [words.grant, words.deny, words.never, words.question, words.always, words.small, words.opens]
    phrases = [phrase for one in sets for phrase in one]
    assert len(set(phrases)) == len(phrases)
    assert [phrase for phrase in phrases if phrase != plain(phrase) or len(phrase.split()) > MOST] == []
    assert {phrase: taken(phrase, ENGLISH) for phrase in words.grant} == dict.fromkeys(words.grant, "grant")
    refusals = words.deny | words.never
    assert {phrase: taken(phrase, ENGLISH) for phrase in refusals} == dict.fromkeys(refusals, "deny")


@pytest.mark.parametrize(
    ("text", "closes", "asks"),
    [
        ("yes", GRANTED, []),
        ("Yes please", GRANTED, []),
        ("no", DENIED, []),
        ("okay wait don't", DENIED, []),
        ("no, use the other branch", DENIED, ["no, use the other branch"]),
        ("sure but what does it do", [], ["sure but what does it do"]),
        ("yes if the tests pass", [], ["yes if the tests pass"]),
        ("sunday paris", [], []),
        ("list the files", [], ["list the files"]),
    ],
)
@pytest.mark.parametrize("how", ["typed", "said"])
def test_A2_a_yes_or_a_no_answers_what_waits_and_is_no_instruction(how, text, closes, asks):
    scene = agent_asks(amendment=Amendment.STEER)
    before = len(scene.all)
    out = scene.do(Typed(text)) if how == "typed" else scene.say(text, 600)
    scene.wait(9_000)
    assert closed(out) == closes
    told = [getattr(one, "instruction", "") for one in scene.all[before:]]
    assert [one for one in told if one] == asks


@pytest.mark.parametrize(("after", "grants"), [(0, False), (499, False), (500, True)])
def test_A2_a_yes_typed_before_it_could_be_read_grants_nothing(after, grants):
    scene = agent_asks(wait=after)
    out = scene.do(Typed("yes"))
    assert closed(out) == GRANTED * grants
    assert [one.hold for one in of(ShowHold, out)] == [1] * (not grants)
    assert closed(agent_asks(wait=after).do(Typed("no"))) == DENIED


def test_A2_a_typed_yes_grants_only_where_a_screen_shows_it():
    scene = agent_asks()
    scene.do(SurfaceJoined(SurfaceCaps(screen=False)))
    assert closed(scene.do(Typed("yes"))) == []
    assert closed(scene.do(Typed("no"))) == DENIED


def test_A4_what_a_stranger_types_answers_nothing():
    scene = agent_asks(owners=frozenset({Principal("ann"), Principal("self")}))
    assert closed(scene.do(Typed("yes", Principal("bob")), Typed("no", Principal("bob")))) == []


def test_T2_a_no_with_other_words_soon_after_held_words_goes_on_from_them():
    scene = judged(approval=Approval.REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    out = scene.say("no, those of the test folder")
    assert closed(out) == [(1, Outcome.VOID)]
    assert [one.text for one in of(ShowHold, out)] == ["delete the old logs no, those of the test folder"]


def test_A2_a_no_with_other_words_denies_and_is_held_anew_where_words_wait_for_a_yes():
    scene = judged(approval=Approval.REVIEW)
    scene.say("delete the old logs")
    scene.wait(6_000)
    out = scene.say("no, list the branches")
    assert closed(out) == DENIED
    assert [one.text for one in of(ShowHold, out)] == ["no, list the branches"]
