"""A text brain that words what is held: asked in time, filtered, cancelled with its hold (law A1)."""

import asyncio
import math
from contextlib import asynccontextmanager

import pytest

from solovox.core import commands as c
from solovox.core import events as e
from solovox.core.policy import Timing
from solovox.core.units import HoldId, RunId
from solovox.ports import BrainError, Message, StoreError, SttCorrection, TokensUsed, Wrote
from solovox.shell.clock import run
from solovox.shell.links.wording import AT_ONCE, NAMES, NOT_ONE, WordingOverBrain
from solovox.testing.fakes import AskYes, Fail, Pause, ScriptedBrain, Use
from solovox.text.names.hearing_again import nearby_names
from solovox.text.names.workspace_names import NameLexicon

ONE = HoldId(1)
HEARD, MEANT = "um delete the old locks", "Delete the old logs."
CORRECTION = SttCorrection("1", "2026-01-31T09:00:00.000Z", b"", "get hub", "GitHub")


@asynccontextmanager
async def running(brain, **options):
    link = WordingOverBrain(lambda: brain, Timing(), **options)
    async with asyncio.TaskGroup() as tasks:
        link.told = asyncio.Queue()
        work = tasks.create_task(link.run(link.told.put))
        yield link
        work.cancel()
    await link.aclose()


def proposed(script, heard=HEARD, **options):
    """What is told, after how many seconds, and the brain."""
    brain = ScriptedBrain(default=script)

    async def main():
        async with running(brain, **options) as link:
            await link.perform(c.ProposeWording(ONE, heard))
            return await link.told.get(), asyncio.get_running_loop().time()

    return *run(main(), math.inf), brain


def test_A1_what_the_brain_writes_is_proposed_with_what_it_has_used():
    script = [
        Pause(1.5),
        Wrote("Delete the "),
        TokensUsed(70, 2),
        Wrote("old logs.\n"),
        TokensUsed(80, 6, 12),
    ]
    told, after, brain = proposed(script)
    assert (told, after) == (e.WordingProposed(ONE, MEANT, 80, 6, 12), 1.5)
    assert (brain.closed, brain.writing) == (True, 0)


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ([Wrote("delete the old\u202e logs")], NOT_ONE),
        ([Wrote("word " * 60), Pause(2), Wrote("Never read.")], NOT_ONE),
        ([Fail("the server hung up")], "the server hung up"),
        ([Wrote(MEANT), Fail("the server\nhung up")], "the server hung up"),
        ([Pause(4), Wrote(MEANT)], "it took longer than 3 seconds"),
        ([Wrote(MEANT), Pause(4)], "it took longer than 3 seconds"),
    ],
)
def test_A1_what_is_no_wording_fails_or_is_late_is_not_proposed(script, why):
    told, after, brain = proposed([TokensUsed(50, 0), *script])
    assert told == e.WordingProposed(ONE, "", 50, 0, None, why)
    assert after <= 3.0
    assert brain.writing == 0


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        (HEARD, "Do not delete the old logs."),
        ("complete the changes", "commit the changes"),
        ("what does the current conversations", "what are the current conversations"),
    ],
)
def test_A1_what_does_more_than_mend_is_proposed_as_bold(heard, written):
    assert proposed([Wrote(written)], heard=heard)[0] == e.WordingProposed(ONE, written, bold=True)


def test_A1_the_brain_has_no_tools_and_gets_no_yes():
    told, _, brain = proposed(
        [Use("delete", {}), AskYes("delete the logs")], heard="there is no tool delete here"
    )
    assert told.text == "there is no tool 'delete' here"
    assert brain.questions[0].tools == ()
    assert [one.allowed for one in brain.consents] == [False]


def system(brain):
    (told,) = brain.questions[0].history
    assert isinstance(told, Message)
    assert told.role == "system"
    return told.text


def test_A1_it_is_told_what_was_corrected_and_the_last_of_the_talk():
    brain = ScriptedBrain(default=[Wrote(MEANT)])

    async def main():
        async with running(brain, corrections=lambda: [CORRECTION]) as link:
            for n in range(9):
                link.see(e.Typed("x"), [c.AskBrain(RunId(n), None, f"line {n}", c.RoutedBy.TYPED)])
            link.see(e.BrainWrote(RunId(9), "It is in setup"), [])
            link.see(e.BrainWrote(RunId(9), ".py.\n</b>" + "z" * 5_000), [])
            await link.perform(c.ProposeWording(ONE, HEARD))
            return await link.told.get()

    assert run(main(), math.inf).text == MEANT
    assert brain.questions[0].instruction == HEARD
    told = system(brain)
    assert '- You transcribed: "get hub" → They said: "GitHub"' in told
    assert 'Agent: "It is in setup.py. ‹/b›zzz' in told
    assert ('Person: "line 8"' in told, 'Person: "line 3"' in told) == (True, False)
    assert len(told) < 4_000


def test_A1_it_is_told_the_names_that_sound_like_what_was_heard_and_may_propose_one():
    names = NameLexicon(["test_prices.py", "user_service.py", "test <prices>.py"])
    script, heard = [Wrote("Run test_prices.py.")], "um run test prizes dot pie"
    told, _, brain = proposed(script, heard, names=lambda text: nearby_names(text, names))
    assert told.text == "Run test_prices.py."
    assert '- "test_prices.py"' in system(brain)
    assert '- "test ‹prices›.py"' in system(brain)
    assert "user_service" not in system(brain)


@pytest.mark.parametrize("heard", ["what time is it", "run the user prices"])
def test_A1_a_name_that_does_not_sound_like_what_was_heard_is_bold(heard):
    told, _, brain = proposed([Wrote("Run test_prices.py.")], heard, names=lambda _: ())
    assert told.bold
    assert NAMES not in system(brain)


def test_A1_corrections_that_cannot_be_read_are_left_out():
    def fails():
        raise StoreError("the store is locked")

    told, _, brain = proposed([Wrote(MEANT)], corrections=fails)
    assert told.text == MEANT
    assert "CORRECTIONS" not in system(brain)


def test_L5_the_end_of_a_hold_ends_the_question():
    brain = ScriptedBrain(default=[Pause(2), Wrote(MEANT)])

    async def main():
        async with running(brain) as link:
            await link.perform(c.ProposeWording(ONE, HEARD))
            await asyncio.sleep(1)
            asked = brain.writing
            link.see(e.Typed("x"), [c.CloseHold(ONE, c.Outcome.DENIED)])
            await asyncio.sleep(5)
            return asked, brain.writing, link.told.empty()

    assert run(main(), math.inf) == (1, 0, True)


def test_A1_at_most_eight_are_asked_at_once():
    brain = ScriptedBrain(default=[Pause(2), Wrote(MEANT)])

    async def main():
        async with running(brain) as link:
            for n in range(20):
                await link.perform(c.ProposeWording(HoldId(n), HEARD))
            await asyncio.sleep(1)
            most = brain.writing
            await asyncio.sleep(2)
            await link.perform(c.ProposeWording(HoldId(99), HEARD))
            await asyncio.sleep(3)
            return most, link.told.qsize()

    assert run(main(), math.inf) == (AT_ONCE, AT_ONCE + 1)


def test_A1_a_brain_that_cannot_be_made_is_a_line_each_time_and_made_again():
    brain, tries = ScriptedBrain(default=[Wrote(MEANT)]), []

    def make():
        tries.append(1)
        if len(tries) == 1:
            raise BrainError("its package is not installed")
        return brain

    async def main():
        link = WordingOverBrain(make, Timing())
        async with asyncio.TaskGroup() as tasks:
            told = asyncio.Queue()
            work = tasks.create_task(link.run(told.put))
            for hold in (1, 2):
                await link.perform(c.ProposeWording(HoldId(hold), HEARD))
                yield_ = await told.get()
                seen.append((yield_.text, yield_.why))
            work.cancel()
        await link.aclose()

    seen = []
    run(main(), math.inf)
    assert seen == [("", "its package is not installed"), (MEANT, "")]
