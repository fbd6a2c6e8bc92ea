"""The next step of the demonstration model, from a request alone. Pure: it keeps nothing between two requests.

What was done for the newest instruction is in the messages; the work is gone through again with it, and goes on where it ends. So are the turns
before, for what the talk is about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from solovox.demo import changing, looking, running
from solovox.demo.conversation import DemoTurn, Ended, Talked, UseOutcome, talked
from solovox.demo.desk import ROUNDS, Desk, Do, Work, offered
from solovox.demo.messages import MessagesRequest, ToolUse
from solovox.demo.telling import CAN, difference, joined
from solovox.demo.wishes import (
    Again,
    Append,
    AskAbout,
    Change,
    Count,
    Create,
    Delete,
    FixTest,
    ListIt,
    Rename,
    RunIt,
    RunTests,
    Show,
    SmallTalk,
    Undo,
    Uses,
    Wish,
    wish_of,
)

BEFORE: Final = 8
"""Turns that are gone through again for what the talk is about."""
NO_TOOLS: Final = "I was given no tools, so I cannot look into any file."
TOO_LONG: Final = "I have looked at enough and stop here. Ask me something more particular."
TALK: Final = {
    "hello": f"Hello. {CAN}",
    "can": CAN,
    "no": "All right. I do nothing.",
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """`text`, and then the use of a tool, or nothing more."""

    text: str
    use: ToolUse | None = None


def next_step(request: MessagesRequest) -> NextStep:
    """What the model does now."""
    talk = talked(request)
    tools = offered(request.tools)
    if not talk.turns:
        return NextStep(CAN)
    if not tools:
        return NextStep(NO_TOOLS)
    desk = Desk(tools, talk.folder)
    for at in range(max(0, len(talk.turns) - BEFORE), len(talk.turns) - 1):
        _gone_through(begun(desk, talk.turns[: at + 1]), talk.turns[at])
        desk.read_already.clear()
    turn = talk.turns[-1]
    step = _gone_through(begun(desk, talk.turns), turn)
    if isinstance(step, str):
        return NextStep(step)
    if len(turn.calls) >= ROUNDS:
        return NextStep(TOO_LONG)
    return NextStep(step.first, ToolUse(_name(talk), step.tool, step.given))


def _name(talk: Talked) -> str:
    return f"toolu_demo_{talk.uses + 1:08}"


def _gone_through(work: Work[str], turn: DemoTurn) -> Do | str:
    """Where a work stands, with what came of its calls: the next use, or the answer."""
    try:
        step = next(work)
        for call in turn.calls:
            step = work.send(call.outcome or UseOutcome(Ended.REFUSED, "interrupted"))
    except StopIteration as end:
        answer: str = end.value
        return answer
    finally:
        work.close()
    return step


def begun(desk: Desk, turns: Sequence[DemoTurn]) -> Work[str]:
    """The work for the newest of some turns."""
    wish = wish_of(turns[-1].words)
    earlier = list(turns[:-1])
    while isinstance(wish, Again) and earlier:
        wish = wish_of(earlier.pop().words)
    return _work(desk, wish, earlier)


def _work(desk: Desk, wish: Wish, earlier: Sequence[DemoTurn]) -> Work[str]:
    match wish:
        case SmallTalk(key="changed"):
            return _said(_changed(desk, earlier))
        case SmallTalk(key=key):
            return _said(TALK[key])
        case Again():
            return _said("I do not know what to do again.")
        case Undo():
            return changing.undo(desk, edits_of(desk, earlier))
        case RunTests():
            return running.run_tests(desk)
        case FixTest():
            return running.fix_test(desk)
        case RunIt():
            return running.run_it(desk, wish)
        case ListIt():
            return looking.list_it(desk, wish)
        case Delete():
            return changing.delete(desk, wish)
        case Rename():
            return changing.rename(desk, wish)
        case Change():
            return changing.change(desk, wish)
        case Append():
            return changing.append(desk, wish)
        case Create():
            return changing.create(desk, wish)
        case Show():
            return looking.show(desk, wish)
        case Count():
            return looking.count_it(desk, wish)
        case Uses():
            return looking.uses(desk, wish)
        case AskAbout():
            return looking.about(desk, wish)
        case _:
            assert_never(wish)


def _said(text: str) -> Work[str]:
    yield from ()
    return text


def edits_of(desk: Desk, turns: Sequence[DemoTurn]) -> list[tuple[str, str, str]]:
    """The edits of the last turn that changed something, the last first: file, what stood there, what stands there now."""
    for turn in reversed(turns):
        done = [one for one in turn.calls if one.name == "Edit" and one.outcome and one.outcome.done]
        if done:
            return [(desk.short(_text(one.given, "file_path")), *_pair(one.given)) for one in reversed(done)]
    return []


def _pair(given: Any) -> tuple[str, str]:
    return _text(given, "old_string"), _text(given, "new_string")


def _text(given: Any, name: str) -> str:
    return str(given.get(name) or "")


def _changed(desk: Desk, turns: Sequence[DemoTurn]) -> str:
    """What the last change was."""
    edits = edits_of(desk, turns)
    if not edits:
        return "I have changed nothing in this talk."
    told = [
        joined(f"In `{path}`:", difference(old.split("\n"), new.split("\n")))
        for path, old, new in reversed(edits)
    ]
    return joined("My last change:", *told)
