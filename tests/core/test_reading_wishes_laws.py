"""What the person asks of the reading: to skip, to say it again, slower, faster. Law N7."""

import pytest

from core.aloud import ASKS, ReadAloud, reading, shown, typed
from laws.scene import SECOND, Scene, asked, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.policy import EarKind, NarratorKind, Policy
from solovox.core.units import MIC, AudioSpan, ConnectionId, InputMeans, RunId

ONE = RunId(1)


@ASKS
@pytest.mark.parametrize("words", ["skip", "Skip that.", "next paragraph"])
def test_N7_skip_goes_on_with_the_next_paragraph(ask, words):
    scene = reading()
    out = ask(scene, words)
    assert (shown(out), asked(out), of(do.CancelRun, out)) == (["Skipped."], [], [])
    assert " ".join(read(out + scene.hear_out())) == "Lunch is at one. There is soup."


def test_N7_words_of_ours_between_two_sentences_do_not_end_their_paragraph():
    scene = ReadAloud()
    scene.do(
        ev.Typed("tell me"),
        ev.BrainWrote(ONE, "One. Two. Three."),
        ev.BrainOffered(ONE, "One.", 4, paragraph=True),
    )
    scene.sound(1, SECOND, 4, end=True)
    scene.do(ev.Typed("read line 7"), ev.LineFound(ONE, 7, "x"))
    scene.do(ev.BrainOffered(ONE, "Two.", 9), ev.BrainOffered(ONE, "Three.", 16, paragraph=True))
    out = typed(scene, "skip") + scene.hear_out()
    assert read(out)[-2:] == ["Line 7: x", "Three."]
    assert of(do.TellSkipped, out) == [do.TellSkipped(ONE, 0, 4), do.TellSkipped(ONE, 4, 9)]


def test_N7_go_on_before_it_is_known_what_was_heard_takes_no_wish_back():
    lunch = "Lunch is at one, and there is soup for all who come in time, as on each day of the week."
    scene = reading(Policy(spoken_ms=1_000), ["It is noon, they say.", "It rains."], [lunch])
    out = scene.do(ev.Typed("skip"), ev.Typed("go on"))
    out += scene.flushed(1, SECOND // 2) + scene.hear_out()
    assert (asked(out), read(out)) == ([], [lunch])


@ASKS
def test_N7_repeat_says_again_what_was_heard_last_and_goes_on(ask):
    scene = reading()
    scene.played(1, SECOND)
    scene.sound(2, SECOND // 2, 5)
    scene.played(2, SECOND // 2)
    out = ask(scene, "what did you say") + scene.hear_out()
    assert shown(out)[:1] == ["Once more."]
    assert " ".join(read(out)) == "It is noon, they say. It rains. Lunch is at one. There is soup."


def test_N4_of_what_is_said_again_no_brain_is_told_again():
    scene = reading()
    scene.played(1, SECOND)
    scene.hear_out()
    out = scene.interrupted("repeat") + scene.hear_out()
    assert of(do.TellPlayed, out) == []


@ASKS
def test_N7_where_nothing_was_read_it_says_so(ask):
    out = ask(ReadAloud(), "repeat")
    assert (shown(out), read(out), asked(out)) == (["Nothing was read yet."], ["Nothing was read yet."], [])
    out = ask(ReadAloud(), "skip")
    assert shown(out) == read(out) == ["There is nothing left to skip."]


@ASKS
@pytest.mark.parametrize(
    ("words", "percent"), [("slower", 75), ("too fast", 75), ("speed up", 125), ("normal speed", 100)]
)
def test_N7_the_pace_changes_from_the_last_word_on(ask, words, percent):
    scene = reading()
    out = ask(scene, words)
    assert (shown(out), asked(out), of(do.CancelRun, out)) == ([f"Speed: {percent} percent."], [], [])
    assert of(do.Play, out) == [], "no sound at the old pace is played again"
    paces = [one for one in out if isinstance(one, do.SetPace | do.Read)]
    assert paces[0] == do.SetPace(percent)
    assert paces[1].said == "noon, they say."


@pytest.mark.parametrize(
    ("words", "said"), [("skip", "Lunch is at one. There is soup."), ("repeat", "It is noon, they say.")]
)
def test_N7_what_was_wished_just_before_the_pace_changed_is_still_done(words, said):
    scene = reading()
    scene.do(ev.Typed(words), ev.Typed("slower"))
    out = scene.flushed(1, SECOND // 2) + scene.hear_out()
    assert " ".join(read(out)).startswith(said)


def test_N7_the_pace_goes_from_half_to_twice_and_stays():
    scene = ReadAloud()
    for words, percents in (
        ("slower", (75, 50, 50)),
        ("faster", (75, 100, 125, 150, 175, 200, 200)),
        ("normal speed", (100,)),
    ):
        found = [of(do.SetPace, scene.do(ev.Typed(words)))[0].percent for _ in percents]
        assert tuple(found) == percents


def test_N7_where_nothing_is_read_the_new_pace_is_heard_at_once():
    assert read(ReadAloud().do(ev.Typed("slower"))) == ["Speed: 75 percent."]


@pytest.mark.parametrize("narrator", [NarratorKind.READER, NarratorKind.RELAY])
def test_N7_a_live_reader_keeps_its_pace_and_it_is_said(narrator):
    scene = ReadAloud(Policy(ear=EarKind.LIVE, narrator=narrator))
    out = scene.do(ev.EarOpened(ConnectionId(1)), ev.Typed("slower"))
    assert (shown(out), of(do.SetPace, out)) == (["This voice keeps its own speed."], [])


@pytest.mark.parametrize(("words", "heeded"), [("slower", False), ("computer slower", True)])
def test_N7_where_there_is_a_wake_phrase_it_is_said_before(words, heeded):
    scene = Scene(Policy(wake="computer"))
    out = scene.say(words) + scene.wait(30_000)
    assert (asked(out), bool(of(do.SetPace, out))) == ([], heeded)


@pytest.mark.parametrize("silence", [ev.StopAsked, ev.SilenceAsked])
def test_T4_after_a_stop_nothing_is_said_again(silence):
    scene = reading()
    scene.do(ev.Typed("repeat"))
    out = scene.do(silence(InputMeans.KEY)) + scene.flushed(1, SECOND // 2) + scene.wait(5_000)
    assert read(out) == []


def test_N7_N6_of_an_answer_that_never_sounded_nothing_is_repeated_and_nothing_comes_back():
    scene = Scene(Policy())
    scene.say("what time is it")
    scene.wait(5_000)
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.write(1, "It is noon.", finish=False)
    scene.hear(500)
    more = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(more), ev.LocalTranscript(more, "and also list the files", final=True))
    scene.wait(1_000)
    out = typed(scene, "repeat") + scene.wait(2_000)
    assert (read(out), of(do.TellSkipped, out)) == (["Nothing was read yet."], [])
