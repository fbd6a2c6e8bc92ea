"""What the listener link tells where only what has the wake phrase is wanted (law T6, `HearAll`)."""

import asyncio

import pytest

from solovox.core import events as e
from solovox.core.commands import HearAll
from solovox.core.units import MIC, AudioSpan
from solovox.shell.clock import LoopClock
from solovox.shell.links.listener import Listener
from solovox.shell.sound import SoundStore
from solovox.testing.fakes import ScriptedRecogniser

ONE, TWO = AudioSpan(MIC, 3_200, 28_800), AudioSpan(MIC, 64_000, 32_000)


class Telling(ScriptedRecogniser):
    """Tells what a test says, one at a time."""

    def __init__(self):
        super().__init__([])
        self.said = asyncio.Queue()

    async def events(self):
        while True:
            yield await self.said.get()
            self.said.task_done()


def draft(span, text):
    return e.LocalTranscript(span, text, final=False)


def final(span, text, again=()):
    return e.LocalTranscript(span, text, final=True, again=again)


def began(span):
    return e.SpeechConfirmed(span.first)


async def told(*steps):
    """The events that the link tells. A step is what the recogniser tells, or which words are wanted from then on."""
    recogniser, sound, found = Telling(), SoundStore(), []
    link = Listener(recogniser, sound, LoopClock())

    async def tell(event):
        found.append(event)

    task = asyncio.create_task(link.run(tell))
    for step in (HearAll(False), *steps):
        if isinstance(step, HearAll):
            assert link.perform_now(step)
        else:
            recogniser.said.put_nowait(step)
            await recogniser.said.join()
    task.cancel()
    sound.close()
    return found


async def test_T6_without_the_phrase_drafts_are_not_told_and_finals_have_no_words():
    ended = e.SpeechEnded(ONE)
    found = await told(began(ONE), draft(ONE, "lunch at"), ended, final(ONE, "lunch at noon"))
    assert found == [began(ONE), ended, final(ONE, "")]


async def test_T6_with_the_phrase_the_words_that_follow_are_told():
    phrase = e.WakeHeard(9_000)
    found = await told(
        began(ONE), draft(ONE, "so"), phrase, draft(ONE, "computer"), final(ONE, "computer, the time")
    )
    assert found == [began(ONE), phrase, draft(ONE, "computer"), final(ONE, "computer, the time")]


async def test_T6_a_phrase_that_is_heard_before_the_speech_is_told_counts():
    found = await told(e.WakeHeard(9_000), began(ONE), final(ONE, "computer, the time"))
    assert found[-1] == final(ONE, "computer, the time")


async def test_T6_the_phrase_of_an_earlier_utterance_does_not_admit_the_next():
    found = await told(
        e.WakeHeard(9_000), began(ONE), final(ONE, "computer"), began(TWO), final(TWO, "lunch")
    )
    assert found[-1] == final(TWO, "")


async def test_T6_a_late_phrase_admits_the_utterance_that_it_was_heard_in():
    late = e.WakeHeard(ONE.end)
    found = await told(began(ONE), began(TWO), late, final(ONE, "the time, computer"), final(TWO, "lunch"))
    assert found[-2:] == [final(ONE, "the time, computer"), final(TWO, "")]


@pytest.mark.parametrize("stop", ["stop", "Stop!", "be quiet"])
async def test_T6_a_stop_and_its_kin_are_told_without_the_phrase(stop):
    found = await told(began(ONE), draft(ONE, stop), final(ONE, stop))
    assert found == [began(ONE), draft(ONE, stop), final(ONE, stop)]


async def test_T6_what_is_being_said_when_all_is_wanted_is_told():
    found = await told(began(ONE), HearAll(True), final(ONE, "yes"))
    assert found[-1] == final(ONE, "yes")


async def test_T6_what_began_while_all_was_wanted_is_told_to_its_end():
    found = await told(
        HearAll(True), began(ONE), HearAll(False), final(ONE, "yes"), began(TWO), final(TWO, "lunch")
    )
    assert found[-1] == final(TWO, "")
    assert found[1] == final(ONE, "yes")


async def test_T6_what_is_said_behind_the_person_is_told_only_while_all_is_wanted():
    behind = e.Overheard(TWO, "Rain is expected.")
    assert await told(began(ONE), final(ONE, "computer, hello"), behind) == [began(ONE), final(ONE, "")]
    assert (await told(HearAll(True), began(ONE), behind))[-1] == behind


async def test_T6_words_that_were_not_told_are_not_told_when_they_are_heard_again():
    found = await told(
        began(ONE), final(ONE, "lunch at noon"),
        began(TWO), e.WakeHeard(TWO.first), final(TWO, "computer, the time", ("lunch at one",)),
    )  # fmt: skip
    assert found[-1] == final(TWO, "computer, the time", ("",))


async def test_T6_words_that_were_told_are_told_as_they_are_heard_again():
    found = await told(
        HearAll(True),
        began(ONE),
        final(ONE, "lunch at noon"),
        began(TWO),
        final(TWO, "please", ("lunch at one",)),
    )
    assert found[-1] == final(TWO, "please", ("lunch at one",))
