"""Undo: what an agent did is given back, by voice, by typing or by a click, without the agent (law U2)."""

from collections.abc import AsyncGenerator, Sequence
from typing import Final

from solovox.acts.hands import Hands
from solovox.acts.kept import ChangedSinceError, NotKeptError
from solovox.acts.undo import Done, UndoLog
from solovox.core.transcripts import plain
from solovox.core.units import StepKind, StepState
from solovox.lang.en.undoing import UNDO_FORMS, UndoAsked, UndoWay, undo_asked
from solovox.ports import BrainWork, Step, Wrote
from solovox.text.names.sounds import unlike

REPOSITORY: Final = "the repository"
FIRST: Final = 3
"""Names of files that are said."""
NEAR: Final = 0.15
"""Which part of the sounds may differ from an undo for us to ask whether it was one: "and do that" is 0.08 from "undo that",
"do that" 0.32 (eleven voices, `whisper-base`)."""
DOUBT: Final = "Did you mean undo? Then say: take that back."


def may_undo(request: str) -> bool:
    """Whether a request may be for us, and so is no word for an answer that is at work."""
    return undo_asked(request) is not None or sounds_like_undo(request)


def undo_work(hands: Hands, request: str) -> AsyncGenerator[BrainWork, None] | None:
    """What we do about a request ourselves, as an answer: undo, redo, or ask whether it was meant. None: it is for the agent."""
    if (asked := undo_asked(request)) is not None:
        return turn_answers(hands, asked)
    if sounds_like_undo(request) and any(not one.undone for one in hands.log.read_log()):
        return _ask_doubt()
    return None


def sounds_like_undo(request: str) -> bool:
    """Whether a request that is no undo may have been one: it is near to one in sound, or one that was written twice."""
    said = plain(request)
    words = said.split()
    if words[: len(words) // 2] * 2 == words and " ".join(words[: len(words) // 2]) in UNDO_FORMS:
        return True
    undo = (form for form, way in UNDO_FORMS.items() if way is UndoWay.UNDO)
    return any(unlike(said.replace(" ", ""), form.replace(" ", "")) <= NEAR for form in undo)


async def _ask_doubt() -> AsyncGenerator[BrainWork, None]:
    yield Wrote(DOUBT)


async def turn_answers(hands: Hands, asked: UndoAsked) -> AsyncGenerator[BrainWork, None]:
    """What is done about it, as an answer. Its last step has a receipt if something was given back."""
    way = asked.way.value
    step = Step(way, StepKind.TOOL, way, effects=True)
    yield step
    done = list[Done]()
    try:
        done = await hands.log.turn(undone=asked.way is UndoWay.UNDO, answers=asked.answers)
    except ChangedSinceError as error:
        said = f"Not done: {name_paths(error.paths)} was changed since. Nothing was touched."
    except (NotKeptError, OSError) as error:
        said = f"Not done: {error}."
    else:
        said = sentence(done) or f"There is nothing to {way}."
    state, receipt = (StepState.DONE, f"{way} {done[-1].id}") if done else (StepState.FAILED, None)
    yield Step(way, StepKind.TOOL, way, state=state, effects=True, receipt=receipt)
    yield Wrote(said)


def sentence(done: Sequence[Done]) -> str:
    """What was given back, and of which acts. Empty: nothing was."""
    if not done:
        return ""
    acts = [act for one in done for act in one.acts]
    what = "; ".join(acts[:FIRST]) + ("; and more" if len(acts) > FIRST else "")
    paths = sorted({path for one in done for path in one.paths})
    word, state = ("Undone", "before") if done[0].undone else ("Redone", "after")
    it = "it" if len(done) == 1 else f"these {len(done)} answers"
    files = name_paths(paths)
    files = files[0].upper() + files[1:] if files == REPOSITORY else files
    return f"{word}: {what}. {files} {_is(paths)} as {state} {it}."


async def note(log: UndoLog) -> str:
    """What the agent is told in front of the next question: what was undone and redone without it. It is read: with the agent's
    first sign it counts as told."""
    done = await log.untold()
    back, again = [one for one in reversed(done) if one.undone], [one for one in done if not one.undone]
    said = " ".join(filter(None, map(sentence, (back, again))))
    return f"[The person had this done without you: {said}]\n\n" * bool(said)


def name_paths(paths: list[str] | tuple[str, ...]) -> str:
    """The first of them by name, and how many more. What is the repository's own is that, in a word."""
    files = [
        one.encode(errors="backslashreplace").decode() for one in paths if not _is_git(one)
    ]  # some are no text
    more = len(files) - FIRST
    said = [*files[:FIRST], *[f"{more} more"] * (more > 0), *[REPOSITORY] * (len(files) < len(paths))]
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))


def _is_git(path: str) -> bool:
    return ".git" in path.split("/")


def _is(paths: list[str]) -> str:
    files = {"" if _is_git(one) else one for one in paths}
    return "is" if len(files) == 1 else "are"
