"""What a brain with a history of its own cannot know, told in the text of the next question. Pure.

Such a brain (an agent that keeps its session) believes that all it wrote was heard, and that every question stands.

Rule 1: what was heard of the answer before is told if it was not all of it, once, before the question.
Rule 2: a question that takes back an earlier one says so, and has the whole of it.
Rule 3: the talk of a session before this one is told as it was heard, before the first question.
Rule 4: what it is directed to (`system`, in the history) is told before the question, until it was told.
Rule 5: else the question goes as it is, to the letter.
"""

from typing import Final

from solovox.ports import Question

SPOKEN: Final = (
    "Your text is read aloud. Answer in short, plain sentences, the most important first. "
    "Code, tables and lists are shown on a screen and not read; say in words what matters about them."
)
"""What all are told of how their words reach the person."""
HEARD: Final = 'The person heard only: "{}"'
HEARD_NOTHING: Final = "The person heard nothing of your last answer."
GOES_ON: Final = (
    "An earlier talk goes on here. Of your answers the person heard what stands here, and no more:"
)
WHO: Final = {"person": "Person", "assistant": "You", "system": "System"}
REPLACES: Final = "This replaces my last message: {}"


def retold(question: Question, told: str = "") -> str:
    """The question, as an agent that remembers the talk by itself has to be given it. `told`: the directions that it has."""
    wanted = directions(question)
    lines = [wanted] if wanted not in ("", told) else []
    if question.earlier:
        talk = (f"{WHO[one.role]}: {one.text}" for one in question.earlier)
        lines.append("\n".join([GOES_ON, *talk]))
    heard = question.heard
    if heard is not None and not heard.whole:
        lines.append(HEARD.format(heard.text) if heard.text else HEARD_NOTHING)
    asked = question.instruction
    lines.append(asked if question.retracts is None else REPLACES.format(asked))
    return "\n\n".join(lines)


def directions(question: Question) -> str:
    """What who asks wants it to be and to do. Empty: nothing."""
    return "\n\n".join(said.text for said in question.history if said.role == "system" and said.text)
