"""A guest as a brain, without a session."""

import pytest

from solovox.brains.guest import GuestBrain, GuestRefused
from solovox.ports import BrainError, Question, Step
from solovox.testing.contracts_brain import ScriptedHost


async def test_where_no_agent_can_come_in_that_is_said_at_once():
    with pytest.raises(BrainError, match="use solovox mcp, or solovox serve"):
        await anext(GuestBrain().answer(Question("Which one?"), ScriptedHost()))


async def test_what_a_client_took_that_is_gone_waits_for_the_next():
    brain = GuestBrain()
    brain.welcome(lambda: None)
    answer = brain.answer(Question("Which one?"), ScriptedHost())
    assert isinstance(await anext(answer), Step)
    first = await brain.listen("first")
    brain.give_back()
    waiting = brain.waiting
    second = await brain.listen("second")
    await answer.aclose()
    await brain.aclose()
    assert (first.text, waiting, second.text) == ("Which one?", 1, "Which one?")


async def test_after_its_end_nothing_is_said_and_who_listens_is_told():
    brain = GuestBrain()
    await brain.aclose()
    with pytest.raises(GuestRefused, match="the talk has ended"):
        await brain.speak("Hello.")
    assert (await brain.listen("first")).ended_by == "hung_up"
