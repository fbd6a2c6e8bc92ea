"""What a screen shows is what was decided: over random histories, and scene by scene."""

import json
from collections import defaultdict
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from laws.scene import Scene
from laws.simulation import simulate
from solovox import view as views
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.commands import RoutedBy
from solovox.core.conversation import Conversation
from solovox.core.policy import Amendment, Approval, Policy, ToolSpec
from solovox.core.units import (
    BEHIND,
    MIC,
    PERSON,
    SURFACE,
    AudioSpan,
    CallId,
    FileChange,
    HoldId,
    InputMeans,
    PlayedReports,
    RunId,
    StepId,
    StepKind,
    StepState,
    StreamId,
    SurfaceCaps,
    SurfaceId,
    UtteranceId,
)
from solovox.view import View, after, apply, from_plain, plain

KEY = InputMeans.KEY
PHONE = SurfaceId("phone")
HISTORIES = range(40)


@cache
def steps(seed):
    """Every step of a random history, with what waits for a yes after it, and what is a draft."""
    history = simulate(seed)
    talk = Conversation(history.policy)
    did = [(event, talk.handle(at, event), talk._talk.approvals) for at, event in history.events]
    return did, history.policy


@pytest.mark.parametrize("seed", HISTORIES)
def test_A1_its_holds_and_drafts_are_those_of_the_core(seed):
    view = View()
    for event, commands, approvals in steps(seed)[0]:
        view = after(view, event, commands)
        for shown, core in ((view.holds, approvals.waiting), (view.drafts, approvals.drafts)):
            held = [(one.hold, one.text, one.kind, one.heard, one.until) for one in shown]
            shows = [one.show for one in core]
            assert held == [(one.hold, one.text, one.kind, one.heard, one.until) for one in shows]


@pytest.mark.parametrize("seed", HISTORIES)
def test_N2_its_text_is_what_was_shown_and_what_was_heard_never_falls(seed):
    view, text, heard = View(), defaultdict(str), defaultdict(int)
    for event, commands, _ in steps(seed)[0]:
        view = after(view, event, commands)
        for one in commands:
            if isinstance(one, c.ShowText):
                text[one.run] += one.text
                assert one.run in {run.run for run in view.runs}
        assert len({run.run for run in view.runs}) == len(view.runs)
        for run in view.runs:
            assert (run.text, run.left_out) == (text[run.run], 0)
            assert run.heard_to >= heard[run.run]
            heard[run.run] = run.heard_to


@pytest.mark.parametrize("seed", HISTORIES)
def test_a_snapshot_and_the_rest_are_the_whole(seed):
    every, _ = steps(seed)
    half = Random(seed).randrange(len(every))
    whole = reloaded = View()
    for n, (event, commands, _) in enumerate(every):
        if n == half:
            reloaded = from_plain(json.loads(json.dumps(plain(reloaded))))
        whole, reloaded = after(whole, event, commands), after(reloaded, event, commands)
    assert reloaded == whole


@pytest.mark.parametrize("seed", HISTORIES)
def test_what_it_keeps_is_bounded(seed):
    view, (every, policy) = View(), steps(seed)
    for event, commands, _ in every:
        view = after(view, event, commands)
        assert len(view.holds) <= policy.limits.waiting_holds
        assert len(view.turns) <= views.TURNS
        assert len(view.reads) <= views.READS
        assert max(map(len, (view.drafts, view.failures, view.calls))) <= views.FEW
        assert all(len(turn.runs) <= views.RUNS for turn in view.turns)


def test_the_beginning_of_a_very_long_answer_is_left_out():
    view = View()
    for _ in range(5):
        view = apply(view, c.ShowText(RunId(1), "a" * (views.TEXT // 2) + "b"))
    (run,) = view.runs
    assert run.left_out + len(run.text) == 5 * (views.TEXT // 2 + 1)
    assert (len(run.text), run.text[-1]) == (views.TEXT, "b")


def test_of_old_answers_only_the_names_of_changed_files_are_kept():
    view, files = View(), (FileChange("a.py", 3, 1),)
    for n in range(views.DIFFS + 2):
        view = apply(view, c.AskBrain(RunId(n), UtteranceId(n // 3), "go", c.RoutedBy.CODE))
        for diff in ("-a", f"-b{n}"):
            view = apply(view, c.ShowChanges(RunId(n), files, diff))
    assert {run.files for run in view.runs} == {files}
    assert [run.diff for run in view.runs] == ["", "", *(f"-b{n}" for n in range(2, views.DIFFS + 2))]


def test_old_turns_go_and_the_newest_stay():
    view = View()
    for n in range(views.TURNS + 5):
        view = apply(view, e.Typed(f"line {n}"))
    assert len(view.turns) == views.TURNS
    assert view.turns[-1].words == f"line {views.TURNS + 4}"


def seen(scene):
    """The view of a scene, folded anew."""
    talk, view = Conversation(scene.policy), View()
    for at, event in scene.events:
        view = after(view, event, talk.handle(at, event))
    return view


def test_the_words_of_the_person_are_a_draft_until_they_are_final():
    scene = Scene()
    first = scene.mic
    scene.speak()
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(e.LocalTranscript(span, "what tim", final=False))
    (turn,) = seen(scene).turns
    assert (turn.words, turn.final, turn.runs) == ("what tim", False, ())
    scene.do(e.LocalTranscript(span, "what time is it", final=True))
    scene.write(1, "It is noon. ", finish=False)
    (turn,) = seen(scene).turns
    assert (turn.words, turn.final) == ("what time is it", True)
    (run,) = turn.runs
    assert (run.instruction, run.by, run.text, run.working) == (
        "what time is it", c.RoutedBy.CODE, "It is noon. ", True,
    )  # fmt: skip


def test_T5_words_that_came_to_nothing_are_taken_back():
    scene = Scene()
    first = scene.mic
    scene.speak()
    span = AudioSpan(MIC, first, scene.mic - first)
    scene.do(e.LocalTranscript(span, "I'm", final=False))
    assert [turn.words for turn in seen(scene).turns] == ["I'm"]
    scene.do(e.LocalTranscript(span, "mm-hm", final=True))
    assert seen(scene).turns == ()


def test_a_typed_line_has_its_answer_beside_it_and_a_later_one_says_what_it_amends():
    scene = Scene(Policy(amendment=Amendment.QUEUE))
    scene.do(e.Typed("refactor it"))
    scene.do(e.Typed("and also test it"))
    scene.write(1, "Done. ")
    first, second = seen(scene).turns
    assert [(turn.utterance, turn.words) for turn in (first, second)] == [
        (None, "refactor it"),
        (None, "and also test it"),
    ]
    assert (first.runs[0].text, first.runs[0].working) == ("Done. ", False)
    assert (second.runs[0].amends, second.runs[0].how, second.runs[0].working) == (1, Amendment.QUEUE, True)


def test_N4_what_is_read_now_and_what_was_heard_of_it():
    scene = Scene()
    scene.do(e.Typed("hello"))
    scene.write(1, "Hello there. ", "And more. ")
    scene.sound(1, 24_000, end=True)
    scene.played(1, 4_800)
    view = seen(scene)
    assert [(one.said, one.given, one.played) for one in view.reads[:1]] == [("Hello there.", 24_000, 4_800)]
    assert view.plays
    scene.played(1, 24_000)
    view = seen(scene)
    assert (view.plays, view.runs[0].heard_to) == (False, len("Hello there. "))
    scene.sound(2, 24_000, 3)
    scene.do(e.StopAsked(KEY))
    scene.flushed(2, 24_000)
    view = seen(scene)
    assert (view.plays, view.reads) == (False, ())
    assert view.runs[0].heard_to == len("Hello there. ")


def test_a_speaker_without_reports_has_played_a_read_when_the_brain_is_told():
    scene = Scene(joined=False)
    scene.do(e.SurfaceJoined(SurfaceCaps(played=PlayedReports.NONE)), e.Typed("hello"))
    scene.write(1, "Hello there. ")
    scene.sound(1, 24_000, end=True)
    assert seen(scene).plays
    scene.wait(10_000)
    assert (seen(scene).plays, seen(scene).reads) == (False, ())


def test_the_steps_of_an_agent_are_shown_as_they_go():
    scene = Scene()
    scene.do(e.Typed("hello"))
    for state in (StepState.BEGUN, StepState.DONE):
        scene.do(e.BrainStep(RunId(1), StepId("a"), StepKind.TOOL, "make test", "", state))
        (step,) = seen(scene).runs[0].steps
        assert (step.title, step.state) == ("make test", state)
    scene.do(e.BrainFailed(RunId(1), "the line is dead"))
    (run,) = seen(scene).runs
    assert (run.working, run.why) == (False, "the line is dead")
    assert seen(scene).failures


def test_C4_a_tool_is_shown_with_its_result():
    scene = Scene(Policy(tools=(ToolSpec(name="send", effects=True),)))
    scene.do(e.Typed("tell bob"))
    scene.do(e.BrainCalled(RunId(1), CallId("c"), "send", '{"to":"bob"}'))
    assert [(one.tool, one.result) for one in seen(scene).calls] == [("send", None)]
    scene.do(e.ToolReturned(1, "sent", "mail-4"))
    assert [(one.result, one.receipt) for one in seen(scene).calls] == [("sent", "mail-4")]


@pytest.mark.parametrize(
    ("then", "outcome"),
    [
        (e.ConsentGiven(HoldId(1), "keep the logs", KEY), None),
        (e.ConsentDenied(HoldId(1), KEY), None),
        (e.SurfaceLeft(), c.Outcome.VOID),
    ],
)
def test_A1_a_hold_goes_and_stays_as_a_draft_without_an_answer(then, outcome):
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the logs")
    assert [(one.text, one.outcome) for one in seen(scene).holds] == [("delete the logs", None)]
    scene.do(then)
    view = seen(scene)
    assert view.holds == ()
    assert [one.outcome for one in view.drafts] == ([outcome] if outcome else [])
    scene.do(e.SurfaceJoined(SurfaceCaps()), e.ConsentGiven(HoldId(1), "delete the logs", KEY))
    assert seen(scene).drafts == ()


def test_T1_the_voice_is_lowered_while_somebody_may_speak():
    scene = Scene()
    scene.do(e.Typed("hello"))
    scene.write(1, "Hello there. ")
    scene.sound(1, 48_000, end=True)
    scene.do(e.OnsetHeard(0))
    assert seen(scene).ducked
    scene.do(e.OnsetFaded(0))
    assert not seen(scene).ducked


def test_who_is_there():
    view = View()
    for event, there in [
        (e.SurfaceJoined(SurfaceCaps()), (SURFACE,)),
        (e.SurfaceJoined(SurfaceCaps(), PHONE), (SURFACE, PHONE)),
        (e.SurfaceLeft(SURFACE), (PHONE,)),
        (e.SurfaceLeft(), ()),
    ]:
        view = apply(view, event)
        assert view.surfaces == there


def test_what_a_live_model_says_for_itself_stands_below_the_newest_words():
    view = apply(View(), c.ShowText(RunId(1), "Hello."))
    assert [(turn.words, turn.runs[0].by) for turn in view.turns] == [("", None)]
    view = apply(apply(view, e.Typed("and you?")), c.ShowText(RunId(2), "Fine."))
    assert [run.working for run in apply(view, c.ShowAnswered(RunId(2))).runs] == [True, False]
    assert [[run.text for run in turn.runs] for turn in view.turns] == [["Hello."], ["Fine."]]


def test_A4_what_was_said_behind_the_person_has_no_answer_and_goes_when_it_is_asked():
    view = apply(View(), c.ShowHeard(UtteranceId(1), "Hello.", final=True))
    view = apply(view, c.ShowHeard(UtteranceId(2), "Rain is expected.", final=True, source=BEHIND))
    view = apply(view, c.ShowText(RunId(1), "Hi."))
    assert [(turn.words, len(turn.runs)) for turn in view.turns] == [("Hello.", 1), ("Rain is expected.", 0)]
    view = apply(view, e.Typed("Rain is expected."))
    assert [(turn.words, turn.source) for turn in view.turns[1:]] == [("Rain is expected.", PERSON)]


def test_the_commands_to_a_surface_alone_are_enough_for_what_it_shows():
    scene = Scene(Policy(approval=Approval.REVIEW))
    scene.say("delete the logs")
    alone = View()
    for one in scene.all:
        if isinstance(one, c.SurfaceCommand):
            alone = apply(alone, one)
    whole = seen(scene)
    assert replace(alone, surfaces=whole.surfaces) == whole
    played = [c.Play(1, AudioSpan(StreamId("voice/1"), n, 10)) for n in (0, 10)]
    views_of = [alone := apply(alone, one) for one in played]
    assert [one.reads[0].given for one in views_of] == [10, 20]
    assert all(one.plays for one in views_of)


@pytest.mark.parametrize(("heard", "left"), [(0, [2]), (13, [1, 2])])
def test_T2_an_answer_that_was_taken_back_unheard_is_not_shown(heard, left):
    view = View()
    for one in (
        c.ShowHeard(UtteranceId(1), "What time is it?", final=True),
        c.AskBrain(RunId(1), UtteranceId(1), "What time is it?", RoutedBy.CODE),
        c.ShowText(RunId(1), "It is noon."),
        *([c.TellPlayed(RunId(1), heard, "")] if heard else []),
        c.AskBrain(RunId(2), UtteranceId(1), "What time is it? In Tokyo.", RoutedBy.CODE),
    ):
        view = apply(view, one)
    assert [run.run for turn in view.turns for run in turn.runs] == left


RUN = RunId(1)
READ = e.BrainStep(RUN, StepId("a"), StepKind.TOOL, "Read a.py")
REFUSED = replace(READ, step=StepId("b"), title="Run rm a.py", state=StepState.FAILED)
DELETED = e.BrainStep(RUN, StepId("b"), StepKind.TOOL, "Run rm a.py", effects=True)
WROTE = e.BrainWrote(RUN, "I have deleted it.")


@pytest.mark.parametrize(
    ("work", "actless"),
    [
        ((READ, WROTE), True),
        ((READ, REFUSED, WROTE), True),
        ((READ,), False),  # it says nothing
        ((WROTE,), False),  # a brain that was never seen at work
        ((DELETED, WROTE), False),
        ((DELETED, replace(DELETED, state=StepState.FAILED), WROTE), False),  # it was begun
        ((WROTE, READ, e.BrainChanged(RUN, (FileChange("a.py", 0, 1),))), False),
        ((READ, *(replace(READ, step=StepId(str(n))) for n in range(9)), WROTE), True),
        ((DELETED, *(replace(READ, step=StepId(str(n))) for n in range(9)), WROTE), False),
    ],
)
def test_C4_an_answer_that_ended_without_an_act_is_marked(work, actless):
    scene = Scene()
    scene.do(e.Typed("delete it"), *work)
    assert seen(scene).actless == set(), "not before it has ended"
    scene.do(e.BrainFinished(RUN))
    assert seen(scene).actless == ({RUN} if actless else set())
    assert from_plain(json.loads(json.dumps(plain(seen(scene))))).actless == seen(scene).actless


def test_C4_a_receipt_of_a_tool_is_an_act_of_what_works_then():
    scene = Scene(Policy(tools=(ToolSpec(name="send", effects=True),)))
    scene.do(e.Typed("send it"), e.BrainCalled(RUN, CallId("1"), "send", "{}"))
    scene.do(e.ToolReturned(1, "sent", receipt="r-1"), WROTE, e.BrainFinished(RUN))
    scene.do(e.Typed("thanks"), e.BrainWrote(RunId(2), "I sent it again."), e.BrainFinished(RunId(2)))
    assert seen(scene).actless == {RunId(2)}
