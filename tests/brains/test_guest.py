"""A guest as a brain, without a session; and what an agent with a memory of its own is told (laws N4, T2, L3)."""

import pytest

from solovox.brains.guest import GuestBrain, GuestRefused
from solovox.brains.retold import GOES_ON, directions, retold
from solovox.ports import BrainError, Earlier, HeardAnswer, Message, Question, Step
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


TALK = (Message("person", "What time is it?"), Message("assistant", "It is"))


def test_a_question_goes_as_it_is():
    assert retold(Question("And now?", history=TALK)) == "And now?"


def test_L3_a_talk_that_goes_on_is_told_as_it_was_heard_before_the_question():
    assert retold(Question("And now?", history=TALK, earlier=TALK)) == (
        f"{GOES_ON}\nPerson: What time is it?\nYou: It is\n\nAnd now?"
    )


def test_N4_what_was_heard_and_what_is_taken_back_stand_behind_it():
    question = Question(
        "All.", heard=HeardAnswer(1, "It", whole=False), retracts=Earlier(1, "A"), earlier=TALK
    )
    assert retold(question).split("\n\n")[1:] == [
        'The person heard only: "It"',
        "This replaces my last message: All.",
    ]


def test_what_it_is_directed_to_is_told_first_and_once():
    question = Question("And now?", history=(Message("system", "Be short."), *TALK))
    assert retold(question) == "Be short.\n\nAnd now?"
    assert directions(question) == "Be short."
    assert retold(question, "Be short.") == "And now?"
    assert retold(question, "Be long.") == "Be short.\n\nAnd now?"
