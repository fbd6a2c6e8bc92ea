"""What an agent says behind the brain's link, and is told: steps, permissions, steering, looks, opening."""

import asyncio
import math
from dataclasses import replace

import pytest

from shell.brain_rig import ONE, THREE, TWO, ask, running, until, whole
from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.units import FileChange, StepKind, StepState, UtteranceId
from solovox.ports import (
    Act,
    BrainError,
    Changed,
    Consent,
    Earlier,
    HeardAnswer,
    Message,
    Step,
    ToolResult,
    Wrote,
)
from solovox.shell.clock import run
from solovox.testing.fakes import AskYes, Pause, ScriptedBrain, ScriptedTool


def test_a_step_is_one_line_with_a_name_and_what_was_changed_is_told_with_it():
    steps = [
        Step("editing\n a.py", StepKind.TOOL, "7", "\x1b[1m-old\n+new", effects=True),
        Step("editing a.py", StepKind.TOOL, "7", state=StepState.DONE, effects=True, receipt="1f2e"),
        Step("x" * 10_000),
    ]
    seen = [one for one in run(whole(ScriptedBrain(default=steps)), math.inf) if isinstance(one, e.BrainStep)]
    begun = e.BrainStep(ONE, "7", StepKind.TOOL, "editing a.py", "-old\n+new", effects=True)
    assert seen[:2] == [begun, replace(begun, detail="", state=StepState.DONE, receipt="1f2e")]
    assert len(seen[2].title) == 200
    assert seen[2].step not in ("", "7")


def changes(*changed):
    seen = run(whole(ScriptedBrain(default=[*changed, Wrote("Well.")])), math.inf)
    return [one for one in seen if isinstance(one, e.BrainChanged)]


def test_C6_what_a_brain_has_changed_is_told_without_escapes():
    told = Changed([FileChange("src/\x1b[1ma\n b.py", 3, -1), FileChange("\x07", 0, 0)], "-a\x1b[31m\n+b\n")
    files = (FileChange("src/a b.py", 3, 0), FileChange("\x07", 0, 0))
    assert changes(told) == [e.BrainChanged(ONE, files, "-a\n+b\n")]
    assert changes(Changed([FileChange(" ", 0, 0)], "")) == [
        e.BrainChanged(ONE, (FileChange("(no name)", 0, 0),))
    ]


def test_C6_of_very_many_changes_the_first_are_told_and_what_was_left_out():
    many = [FileChange(f"{n}.py", 1, 2) for n in range(230)]
    line = "+" + "x" * 98 + "\n"
    [told] = changes(Changed(many, line * 3_000))
    assert told.files == (*many[:199], FileChange("(31 more files)", 31, 62))
    *lines, last = told.diff.splitlines()
    assert set(lines) == {line.strip()}
    assert last == f"… {3_000 - len(lines)} more lines are left out: {(3_000 - len(lines)) * 100} characters"
    assert 199_000 < len(told.diff) <= 200_000


@pytest.mark.parametrize("diff", ["x" * 300_000, "x" * 199_950 + "\n" + "y" * 60, "a\n" + "x" * 300_000])
def test_C6_a_diff_of_one_long_line_is_bounded_too(diff):
    [told] = changes(Changed([], diff))
    kept, _, last = told.diff.rpartition("\n… ")
    assert diff.startswith(kept)
    assert len(told.diff) <= 200_000
    assert "left out" in last
    left = int(last.split(": ")[1].split()[0])
    assert 0 <= len(diff) - len(kept) - left <= 1


def test_C6_the_path_of_a_file_is_bounded():
    [told] = changes(Changed([FileChange("d/" * 2_000 + "end.py", 1, 1)], ""))
    assert (len(told.files[0].path), told.files[0].path[0]) == (1_000, "…")
    assert told.files[0].path.endswith("d/end.py")


@pytest.mark.parametrize(("failed", "consent"), [(False, Consent(True)), (True, Consent(False, "not now"))])
def test_A5_a_brain_asks_for_a_yes_and_is_told_the_answer(failed, consent):
    brain = ScriptedBrain(default=[AskYes(Act("rm \x1b[1m-r build", risk="it is gone then")), Wrote("Well.")])

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "clean up"))
            [wanted] = await until(link, e.BrainNeedsYes)
            await link.perform(c.AnswerBrain(ONE, wanted.call, "not now", failed))
            await until(link, e.BrainFinished)
            return wanted

    wanted = run(main(), math.inf)
    assert (wanted.act, wanted.risk) == (r"rm \u001b[1m-r build", "it is gone then")
    assert brain.consents == [consent]


def test_A5_what_is_too_long_to_be_read_is_not_asked():
    brain = ScriptedBrain(default=[AskYes(Act("x" * 40_001)), Wrote("Well.")])
    assert not [one for one in run(whole(brain), math.inf) if isinstance(one, e.BrainNeedsYes)]
    assert not brain.consents[0].allowed


def allowed(act, arguments):
    """What a brain is told, and what the person was asked; `arguments`: those that were agreed to, of what was asked."""
    brain = ScriptedBrain(default=[AskYes(act), Wrote("Well.")])

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "clean up"))
            [wanted] = await until(link, e.BrainNeedsYes)
            agreed = wanted.arguments if arguments is None else arguments
            await link.perform(c.AnswerBrain(ONE, wanted.call, "yes", arguments=agreed))
            await until(link, e.BrainFinished)
            return wanted

    return run(main(), math.inf), *brain.consents


WRITE = {"text": "naïve \x1b[31m\x9b1m", "path": "a.py"}


def test_A5_the_arguments_of_an_act_are_told_and_an_agreed_one_is_given_back():
    wanted, consent = allowed(Act(" write\n it ", "\x1b[1m", grave=True, arguments={"b": 1, "a": "ü"}), None)
    assert (wanted.act, wanted.arguments, wanted.said) == (
        "write it",
        '{"a":"ü","b":1}',
        "write it, a: ü, b: 1",
    )
    assert wanted.grave
    assert consent == Consent(allowed=True, arguments={"a": "ü", "b": 1})
    assert allowed(Act("w", arguments={"a": 1}), '{"a": 2}')[1] == Consent(allowed=True, arguments={"a": 2})
    assert allowed(Act("w"), None)[1] == Consent(allowed=True)


def test_A5_controls_in_arguments_are_seen_and_mean_the_same():
    wanted, consent = allowed(Act("write", arguments=WRITE), None)
    assert wanted.arguments == r'{"path":"a.py","text":"naïve \u001b[31m\u009b1m"}'
    assert consent.arguments == WRITE


def test_A5_what_was_agreed_and_is_no_json_is_no_yes():
    assert not allowed(Act("w", arguments={"a": 1}), "{a}")[1].allowed


@pytest.mark.parametrize(
    "act", [Act("w", arguments={"a": {1}}), Act("w", arguments={"a": math.nan}), Act("w {", arguments={})]
)
def test_A5_what_cannot_be_shown_is_not_asked(act):
    brain = ScriptedBrain(default=[AskYes(act), Wrote("Well.")])
    assert not [one for one in run(whole(brain), math.inf) if isinstance(one, e.BrainNeedsYes)]
    assert not brain.consents[0].allowed


SEEN = c.AnswerBrain(ONE, "1.1", "It is noon.")


@pytest.mark.parametrize(
    ("seen", "text", "asked"),
    [(SEEN, "It is noon.", 0), (replace(SEEN, result="no clock", failed=True), "Yes.", 1)],
)
def test_T3_a_look_is_answered_by_its_tool_and_by_the_brain_only_if_that_fails(seen, text, asked):
    brain = ScriptedBrain()

    async def main():
        async with running(brain) as link:
            look = c.Look("clock", '{"place":"Oslo"}')
            await link.perform(replace(ask(ONE, "what time is it"), look=look))
            [called] = await until(link, e.BrainCalled)
            assert (called.tool, called.arguments) == (look.tool, look.arguments)
            await link.perform(replace(seen, call=called.call))
            events = await until(link, e.BrainFinished)
            await link.perform(c.TellPlayed(ONE, len(text), ""))
            await link.perform(ask(TWO, "and the date?"))
            await until(link, e.BrainFinished)
            return events

    events = run(main(), math.inf)
    assert "".join(one.text for one in events if isinstance(one, e.BrainWrote)) == text
    assert [one.said for one in events if isinstance(one, e.BrainOffered)] == [text]
    assert len(brain.questions) == asked + 1
    assert brain.questions[-1].history == (Message("person", "what time is it"), Message("assistant", text))


@pytest.mark.parametrize(
    ("aloud", "said"),
    [
        (
            False,
            [
                "12 files in src,",
                "such as f0 dot py, f1 dot py and f2 dot py.",
                "the whole list is on screen.",
            ],
        ),
        (True, ["It rains."] * 12),
    ],
)
def test_T3_a_long_look_is_shown_whole_and_read_in_short_unless_the_tool_says_that_it_is_read(aloud, said):
    text = "\n\n".join(["It rains."] * 12) if aloud else "\n".join(f"src/f{n}.py" for n in range(12))
    tool = ScriptedTool("clock", ToolResult(text))
    tool.read_aloud = aloud

    async def main():
        async with running(ScriptedBrain(), [tool]) as link:
            await link.perform(replace(ask(ONE, "what is there"), look=c.Look("clock", "{}")))
            [called] = await until(link, e.BrainCalled)
            await link.perform(c.AnswerBrain(ONE, called.call, text))
            return await until(link, e.BrainFinished)

    events = run(main(), math.inf)
    assert text in "".join(one.text for one in events if isinstance(one, e.BrainWrote))
    assert [one.said for one in events if isinstance(one, e.BrainOffered)] == said


class Shy(ScriptedBrain):
    """Opens as it is told."""

    def __init__(self, opens):
        super().__init__()
        self._opens = opens
        self.opened = 0

    async def open(self):
        self.opened += 1
        await self._opens()


async def wrong_password():
    raise BrainError("\x1b[1mlog in\nfirst")


async def broken():
    raise ZeroDivisionError


NOT_OPEN = [
    (wrong_password, "log in first"),
    (broken, "ZeroDivisionError"),
    (asyncio.Event().wait, "the brain was not ready after 60 seconds"),
]


@pytest.mark.parametrize(("opens", "line"), NOT_OPEN)
def test_C3_a_brain_that_cannot_open_fails_at_each_question_and_is_opened_once(opens, line):
    brain = Shy(opens)

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "a"))
            first = await until(link, e.BrainFailed)
            await link.perform(ask(TWO, "b"))
            return first + await until(link, e.BrainFailed)

    assert run(main(), math.inf) == [e.BrainFailed(ONE, line), e.BrainFailed(TWO, line)]
    assert (brain.opened, brain.questions, brain.closed) == (1, [], True)


def test_L5_a_run_that_is_cancelled_while_the_brain_opens_asks_nothing():
    brain = Shy(lambda: asyncio.sleep(5))

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "a"))
            await link.perform(c.CancelRun(ONE, "stop"))
            await link.perform(ask(TWO, "b"))
            return await until(link, e.BrainFinished)

    assert {one.run for one in run(main(), math.inf)} == {TWO}
    assert [one.instruction for one in brain.questions] == ["b"]


def test_T2_a_question_says_what_it_takes_back_what_it_amends_and_what_was_heard():
    brain = ScriptedBrain({"go": [Wrote("It is noon. It is late."), Pause(60)]})
    said = UtteranceId(7)

    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "go"))
            await until(link, e.BrainWrote)
            await link.perform(c.TellPlayed(ONE, 12, "It"))
            await link.perform(c.AskBrain(TWO, said, "then rest", c.RoutedBy.CODE, ONE))
            await until(link, e.BrainFinished)
            await link.perform(c.CancelRun(TWO, "the person went on speaking"))
            await link.perform(c.AskBrain(THREE, said, "then rest well", c.RoutedBy.CODE))
            await until(link, e.BrainFinished)

    run(main(), math.inf)
    first, second, third = brain.questions
    assert (first.run, first.amends, first.retracts, first.heard) == (ONE, None, None, None)
    assert (second.amends, second.retracts) == (Earlier(ONE, "go"), None)
    assert second.heard == HeardAnswer(ONE, "It is noon. It", whole=False)
    assert (third.amends, third.retracts) == (None, Earlier(TWO, "then rest"))


class Steerable(ScriptedBrain):
    """Takes later words as it is told."""

    def __init__(self, takes, *, steers=True):
        super().__init__(default=[Wrote("One. "), Pause(30), Wrote("Two.")])
        self.steers = steers
        self._takes = takes
        self.taken = []

    async def steer(self, text):
        self.taken.append(text)
        return await self._takes()


async def yes():
    return True


async def no():
    return False


STEERED = [
    (Steerable(yes), True),
    (Steerable(no), False),
    (Steerable(broken), False),
    (Steerable(asyncio.Event().wait), False),
    (Steerable(yes, steers=False), False),
]


@pytest.mark.parametrize(("brain", "taken"), STEERED)
def test_T2_later_words_are_given_to_the_answer_that_is_written_or_refused(brain, taken):
    async def main():
        async with running(brain) as link:
            await link.perform(ask(ONE, "paint it"))
            await until(link, e.BrainWrote)
            await link.perform(c.SteerBrain(TWO, ONE, None, "use red", c.RoutedBy.TYPED))
            seen = await until(link, e.BrainFinished)
            await link.perform(ask(THREE, "go on"))
            await until(link, e.BrainWrote)
            return seen

    assert (e.SteerRefused(TWO) in run(main(), math.inf)) is not taken
    assert brain.taken == ["use red"] * brain.steers
    words = "paint it\nuse red" if taken else "paint it"
    assert brain.questions[1].history == (Message("person", words),)


CODE = "Here it is:\n\n```python\nimport os\n\nreturn x\n```\n"


@pytest.mark.parametrize(
    ("written", "number", "said"),
    [
        (CODE, 3, "return x"), (CODE, 2, "an empty line"), (CODE, 9, ""), ("One.\nTwo.", 2, "Two."), ("", 1, ""),
        ("- `a.py` first\n- then b", 2, "then b"), ("word " * 1_000, 1, f"{'word ' * 119}word…"),
        pytest.param("x\n" * 300_000 + CODE, 3, "return x", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_N7_a_line_of_what_was_written_is_told_as_it_is_said(written, number, said):
    async def main():
        async with running(ScriptedBrain(default=[Wrote(written)])) as link:
            await link.perform(ask(ONE, "show me"))
            await until(link, (e.BrainFinished, e.BrainFailed))
            await link.perform(c.FindLine(ONE, number))
            [found] = await until(link, e.LineFound)
            await link.perform(c.FindLine(TWO, number))
            [unknown] = await until(link, e.LineFound)
            return found, unknown

    found, unknown = run(main(), math.inf)
    assert found == e.LineFound(ONE, number, said)
    assert unknown == e.LineFound(TWO, number, "")
