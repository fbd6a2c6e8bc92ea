"""The tour: five tasks in the tea shop, each of which goes the same way, in Claude's place behind the agent's real program.

Rule 1: a task is meant if all that was said is its words, and one of those that name it is there. All else is beside the tour, and is
answered with what can be said next.
Rule 2: nothing is kept between two requests. What a task did so far is in the messages: it is gone through again with that, and goes
on where it ends.
Rule 3: it tells what came of its tools, never what should have come.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from solovox.demo.conversation import DemoTurn, Ended, UseOutcome, read_request
from solovox.demo.messages import MessagesRequest, Said, TextBlock, ToolUse
from solovox.ports import Json

WRONG: Final = "return price + price * DISCOUNT"
RIGHT: Final = "return price - price * DISCOUNT"
OLD_NAME: Final = "total_price"
NEW_NAME: Final = "sum_of_prices"
OLD_FILE: Final = "old_prices.txt"
TESTS: Final = "python3 -m unittest"
POLITE: Final = frozenset("please can could you now the".split())
UNDO: Final = "To have it back, say “take that back”. "
BESIDE: Final = "This is a tour, and knows five requests. "
OVER: Final = "That was the tour: say any of the five again."


@dataclass(frozen=True, slots=True)
class TourUse:
    """The next use of a tool. `first`: what is said before it."""

    tool: str
    given: Json
    first: str = ""


Work = Generator[TourUse, UseOutcome, str]
"""It yields a use of a tool and is sent what came of it; its end is the answer."""


@dataclass(frozen=True, slots=True)
class Task:
    """`says`: what to say for it. `names`: words of which one must be said; `words`: those that may be said beside."""

    says: str
    names: frozenset[str]
    words: frozenset[str]
    work: Callable[[str], Work]
    """Of the folder."""


def explain(folder: str) -> Work:
    """What only looks is not asked for."""
    for name in ("README.md", "basket.py"):
        got = yield TourUse("Read", {"file_path": f"{folder}/{name}"})
        if not got.done:
            return f"I could not read `{name}`: {got.why_not}."
    return (
        "It is a small tea shop in Python. `basket.py` adds up the prices and takes a discount off for members; "
        f"`bill.py` writes the bill. It has two tests{', and one of them fails' * (WRONG in got.text)}."
    )


def find(folder: str) -> Work:
    """A search."""
    got = yield TourUse(
        "Grep", {"pattern": "SHIPPING_COST", "path": folder, "output_mode": "content", "-n": True}
    )
    if not got.done:
        return f"I could not search: {got.why_not}."
    found = re.search(r"(?:^|/)settings\.py:(\d+):SHIPPING_COST = (\d+)", got.text, re.MULTILINE)
    if found is None:
        return "I found no shipping cost here."
    line, cost = found.groups()
    return (
        f"The shipping cost is {cost}, in `settings.py`, line {line}. `basket.py` uses it.\n\n"
        f"```python\nSHIPPING_COST = {cost}\n```"
    )


def fix(folder: str) -> Work:
    """An edit, and a command that shows that it was right."""
    for name in ("test_basket.py", "basket.py"):
        got = yield TourUse("Read", {"file_path": f"{folder}/{name}"})
        if not got.done:
            return f"I could not read `{name}`: {got.why_not}."
    if WRONG in got.text:
        change = {"file_path": f"{folder}/basket.py", "old_string": WRONG, "new_string": RIGHT}
        got = yield TourUse("Edit", change, "Members pay more, not less. I would change that line.")
        if not got.done:
            return f"I did not change anything: {got.why_not}. The test still fails."
    run = {"command": TESTS, "description": "Run the tests"}
    got = yield TourUse("Bash", run, "Now I would run the tests.")
    if got.ended is Ended.REFUSED:
        return f"The line is right now. I did not run the tests: {got.why_not}."
    return (
        "It is fixed, and the tests pass."
        if got.done
        else f"The tests do not pass:\n\n```\n{got.text[-600:]}\n```"
    )


def rename(folder: str) -> Work:
    """A name, in both files that have it."""
    done = list[str]()
    for name in ("basket.py", "bill.py"):
        got = yield TourUse("Read", {"file_path": f"{folder}/{name}"})
        if not got.done:
            return f"I could not read `{name}`: {got.why_not}."
        if OLD_NAME not in got.text:
            continue
        change = {"old_string": OLD_NAME, "new_string": NEW_NAME, "replace_all": True}
        first = f"`{OLD_NAME}` stands in `{name}`. I would call it `{NEW_NAME}` there."
        got = yield TourUse("Edit", {"file_path": f"{folder}/{name}", **change}, first)
        if not got.done:
            so_far = (
                f"It is renamed in `{done[0]}` only, so `bill.py` does not find it."
                if done
                else "Nothing is renamed."
            )
            return f"I did not change `{name}`: {got.why_not}. {so_far}"
        done.append(name)
    where = " and ".join(f"`{one}`" for one in done)
    return f"`{OLD_NAME}` is `{NEW_NAME}` now, in {where}." if done else f"It is called `{NEW_NAME}` already."


def delete(folder: str) -> Work:
    """A command that one may well refuse."""
    got = yield TourUse("Read", {"file_path": f"{folder}/{OLD_FILE}"})
    if not got.done:
        return f"I could not read `{OLD_FILE}`: {got.why_not}."
    run = {"command": f"rm {OLD_FILE}", "description": "Delete the old price list"}
    got = yield TourUse("Bash", run, f"Nothing uses `{OLD_FILE}`. I would delete it. Say no, and it stays.")
    return (
        f"`{OLD_FILE}` is deleted."
        if got.done
        else f"I did not delete `{OLD_FILE}`: {got.why_not}. It is still there."
    )


def _task(says: str, names: str, words: str, work: Callable[[str], Work]) -> Task:
    return Task(says, frozenset(names.split()), frozenset(words.split()), work)


TOUR: Final = (
    _task(
        "Explain this project.", "explain about project code", "what is does this do tell me to it", explain
    ),
    _task("Find the shipping cost.", "find shipping", "where what how much is cost set in code", find),
    _task("Fix the failing test.", "fix", "failing broken test tests it", fix),
    _task(
        "Rename total price to sum of prices.", "rename", "total price to sum of prices function it", rename
    ),
    _task("Delete the old price list.", "delete remove", "old price prices list file txt it", delete),
)


def task_of(said: str, tour: Iterable[Task] = TOUR) -> Task | None:
    """The task that is meant."""
    words = frozenset(re.findall(r"[^\W_]+", said.lower())) - POLITE
    return next((one for one in tour if words & one.names and words <= one.names | one.words), None)


def next_step(request: MessagesRequest, tour: Sequence[Task] = TOUR) -> tuple[str, ToolUse | None]:
    """What is said now, and the use of a tool behind it; without one, it is the end of the answer."""
    talk = read_request(request)
    tasks = [task_of(turn.words, tour) for turn in talk.turns]
    left = next((f"Next, say: “{one.says}”" for one in tour if one not in tasks), OVER)
    task = tasks[-1] if tasks else None
    if task is None:
        return f"{BESIDE}{left}", None
    turn = talk.turns[-1]
    step, acted = _gone_through(task.work(talk.folder), turn)
    if isinstance(step, str):
        return f"{step}\n\n{UNDO if acted else ''}{left}", None
    if all(tool.get("name") != step.tool for tool in request.tools):
        return f"I was given no tool {step.tool}.", None
    return step.first, ToolUse(f"toolu_demo_{talk.uses + 1:08}", step.tool, step.given)


def _gone_through(work: Work, turn: DemoTurn) -> tuple[TourUse | str, bool]:
    """Where a work stands after what came of its uses: the next use, or the answer; and whether it has changed something."""
    acted = False
    try:
        step = next(work)
        for came in turn.outcomes:
            outcome = came or UseOutcome(Ended.REFUSED, "it was interrupted")
            acted |= outcome.done and (step.tool == "Edit" or step.given.get("command", TESTS) != TESTS)
            step = work.send(outcome)
    except StopIteration as end:
        answer: str = end.value
        return answer, acted
    finally:
        work.close()
    return step, acted


class TourModel:
    """The tour, at the pace of one who speaks. `word`: seconds between two words; `thought`: before the first one. Zero in tests."""

    def __init__(self, tour: Sequence[Task] = TOUR, *, word: float = 0.03, thought: float = 0.3) -> None:
        self._tour = tour
        self._word = word
        self._thought = thought

    async def reply(self, request: MessagesRequest) -> AsyncIterator[Said]:
        """The next step: text, word by word, and a use of a tool."""
        await asyncio.sleep(self._thought)
        text, use = next_step(request, self._tour)
        for word in re.findall(r"\s*\S+\s*", text):
            yield TextBlock(word)
            await asyncio.sleep(self._word)
        if use is not None:
            yield use
