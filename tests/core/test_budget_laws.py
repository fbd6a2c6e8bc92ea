"""How much of an answer is said unasked, and "More?". Law N6."""

import pytest

from core.aloud import ONE, ReadAloud, shown, typed
from core.heard import spoken
from laws.scene import SECOND, asked, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import EarKind, Policy
from solovox.core.units import CallId, ConnectionId, InputMeans, StepId, StepKind, StepState
from solovox.lang.en.words import ENGLISH

SENTENCES = [f"Here is sentence {word} of it." for word in ("one", "two", "three", "four", "five", "six")]
ONLY_SHOWN = ENGLISH.sentences.only_shown
TWO_SENTENCES = Policy(spoken_ms=60 * 75)
"""Two of the sentences fit into it, three do not."""
STEP = ev.BrainStep(ONE, StepId("a"), StepKind.TOOL, "look", "", StepState.DONE)


def answered(policy=TWO_SENTENCES, sentences=SENTENCES):
    """An answer was read as far as it is said unasked, and the echo of it is over."""
    scene = ReadAloud(policy)
    scene.do(ev.Typed("tell me"))
    scene.answer(sentences)
    scene.hear_out()
    scene.wait(policy.timing.echo)
    return scene


def said(commands):
    return " ".join(read(commands))


def ask(scene, words, aloud):
    before = len(scene.all)
    scene.interrupted(words) if aloud else typed(scene, words)
    scene.hear_out()
    scene.wait(scene.policy.timing.echo)
    return scene.all[before:]


BOTH = pytest.mark.parametrize("aloud", [True, False], ids=["spoken", "typed"])


def test_N6_only_so_much_is_said_and_then_the_person_is_asked():
    scene = answered()
    assert said(scene.all) == f"{SENTENCES[0]} {SENTENCES[1]} More?"
    assert shown(scene.all) == ["More?"]
    assert "".join(one.text for one in of(do.ShowText, scene.all)) == "".join(f"{one} " for one in SENTENCES)


def test_N6_what_would_not_take_long_is_said_too():
    assert said(answered(sentences=[*SENTENCES[:2], "That is all of it."]).all).endswith("That is all of it.")


def test_N6_a_sentence_that_was_begun_is_said_to_its_end():
    scene = answered(
        sentences=["Here is one half of it", "and here is another half,", "and here is the end.", *SENTENCES]
    )
    assert said(scene.all) == "Here is one half of it and here is another half, and here is the end. More?"


def test_N6_one_without_an_end_is_not():
    scene = answered(sentences=["and so on"] * 30)
    assert 60 < len(said(scene.all)) < 150


@BOTH
@pytest.mark.parametrize("words", ["more", "Yes.", "go on", "yes please", "tell me the rest"])
def test_N6_more_goes_on_by_as_much_again(aloud, words):
    scene = answered()
    out = ask(scene, words, aloud)
    assert (shown(out)[0], asked(out)) == ("Going on.", [])
    assert said(out) == f"{SENTENCES[2]} {SENTENCES[3]} More?"
    assert said(ask(scene, words, aloud)) == f"{SENTENCES[4]} {SENTENCES[5]}"


@BOTH
@pytest.mark.parametrize("words", ["no", "no thanks", "no more", "that is enough", "skip"])
def test_N6_no_leaves_the_rest_to_the_screen(aloud, words):
    scene = answered()
    out = ask(scene, words, aloud)
    assert (shown(out), read(out), asked(out), of(do.CancelRun, out)) == (
        [ONLY_SHOWN],
        [],
        [],
        [],
    )


@BOTH
@pytest.mark.parametrize("words", ["yes", "no"])
def test_N6_a_yes_long_after_the_question_is_for_the_brain(aloud, words):
    scene = answered()
    scene.wait(TWO_SENTENCES.timing.more + 1_000)
    assert asked(ask(scene, words, aloud)) == [words]


@pytest.mark.parametrize("words", ["more", "go on", "continue", "yes", "no"])
def test_N6_where_nothing_is_held_back_the_words_are_for_the_brain(words):
    assert asked(ask(answered(Policy()), words, aloud=True)) == [words]


def test_N6_a_new_ask_is_no_answer_and_the_rest_is_not_said():
    scene = answered()
    out = ask(scene, "what time is it", aloud=True)
    assert (asked(out), read(out)) == (["what time is it"], [])
    out = ask(scene, "more", aloud=False)
    assert (asked(out), said(out)) == ([], f"{SENTENCES[2]} {SENTENCES[3]} More?")


def test_N6_a_skipped_paragraph_costs_nothing_of_the_next():
    scene = ReadAloud(TWO_SENTENCES)
    scene.do(ev.Typed("tell me"))
    scene.answer(SENTENCES[:3], SENTENCES[3:])
    scene.sound(1, SECOND // 2, 5)
    out = ask(scene, "skip", aloud=True)
    assert said(out) == f"{SENTENCES[3]} {SENTENCES[4]} {SENTENCES[5]}"


@pytest.mark.parametrize(("words", "count"), [("slower", 1), ("faster", 3)])
def test_N6_a_budget_is_time_so_more_is_said_at_a_faster_pace(words, count):
    scene = ReadAloud(Policy(spoken_ms=74 * 75))
    for _ in range(2):
        scene.do(ev.Typed(words))
    scene.hear_out()
    before = len(scene.all)
    scene.do(ev.Typed("tell me"))
    scene.answer(SENTENCES)
    scene.hear_out()
    assert said(scene.all[before:]) == f"{' '.join(SENTENCES[:count])} More?"


def test_N6_while_something_waits_for_a_yes_it_is_not_asked():
    scene = ReadAloud(TWO_SENTENCES)
    scene.do(ev.Typed("tell me"), ev.BrainNeedsYes(ONE, CallId("a"), "delete it"))
    assert of(do.ShowHold, scene.all)
    shown_to = 0
    for one in SENTENCES:
        shown_to += len(one)
        scene.do(ev.BrainWrote(ONE, one), ev.BrainOffered(ONE, one, shown_to))
    scene.hear_out()
    assert "More?" not in shown(scene.all)
    scene.do(ev.ConsentDenied(of(do.ShowHold, scene.all)[0].hold, InputMeans.CLICK))
    scene.hear_out()
    assert shown(scene.all)[-1] == "More?"


def working(policy=TWO_SENTENCES, until=None):
    """The brain still works; what may be said unasked of it was said."""
    scene = ReadAloud(policy)
    scene.do(ev.Typed("tell me"))
    shown_to = 0
    for one in SENTENCES:
        shown_to += len(one) + 1
        scene.do(ev.BrainWrote(ONE, f"{one} "), ev.BrainOffered(ONE, one, shown_to))
    scene.hear_out(until)
    return scene, shown_to


def test_N6_after_a_no_what_follows_a_step_is_said():
    scene, shown_to = working()
    out = ask(scene, "no", aloud=True)
    heard_to = len(SENTENCES[0]) + len(SENTENCES[1]) + 2
    skipped = of(do.TellSkipped, out)
    assert (skipped[0].shown_from, skipped[-1].shown_to, len(skipped)) == (heard_to, shown_to, 4)
    out = scene.do(ev.BrainWrote(ONE, "So."), ev.BrainOffered(ONE, "So.", shown_to + 3))
    assert (read(out), of(do.TellSkipped, out)) == ([], [do.TellSkipped(ONE, shown_to, shown_to + 3)])
    out = scene.do(STEP, ev.BrainWrote(ONE, "Done."), ev.BrainOffered(ONE, "Done.", shown_to + 8))
    assert read(out) == ["Done."]


@pytest.mark.parametrize("heard", [False, True])
def test_N6_when_all_that_was_held_back_was_a_thought_nothing_is_asked_any_more(heard):
    scene, _ = working(until="" if heard else "More?")
    asks = of(do.Read, scene.all)[-1].read
    if not heard:
        scene.sound(asks, SECOND)
    out = scene.do(ev.BrainThought(ONE, len(SENTENCES[0]) + len(SENTENCES[1]) + 2))
    assert [one.read for one in of(do.Flush, out)] == [asks] * (not heard)
    scene.flushed(asks, 0)
    assert asked(ask(scene, "yes", aloud=False)) == ["yes"]


def test_N6_the_question_ends_when_something_waits_for_a_yes_and_is_asked_again_then():
    scene, _ = working(until="More?")
    asks = of(do.Read, scene.all)[-1].read
    out = scene.do(ev.BrainNeedsYes(ONE, CallId("a"), "delete it"))
    assert [one.read for one in of(do.CancelRead, out)] == [asks]
    scene.do(ev.ConsentDenied(of(do.ShowHold, out)[0].hold, InputMeans.CLICK))
    scene.hear_out()
    assert shown(scene.all).count("More?") == 2


def test_N6_when_the_answer_ends_it_is_asked_once_more():
    scene, shown_to = working()
    scene.wait(TWO_SENTENCES.timing.more + 2_000)
    scene.hear_out()
    before = len(scene.all)
    scene.do(ev.BrainWrote(ONE, "Done."), ev.BrainOffered(ONE, "Done.", shown_to + 5), ev.BrainFinished(ONE))
    scene.hear_out()
    assert said(scene.all[before:]) == "More?"


def echoed(scene, words="more", *heard, late=0):
    """The microphone takes down our own question, and what sounds after it."""
    before = len(scene.all)
    asks = of(do.Read, scene.all)[-1].read
    scene.sound(asks, SECOND, end=True)
    scene.played(asks, SECOND // 2)
    local = spoken(scene, 500)
    for flush in of(do.Flush, scene.all[before:]):
        scene.flushed(flush.read, SECOND)
    scene.wait(late)
    scene.do(*heard, local(words))
    scene.wait(30_000)
    return scene.all[before:]


def asking(policy=TWO_SENTENCES):
    """It was asked whether more is wanted, and the question is not heard yet."""
    scene = ReadAloud(policy)
    if policy.ear is EarKind.LIVE:
        scene.do(ev.EarOpened(ConnectionId(1)))
    scene.do(ev.Typed("tell me"))
    scene.answer(SENTENCES)
    scene.hear_out(until="More?")
    return scene


def came_of(commands):
    """What was read, asked, held or shown."""
    return (
        [one for one in read(commands) if one != "More?"],
        asked(commands),
        of(do.ShowHold, commands),
        [one for one in shown(commands) if one != "More?"],
    )


NOTHING = ([], [], [], [])


@pytest.mark.parametrize("late", [0, 25_000])
@pytest.mark.parametrize("words", ["more", "More?"])
def test_N6_the_echo_of_the_question_is_no_answer(words, late):
    assert came_of(echoed(asking(), words, late=late)) == NOTHING


@pytest.mark.parametrize("words", ["more", ""])
def test_N6_the_echo_of_the_question_in_an_ear_is_no_answer(words):
    scene = asking(Policy(spoken_ms=60 * 75, ear=EarKind.LIVE))
    assert came_of(echoed(scene, words, ev.EarTranscript(ConnectionId(1), "More?"))) == NOTHING


def test_N6_its_phrases_are_no_other_phrases():
    words = ENGLISH
    others = ENGLISH.stop | ENGLISH.quiet | ENGLISH.nods | {*ENGLISH.queues, *ENGLISH.replaces, *ENGLISH.keep}
    both = words.more | words.on | words.no_more
    assert not both & others
    assert not [one for one in both if ENGLISH.wish(one) is not None]


@pytest.mark.parametrize("heard", [0, SECOND // 4])
def test_N6_an_answer_while_it_is_asked_ends_the_question(heard):
    scene = ReadAloud(TWO_SENTENCES)
    scene.do(ev.Typed("tell me"))
    scene.answer(SENTENCES)
    scene.hear_out(until="More?")
    asks = of(do.Read, scene.all)[-1].read
    if heard:
        scene.sound(asks, SECOND, 2)
        scene.played(asks, heard)
    before = len(scene.all)
    typed(scene, "no")
    scene.hear_out()
    assert read(scene.all[before:]) == []
