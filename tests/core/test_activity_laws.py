"""That work goes on is said now and then, where nothing else is heard. Law N5."""

import pytest

from laws.scene import SECOND, Scene, of, read
from solovox.core import events as ev
from solovox.core.commands import CancelRead, Cue, CueKind, Flush, Play, ShowFailure, ShowNotice, ShowRead
from solovox.core.policy import EarKind, NarratorKind, Policy, Timing
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, ReadId, RunId, StepId, StepKind

ONE = RunId(1)
EVERY = Timing().activity
KEY = InputMeans.KEY


def step(title="Run `pytest -q tests/core` in the first folder", run=ONE):
    return ev.BrainStep(run, StepId("1"), StepKind.TOOL, title)


def working(*steps, **choices):
    """Work that was asked for just now."""
    scene = Scene(Policy(**choices))
    scene.do(ev.Typed("refactor everything"), *steps)
    return scene


def told(commands):
    return [one.text for one in of(ShowNotice, commands)]


def say(scene, read_id):
    """Its sound comes and is played at once."""
    scene.sound(read_id, SECOND, end=True)
    return scene.played(read_id, SECOND)


@pytest.mark.parametrize(
    ("steps", "shown", "said"),
    [
        ((), "Still working.", "Still working."),
        ((step("Edit `a.py`"),), "Still working: Edit `a.py`.", "Still working: edit a py."),
        ((step(),), "Still working: Run `pytest -q tests/core` in.", "Still working: run pytest q tests core in."),
        ((step("Edit every file of the folder"),), "Still working: Edit every file of the folder.", "Still working: edit every file of the folder."),
        ((step("a/b/c/d/e/f/g now"),), "Still working: a/b/c/d/e/f/g.", "Still working: a b c d e f g."),
        ((step("Edit `a.py`"), step("Run make")), "Still working: Run make.", "Still working: run make."),
    ],
)  # fmt: skip
def test_N5_that_work_goes_on_is_said_with_its_step_in_a_few_words(steps, shown, said):
    scene = working(*steps)
    assert told(scene.wait(EVERY - 1)) == []
    out = scene.wait(1)
    assert (told(out), read(out)) == ([shown], [said])


def test_N5_it_is_said_again_when_as_much_time_has_passed_in_silence():
    scene = working(step("Run make"))
    scene.wait(EVERY)
    say(scene, 1)
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working: Run make."]


def test_N5_it_is_not_said_soon_after_something_was_read():
    scene = working()
    scene.wait(10_000)
    scene.write(1, "I look at it.", finish=False)
    say(scene, 1)
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working."]


def test_N5_it_is_not_said_again_at_once_when_it_could_not_be_read():
    scene = working()
    scene.wait(EVERY)
    out = scene.wait(EVERY - 1)
    assert (told(out), [one.text for one in of(ShowFailure, out)]) == (
        [],
        ["reading aloud failed: the narrator gave no sound"],
    )
    assert told(scene.wait(1)) == ["Still working."]


@pytest.mark.parametrize(
    "event",
    [
        ev.BrainFinished(ONE),
        ev.StopAsked(KEY),
        ev.SilenceAsked(KEY),
        ev.SurfaceLeft(),
        ev.BrainNeedsYes(ONE, CallId("1"), "rm"),
    ],
    ids=["done", "stopped", "quiet", "nobody there", "held"],
)
def test_N5_it_is_not_said_when_nothing_works_or_nobody_wants_it(event):
    scene = working()
    scene.write(1, "Well.", finish=False)
    say(scene, 1)
    scene.do(event)
    assert "Still working." not in told(scene.wait(3 * EVERY))


@pytest.mark.parametrize(
    ("end", "cue"),
    [
        (ev.BrainFailed(ONE, "gone"), []),  # it sounds behind the sentence that says so
        (ev.BrainFinished(ONE), []),
        (ev.StopAsked(KEY), [CueKind.STOPPED]),
    ],
    ids=["failed", "empty", "stopped"],
)
def test_N5_it_is_not_heard_any_more_when_the_work_has_ended(end, cue):
    scene = working()
    scene.wait(EVERY)
    out = scene.do(end)
    assert ([one.read for one in of(CancelRead, out)], [one.kind for one in of(Cue, out)]) == ([1], cue)


def test_N5_it_is_not_said_behind_a_cut_when_the_work_has_ended():
    scene = working()
    scene.wait(EVERY)
    scene.sound(1, SECOND)
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    scene.hear(300)
    scene.do(ev.Flushed(ReadId(1), 0), ev.BrainFailed(ONE, "gone"))
    span = AudioSpan(MIC, 0, scene.mic)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "", final=True))
    assert [one.said for one in of(ShowRead, out + scene.wait(EVERY))] == ["That failed: gone."]


def test_N5_what_is_heard_of_it_is_said_to_its_end():
    scene = working()
    scene.wait(EVERY)
    scene.sound(1, SECOND // 2)
    out = scene.do(ev.BrainFailed(ONE, "gone"))
    assert (of(CancelRead, out), of(Flush, out), of(Cue, out)) == ([], [], [])
    assert of(Play, scene.sound(1, SECOND // 2, end=True))


def test_N5_after_quiet_the_next_work_is_told_again():
    scene = working()
    scene.do(ev.SilenceAsked(KEY), ev.Typed("look again"))
    assert told(scene.wait(EVERY)) == ["Still working."]


def test_N5_after_an_answer_to_what_waited_it_is_said_in_its_time():
    scene = working()
    scene.do(ev.BrainNeedsYes(ONE, CallId("1"), "rm"))
    say(scene, 1)
    scene.wait(EVERY)
    scene.do(ev.ConsentDenied(HoldId(1), KEY))
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working."]


@pytest.mark.parametrize(
    "choices", [{"own_words": False}, {"narrator": NarratorKind.SELF, "ear": EarKind.LIVE}]
)
def test_N5_it_is_not_said_where_our_words_are_not(choices):
    assert told(working(**choices).wait(3 * EVERY)) == []
