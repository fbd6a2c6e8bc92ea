"""The questions of a session to its brain and the intent head, one task each. An abandoned question is cancelled.

The brain is made for the first question, and closed with the session.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any, Final

from solovox.ports import (
    Act,
    Brain,
    BrainError,
    BrainWork,
    Consent,
    Message,
    Question,
    ToolResult,
    Wrote,
    run_tool,
)
from solovox.ports.intent import Choosable, ToolChoice, ToolChooser
from solovox.server.engines import ServerEngines
from solovox.server.microphone import Tell
from solovox.server.served_commands import ChooseTool, QueryBrain
from solovox.server.served_events import AnswerEnded, AnswerFailed, AnswerTextReady, ChosenCall, ToolChosen
from solovox.text.speakable import Speakable
from solovox.wire.gemini_live.parts import FunctionDeclaration

OPEN_SECONDS: Final = 60.0
"""A brain that is not open by then cannot be opened."""
Start = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class Asking:
    """One session's questions, and what the brain talks back to while it answers (`ports.Host`)."""

    def __init__(self, engines: ServerEngines, tell: Tell) -> None:
        self._engines = engines
        self._tell = tell
        self._asked: dict[int, asyncio.Task[None]] = {}
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

    def forget(self, turn: int) -> None:
        """Cancel this turn's question."""
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
        question = Question(command.words, (*system, *command.history), self._engines.tools)
        speakable = Speakable()
        try:
            brain = await self._brain()
            async with aclosing(_generator(brain.answer(question, self))) as answer:
                async for piece in answer:
                    if isinstance(piece, Wrote):
                        for offered in speakable.feed(piece.text):
                            await self._tell(AnswerTextReady(command.turn, offered.said))
            for offered in speakable.finish():
                await self._tell(AnswerTextReady(command.turn, offered.said))
        except BrainError as error:
            await self._tell(AnswerFailed(command.turn, str(error)))
        else:
            await self._tell(AnswerEnded(command.turn))
        self._asked.pop(command.turn, None)

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
            self._unopened = " ".join(str(error).split()) or type(error).__name__

    async def _brain(self) -> Brain:
        """The session's own, open. Raises `BrainError`."""
        assert self._opening is not None
        await asyncio.wait([self._opening])
        if self._unopened or self._made is None:
            raise BrainError(self._unopened or "the session is over")
        return await asyncio.shield(self._made)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> ToolResult:
        """Run a tool of the brain's; errors are results."""
        tool = next((one for one in self._engines.tools if one.name == name), None)
        if tool is None:
            return ToolResult(f"there is no tool called {name}", failed=True)
        try:
            return await run_tool(tool, arguments)
        except Exception as error:  # noqa: BLE001 - a tool may raise anything
            return ToolResult(" ".join(str(error).split()) or type(error).__name__, failed=True)

    async def needs_yes(self, act: Act) -> Consent:
        """Never: a client of the live server is asked nothing."""
        return Consent(allowed=False, reason="there is no person here to ask")


def choice_of(intent: ToolChooser, command: ChooseTool) -> ToolChosen:
    """The answer to a question that was asked, else the wishes that are sure; or the tool of which a value is missing."""
    tools, asked = [*map(choosable, command.tools)], command.asked
    found: Sequence[ToolChoice] = ()
    if asked is not None:
        before = ToolChoice(asked.tool, asked.arguments, 0.0, missing=asked.missing)
        answer = intent.complete(command.words, before, tools)
        found = (answer,) if answer is not None else ()
    found = found or intent.wishes(command.words, tools)
    calls = [ChosenCall(one.tool, one.arguments) for one in found if one.confidence >= intent.acts_at]
    if calls:
        first, *more = calls
        return ToolChosen(command.turn, first.tool, first.arguments, tuple(more))
    asks = next((one for one in found if one.missing and one.surely >= intent.acts_at), None)
    if asks is None:
        return ToolChosen(command.turn, None)
    return ToolChosen(command.turn, asks.tool, asks.arguments, missing=asks.missing)


def choosable(tool: FunctionDeclaration) -> Choosable:
    """What a client declared, in whichever of the two ways it wrote its schema."""
    schema = tool.parameters_json_schema or tool.parameters
    return Choosable(tool.name, tool.description or "", schema if isinstance(schema, Mapping) else {})


async def _generator(answer: AsyncIterator[BrainWork]) -> AsyncGenerator[BrainWork, None]:
    """A generator whose close also closes `answer`."""
    try:
        async for piece in answer:
            yield piece
    finally:
        close = getattr(answer, "aclose", None)
        if close is not None:
            await close()
