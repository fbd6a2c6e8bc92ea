"""New words end old speech: laws T2.6, N6 and N7."""

import pytest

from core.aloud import ASKS, ONE, ReadAloud, reading, shown, typed
from laws.scene import SECOND, asked, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import Amendment, EarKind, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, ConnectionId, InputMeans, ReadId, RunId, StepId, StepKind

TOLD = 'The rest is only shown. Say "go on" to hear it.'
REST = "noon, they say. It rains. Lunch is at one. There is soup."
"""What is left of `reading` after half of its first sentence, from the last word heard on."""
EACH = pytest.mark.parametrize("amendment", Amendment, ids=lambda one: one.value)


def policy(amendment=Amendment.QUEUE, **choices):
    return Policy(amendment=amendment, **choices)


def at_work(policy=None):
    """An answer that is still being written is read."""
    scene = ReadAloud(policy)
    scene.do(ev.Typed("tell me"))
    scene.write(1, "One. ", "Two. ", "Three. ", finish=False)
    scene.sound(1, SECOND)
    scene.played(1, SECOND // 2)
    return scene


def begins(scene):
    """The newest read is heard, and half of what was given of it was played. Returns its number."""
    newest = max(one.read for one in of(do.Read, scene.all))
    scene.sound(newest, SECOND // 2, 5)
    scene.played(newest, SECOND // 4)
    return newest


def more(scene, said, run=1, shown_to=100):
    return scene.do(ev.BrainWrote(RunId(run), said), ev.BrainOffered(RunId(run), said, shown_to))


@ASKS
@EACH
def test_T2_new_words_end_the_reading_and_their_own_answer_is_what_is_read(ask, amendment):
    scene = reading(policy(amendment))
    out = ask(scene, "what time is it")
    assert (asked(out), read(out), of(do.Play, out)) == (["what time is it"], [], [])
    assert shown(out) == [TOLD]
    out = scene.write(2, "It is noon.") + scene.hear_out()
    assert read(out) == ["It is noon."]


@ASKS
def test_N4_the_brain_is_told_what_was_not_heard_before_it_is_asked(ask):
    out = ask(reading(policy()), "what time is it")
    told = [one for one in out if isinstance(one, do.TellPlayed | do.TellSkipped)]
    assert told[0] == do.TellPlayed(ONE, 0, "It is")
    assert [(one.shown_from, one.shown_to) for one in told[1:]] == [(0, 22), (22, 32), (32, 49), (49, 64)]
    assert out.index(told[-1]) < next(at for at, one in enumerate(out) if asked([one]))


@ASKS
@pytest.mark.parametrize("words", ["go on", "Continue.", "read the rest", "repeat"])
def test_N7_go_on_and_repeat_bring_the_rest_back(ask, words):
    scene = reading(policy())
    typed(scene, "what time is it")
    out = ask(scene, words) + scene.hear_out()
    assert (asked(out), of(do.CancelRun, out)) == ([], [])
    assert " ".join(read(out)) == ("It is " if words == "repeat" else "") + REST
    parts = [(0, 22), (22, 32), (32, 49), (49, 64)]
    assert of(do.TellSkipped, out) == [do.TellSkipped(ONE, *part, back=True) for part in parts]
    assert of(do.TellPlayed, out)[-1] == do.TellPlayed(ONE, 64, "")


@ASKS
def test_T2_what_the_old_run_writes_then_is_only_shown_until_its_next_step(ask):
    scene = at_work(policy())
    out = ask(scene, "and also dry it")
    assert ([one.how for one in of(do.ShowAmendment, out)], of(do.CancelRun, out)) == ([Amendment.QUEUE], [])
    assert (read(out), shown(out)) == ([], [TOLD])
    out = more(scene, "Four.")
    assert (read(out), of(do.TellSkipped, out)) == ([], [do.TellSkipped(ONE, 17, 100)])
    assert shown(out) == []
    scene.do(ev.BrainStep(ONE, StepId("a"), StepKind.TOOL, "paint"))
    assert read(more(scene, "All is painted.", shown_to=200)) == ["All is painted."]
    out = scene.do(ev.BrainFinished(ONE))
    assert asked(out) == ["and also dry it"]
    assert read(scene.hear_out() + more(scene, "It is dry.", run=2)) == ["It is dry."]


def test_T2_of_an_old_run_that_writes_slower_than_the_voice_reads_no_more_is_read_either():
    scene = at_work(policy())
    scene.rendered(1)
    scene.played(1, SECOND)
    scene.hear_out()
    assert shown(typed(scene, "what time is it")) == []
    out = more(scene, "Four.")
    assert (read(out), shown(out)) == ([], [TOLD])
    assert shown(more(scene, "Five.", shown_to=200)) == []
    out = typed(scene, "go on") + scene.hear_out()
    assert " ".join(read(out)) == "Four. Five."
    assert read(more(scene, "Six.", shown_to=300)) == ["Six."]


@ASKS
def test_T2_steering_ends_the_reading_and_what_is_written_then_is_read(ask):
    scene = at_work(policy(Amendment.STEER))
    out = ask(scene, "use red")
    assert (len(of(do.SteerBrain, out)), read(out), shown(out)) == (1, [], [TOLD])
    assert read(more(scene, "Red it is.")) == ["Red it is."]
    scene.hear_out()
    out = scene.interrupted("go on") + scene.hear_out()
    assert " ".join(read(out)) == "One. Two. Three."


def test_T2_words_that_were_not_taken_wait_and_the_old_run_is_silent():
    scene = at_work(policy(Amendment.STEER))
    typed(scene, "use red")
    scene.do(ev.SteerRefused(RunId(2)))
    assert read(more(scene, "Four.")) == []
    assert asked(scene.do(ev.BrainFinished(ONE))) == ["use red"]
    assert read(more(scene, "Red.", run=2)) == ["Red."]


def test_T2_what_waited_to_be_read_when_words_were_not_taken_is_only_shown():
    scene = at_work(policy(Amendment.STEER))
    typed(scene, "use red")
    scene.do(ev.SpeechConfirmed(scene.mic))
    more(scene, "Four.")
    out = scene.do(ev.SteerRefused(RunId(2)), ev.SpeechEnded(AudioSpan(MIC, scene.mic, 0))) + scene.wait(
        60_000
    )
    assert read(out) == []


@ASKS
@pytest.mark.parametrize("words", ["status", "slower", "skip", "repeat"])
def test_N5_what_is_asked_of_us_ends_no_reading(ask, words):
    out = ask(scene := reading(policy()), words) + scene.hear_out()
    assert "There is soup." in " ".join(read(out))
    assert TOLD not in shown(out)


@pytest.mark.parametrize("silence", [ev.StopAsked, ev.SilenceAsked])
def test_T4_after_a_stop_there_is_nothing_to_go_back_to(silence):
    scene = reading(policy())
    typed(scene, "what time is it")
    scene.do(silence(InputMeans.KEY), ev.BrainFinished(RunId(2)))
    assert asked(typed(scene, "go on")) == ["go on"]


@pytest.mark.parametrize("narrator", [NarratorKind.READER, NarratorKind.RELAY])
@pytest.mark.parametrize("aloud", [True, False], ids=["spoken", "typed"])
def test_T2_a_live_reader_is_cut_by_new_words_and_reads_their_answer(narrator, aloud):
    scene = ReadAloud(policy(ear=EarKind.LIVE, narrator=narrator))
    scene.do(ev.EarOpened(ConnectionId(1)), ev.Typed("tell me"))
    scene.answer(["It is noon, they say.", "It rains."], ["Lunch is at one."])
    scene.wait(2_000)
    scene.do(ev.ReadFollowed(ReadId(1), 12))
    scene.sound(1, SECOND // 2, 5)
    before = len(scene.all)
    if aloud:
        scene.interrupted("what time is it")
        scene.wait(5_000)
    else:
        typed(scene, "what time is it")
    out = scene.all[before:]
    assert (asked(out), read(out), len(of(do.CancelRead, out))) == (["what time is it"], [], 1)
    assert of(do.ShowNotice, out) == [do.ShowNotice(TOLD)]
    out = scene.write(2, "It is ten.") + scene.wait(20_000)
    assert read(out)[:1] == ["It is ten."]


def test_T2_go_on_before_it_is_known_what_was_heard_ends_nothing():
    scene = reading(policy())
    scene.do(ev.Typed("what time is it"), ev.Typed("go on"))
    out = scene.flushed(1, SECOND // 2) + scene.hear_out()
    assert (of(do.TellSkipped, out), asked(out)) == ([], ["what time is it"])
    assert " ".join(read(out)).endswith("They say. It rains.") or "There is soup." in " ".join(read(out))


@ASKS
@pytest.mark.parametrize(("words", "goes_on"), [("go on", True), ("Keep going.", True), ("no more", False)])
def test_N6_said_over_an_answer_they_are_of_the_reading_and_touch_no_run(ask, words, goes_on):
    scene = ReadAloud()
    typed(scene, "tell me")
    scene.write(1, "It is noon, they say.", "It rains.", "It is cold.", finish=False)
    scene.sound(1, SECOND, 21)
    out = ask(scene, words) + scene.rendered(1) + scene.played(1, SECOND) + scene.hear_out()
    assert (asked(out), of(do.CancelRun, out)) == ([], [])
    assert " ".join(read(out)).endswith("It is cold.") is goes_on


def test_T2_what_a_steered_run_writes_before_it_is_known_what_was_heard_is_read():
    scene = at_work(policy(Amendment.STEER))
    scene.do(ev.Typed("use red"))
    more(scene, "Red it is.")
    out = scene.flushed(1, SECOND // 2) + scene.hear_out()
    assert (read(out), shown(out)) == (["Red it is."], [TOLD])
    out = typed(scene, "go on") + scene.hear_out()
    assert " ".join(read(out)) == "One. Two. Three."


@pytest.mark.parametrize("ours", [False, True], ids=["", "over words of ours"])
def test_N6_a_skip_after_no_more_lets_no_more_be_said(ours):
    scene = at_work()
    typed(scene, "no more")
    if ours:
        typed(scene, "status")
        begins(scene)
    typed(scene, "skip")
    scene.hear_out()
    assert read(more(scene, "Four.")) == []


def test_T4_words_that_a_run_did_not_take_are_answered_aloud_though_quiet_was_said_meanwhile():
    scene = at_work(policy(Amendment.STEER))
    typed(scene, "use red")
    scene.do(ev.SilenceAsked(InputMeans.KEY), ev.SteerRefused(RunId(2)))
    assert asked(scene.do(ev.BrainFinished(ONE))) == ["use red"]
    assert read(more(scene, "Red.", run=2)) == ["Red."]
