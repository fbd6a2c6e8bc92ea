"""A failure is said in one short sentence, wherever there is a voice of ours (laws T5, G3)."""

import pytest

from laws.scene import SECOND, Scene, cues, notices, of, read
from solovox.core import commands as do
from solovox.core import events as ev
from solovox.core.commands import CueKind
from solovox.core.policy import EarKind, Limits, NarratorKind, Policy, ToolSpec
from solovox.core.units import CallId, InputMeans, RunId, SurfaceCaps
from solovox.lang.en.words import ENGLISH
from solovox.lang.languages import PACKS

ONE = RunId(1)
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


@pytest.mark.parametrize(
    "policy",
    [Policy(own_words=False), Policy(ear=EarKind.LIVE, narrator=NarratorKind.SELF)],
    ids=["unwanted", "self"],
)
def test_N5_without_a_voice_of_ours_it_is_only_shown(policy):
    scene = asking(policy)
    out = scene.do(ev.BrainFailed(ONE, QUOTA))
    assert read(out) == notices(out) == []
