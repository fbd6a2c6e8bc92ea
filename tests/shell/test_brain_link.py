"""A brain as a link: what it writes, calls, and how it is stopped."""

import asyncio
import math
from contextlib import suppress

import pytest

from shell.brain_rig import ONE, TWO, ask, running, until, whole
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import StepKind, StepState
from solovox.ports import Brain, Step, Wrote
from solovox.shell.clock import run
from solovox.testing.fakes import Fail, Pause, ScriptedBrain, ScriptedTool, Use


def test_text_is_shown_as_written_and_offered_in_pieces_that_stand_for_it():
    brain = ScriptedBrain(default=[Step("thinking"), Wrote("Hello **you"), Wrote("**. How are you?")])
    seen = run(whole(brain), math.inf)
    assert seen[0] == e.BrainStep(ONE, "step 1", StepKind.NOTE, "thinking")
    assert "".join(one.text for one in seen if isinstance(one, e.BrainWrote)) == "Hello **you**. How are you?"
    offered = [one for one in seen if isinstance(one, e.BrainOffered)]
    assert " ".join(one.said for one in offered) == "Hello you. How are you?"
    assert offered[-1].shown_to == len("Hello **you**. How are you?")
    assert seen[-1] == e.BrainFinished(ONE)


BROKEN_OFF = [
    (["The first sentence is whole. "], ["The first sentence is whole."]),
    (["It is done. It is whole.", " (Really.)"], ["It is done.", "It is whole.", "(Really.)"]),
    (["It is done. It costs 3."], ["It is done."]),
    (["It is done. It is on", "ly begun"], ["It is done."]),
    (["It is"], []),
    ([], []),
]


@pytest.mark.parametrize(("texts", "said"), BROKEN_OFF)
def test_G3_whole_sentences_are_read_where_a_brain_fails_and_no_other(texts, said):
    seen = run(whole(ScriptedBrain(default=[*map(Wrote, texts), Fail("an error event")])), math.inf)
    assert seen[-1] == e.BrainFailed(ONE, "an error event")
    assert [one.said for one in seen if isinstance(one, e.BrainOffered)] == said


def test_what_would_control_a_terminal_is_taken_out_where_it_enters():
    seen = run(
        whole(ScriptedBrain(default=[Wrote("An \x1b[3"), Wrote("1malert\x1b[0m."), Step("\x1b[1mwork")])),
        math.inf,
    )
    assert "".join(one.text for one in seen if isinstance(one, e.BrainWrote)) == "An alert."
    assert [one.said for one in seen if isinstance(one, e.BrainOffered)] == ["An alert."]
    assert [one.title for one in seen if isinstance(one, e.BrainStep)] == ["work"]


THOUGHT_ALOUD = [
    ["<thi", "nk>A sum. Add", " them.</th", "ink>\n\nIt is four."],
    [
        "<|channel|>analysis<|message|>A sum.",
        " Add them.<|end|><|start|>assistant<|channel|>fin",
        "al<|message|>It is four.",
    ],
]


@pytest.mark.parametrize("texts", THOUGHT_ALOUD)
def test_N2_a_thought_of_any_brain_is_a_step_and_is_neither_shown_nor_said(texts):
    seen = run(whole(ScriptedBrain(default=[*map(Wrote, texts)])), math.inf)
    assert written(seen) == "It is four."
    assert [one.said for one in seen if isinstance(one, e.BrainOffered)] == ["It is four."]
    steps = [one for one in seen if isinstance(one, e.BrainStep)]
    assert [(one.kind, one.state) for one in steps] == [
        (StepKind.THINKING, StepState.BEGUN),
        (StepKind.THINKING, StepState.DONE),
    ]
    assert len({one.step for one in steps}) == 1


def written(seen):
    return "".join(one.text for one in seen if isinstance(one, e.BrainWrote))


def test_N2_a_thought_that_began_unseen_is_taken_back_and_of_the_next_answers_nothing_is_given_before_its_end():
    brain = ScriptedBrain(
        default=[
            *map(Wrote, ("The person wants a sum. ", "Two and two.", "</think>", "\n\nFour. That is it."))
        ]
    )

    async def twice():
        async with running(brain) as link:
            await link.perform(ask(ONE, "question"))
            first = await until(link, e.BrainFinished)
            await link.perform(ask(TWO, "question"))
            return first, await until(link, e.BrainFinished)

    first, second = run(twice(), math.inf)
    taken = first.index(e.BrainThought(ONE, 0))
    thought = written(first[:taken])
    assert thought.startswith("The person wants")
    assert written(first[taken:]) == written(second) == "Four. That is it."
    offered = [one for one in first[taken:] if isinstance(one, e.BrainOffered)]
    assert " ".join(one.said for one in offered) == "Four. That is it."
    assert offered[-1].shown_to == len(thought) + len("Four. That is it.")
    assert not any(isinstance(one, e.BrainThought) for one in second)


def test_N2_what_was_written_before_a_step_is_not_taken_back_with_what_comes_after_it():
    pieces = [
        Wrote("Let me look.\n"),
        Step("looking"),
        Wrote("Hm."),
        Wrote("\n</think>\n\nIt is there."),
        Step("looking"),
        Wrote("So.\n</think>Done."),
    ]
    seen = run(whole(ScriptedBrain(default=pieces)), math.inf)
    assert [one.since for one in seen if isinstance(one, e.BrainThought)] == [len("Let me look.\n")]
    assert written(seen) == "Let me look.\nHm.It is there.Done."


class Rude(Brain):
    """Raises what a brain may not raise."""

    async def answer(self, question, call):
        yield Wrote("Well. ")
        raise ZeroDivisionError("oh\n no")

    async def aclose(self):
        pass


def test_C3_whatever_a_brain_raises_is_one_kind_of_failure_in_one_line():
    assert run(whole(Rude()), math.inf)[-1] == e.BrainFailed(ONE, "oh no")


@pytest.mark.slow
def test_a_megabyte_at_once_arrives_whole_in_bounded_pieces():
    text = "All work and no play makes a dull day. " * 26_000
    seen = run(whole(ScriptedBrain(default=[Wrote(text)])), math.inf)
    written = [one.text for one in seen if isinstance(one, e.BrainWrote)]
    assert "".join(written) == text
    assert max(map(len, written)) <= 1024
    assert [one.shown_to for one in seen if isinstance(one, e.BrainOffered)][-1] == len(text)


def test_a_cancelled_run_is_silent_at_once_and_its_iterator_is_closed():
    brain = ScriptedBrain(default=[Wrote("One. "), Pause(60), Wrote("Two. ")])

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "go"))
            await until(link, e.BrainWrote)
            assert brain.writing == 1
            await link.perform(c.CancelRun(ONE, "stop"))
            await asyncio.sleep(1)
            assert brain.writing == 0
            await link.perform(ask(TWO, "again"))
            return await until(link, e.BrainFinished)

    assert {one.run for one in run(main(), math.inf)} <= {TWO}


class Deaf(Brain):
    """Pays no heed to its cancellation, and writes on."""

    async def answer(self, question, call):
        for n in range(5):
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(1)
            yield Wrote(f"{n} ")

    async def aclose(self):
        pass


def test_a_brain_that_ignores_cancellation_is_not_heard():
    async def main():
        async with running(Deaf()) as link:
            await link.perform(ask(ONE, "go"))
            await until(link, e.BrainWrote)
            await link.perform(c.CancelRun(ONE, "stop"))
            await asyncio.sleep(10)
            await link.perform(ask(TWO, "again"))
            return await until(link, e.BrainWrote)

    assert {one.run for one in run(main(), math.inf)} == {TWO}


def test_C1_a_call_carries_canonical_arguments_and_counts_its_equals():
    brain = ScriptedBrain(
        default=[Use("look", {"b": 1, "a": "ü"}), Use("look", {"a": "ü", "b": 1}), Use("look", {"a": "x"})]
    )

    async def main():
        calls = []
        async with running(brain, [ScriptedTool("look", None)]) as link:
            await link.perform(ask(ONE, "go"))
            while not isinstance(event := await link.told.get(), e.BrainFinished):
                if isinstance(event, e.BrainCalled):
                    calls.append(event)
                    await link.perform(c.AnswerBrain(ONE, event.call, f"result {len(calls)}"))
        return calls

    calls = run(main(), math.inf)
    assert [(call.tool, call.arguments, call.ordinal) for call in calls] == [
        ("look", '{"a":"ü","b":1}', 0),
        ("look", '{"a":"ü","b":1}', 1),
        ("look", '{"a":"x"}', 0),
    ]
    assert len({call.call for call in calls}) == 3
