"""Claude Code as the brain: the agent's own program, driven over its SDK. It keeps its session by itself.

Rule 1: one answer at a time. An answer that is closed is stopped in the program and read to its end before the next begins; if
that takes too long the program is ended, and its session goes on in a new one.
Rule 2: it does what was allowed, in this answer, and nothing else. A wish of an answer that was stopped gets a no.
Rule 3: later words are taken into the answer that is at work: where the program would answer them by themselves, they are still
a part of it.
Rule 4: a command runs behind our fence, unless the person was asked for one that leaves it; what only looks may not write even there.
Before what can be undone is asked for, the folder is kept as it is, and once more before it is done (law U1).
Rule 5: time-outs are to the first sign of the model and between two signs. None runs while a tool works or a yes is waited for.

Source: claude-agent-sdk's reference; what its program does, as measured.
"""

import asyncio
import os
import uuid
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from solovox.acts.allowed import command_alone
from solovox.acts.hands import Hands
from solovox.acts.paths import WorkFolder
from solovox.brains.changes import FolderChanges
from solovox.brains.claude.aloud import say_act
from solovox.brains.claude.failures import SILENT
from solovox.brains.claude.launch import ClaudeSettings
from solovox.brains.claude.process import STOPPED
from solovox.brains.claude.program import Program
from solovox.brains.claude.risk import Judgement, Kind, Reach, Rule, judge, without_these
from solovox.brains.claude.steps import title_use
from solovox.brains.claude.turn import ClaudeTurn, Waits
from solovox.brains.claude_sessions import ClaudeSessions
from solovox.brains.retold import directions, retold
from solovox.brains.undoing import may_undo, note, undo_work
from solovox.core.units import StepKind, StepState
from solovox.ports import (
    Act,
    AgentSessions,
    Brain,
    BrainError,
    BrainWork,
    Consent,
    Host,
    Json,
    Question,
    Step,
)

__all__ = ["ClaudeCode", "ClaudeSettings"]
WHO: Final = "Claude Code"
HOW: Final = {"dangerouslyDisableSandbox": None, "run_in_background": None}
STOPPED_NOW: Final = Consent(allowed=False, reason="the answer was stopped")


@dataclass(slots=True)
class _Work:
    """The answer that is at work."""

    turn: ClaudeTurn
    host: Host
    closed: bool = False
    asking: set[asyncio.Task[Any]] = field(default_factory=set)
    """Those that wait for a yes."""

    def close(self) -> None:
        """Whatever waits for a yes gets a no."""
        self.closed = True
        for task in self.asking:
            task.cancel()


class ClaudeCode(Brain):
    """A `Brain` that is Claude Code. One process a session."""

    steers = True

    def __init__(self, settings: ClaudeSettings, *, priced: bool = True, state: Path | None = None) -> None:
        """`priced`: its model costs what the program says. `state`: where what it did is kept, to be undone later, too."""
        self._settings = settings
        self._priced = priced
        folder = str(settings.folder.absolute())
        self._hands = Hands(settings.folder, state, WHO)
        place = WorkFolder(folder, ours=str(self._hands.state))
        self._limits = Reach(place, settings.permissions)
        self._program: Program | None = None
        self._left: list[Program] = []
        """Those that were ended in a hurry."""
        self._session: str | None = None
        self._directed = ""
        """The directions that the session has."""
        self._work: _Work | None = None
        self._turns = asyncio.Lock()
        self._changes = FolderChanges(settings.folder)

    def sessions(self) -> AgentSessions:
        """Those that its program keeps of this folder."""
        return ClaudeSessions(self._settings.folder)

    async def open(self) -> None:
        """Start the program. Raises `BrainError`."""
        await self._ensure_program()

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The answer, as the program tells it; of an undo, ours."""
        if (ours := await asyncio.to_thread(undo_work, self._hands, question.instruction)) is not None:
            async with self._turns, aclosing(ours) as given:
                async for piece in given:
                    yield piece
            return
        async with self._turns:
            program = await self._ensure_program()
            name, self._hands.log.asked = str(uuid.uuid4()), question.instruction
            turn = ClaudeTurn(self._limits.place.folder, name, program.spent, priced=self._priced)
            self._changes.begin()
            work = _Work(turn, host)
            try:
                await program.say(await note(self._hands.log) + retold(question, self._directed), name)
                self._directed = directions(question)
                self._work = work
                async with aclosing(self._read_answer(program, work)) as told:
                    async for piece in told:
                        await self._hands.log.mark_told()
                        yield piece
                if (changed := await self._changes.since()) is not None:
                    yield changed
            finally:
                self._work = None
                work.close()
                self._session = work.turn.session or self._session
                program.spent = work.turn.spent or program.spent
                if not work.turn.over:
                    await self._stop(program, work.turn)
                said = await self._hands.settle_answer()
            if said:
                yield Step(said, StepKind.NOTE, state=StepState.FAILED)
            if work.turn.failed:
                raise BrainError(program.clear(work.turn.failed))

    async def steer(self, text: str) -> bool:
        """More words for the answer that is at work. They have an id, and a step tells when they were taken in."""
        work, program = self._work, self._program
        if work is None or program is None or work.turn.over or work.turn.failed or may_undo(text):
            return False
        name = str(uuid.uuid4())
        work.turn.await_words(name)
        try:
            await program.say(text, name)
        except BrainError:
            work.turn.forget(name)
            return False
        return not work.closed

    async def aclose(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program is not None:
            self._left.append(program)
        await self._bury_programs()
        self._changes.close()
        self._hands.close()

    async def _ensure_program(self) -> Program:
        await self._bury_programs()
        await self._hands.open(os.environ | dict(self._settings.environment))
        self._limits = replace(self._limits, fenced=self._hands.are_fenced)
        if self._program is None:
            program = Program(self._settings, self._may, self._session, fenced=self._limits.fenced)
            await program.open()
            self._program = program
        return self._program

    async def _bury_programs(self) -> None:
        while self._left:
            await self._left.pop().aclose()

    def _end(self, program: Program) -> None:
        """At once. The next question starts a new one."""
        program.kill()
        self._left.append(program)
        if self._program is program:
            self._program = None

    async def _read_answer(self, program: Program, work: _Work) -> AsyncGenerator[BrainWork, None]:
        """What the program does, until its answer is over."""
        turn = work.turn
        async with aclosing(program.messages()) as messages:
            while not turn.over:
                seconds = self._patience(turn)
                try:
                    async with asyncio.timeout(seconds):
                        message = await anext(messages)
                except TimeoutError:
                    raise BrainError(SILENT.format(seconds or 0)) from None
                for piece in turn.take(message):
                    yield piece

    def _patience(self, turn: ClaudeTurn) -> float | None:
        match turn.waits:
            case Waits.FIRST:
                return self._settings.first_seconds
            case Waits.NEXT:
                return self._settings.idle_seconds
            case Waits.WORK:
                return None

    async def _stop(self, program: Program, turn: ClaudeTurn) -> None:
        """Stop what is at work, and read to the end of it: else the next answer begins with the rest of this one."""
        try:
            async with asyncio.timeout(self._settings.stop_seconds):
                name = await program.stop()
                answered = False
                async with aclosing(program.messages()) as messages:
                    while not (answered and turn.idle):
                        message = await anext(messages)
                        data = message.get("data") or {}
                        answered = answered or (
                            message.get("subtype") == STOPPED and data.get("name") == name
                        )
                        for _ in turn.take(message):
                            pass
            program.spent = turn.spent or program.spent
        except (TimeoutError, BrainError):
            self._end(program)
        except BaseException:
            self._end(program)
            raise

    async def _may(self, use: str, tool: str, given: Json) -> Consent:
        """Whether it may use a tool now."""
        work = self._work
        if work is None or work.closed:
            return STOPPED_NOW
        judged = await asyncio.to_thread(judge, tool, given, self._limits)
        if judged.changes:
            judged = judge(tool, given, replace(self._limits, unkept=await self._hands.log.trial()))
        command = ""
        if tool == "Bash":  # how it runs was judged
            command = command_alone({**given, **HOW}, self._settings.folder)
        if command and judged.rule is Rule.ASK:
            free = await asyncio.to_thread(self._hands.freed.has, command, bare=judged.kind is Kind.GRAVE)
            judged = replace(judged, rule=Rule.LET) if free else judged
        match judged.rule:
            case Rule.NEVER:
                return Consent(allowed=False, reason=judged.risk)
            case Rule.LET:
                consent = Consent(allowed=True, arguments=given)
            case Rule.ASK:
                said = say_act(tool, given, self._limits.place, judged.kind)
                consent = await self._ask_person(
                    work, Act(tool, judged.risk, judged.kind is Kind.GRAVE, given, said)
                )
        arguments = given if consent.arguments is None else consent.arguments
        if arguments != given and judged.kind is not Kind.GRAVE:  # it is another command now
            judged = Judgement(Kind.UNDOABLE)
        if consent.allowed and judged.changes:
            consent = await self._keep_folder(
                work, consent, judged, title_use(tool, arguments, self._limits.place.folder)
            )
        if work.closed:
            return STOPPED_NOW
        if not consent.allowed:
            return consent
        work.turn.uses.begin_use(use, tool, arguments, effects=judged.changes)
        return replace(consent, arguments=self._fence_arguments(tool, arguments, judged))

    async def _keep_folder(self, work: _Work, consent: Consent, judged: Judgement, act: str) -> Consent:
        """The folder is kept as it is now. What was to be undoable is not allowed if it cannot be."""
        await self._changes.mark()
        why = await self._hands.keep_folder(act, outside=judged.kind is Kind.GRAVE)
        if why and judged.kind is Kind.UNDOABLE:
            return Consent(allowed=False, reason=f"it could not be undone any more: {why}. Ask once more")
        return consent

    def _fence_arguments(self, tool: str, arguments: Json, judged: Judgement) -> Json:
        """With what the program is to do it: a command that is free or undoable behind the fence, a search without secrets."""
        if tool == "Grep" and judged.hides:
            return {**arguments, "glob": without_these(arguments.get("glob"), judged.hides)}
        if tool != "Bash" or judged.kind is Kind.GRAVE:
            return arguments
        command = self._hands.around(
            str(arguments.get("command") or ""), writes=judged.changes, shows=judged.shows, hides=judged.hides
        )
        return {**arguments, "command": command}

    async def _ask_person(self, work: _Work, act: Act) -> Consent:
        task = asyncio.current_task()
        assert task is not None
        work.asking.add(task)
        try:
            return await work.host.needs_yes(act)
        except asyncio.CancelledError:
            if not work.closed:
                raise
            task.uncancel()
            return STOPPED_NOW
        except Exception as error:  # noqa: BLE001 - whatever went wrong, it was not allowed
            return Consent(allowed=False, reason=" ".join(str(error).split()) or "it could not be asked")
        finally:
            work.asking.discard(task)
