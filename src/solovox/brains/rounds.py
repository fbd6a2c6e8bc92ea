"""How a model over a wire is asked, whoever's it is: the talk as turns, and rounds of tools.

No protocol is known here, and no socket: adapters say what an event of theirs means.

Rule 1: one request a round; a new round only to hand back the results of tools. After `rounds` of them the model is asked
for its answer alone.
Rule 2: what was used is told in all, after each round, also where the round failed. It never falls.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Protocol, TypeAlias

from solovox.brains.event_server import ServerEvent, json_in
from solovox.brains.retold import SPOKEN
from solovox.brains.troubles import AskedModel, Trouble
from solovox.core.units import StepKind, StepState
from solovox.ports import BrainError, BrainWork, Host, Json, Question, Step, TokensUsed, Wrote

ROUNDS: Final = 8
"""How often a model may call tools before it has to answer."""
MOST_CALLS: Final = 32
MOST_TOKENS: Final = 10**12
Talk: TypeAlias = list[dict[str, Any]]
"""Turns in the protocol's own words."""


@dataclass(frozen=True, slots=True)
class RequestedCall:
    """A tool call as the model asked for it. `arguments` is still text."""

    id: str
    name: str
    arguments: str


class Rounds(Protocol):
    """What an adapter knows of its protocol."""

    def opening(self, question: Question) -> Talk:
        """The talk of the first round."""
        ...

    def fresh(self, number: int) -> "Response":
        """A response of which nothing has come. `number`: of its round, from 1."""
        ...

    def ask(
        self, talk: Talk, question: Question, response: Any, *, last: bool
    ) -> AsyncGenerator[BrainWork, None]:
        """One request; fills `response`. `last`: the question's tools are not to be used any more."""
        ...

    def tell_results(self, response: Any, results: Sequence["CallOutcome"]) -> Talk:
        """What the model said and asked for, repeated, and what came of it."""
        ...


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What came of a call, for the model."""

    call: RequestedCall
    text: str
    failed: bool


async def in_rounds(
    model: Rounds, question: Question, host: Host, rounds: int = ROUNDS
) -> AsyncGenerator[BrainWork, None]:
    """The answer to a question: text as it comes; between rounds, what tool is being used."""
    talk = model.opening(question)
    used = TokensUsed(0, 0)
    for left in range(rounds, -1, -1):
        response = model.fresh(rounds - left + 1)
        failure: BrainError | None = None
        try:
            asked = model.ask(talk, question, response, last=not left)
            async with contextlib.aclosing(asked) as pieces:
                async for piece in pieces:
                    yield piece
        except BrainError as error:
            failure = error
        if response.used is not None:
            read, written = response.used
            used = TokensUsed(used.input_tokens + read, used.output_tokens + written)
            yield used
        if failure is not None:
            raise failure
        response.check()
        calls = response.calls()
        if not calls:
            return
        if not left:
            raise BrainError(f"the model still asked for tools after {rounds} rounds")
        results = list[CallOutcome]()
        for wanted in calls:
            yield Step(f"using {wanted.name.replace('_', ' ')[:60]}")
            results += [] if host.together else [await _result(wanted, host)]
        if host.together:
            async with asyncio.TaskGroup() as group:
                asked_for = [group.create_task(_result(wanted, host)) for wanted in calls]
            results = [one.result() for one in asked_for]
        talk += model.tell_results(response, results)


async def _result(wanted: RequestedCall, host: Host) -> CallOutcome:
    """Arguments that are none are a failure that the model is told of: it may do better."""
    arguments = arguments_of(wanted)
    if arguments is None:
        return CallOutcome(wanted, "Error: the arguments are not a JSON object", failed=True)
    result = await host.call(wanted.name, arguments)
    return CallOutcome(wanted, f"Error: {result.text}" if result.failed else result.text, result.failed)


def arguments_of(call: RequestedCall) -> Json | None:
    """The arguments as an object; None when the model wrote something else."""
    value = json_in(call.arguments or "{}")
    return value if isinstance(value, dict) else None


@dataclass(slots=True)
class Response:
    """One response of a model, as far as it has come: each adapter reads the events of its protocol into one of its kind."""

    ends: ClassVar[Mapping[str, Trouble]] = {}
    """The words for an end that is none."""

    far: AskedModel
    number: int = 1
    begun: bool = False
    """Whether there was a sign of an answer: text, a thought, a call."""
    ended: str | None = None
    """Why it ended, in the protocol's own word; None: it has not."""
    used: tuple[int, int] | None = None
    """Tokens read and written, where they are told."""
    wanted: list[RequestedCall] = field(default_factory=list)
    thoughts: dict[str, list[str]] = field(default_factory=dict)
    """What is being thought, by the name of the step."""

    def take(self, event: ServerEvent) -> Iterable[BrainWork]:
        """What an event means. Raises `BrainError` if it tells of a failure."""
        found = json_in(event.data)
        if not isinstance(found, dict):
            raise BrainError("the model's server sent an event that is no JSON object")
        if found.get("error") or found.get("type") == "error":
            raise self.far.refusal(None, found)
        return self.read(found)

    def read(self, data: Json) -> Iterable[BrainWork]:
        """What the object of an event means."""
        raise NotImplementedError

    def has_ended(self) -> bool:
        """Whether all that counts has come."""
        return self.ended is not None

    def counts(self, usage: Json, read: Sequence[str], written: Sequence[str]) -> None:
        """What was used: `read` and `written` are the fields that add up to it."""
        found = sum_counts(*map(usage.get, read)), sum_counts(*map(usage.get, written))
        if usage and found[0] is not None and found[1] is not None:
            self.used = found[0], found[1]

    def calls(self) -> list[RequestedCall]:
        """The tools that the model wants used, in the order it asked."""
        if len(self.wanted) > MOST_CALLS:
            raise BrainError(f"the model asked for more than {MOST_CALLS} tools at once")
        if not all(call.name for call in self.wanted):
            raise BrainError("the model called a tool without naming it")
        return self.wanted

    def check(self) -> None:
        """Raises `BrainError` for an answer that is not whole."""
        if self.ended is None:
            raise BrainError("the model's answer was cut off before its end")
        if (trouble := self.ends.get(self.ended)) is not None:
            raise self.far.error(trouble, self.ended)

    def wrote(self, text: object) -> Iterator[BrainWork]:
        """A piece of the answer."""
        if isinstance(text, str) and text:
            self.begun = True
            yield Wrote(text)

    def thinks(self, name: object, text: object = "") -> Iterator[BrainWork]:
        """A thought begins, or goes on."""
        self.begun = True
        step = f"thought {self.number}.{name}"
        if step not in self.thoughts:
            self.thoughts[step] = []
            yield Step("thinking", StepKind.THINKING, step)
        self.thoughts[step].append(text if isinstance(text, str) else "")

    def has_thought(self, name: object) -> Iterator[BrainWork]:
        """A thought is over, if there was one."""
        step = f"thought {self.number}.{name}"
        if (texts := self.thoughts.pop(step, None)) is not None:
            yield Step("thinking", StepKind.THINKING, step, "".join(texts), StepState.DONE)

    def over(self) -> Iterator[BrainWork]:
        """Nothing more comes: every thought is over."""
        for step in [*self.thoughts]:
            yield from self.has_thought(step.partition(".")[2])


def turns(question: Question) -> Iterator[tuple[str, str]]:
    """The talk, as it was played, and the instruction last: role (`person`, `assistant`) and text. A line of which nothing
    was heard is left out: services refuse an empty one."""
    for said in question.history:
        if said.role != "system" and said.text.strip():
            yield ("assistant" if said.role == "assistant" else "person"), said.text
    yield "person", question.instruction


def policy(own: str, question: Question) -> str:
    """What the model is told to be: by us and by the person (`own`), and by who asks."""
    wanted = [said.text for said in question.history if said.role == "system"]
    return "\n\n".join(part for part in (SPOKEN, own, *wanted) if part)


def sum_counts(*counts: object) -> int | None:
    """The sum of what was counted; None if one of them is no count. What is not there counts nothing."""
    found = [0 if count is None else count for count in counts]
    whole = [count for count in found if type(count) is int and 0 <= count < MOST_TOKENS]
    return sum(whole) if len(whole) == len(found) else None


def within(event: Any, *names: str) -> Any:
    """What stands in an object of the protocol, and in that, and so on; an empty object where it is not there."""
    for name in names:
        event = event.get(name) if isinstance(event, Mapping) else None
    return {} if event is None else event
