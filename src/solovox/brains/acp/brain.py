"""An agent that speaks the Agent Client Protocol, as the brain. It keeps its session by itself.

Source: the protocol's specification (version 1); what agents of others do, as measured.

Rule 1: an answer is one prompt. Closing it, or cancelling its reader, cancels the prompt and waits for its end; an agent
that does not stop in time is ended with all it has started, and begins anew with its session.
Rule 2: first and further signs have time-outs; none counts while a person thinks, or a tool of the agent's runs.
Rule 3: every failure is one `BrainError` of one line.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Final

from solovox.acts.hands import Hands
from solovox.brains.acp.beginnings import keep, last
from solovox.brains.acp.frames import Frame, NotAMessage, Notice, Reply, Request, mapping, text_of
from solovox.brains.acp.process import AgentGone
from solovox.brains.acp.serving import AgentRequests
from solovox.brains.acp.session import AcpSession, AcpSettings, Refused, start_session
from solovox.brains.acp.tool import PromiseBroken
from solovox.brains.acp.turn import AgentTurn
from solovox.brains.changes import FolderChanges
from solovox.brains.retold import directions, retold
from solovox.brains.undoing import note, undo_work
from solovox.ports import Brain, BrainWork, Host, Json, Question, Step

ENDS: Final[Mapping[str, str]] = {
    "max_tokens": "reached its limit of tokens, and broke off",
    "max_turn_requests": "reached its limit of steps for one question, and broke off",
    "refusal": "refused to go on with this; say it in another way",
    "cancelled": "broke off by itself",
}
"""How an answer ends that is none."""


def _take_update(frame: Frame, session: AcpSession, turn: AgentTurn) -> Iterable[BrainWork]:
    """What an update of this session tells of the answer."""
    match frame:
        case Notice("session/update", params) if params.get("sessionId") == session.id:
            return turn.take(mapping(params.get("update")))
        case _:
            return ()


class AcpBrain(Brain):
    """A `Brain` that is an agent's program. One process a session."""

    def __init__(self, settings: AcpSettings, state: Path | None = None) -> None:
        """`state`: where what it did is kept, to be undone later, too."""
        self._settings = settings
        self._hands = Hands(settings.folder, state, Path(settings.command[0]).name)
        self._session: AcpSession | None = None
        self._id = ""
        """Of the session that goes on if the process has to be started anew."""
        self._spent = 0
        self._directed = ""
        """The directions that the session has."""
        self._changes = FolderChanges(settings.folder)

    async def open(self) -> None:
        """Start the program. Raises `BrainError`."""
        await self._ready()

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """What it writes, thinks and does, as it tells it; of an undo, ours."""
        self._hands.log.asked = question.instruction
        ours = await asyncio.to_thread(undo_work, self._hands, question.instruction)
        work = self._prompt_agent(question, host) if ours is None else ours
        async with aclosing(work) as told:
            async for piece in told:
                await self._hands.log.mark_told()
                yield piece

    async def _prompt_agent(self, question: Question, host: Host) -> AsyncGenerator[BrainWork, None]:
        session = await self._ready()
        for line in session.notes:
            yield Step(line)
        session.notes.clear()
        turn = AgentTurn(self._settings, self._spent, names=session.names)
        asked, inbox = await self._prompt(session, question), session.process.inbox
        inbox.listens = True
        prompt = session.process.ask("session/prompt", asked)
        self._changes.begin()
        asking = AgentRequests(self._settings, session, turn, host, self._changes, self._hands)
        over, first = False, True
        try:
            while not over:
                frame = await self._next(session, turn, first)
                first = first and not isinstance(frame, Notice | Request)
                match frame:
                    case Reply(name) if name == prompt:
                        over = True
                        if (found := await self._changes.since()) is not None:
                            yield found
                        for work in self._end_answer(session, turn, frame):
                            yield work
                    case Request():
                        for work in await asking.serve_request(frame):
                            yield work
                    case _:
                        for work in _take_update(frame, session, turn):
                            yield work
        except (AgentGone, PromiseBroken) as gone:
            raise session.line(f"{gone}") from None
        except NotAMessage as wrong:
            session.process.kill()
            raise session.line(f"wrote what is no message of its protocol: {wrong}") from None
        finally:
            self._spent, session.names = turn.spent, turn.words.names
            if not over:
                await self._stop(session, prompt, asking)
            await self._hands.log.after()
            inbox.forget()
        await asyncio.to_thread(keep, self._settings.kept, self._id)

    async def aclose(self) -> None:
        """End the program, and what it has started."""
        await self._end()
        self._changes.close()
        self._hands.close()

    async def _end(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.process.end()

    async def _ready(self) -> AcpSession:
        """The agent's session; a new process, if there is none or the last has ended."""
        if self._session is not None and self._session.process.ended:
            await self._end()
        if self._session is None:
            wish = self._settings.session
            named = not self._id and wish not in ("new", "last")
            before = self._id or (wish if named else "")
            if not before and wish == "last":
                before = await asyncio.to_thread(last, self._settings.kept)
            self._session = await start_session(self._settings, before, named)
            self._id = self._session.id
        return self._session

    async def _prompt(self, session: AcpSession, question: Question) -> Json:
        directed = "" if session.fresh else self._directed
        asked = [await note(self._hands.log) + retold(question, directed)]
        if session.fresh and self._settings.prompt:
            asked.insert(0, self._settings.prompt)
        session.fresh, self._directed = False, directions(question)
        return {"sessionId": session.id, "prompt": [{"type": "text", "text": text} for text in asked]}

    async def _next(self, session: AcpSession, turn: AgentTurn, first: bool) -> Frame:
        seconds = self._settings.first_seconds if first else self._settings.idle_seconds
        try:
            async with asyncio.timeout(None if turn.works else seconds):
                return await session.process.next()
        except TimeoutError:
            how = "said nothing" if first else "fell silent"
            raise session.line(f"{how} for {seconds:g} seconds") from None

    def _end_answer(self, session: AcpSession, turn: AgentTurn, reply: Reply) -> Iterator[BrainWork]:
        yield from turn.end_turn()
        if reply.error is not None:
            raise session.refusal_line(Refused(reply.error))
        yield from turn.count_usage(mapping(reply.result.get("usage")))
        how = text_of(reply.result.get("stopReason"))
        if how == "cancelled" and turn.promised.refused:  # a no ends the answer of some
            return
        if why := ENDS.get(how):
            raise session.line(why)

    async def _stop(self, session: AcpSession, prompt: int, asking: AgentRequests) -> None:
        """End what it is at, and read to the end of it: else the next answer begins with the rest of this one."""
        process, stopped = session.process, False
        try:
            session.notify_agent("session/cancel")
            asking.cancel_request()
            async with asyncio.timeout(self._settings.stop_seconds):
                while not stopped:
                    match await process.next():
                        case Reply(name) if name == prompt:
                            stopped = True
                        case Request() as request:
                            asking.refuse(request)
                        case _:
                            pass
        except (TimeoutError, AgentGone, NotAMessage):
            pass
        finally:
            if not stopped:
                process.kill()
        if not stopped:
            await self._end()
