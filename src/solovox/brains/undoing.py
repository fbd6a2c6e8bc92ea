"""Undo: what an agent did is given back, by voice, by typing or by a click, without the agent (law U2)."""

from collections.abc import AsyncGenerator
from enum import Enum
from typing import Final

from solovox.acts.hands import Hands
from solovox.acts.snapshots import ChangedSinceError, NotKeptError
from solovox.acts.undo import Done
from solovox.core.phrases import plain
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainWork, Step, Wrote


class UndoWay(Enum):
    """Which way."""

    UNDO = "undo"
    REDO = "redo"


WORDS: Final = {
    **dict.fromkeys(
        ("undo", "undo it", "undo that", "undo this", "undo the last change", "undo what you did"),
        UndoWay.UNDO,
    ),
    **dict.fromkeys(("redo", "redo it", "redo that", "undo the undo", "undo that undo"), UndoWay.REDO),
}
"""Whole utterances. In other words it is for the agent."""
REPOSITORY: Final = "the repository"
FIRST: Final = 3
"""Names of files that are said."""


def turn_in(text: str) -> UndoWay | None:
    """Whether a question asks us to undo or redo, and nothing else."""
    return WORDS.get(plain(text).removeprefix("please ").removesuffix(" please"))


async def turned(hands: Hands, turn: UndoWay) -> AsyncGenerator[BrainWork, None]:
    """What is done about it, as an answer. Its last step has a receipt if something was given back."""
    step = Step(turn.value, StepKind.TOOL, turn.value, effects=True)
    yield step
    try:
        done = await (hands.log.undo() if turn is UndoWay.UNDO else hands.log.redo())
    except ChangedSinceError as error:
        said, done = f"Not done: {named(error.paths)} was changed since. Nothing was touched.", None
    except (NotKeptError, OSError) as error:
        said, done = f"Not done: {error}.", None
    else:
        said = f"There is nothing to {turn.value}." if done is None else sentence(done)
        hands.news = hands.news if done is None else said
    state, receipt = (StepState.FAILED, None) if done is None else (StepState.DONE, f"{turn.value} {done.id}")
    yield Step(turn.value, StepKind.TOOL, turn.value, state=state, effects=True, receipt=receipt)
    yield Wrote(said)


def sentence(done: Done) -> str:
    """What was given back, and of which acts."""
    what = "; ".join(done.acts[:FIRST]) + ("; and more" if len(done.acts) > FIRST else "")
    state = "as before it" if done.undone else "as after it"
    files = named(done.paths)
    files = files[0].upper() + files[1:] if files == REPOSITORY else files
    return f"{'Undone' if done.undone else 'Redone'}: {what}. {files} {_is(done.paths)} {state}."


def note(done: str) -> str:
    """What the agent is told of it in front of the next question: it does not see it."""
    return f"[The person had this done without you: {done}]\n\n" * bool(done)


def named(paths: list[str] | tuple[str, ...]) -> str:
    """The first of them by name, and how many more. What is the repository's own is that, in a word."""
    files = [
        one.encode(errors="backslashreplace").decode() for one in paths if not _is_git(one)
    ]  # some are no text
    more = len(files) - FIRST
    said = [*files[:FIRST], *[f"{more} more"] * (more > 0), *[REPOSITORY] * (len(files) < len(paths))]
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _is_git(path: str) -> bool:
    return ".git" in path.split("/")


def _is(paths: tuple[str, ...]) -> str:
    files = {"" if _is_git(one) else one for one in paths}
    return "is" if len(files) == 1 else "are"
