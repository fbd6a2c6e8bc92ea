"""What an agent with a memory of its own is told with a question (laws N4, T2, L3)."""

from solovox.brains.retold import GOES_ON, directions, retold
from solovox.ports import Earlier, HeardAnswer, Message, Question

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
