"""Words of our own, and that work goes on: laws N2, N4, N5, T2."""

import pytest

from laws.scene import SECOND, Scene, asked, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core import units as u
from solovox.core.commands import CancelRead, Cue, CueKind, Flush, Play, ShowFailure, ShowNotice, ShowRead
from solovox.core.policy import Amendment, Approval, EarKind, NarratorKind, Policy, Timing
from solovox.core.units import MIC, AudioSpan, CallId, HoldId, InputMeans, ReadId, RunId, StepId, StepKind

ALONE = Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)
NEWS = ev.Announced("The tests have failed.")


def shown(commands):
    return [command.text for command in of(do.ShowNotice, commands)]


def working(policy=None):
    scene = Scene(policy)
    scene.say("refactor everything")
    scene.wait(6_000)
    return scene


def step(title):
    return ev.BrainStep(u.RunId(1), u.StepId("1"), u.StepKind.TOOL, title)


@pytest.mark.parametrize(
    "ask", [lambda scene, text: scene.say(text), lambda scene, text: scene.do(ev.Typed(text))]
)
@pytest.mark.parametrize("words", ["status", "What are you doing?", "Are you still there"])
def test_N5_how_things_stand_is_said_and_touches_no_run(ask, words):
    scene = working()
    scene.do(step("Edit `src/auth.py`"))
    scene.wait(100_000 - scene.at)
    out = ask(scene, words)
    assert of(do.AskBrain, out) == of(do.CancelRun, out) == of(do.ShowAmendment, out) == []
    assert shown(out) == ["Working for 1 minute: Edit `src/auth.py`."]
    assert read(out) == ["Working for 1 minute: edit src auth py."]
    assert asked(scene.all) == ["refactor everything"]


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (lambda: Scene(), "Nothing is being worked on."),
        (lambda: working(), "Working for 6 seconds."),
        (lambda: working(Policy(approval=Approval.REVIEW)), "Something waits for your yes."),
    ],
    ids=["idle", "no step", "held"],
)
def test_N5_what_is_said_of_how_things_stand(scene, said):
    assert shown(scene().do(ev.Typed("status"))) == [said]


@pytest.mark.parametrize("first", ["mm-hm", ""])
def test_N5_nor_is_it_behind_a_nod_or_a_cough(first):
    scene = Scene()
    scene.say("refactor everything")
    scene.wait(1_000)
    scene.say(first, 500)
    scene.wait(1_000)
    out = scene.say("status", 500) + scene.wait(10_000)
    assert (asked(out), of(do.CancelRun, out), len(shown(out))) == ([], [], 1)


@pytest.mark.parametrize(("more", "asks"), [("", []), ("and when", ["what did you change and when"])])
def test_N5_what_is_left_of_an_utterance_of_which_the_beginning_was_done_is_whole(more, asks):
    scene = Scene()
    scene.say("run the tests")
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.do(ev.BrainStep(u.RunId(1), u.StepId("run"), u.StepKind.TOOL, "running", effects=True))
    scene.hear(1_000)
    end = scene.mic
    out = scene.do(
        ev.LocalTranscript(u.AudioSpan(u.MIC, first, end - first), "what did you change", final=True)
    )
    scene.hear(1_000)
    rest = u.AudioSpan(u.MIC, end, scene.mic - end)
    out += scene.do(ev.SpeechEnded(rest), ev.LocalTranscript(rest, more, final=True))
    assert (asked(out), bool(of(do.ShowNotice, out))) == (asks, not more)


@pytest.mark.parametrize(("words", "answered"), [("status", False), ("computer status", True)])
def test_N5_where_there_is_a_wake_phrase_it_is_said_before(words, answered):
    scene = Scene(Policy(wake="computer"))
    out = scene.say(words) + scene.wait(30_000)
    assert (asked(out), bool(read(out))) == ([], answered)


def test_N5_no_brain_is_told_of_words_of_ours():
    scene = working()
    scene.do(ev.Typed("status"))
    out = scene.sound(1, SECOND, 22, end=True) + scene.played(1, SECOND) + scene.wait(5_000)
    assert of(do.TellPlayed, out) == []
    scene.do(ev.Typed("status"))
    scene.sound(2, SECOND, 5)
    out = scene.do(ev.SpeechConfirmed(scene.mic)) + scene.flushed(2, 100)
    assert of(do.TellPlayed, out) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (lambda scene: scene.speak(), lambda scene: scene.wait(30_000)),
        (
            lambda scene: scene.do(ev.OnsetHeard(0)),
            lambda scene: scene.do(ev.OnsetFaded(0)),
        ),
        (
            lambda scene: scene.do(ev.Typed("tell me")),
            lambda scene: scene.write(1, "Noon.") + scene.sound(1, SECOND, 5, end=True) + scene.played(1, SECOND),
        ),
        (
            lambda scene: scene.do(ev.PolicyChanged(Policy(approval=Approval.REVIEW))) + scene.say("delete the logs"),
            lambda scene: scene.wait(120_000),
        ),
        (
            lambda scene: scene.do(ev.SurfaceLeft()),
            lambda scene: scene.do(ev.SurfaceJoined(u.SurfaceCaps())),
        ),
    ],
    ids=["speech", "sound", "answer", "hold", "away"],
)  # fmt: skip
def test_N5_an_announcement_waits_for_the_person_the_answer_and_the_yes(before, after):
    scene = Scene()
    before(scene)
    out = scene.do(NEWS)
    assert (shown(out), read(out)) == (["The tests have failed."], [])
    assert read(after(scene))[-1:] == ["The tests have failed."]


def test_N5_beyond_eight_an_announcement_is_only_shown():
    scene = working()
    out = scene.do(*(ev.Announced(f"Run {number} is done.") for number in range(9)))
    assert len(shown(out)) == 9
    out = scene.do(ev.BrainWrote(u.RunId(1), "..."), ev.BrainFinished(u.RunId(1)))
    for number in range(1, 10):
        out += scene.sound(number, SECOND, 14, end=True) + scene.played(number, SECOND)
    assert read(out) == [f"Run {number} is done." for number in range(8)]


@pytest.mark.parametrize("policy", [Policy(own_words=False), ALONE])
def test_N5_without_a_voice_of_ours_none_reads_them(policy):
    out = Scene(policy).do(NEWS)
    assert (shown(out), read(out)) == (["The tests have failed."], [])


def test_N2_a_screen_is_told_which_text_each_read_says():
    scene = Scene(Policy(amendment=Amendment.QUEUE))
    scene.do(ev.Typed("tell me"))
    out = scene.write(1, "It is noon, they say. ", "Lunch is at one.")
    assert of(do.ShowRead, out) == [do.ShowRead(u.ReadId(1), u.RunId(1), "It is noon, they say.", 0, 22)]
    scene.sound(1, SECOND, 11)
    scene.sound(1, SECOND, 17)
    scene.played(1, SECOND)
    out = scene.speak(200) + scene.flushed(1, SECOND) + scene.wait(25_000)
    assert [one for one in out if isinstance(one, do.ShowRead | do.Play | do.Read)][:3] == [
        do.ShowRead(u.ReadId(2), u.RunId(1), "they say.", 0, 22),
        do.Play(u.ReadId(2), of(do.Play, scene.all)[1].span),
        do.Read(u.ReadId(2), "say."),
    ]


def test_N5_a_screen_is_told_which_words_are_ours():
    assert of(do.ShowRead, Scene().do(NEWS)) == [do.ShowRead(u.ReadId(1), None, "The tests have failed.")]


ONE = RunId(1)
EVERY = Timing().activity
KEY = InputMeans.KEY


def activity(title="Run `pytest -q tests/core` in the first folder", run=ONE):
    return ev.BrainStep(run, StepId("1"), StepKind.TOOL, title)


def at_work(*steps, **choices):
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
        ((activity("Edit `a.py`"),), "Still working: Edit `a.py`.", "Still working: edit a py."),
        ((activity(),), "Still working: Run `pytest -q tests/core` in.", "Still working: run pytest q tests core in."),
        ((activity("Edit every file of the folder"),), "Still working: Edit every file of the folder.", "Still working: edit every file of the folder."),
        ((activity("a/b/c/d/e/f/g now"),), "Still working: a/b/c/d/e/f/g.", "Still working: a b c d e f g."),
        ((activity("Edit `a.py`"), activity("Run make")), "Still working: Run make.", "Still working: run make."),
    ],
)  # fmt: skip
def test_N5_that_work_goes_on_is_said_with_its_step_in_a_few_words(steps, shown, said):
    scene = at_work(*steps)
    assert told(scene.wait(EVERY - 1)) == []
    out = scene.wait(1)
    assert (told(out), read(out)) == ([shown], [said])


def test_N5_it_is_said_again_when_as_much_time_has_passed_in_silence():
    scene = at_work(activity("Run make"))
    scene.wait(EVERY)
    say(scene, 1)
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working: Run make."]


def test_N5_it_is_not_said_soon_after_something_was_read():
    scene = at_work()
    scene.wait(10_000)
    scene.write(1, "I look at it.", finish=False)
    say(scene, 1)
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working."]


def test_N5_it_is_not_said_again_at_once_when_it_could_not_be_read():
    scene = at_work()
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
    scene = at_work()
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
    scene = at_work()
    scene.wait(EVERY)
    out = scene.do(end)
    assert ([one.read for one in of(CancelRead, out)], [one.kind for one in of(Cue, out)]) == ([1], cue)


def test_N5_it_is_not_said_behind_a_cut_when_the_work_has_ended():
    scene = at_work()
    scene.wait(EVERY)
    scene.sound(1, SECOND)
    scene.do(ev.OnsetHeard(scene.mic), ev.SpeechConfirmed(scene.mic))
    scene.hear(300)
    scene.do(ev.Flushed(ReadId(1), 0), ev.BrainFailed(ONE, "gone"))
    span = AudioSpan(MIC, 0, scene.mic)
    out = scene.do(ev.SpeechEnded(span), ev.LocalTranscript(span, "", final=True))
    assert [one.said for one in of(ShowRead, out + scene.wait(EVERY))] == ["That failed: gone."]


def test_N5_what_is_heard_of_it_is_said_to_its_end():
    scene = at_work()
    scene.wait(EVERY)
    scene.sound(1, SECOND // 2)
    out = scene.do(ev.BrainFailed(ONE, "gone"))
    assert (of(CancelRead, out), of(Flush, out), of(Cue, out)) == ([], [], [])
    assert of(Play, scene.sound(1, SECOND // 2, end=True))


def test_N5_after_quiet_the_next_work_is_told_again():
    scene = at_work()
    scene.do(ev.SilenceAsked(KEY), ev.Typed("look again"))
    assert told(scene.wait(EVERY)) == ["Still working."]


def test_N5_after_an_answer_to_what_waited_it_is_said_in_its_time():
    scene = at_work()
    scene.do(ev.BrainNeedsYes(ONE, CallId("1"), "rm"))
    say(scene, 1)
    scene.wait(EVERY)
    scene.do(ev.ConsentDenied(HoldId(1), KEY))
    assert told(scene.wait(EVERY - 1)) == []
    assert told(scene.wait(1)) == ["Still working."]
