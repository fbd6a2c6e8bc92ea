"""Which words are a yes: law A2, over what people say; and a yes or a no that is typed, or said with other words."""

import pytest

from core.consented import corpus, score, taken
from core.judged import Judged
from laws.scene import asked, closed, of
from solovox.core.commands import Outcome, ShowHold
from solovox.core.events import BrainNeedsYes, SurfaceJoined, Typed
from solovox.core.policy import Amendment, Approval, Policy
from solovox.core.transcripts import plain
from solovox.core.units import CallId, Principal, RunId, SurfaceCaps
from solovox.lang.en.words import ENGLISH
from solovox.lang.pack import MOST

ONE = RunId(1)


def watched(**choices):
    return Judged(Policy(own_words=False, **choices))


def held(wait=1_000, **choices):
    """An agent asks whether it may list files."""
    scene = watched(**{"amendment": Amendment.QUEUE, **choices})
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
    scene = held(amendment=Amendment.STEER)
    before = len(scene.all)
    out = scene.do(Typed(text)) if how == "typed" else scene.say(text, 600)
    scene.wait(9_000)
    assert closed(out) == closes
    told = [getattr(one, "instruction", "") for one in scene.all[before:]]
    assert [one for one in told if one] == asks


def test_A2_a_typed_yes_grants_the_oldest_once():
    scene = held()
    scene.do(BrainNeedsYes(ONE, CallId("p2"), "rm", "", "", "remove files", False))
    scene.wait(1_000)
    assert closed(scene.do(Typed("yes"))) == GRANTED
    assert closed(scene.do(Typed("no"))) == [(2, Outcome.DENIED)]
    assert asked(scene.do(Typed("yes"))) == []


@pytest.mark.parametrize(("after", "grants"), [(0, False), (499, False), (500, True)])
def test_A2_a_yes_typed_before_it_could_be_read_grants_nothing(after, grants):
    scene = held(wait=after)
    out = scene.do(Typed("yes"))
    assert closed(out) == GRANTED * grants
    assert [one.hold for one in of(ShowHold, out)] == [1] * (not grants)
    assert closed(held(wait=after).do(Typed("no"))) == DENIED


def test_A2_a_typed_yes_grants_only_where_a_screen_shows_it():
    scene = held()
    scene.do(SurfaceJoined(SurfaceCaps(screen=False)))
    assert closed(scene.do(Typed("yes"))) == []
    assert closed(scene.do(Typed("no"))) == DENIED


def test_A4_what_a_stranger_types_answers_nothing():
    scene = held(owners=frozenset({Principal("ann"), Principal("self")}))
    assert closed(scene.do(Typed("yes", Principal("bob")), Typed("no", Principal("bob")))) == []


def test_A2_a_typed_yes_sends_held_words():
    scene = watched(approval=Approval.REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    out = scene.do(Typed("yes"))
    assert asked(out) == ["delete the old logs"]
    assert closed(out) == GRANTED


def test_A2_when_nothing_waits_a_typed_yes_is_an_instruction():
    assert asked(watched().do(Typed("yes"))) == ["yes"]


def test_T2_a_no_with_other_words_soon_after_held_words_goes_on_from_them():
    scene = watched(approval=Approval.REVIEW)
    scene.say("delete the old logs")
    scene.wait(1_000)
    out = scene.say("no, those of the test folder")
    assert closed(out) == [(1, Outcome.VOID)]
    assert [one.text for one in of(ShowHold, out)] == ["delete the old logs no, those of the test folder"]


def test_A2_a_no_with_other_words_denies_and_is_held_anew_where_words_wait_for_a_yes():
    scene = watched(approval=Approval.REVIEW)
    scene.say("delete the old logs")
    scene.wait(6_000)
    out = scene.say("no, list the branches")
    assert closed(out) == DENIED
    assert [one.text for one in of(ShowHold, out)] == ["no, list the branches"]
