"""The questions of a session to its brain and the intent head, one task each. An abandoned question is cancelled.

The brain is made for the first question, and closed with the session. Functions of the client that it calls at once are told at once
(`CallsWanted`), so that they are one message; each call waits for its `ReturnResult`.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from itertools import count
from typing import Final, Self

from solovox.ports import (
    Act,
    Brain,
    BrainError,
    BrainWork,
    Consent,
    Host,
    Message,
    Question,
    Tool,
    ToolResult,
    Wrote,
    run_tool,
)
from solovox.ports.meaning import Choosable, ToolChooser
from solovox.server.engines import ServerEngines
from solovox.server.microphone import Tell
from solovox.server.served_commands import ChooseTool, QueryBrain, ReturnResult
from solovox.server.served_events import (
    AnswerEnded,
    AnswerFailed,
    AnswerTextReady,
    CallsWanted,
    FaultWanted,
    ToolChosen,
    WantedCall,
)
from solovox.text.escapes import reason_of
from solovox.text.speakable import Speakable
from solovox.wire.gemini_live.parts import FunctionDeclaration

OPEN_SECONDS: Final = 60.0
"""A brain that is not open by then cannot be opened."""
Start = Callable[[Coroutine[object, object, None]], asyncio.Task[None]]


class AskingHost(Host):
    """What a brain of the server talks back to: its own tools run here. Of the client's functions a subclass knows."""

    together = True

    def __init__(self, own: Sequence[Tool]) -> None:
        self._own = {one.name: one for one in own}

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """Run a tool of the brain's; errors are results."""
        tool = self._own.get(name)
        if tool is None:
            return ToolResult(f"there is no tool called {name}", failed=True)
        try:
            return await run_tool(tool, arguments)
        except Exception as error:  # noqa: BLE001 - a tool may raise anything
            return ToolResult(reason_of(error), failed=True)

    async def needs_yes(self, act: Act) -> Consent:
        """Never: a client of the live server is asked nothing."""
        return Consent(allowed=False, reason="there is no person here to ask")

    async def strike(self, fault: str) -> None:
        """A fault that the file of answers has here."""


class AskedQuestion(AskingHost):
    """One question that is at work. The client's functions are called over the wire."""

    def __init__(
        self, turn: int, own: Sequence[Tool], declared: Sequence[FunctionDeclaration], tell: Tell
    ) -> None:
        super().__init__(own)
        self._turn = turn
        self._declared = {one.name for one in declared}
        self._tell = tell
        self._keys = count(1)
        self._wanted: list[WantedCall] = []
        self._waiting: dict[int, asyncio.Future[ToolResult]] = {}

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """Have the client call a function of its own; returns when it has answered."""
        if name not in self._declared:
            return await super().call(name, arguments)
        key, waiting = self._next()
        self._wanted.append(WantedCall(key, name, dict(arguments)))
        try:
            await asyncio.sleep(0)  # whatever is called at once has come by then
            if self._wanted:
                calls, self._wanted = tuple(self._wanted), []
                await self._tell(CallsWanted(self._turn, calls))
            return await waiting
        finally:
            self._waiting.pop(key, None)

    def _next(self) -> tuple[int, asyncio.Future[ToolResult]]:
        key = next(self._keys)
        self._waiting[key] = asyncio.get_running_loop().create_future()
        return key, self._waiting[key]

    def give(self, command: ReturnResult) -> None:
        """What came of a call."""
        waiting = self._waiting.get(command.key)
        if waiting is not None and not waiting.done():
            waiting.set_result(ToolResult(command.text or "done", failed=command.failed))

    async def strike(self, fault: str) -> None:
        """Tell of it, in its place among what is said and called; returns when it counts."""
        key, struck = self._next()
        await self._tell(FaultWanted(self._turn, key, fault))
        await struck


class Asking:
    """One session's questions."""

    def __init__(self, engines: ServerEngines, tell: Tell) -> None:
        self._engines = engines
        self._tell = tell
        self._asked: dict[int, asyncio.Task[None]] = {}
        self._questions: dict[int, AskedQuestion] = {}
        self._prepares: asyncio.Task[None] | None = None
        self._made: asyncio.Future[Brain] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._unopened = ""
        """Why the brain cannot be asked."""

    def ask(self, command: QueryBrain | ChooseTool, start: Start) -> None:
        """Begin. A turn has one question at a time."""
        if isinstance(command, QueryBrain) and self._opening is None:
            self._opening = start(self._open())
        work = self._think(command) if isinstance(command, QueryBrain) else self._choose(command)
        self._asked[command.turn] = start(work)

    def give(self, command: ReturnResult) -> None:
        """What came of a call of the brain's. It may not be at work any more."""
        if (question := self._questions.get(command.turn)) is not None:
            question.give(command)

    def forget(self, turn: int) -> None:
        """Cancel this turn's question."""
        self._questions.pop(turn, None)
        if (task := self._asked.pop(turn, None)) is not None:
            task.cancel()

    async def aclose(self) -> None:
        """Close the brain."""
        if self._made is not None:
            with suppress(Exception):  # that it could not be made was an answer
                await (await self._made).aclose()

    def prepare(self, tools: Sequence[FunctionDeclaration], start: Start) -> None:
        """Embed the tools ahead of the first choice. Cancels an earlier preparation."""
        if self._prepares is not None:
            self._prepares.cancel()
        self._prepares = start(self._prepare(tools))

    async def _prepare(self, tools: Sequence[FunctionDeclaration]) -> None:
        """One tool at a time, so that a question in between waits for one embedding at most."""
        loop, intent = asyncio.get_running_loop(), self._engines.intent
        if intent is None:
            return
        for tool in tools:
            await loop.run_in_executor(self._engines.choosers, intent.prepare, (choosable(tool),))

    async def _choose(self, command: ChooseTool) -> None:
        """An unsure choice counts as none: the brain can ask what was meant."""
        intent, chosen = self._engines.intent, ToolChosen(command.turn, None)
        if intent is not None:
            loop = asyncio.get_running_loop()
            chosen = await loop.run_in_executor(self._engines.choosers, choice_of, intent, command)
        self._asked.pop(command.turn, None)
        await self._tell(chosen)

    async def _think(self, command: QueryBrain) -> None:
        system = (Message("system", command.instruction),) if command.instruction else ()
        tools = offer_tools(self._engines.tools, command.tools)
        question = Question(command.words, (*system, *command.history), tools)
        host = AskedQuestion(command.turn, self._engines.tools, command.tools, self._tell)
        self._questions[command.turn] = host
        speakable = Speakable()
        try:
            brain = await self._brain()
            async with aclosing(_generator(brain.answer(question, host))) as answer:
                async for piece in answer:
                    if isinstance(piece, Wrote) and self._engines.verbatim:
                        await self._tell(AnswerTextReady(command.turn, piece.text))
                    elif isinstance(piece, Wrote):
                        for ready in speakable.feed(piece.text):
                            await self._tell(AnswerTextReady(command.turn, ready.said))
            for ready in speakable.finish():
                await self._tell(AnswerTextReady(command.turn, ready.said))
        except BrainError as error:
            await self._tell(AnswerFailed(command.turn, str(error)))
        else:
            await self._tell(AnswerEnded(command.turn))
        self._asked.pop(command.turn, None)
        self._questions.pop(command.turn, None)

    async def _open(self) -> None:
        """Make the session's own brain and open it, whatever becomes of the question that began it."""
        self._made = asyncio.get_running_loop().run_in_executor(None, self._engines.brain)
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                brain = await asyncio.shield(self._made)
                await brain.open()
        except TimeoutError:
            self._unopened = f"the brain was not ready after {OPEN_SECONDS:g} seconds"
        except Exception as error:  # noqa: BLE001 - a brain may raise anything: each question fails
            self._unopened = reason_of(error)

    async def _brain(self) -> Brain:
        """The session's own, open. Raises `BrainError`."""
        assert self._opening is not None
        await asyncio.wait([self._opening])
        if self._unopened or self._made is None:
            raise BrainError(self._unopened or "the session is over")
        return await asyncio.shield(self._made)


def offer_tools(own: Sequence[Tool], declared: Sequence[FunctionDeclaration]) -> tuple[Tool, ...]:
    """What a brain may call: the client's functions, and those of its own tools that are called otherwise."""
    names = {one.name for one in declared}
    return (*map(ClientFunction.of, declared), *(one for one in own if one.name not in names))


def choice_of(intent: ToolChooser, command: ChooseTool) -> ToolChosen:
    """The tool that is meant, if it is sure."""
    found = intent.choose(command.words, [*map(choosable, command.tools)])
    if found is None or found.confidence < intent.acts_at:
        return ToolChosen(command.turn, None)
    return ToolChosen(command.turn, found.tool, found.arguments, found.assumed, found.whole)


async def _generator(answer: AsyncIterator[BrainWork]) -> AsyncGenerator[BrainWork, None]:
    """A generator whose close also closes `answer`."""
    try:
        async for piece in answer:
            yield piece
    finally:
        close = getattr(answer, "aclose", None)
        if close is not None:
            await close()


@dataclass(frozen=True, slots=True)
class ClientFunction(Tool):
    """One of them. It runs at the client."""

    name: str  # pyrefly: ignore[bad-override]
    description: str  # pyrefly: ignore[bad-override]
    parameters: Mapping[str, object]  # pyrefly: ignore[bad-override]

    @classmethod
    def of(cls, declared: FunctionDeclaration) -> Self:
        """As it was declared, its parameters as JSON Schema."""
        schema = _plain(_schema(declared))
        usable = isinstance(schema, dict) and schema
        return cls(declared.name, declared.description or "", usable or {"type": "object", "properties": {}})

    async def run(self, arguments: Mapping[str, object]) -> ToolResult:
        """It cannot run here."""
        return ToolResult(f"{self.name} runs at the client", failed=True)


def choosable(tool: FunctionDeclaration) -> Choosable:
    """What a client declared, in whichever of the two ways it wrote its schema."""
    return Choosable(tool.name, tool.description or "", _schema(tool))


def _schema(tool: FunctionDeclaration) -> Mapping[str, object]:
    schema = tool.parameters_json_schema or tool.parameters
    return schema if isinstance(schema, Mapping) else {}


def _plain(schema: object) -> object:
    """A schema of OpenAPI as JSON Schema: its types in lower case, without what a client leaves out by writing null."""
    if isinstance(schema, list | tuple):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    found = {key: _plain(one) for key, one in schema.items() if one is not None}
    kind = found.get("type")
    return {**found, "type": kind.lower()} if isinstance(kind, str) else found
