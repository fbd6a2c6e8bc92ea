"""A failure is said, a stop that was not spoken, what an agent has changed: laws T3, T4, T5, G3, C6, N5."""

import pytest

from core.heard import spoken
from core.judged import Judged
from laws.scene import SECOND, Scene, asked, cues, notices, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import CueKind, ShowChanges, ShowNotice
from solovox.core.events import BrainChanged, BrainFinished, BrainStep, StopAsked, Typed
from solovox.core.policy import Limits, Policy, ToolSpec
from solovox.core.units import (
    MIC,
    AudioSpan,
    CallId,
    FileChange,
    InputMeans,
    RunId,
    StepId,
    StepKind,
    SurfaceCaps,
)
from solovox.lang.en.words import ENGLISH
from solovox.lang.languages import PACKS

ONE, TWO = RunId(1), RunId(2)
AUTH = FileChange("src/auth.py", 3, 1)
ASK = Typed("What did you change?")


def at_work(text="rename it", **choices):
    scene = Scene(Policy(**choices))
    scene.say(text)
    return scene


def changed(*files, run=ONE):
    return BrainChanged(run, files, "-a\n+b\n")


def told(scene, ask=ASK):
    return [one.text for one in of(ShowNotice, scene.do(ask))]


@pytest.mark.parametrize("end", [BrainFinished(ONE), StopAsked(InputMeans.KEY)])
def test_C6_what_was_changed_is_shown_also_when_the_run_has_ended(end):
    scene = at_work()
    scene.write(1, "Well.", finish=False)
    scene.do(end)
    assert of(ShowChanges, scene.do(changed(AUTH))) == [ShowChanges(ONE, (AUTH,), "-a\n+b\n")]


def test_C6_what_was_changed_for_a_question_that_was_not_asked_yet_is_not_shown():
    scene = at_work()
    scene.do(Typed("and also this"), Typed("and then that"))
    assert scene.do(changed(AUTH, run=RunId(3))) == scene.do(changed(AUTH, run=RunId(9))) == []


@pytest.mark.parametrize(("files", "asks"), [((), ["rename it everywhere"]), ((AUTH,), ["everywhere"])])
def test_T2_an_agent_that_told_of_changes_is_never_taken_back_and_asked_again(files, asks):
    scene = at_work("rename it")
    scene.do(changed(*files))
    assert asked(scene.say("everywhere") + scene.wait(3_000)) == asks


@pytest.mark.parametrize(
    ("files", "shown", "said"),
    [
        ((), "Nothing was changed.", "Nothing was changed."),
        (
            (AUTH, FileChange("tests\\test_auth.py", 1, 0)),
            "I changed 2 files: auth.py, 3 lines added, 1 removed; test_auth.py, 1 line added.",
            "I changed 2 files: auth py, 3 lines added, 1 removed; test auth py, 1 line added.",
        ),
        (
            (FileChange("lib/", 0, 1), FileChange("…", 0, 2)),
            "I changed 2 files: lib, 1 line removed; a file, 2 lines removed.",
            "I changed 2 files: lib, 1 line removed; a file, 2 lines removed.",
        ),
        (
            tuple(FileChange(f"{name}.md", 0, 0) for name in "abcd"),
            "I changed 4 files: a.md; b.md; c.md; 1 more file.",
            "I changed 4 files: a md; b md; c md; 1 more file.",
        ),
    ],
    ids=["nothing", "both", "removed", "many"],
)
def test_N5_what_is_said_of_what_was_changed(files, shown, said):
    scene = at_work()
    scene.do(changed(*files))
    out = scene.do(ASK)
    assert [one.text for one in of(ShowNotice, out)] == [shown]
    assert read(out) == [said]


def acts(run=TWO):
    return BrainStep(run, StepId("1"), StepKind.TOOL, "running make", effects=True)


@pytest.mark.parametrize(
    ("before", "then", "words"),
    [
        ([], [], "Nothing was changed."),
        ([], [acts()], "The agent did not say what it changed."),
        (
            [changed(AUTH)],
            [],
            "The last answer changed nothing. Before that, I changed 1 file: auth.py, 3 lines added, 1 removed.",
        ),
        (
            [changed(AUTH)],
            [changed(run=TWO)],
            "The last answer changed nothing. Before that, I changed 1 file: auth.py, 3 lines added, 1 removed.",
        ),
        ([changed(AUTH)], [acts()], "The agent did not say what it changed."),
        ([changed(AUTH)], [acts(), changed(FileChange("b", 1, 0), run=TWO)], "I changed 1 file: b, 1 line added."),
        ([changed(AUTH)], [changed(run=TWO), changed(run=ONE)], "Nothing was changed."),
    ],
    ids=["nothing", "not told", "earlier", "earlier, then told of nothing", "earlier, then not told", "both", "taken back"],
)  # fmt: skip
def test_N5_what_was_changed_is_told_of_the_last_answer(before, then, words):
    scene = at_work()
    scene.do(*before)
    scene.write(1, "Done.")
    scene.wait(9_000)
    scene.say("what time is it")
    scene.do(*then)
    assert told(scene) == [words]


QUOTA = "api.example.com has had too many requests, or the quota is used up (429): {'code': 7}"
SAID = "That failed: api.example.com has had too many requests, or the quota is used up."
UNFIT = "The agent failed; the screen says why."


def asking(policy=None, *, screen=True):
    scene = Scene(policy, joined=False)
    scene.do(ev.SurfaceJoined(SurfaceCaps(screen=screen)))
    scene.say("What time is it?")
    return scene


def test_T5_a_failure_is_shown_and_said():
    scene = asking()
    out = scene.do(ev.BrainFailed(ONE, QUOTA))
    assert of(do.ShowFailure, out) == [do.ShowFailure(QUOTA)]
    assert read(out) == notices(out) == [SAID]
    assert cues(out) == [CueKind.FAILED]


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            "the connection to 127.0.0.1:80 was cut in the middle of an answer",
            "That failed: the connection to its address was cut in the middle of an answer.",
        ),
        (
            "the model's server at 127.0.0.1:80 failed (502): <html>",
            "That failed: the model's server at its address failed.",
        ),
        (
            "nothing answers at 127.0.0.1:9; is the model's server running?",
            "That failed: nothing answers at its address.",
        ),
        ("the model, at least, is away", "That failed: the model, at least, is away."),
        ('{"error": {"code": 429}}', UNFIT),
        ("<html><body>502 Bad Gateway", UNFIT),
        ("https://example.com/a", "That failed: its address."),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", UNFIT),
        ("0123456789abcdef0123456789abcdef was refused", UNFIT),
        ("...", UNFIT),
        ("", UNFIT),
    ],
)
def test_T5_the_reason_is_said_as_far_as_it_can_be(reason, said):
    assert read(asking().do(ev.BrainFailed(ONE, reason))) == [said]


def test_G3_what_was_offered_before_is_said_first():
    scene = asking()
    out = scene.write(1, "It is noon.", "They say so.", finish=False) + scene.do(ev.BrainFailed(ONE, QUOTA))
    for number in (1, 2, 3):
        out += scene.sound(number, SECOND, end=True)
        scene.wait(1_000)
        out += scene.played(number, SECOND)
    assert read(out) == ["It is noon.", "They say so.", SAID]
    assert cues(out) == [CueKind.FAILED]


def silent(scene):
    return scene.wait(scene.policy.timing.brain_silence)


def endless(scene):
    return scene.do(ev.BrainWrote(ONE, "x" * (scene.policy.limits.answer_chars + 1)))


def calling(scene):
    most = scene.policy.limits.remembered
    return scene.do(*(ev.BrainCalled(ONE, CallId(f"{n}"), "look", "{}", n) for n in range(most)))


def empty(scene):
    return scene.do(ev.BrainFinished(ONE))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (silent, "That failed: the brain went silent."),
        (endless, "That failed: the answer is too long; the rest was cut off."),
        (empty, "That failed: the brain gave no answer."),
    ],
)
def test_T5_whatever_failed_is_said(how, said):
    assert said in notices(how(asking()))


@pytest.mark.parametrize(
    "pack", [one for one in PACKS.values() if one is not ENGLISH], ids=lambda one: one.locale
)
@pytest.mark.parametrize("how", [silent, endless, empty, calling])
def test_T5_why_we_have_given_a_run_up_is_said_in_the_language_of_the_voice(pack, how):
    few = Limits(remembered=8)
    scene = asking(Policy(sentences=pack.sentences, tools=(ToolSpec(name="look"),), limits=few))
    out = how(scene)
    shown = of(do.ShowFailure, out)[-1]
    [said] = [one for one in notices(out) if one.startswith(pack.sentences.failed[:6])]
    assert shown.text not in said


def test_T5_N5_that_a_run_has_failed_is_said_though_what_it_waited_for_is_not_any_more():
    scene = asking()
    out = scene.do(ev.BrainNeedsYes(ONE, CallId("1"), "rm", said="rm"), ev.BrainFailed(ONE, QUOTA))
    assert read(out + scene.wait(1_000))[-1] == SAID


def test_T5_it_is_not_said_twice():
    scene = asking()
    scene.write(1, "It is noon.", finish=False)
    scene.do(ev.BrainFailed(ONE, QUOTA), ev.Typed("and the date?"))
    assert notices(scene.do(ev.BrainFailed(RunId(2), QUOTA))) == []


@pytest.mark.parametrize("end", [ev.StopAsked(InputMeans.KEY), ev.SilenceAsked(InputMeans.KEY)])
def test_T4_what_the_person_has_stopped_or_silenced_is_not_said_to_have_failed(end):
    scene = asking()
    scene.do(end)
    assert notices(scene.do(ev.BrainFailed(ONE, QUOTA))) == []


SENTENCE = "no wait use the other branch and run the tests"
STOPS = pytest.mark.parametrize(
    "stop",
    [
        ev.StopAsked(InputMeans.KEY),
        ev.StopAsked(InputMeans.CLICK),
        ev.StopAsked(InputMeans.TOOL),
        ev.Typed("stop"),
    ],
    ids=["key", "click", "tool", "typed"],
)


def said_on(scene, stop, ms):
    """The person speaks for half a second, stops by other means, and speaks on for `ms`; then the words come."""
    first = scene.mic
    scene.do(ev.OnsetHeard(first), ev.SpeechConfirmed(first))
    scene.hear(500)
    scene.do(stop)
    before = len(scene.all)
    if ms:
        scene.hear(ms)
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(ev.SpeechEnded(span))
    scene.do(ev.LocalTranscript(span, SENTENCE, final=True))
    scene.wait(9_000)
    return scene.all[before:]


def finals(commands):
    return [one.text for one in of(do.ShowHeard, commands) if one.final]


@STOPS
@pytest.mark.parametrize("policy", [Policy(), Policy(barge_in=False)], ids=["barge-in", "none"])
def test_T3_T4_what_is_said_on_after_a_stop_waits_for_a_yes(stop, policy):
    scene = Judged(policy)
    scene.do(ev.Typed("go"))
    scene.hear(1_000)
    out = said_on(scene, stop, 3_000)
    (hold,) = of(do.ShowHold, out)
    assert (hold.text, asked(out), finals(out)) == (SENTENCE, [], [SENTENCE])
    assert asked(scene.do(ev.ConsentGiven(hold.hold, hold.text, InputMeans.CLICK))) == [SENTENCE]


@STOPS
@pytest.mark.parametrize("ms", [0, 400])
def test_T4_a_stop_at_the_end_of_what_is_said_takes_it_back(stop, ms):
    scene = Judged(Policy())
    scene.hear(1_000)
    out = said_on(scene, stop, ms)
    assert (asked(out), of(do.ShowHold, out), of(do.ShowFailure, out)) == ([], [], [])
    assert scene.talk.is_idle
    assert asked(scene.say("list the files")) == ["list the files"]


def test_T4_a_stop_that_is_understood_late_leaves_what_was_said_after_it():
    scene = Judged(Policy())
    stop = spoken(scene)
    scene.wait(20_000)  # its words did not come
    local = spoken(scene)
    out = scene.do(stop("stop"))
    assert of(do.ShowHeard, out) == []
    assert asked(scene.do(local("list the files"))) == ["list the files"]
