"""A brain as a link: asked by command, answering in events.

Rule 1: what it writes is the business of `answer_text`.
Rule 2: a cancelled run is silent at once: its task is cancelled, its iterator closed, its calls freed.
Rule 3: a brain that writes faster than the session decides is made to wait (`tell`).
Rule 4: what a brain writes enters here: terminal control sequences are taken out whole (`text.escapes`).
Rule 5: a secret that it writes is shown and said by its name (`text.secrets`, law R2).
"""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from textwrap import shorten
from typing import Final, TypeVar, assert_never

from solovox.core.commands import (
    AnswerBrain,
    AskBrain,
    BrainCommand,
    CancelRun,
    FindLine,
    Look,
    SteerBrain,
    TellPlayed,
    TellSkipped,
)
from solovox.core.errors import Misuse
from solovox.core.events import (
    BrainCalled,
    BrainEvent,
    BrainFailed,
    BrainFinished,
    BrainStep,
    BrainUsed,
    BrainWrote,
    LineFound,
    SteerRefused,
)
from solovox.core.units import CallId, RunId, StepId, StepKind
from solovox.ports import (
    Act,
    Brain,
    BrainError,
    BrainWork,
    Changed,
    Consent,
    Host,
    Message,
    Nearest,
    Question,
    Step,
    TokensUsed,
    Tool,
    ToolResult,
    Wrote,
)
from solovox.shell.links.answer_text import AnswerText, changes_of
from solovox.shell.links.history import History
from solovox.shell.links.looked import as_answer
from solovox.shell.links.toolbox import ToldTools, Toolbox
from solovox.shell.links.yeses import ask_permission, canonical
from solovox.text.escapes import Unescaped, reason_of, without_escapes
from solovox.text.markdown.written_lines import line
from solovox.text.secrets import Secrets

T = TypeVar("T")
Tell = Callable[[BrainEvent], Awaitable[None]]
OPEN_SECONDS: Final = 60.0
"""A brain that is not open by then cannot be opened: it may have to start a process, and log in."""
STEER_SECONDS: Final = 10.0
TITLE: Final = 200
SEARCHED: Final = 100_000
"""In characters. In a longer answer lines are counted in the end of it."""
LINE: Final = 600
"""In characters. More of a line is not said."""
DETAIL: Final = 4_000
"""In characters. More of a step is not shown."""


@dataclass(slots=True)
class _Run:
    run: RunId
    task: asyncio.Task[None] | None = None
    calls: dict[CallId, asyncio.Future[AnswerBrain]] = field(default_factory=dict)
    equal: Counter[tuple[str, str]] = field(default_factory=Counter)
    count: int = 0
    steps: int = 0
    answering: bool = False
    """The brain was asked, and can be given more."""

    def step(self, step: Step) -> BrainStep:
        """A step as an event: on one line, not too long, with a name."""
        self.steps += 1
        name, title = step.step or f"step {self.steps}", " ".join(without_escapes(step.title).split())
        return BrainStep(
            self.run,
            StepId(name),
            step.kind,
            title[:TITLE] or step.kind.value,
            without_escapes(step.detail)[:DETAIL],
            step.state,
            step.effects,
            step.receipt,
        )


class BrainOverPort:
    """The brain link of one session."""

    def __init__(
        self,
        brain: Brain,
        tools: Iterable[Tool] | Toolbox = (),
        earlier: Sequence[Message] = (),
        nearest: Nearest | None = None,
        secrets: Secrets | None = None,
    ) -> None:
        """`earlier`: the talk that goes on. `nearest`: chooses the tools that the brain is told, where there are many."""
        self._brain = brain
        self._tools = tools if isinstance(tools, Toolbox) else Toolbox(tools)
        self._told = ToldTools(self._tools, nearest)
        self._history = History(earlier)
        self._secrets = secrets or Secrets()
        self._runs: dict[RunId, _Run] = {}
        self._thinks_unseen = False
        """Whether its answers begin within a thought, of which only the end is marked."""
        self._tasks: asyncio.TaskGroup | None = None
        self._ready = asyncio.Event()
        self._opened = asyncio.Event()
        self._unopened = ""
        """Why the brain could not be opened."""
        self._tell: Tell

    async def run(self, tell: Tell) -> None:
        """Carries the runs."""
        self._tell = tell
        async with asyncio.TaskGroup() as self._tasks:
            self._ready.set()
            self._tasks.create_task(self._told.prepare(), name="nearest tools")
            await self._open()
            await asyncio.Event().wait()

    async def perform(self, command: BrainCommand) -> None:
        """Begin, cancel, inform, answer."""
        match command:
            case AskBrain():
                await self._ready.wait()
                self._ask(command)
            case SteerBrain():
                await self._ready.wait()
                assert self._tasks is not None
                self._tasks.create_task(self._steer(command), name=f"steer {command.run}")
            case CancelRun(run=run):
                self._history.cancel_run(run)
                self._cancel(run)
            case TellPlayed(run=run, shown_to=shown_to, then=then):
                self._history.note_played(run, shown_to, then)
            case TellSkipped(run=run, shown_from=shown_from, shown_to=shown_to, back=back):
                self._history.note_skipped(run, shown_from, shown_to, back=back)
            case FindLine(run=run, line=number):
                await self._ready.wait()
                assert self._tasks is not None
                self._tasks.create_task(self._find(run, number), name=f"line {number} of run {run}")
            case AnswerBrain(run=run, call=call):
                self._answer(run, call, command)
            case _:
                assert_never(command)

    async def aclose(self) -> None:
        """Close the brain."""
        await self._brain.aclose()

    def _ask(self, asked: AskBrain) -> None:
        run = asked.run
        if run in self._runs or self._tasks is None:
            raise Misuse(f"run {run} was asked twice")
        self._history.begin_run(run, asked.instruction, asked.utterance)
        begun = self._runs[run] = _Run(run)
        begun.task = self._tasks.create_task(self._carry(begun, asked), name=f"run {run}")

    async def _steer(self, command: SteerBrain) -> None:
        """Give later words to the answer that is being written. Whatever goes wrong, they are asked afterwards."""
        begun, taken = self._runs.get(command.into), False
        if begun is not None and begun.answering and self._brain.steers:
            try:
                async with asyncio.timeout(STEER_SECONDS):
                    taken = await self._brain.steer(command.instruction)
            except Exception:  # noqa: BLE001 - the words are asked afterwards
                taken = False
        if taken:
            self._history.add_words(command.into, command.instruction)
        else:
            await self._tell(SteerRefused(command.run))

    async def _find(self, run: RunId, number: int) -> None:
        said = line(self._history.find_written(run)[-SEARCHED:], number) or ""
        await self._tell(LineFound(run, number, shorten(said, LINE, placeholder="…")))

    def _cancel(self, run: RunId) -> None:
        found = self._runs.pop(run, None)
        if found is not None and found.task is not None:
            found.task.cancel()

    def _answer(self, run: RunId, call: CallId, result: AnswerBrain) -> None:
        found = self._runs.get(run)
        waiting = found.calls.pop(call, None) if found else None
        if waiting is not None and not waiting.done():
            waiting.set_result(result)

    def _question(self, asked: AskBrain, tools: Sequence[Tool]) -> Question:
        history, run = self._history, asked.run
        amends = None if asked.amends is None else history.earlier(asked.amends)
        return Question(
            asked.instruction,
            history.before(run),
            tools,
            run,
            amends,
            history.find_retracted(run),
            history.find_heard(run),
            history.untold(run),
        )

    async def _open(self) -> None:
        """Open the brain. If that fails, each question fails, and says why."""
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await self._brain.open()
        except TimeoutError:
            self._unopened = f"the brain was not ready after {OPEN_SECONDS:g} seconds"
        except Exception as error:  # noqa: BLE001 - not only `BrainError`: no error ends the session
            self._unopened = reason_of(error)
        self._opened.set()

    async def _carry(self, begun: _Run, asked: AskBrain) -> None:
        run = begun.run
        try:
            await self._tools.await_opened()
            await self._opened.wait()
            if self._unopened:
                raise BrainError(self._unopened)
            tools = await self._told.near(asked.instruction)
            await self._read(begun, self._question(asked, tools), asked.look)
        except Misuse:
            raise
        except Exception as error:  # noqa: BLE001 - not only `BrainError`: any error ends the run
            await self._say(begun, BrainFailed(run, reason_of(error)))
        else:
            await self._say(begun, BrainFinished(run))
        finally:
            self._runs.pop(run, None)

    async def _read(self, begun: _Run, question: Question, look: Look | None) -> None:
        text = AnswerText(begun.run, unseen=self._thinks_unseen)
        plain, hides = Unescaped(), self._secrets.stream()
        try:
            async with closing(self._answer_of(begun, question, look)) as answer:
                async for piece in answer:
                    match piece:
                        case Wrote(text=written):
                            await self._tell_text(begun, text.feed(hides.feed(plain.feed(written))))
                        case Step():
                            if piece.kind is not StepKind.THINKING:
                                await self._tell_text(begun, text.pause())
                            await self._say(begun, begun.step(piece))
                        case TokensUsed(input_tokens=read, output_tokens=given, cost=cost):
                            await self._say(begun, BrainUsed(begun.run, read, given, cost))
                        case Changed():
                            await self._say(begun, changes_of(begun.run, piece))
                        case _:
                            assert_never(piece)
            await self._tell_text(begun, text.feed(hides.feed(plain.finish()) + hides.finish()))
        except Exception:
            await self._tell_text(begun, text.broke_off())
            raise
        finally:
            self._thinks_unseen = self._thinks_unseen or text.unseen
        await self._tell_text(begun, text.finish())

    async def _tell_text(self, begun: _Run, events: Iterable[BrainEvent]) -> None:
        """Whatever comes of it, the loop goes round now and then: a megabyte may have come at once."""
        for count, event in enumerate(events):
            if isinstance(event, BrainWrote):
                self._history.wrote(begun.run, event.text)
            await self._say(begun, event)
            if count:
                await asyncio.sleep(0)

    async def _answer_of(
        self, begun: _Run, question: Question, look: Look | None
    ) -> AsyncIterator[BrainWork]:
        """The brain's answer or, if the ear asked for no more than a look, what a tool has seen (T3)."""
        host = _BrainHost(self, begun)
        if look is not None:
            seen = await host.call(look.tool, json.loads(look.arguments or "{}"))
            if not seen.failed:
                whole = any(one.read_aloud for one in self._tools if one.name == look.tool)
                yield Wrote(seen.text if whole else as_answer(seen.text))
                return
            if look.alone:
                raise BrainError(seen.text)
        begun.answering = True
        async with closing(self._brain.answer(question, host)) as answer:
            async for piece in answer:
                yield piece

    async def use(self, begun: _Run, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """The brain uses a tool."""
        try:
            text = canonical(arguments)
        except (TypeError, ValueError) as error:
            return ToolResult(f"the arguments of {name} are not JSON: {error}", failed=True)
        self._told.note_called(name)
        ordinal = begun.equal[name, text]
        begun.equal[name, text] += 1
        answer = await self._await_answer(
            begun, lambda call: BrainCalled(begun.run, call, name, text, ordinal)
        )
        return ToolResult(answer.result, answer.receipt, answer.failed)

    async def permission(self, begun: _Run, act: Act) -> Consent:
        """The brain asks whether it may."""
        try:
            wanted = ask_permission(begun.run, act, self._secrets.hide)
        except ValueError as error:
            return Consent(allowed=False, reason=str(error))
        answer = await self._await_answer(begun, lambda call: replace(wanted, call=call))
        if answer.failed:
            return Consent(allowed=False, reason=answer.result)
        if answer.arguments == wanted.arguments:
            return Consent(allowed=True, arguments=act.arguments)
        try:
            return Consent(allowed=True, arguments=json.loads(answer.arguments))
        except (ValueError, RecursionError):
            return Consent(allowed=False, reason="what was allowed is not JSON")

    async def _await_answer(self, begun: _Run, asks: Callable[[CallId], BrainEvent]) -> AnswerBrain:
        begun.count += 1
        call = CallId(f"{begun.run}.{begun.count}")
        waiting: asyncio.Future[AnswerBrain] = asyncio.get_running_loop().create_future()
        begun.calls[call] = waiting
        try:
            await self._say(begun, asks(call))
            return await waiting
        finally:
            begun.calls.pop(call, None)

    async def _say(self, begun: _Run, event: BrainEvent) -> None:
        if begun.run in self._runs:  # else it was cancelled, and its brain writes on
            await self._tell(event)


class _BrainHost(Host):
    """What a brain talks back to, for one question."""

    def __init__(self, link: BrainOverPort, begun: _Run) -> None:
        self._link = link
        self._begun = begun

    async def call(self, name: str, arguments: Mapping[str, object]) -> ToolResult:
        """Use a tool."""
        return await self._link.use(self._begun, name, arguments)

    async def needs_yes(self, act: Act) -> Consent:
        """Ask for a permission."""
        return await self._link.permission(self._begun, act)


@asynccontextmanager
async def closing(answer: AsyncIterator[T]) -> AsyncIterator[AsyncIterator[T]]:
    """Close a generator promptly, so that what it holds (a request, a child) goes when its run goes."""
    try:
        yield answer
    finally:
        close = getattr(answer, "aclose", None)
        if close is not None:
            await close()
