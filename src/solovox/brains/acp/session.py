"""An agent that runs and has a session: started, greeted, and put into the mode that the person wants.

Rule 1: a login is made only by a key whose variable is set, as the agent says that it can be. Else an agent that wants one gives one line
that says what to run.
Rule 2: a session that was to go on, and cannot, is a line for the person: `notes`, or an error where it was named.
"""

import asyncio
import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from solovox.brains.acp.beginnings import ASKING, NoSuchMode, choose_mode, key_login, login_line, modes_of
from solovox.brains.acp.frames import (
    LOGIN_REQUIRED,
    NO_SUCH_METHOD,
    VERSION,
    NotAMessage,
    Reply,
    Request,
    mapping,
    notice,
    objects,
    printable,
    refusal,
    text_of,
)
from solovox.brains.acp.process import AgentGone, AgentProcess
from solovox.ports import BrainError, Json

OURS: Final[Json] = {
    "protocolVersion": VERSION,
    "clientInfo": {"name": "solovox", "title": "Solovox", "version": "1"},
    "clientCapabilities": {
        "fs": {"readTextFile": False, "writeTextFile": True},
        "terminal": False,
        "auth": {"terminal": True},  # an agent may then say which command logs in; the person runs it
    },
}
LONGEST_WHY: Final = 160
LOAD: Final = "session/load"
QUIET_SECONDS: Final = 0.5
"""When it was silent for that time, it has told all of an earlier session."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """The person's MCP servers, as the protocol has them, and a line for each that stays here."""

    servers: tuple[Json, ...] = field(default=(), repr=False)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AcpSettings:
    """The agent, and how it is asked."""

    command: tuple[str, ...]
    folder: Path
    """The workspace, an absolute path."""
    environment: Mapping[str, str] = field(repr=False)
    """All of what the agent is started with."""
    mcp: HandedOver = field(default_factory=HandedOver)
    session: str = "new"
    """new, last, or an id."""
    permissions: str = "ask"
    prompt: str = ""
    kept: Path | None = None
    """The file that holds the id of the last session."""
    first_seconds: float = 20.0
    idle_seconds: float = 60.0
    start_seconds: float = 30.0
    stop_seconds: float = 5.0
    """How long an agent that was told to stop may take; then its process is ended."""


class Refused(Exception):
    """The agent answered a request with an error."""

    def __init__(self, error: Json) -> None:
        data = error.get("data")
        more = mapping(data)
        said = [text_of(error.get("message")), text_of(more.get("details")) or text_of(more.get("message"))]
        said.append(data if isinstance(data, str) else "")
        super().__init__(
            printable(": ".join(dict.fromkeys(one for one in said if one)), LONGEST_WHY).rstrip(".")
        )
        self.login = error.get("code") == LOGIN_REQUIRED


class NotOffered(Refused):
    """It has no such request."""


class AcpSession:
    """One process with one session. `name`: what the agent calls itself."""

    def __init__(self, settings: AcpSettings, process: AgentProcess) -> None:
        self.process = process
        self.name = Path(settings.command[0]).name
        self.id = ""
        self.fresh = True
        """Whether the agent remembers nothing yet."""
        self.names = False
        """Whether it names its messages, as far as it was seen."""
        self.notes = list(settings.mcp.notes)
        self._settings = settings
        self._able: Json = {}
        self._logins: list[Json] = []
        self._agent = ""
        """Its name, which does not change with its title."""

    def line(self, why: str) -> BrainError:
        """An error with the agent's name before it."""
        return BrainError(f"{self.name} {why}")

    async def begin(self, session: str, needed: bool) -> None:
        """Greet it, and begin or go on with a session: `session` is its id, or empty for a new one. `needed`: that one or
        none. Raises `BrainError`.
        """
        try:
            async with asyncio.timeout(self._settings.start_seconds):
                await self._greet()
                opened = await self._open_session(session, needed)
                await self._set_mode(opened)
        except TimeoutError:
            raise self.line(f"did not get ready in {self._settings.start_seconds:g} seconds") from None
        except Refused as refused:
            raise self.refusal_line(refused) from None
        except NoSuchMode as none:
            raise self.line(str(none)) from None
        except NotAMessage as wrong:
            raise self.line(f"does not speak the Agent Client Protocol; it wrote {wrong}") from None
        except AgentGone as gone:
            raise self.line(
                f"{gone}; is brain.command right, and does it speak the Agent Client Protocol?"
            ) from None
        self.process.inbox.forget()

    def refusal_line(self, refused: Refused) -> BrainError:
        """The line of a request that it did not do."""
        if refused.login:
            line = login_line(self._agent, self._logins, self._settings.command)
            return self.line(f"wants a login ({refused}): {line}")
        return self.line(f"failed: {refused}")

    def notify_agent(self, method: str) -> None:
        """Tell it something of its session."""
        self.process.send(notice(method, {"sessionId": self.id}))

    async def _greet(self) -> None:
        found = await self._ask_agent("initialize", OURS)
        if found.get("protocolVersion") != VERSION:
            raise self.line(f"speaks another version of the protocol ({found.get('protocolVersion')})")
        self._able = mapping(found.get("agentCapabilities"))
        self._logins = objects(found.get("authMethods"))
        info = mapping(found.get("agentInfo"))
        self._agent = text_of(info.get("name"))
        self.name = printable(text_of(info.get("title")) or text_of(info.get("name")), 40) or self.name

    async def _open_session(self, session: str, needed: bool) -> Json:
        where = {"cwd": str(self._settings.folder), "mcpServers": self._servers()}
        if session and (methods := self._goes_on()):
            try:
                opened = await self._resume_session(methods, {"sessionId": session, **where})
            except Refused as refused:
                if needed or refused.login:
                    raise
                self.notes.append(
                    f"{self.name} cannot go on with its last session: {refused}; a new one began"
                )
            else:
                self.id, self.fresh = session, False
                return opened
        elif session:
            if needed:
                raise self.line("cannot go on with an earlier session; leave out brain.session")
            self.notes.append(f"{self.name} cannot go on with its last session; a new one began")
        opened = await self._logged_in("session/new", where)
        self.id = text_of(opened.get("sessionId"))
        if not self.id:
            raise self.line("gave its new session no id")
        return opened

    def _servers(self) -> list[Json]:
        """Those MCP servers that it can reach: each agent starts a program, and some reach one over the network."""
        able = mapping(self._able.get("mcpCapabilities"))
        found = [
            one
            for one in self._settings.mcp.servers
            if able.get(one.get("type", "")) is True or "type" not in one
        ]
        left = [text_of(one.get("name")) for one in self._settings.mcp.servers if one not in found]
        self.notes += [
            f"{self.name} reaches no MCP server over HTTP: [mcp.{name}] stays here" for name in left
        ]
        return found

    def _goes_on(self) -> list[str]:
        """How it goes on with an earlier session, if it can: first without telling all of it again."""
        resumes = mapping(self._able.get("sessionCapabilities")).get("resume") is not None
        loads = self._able.get("loadSession") is True
        return ["session/resume"] * resumes + [LOAD] * loads

    async def _resume_session(self, methods: Sequence[str], where: Json) -> Json:
        """The session goes on by the first way that it has: some say that they have one, and have not."""
        for method in methods[:-1]:
            with contextlib.suppress(NotOffered):
                return await self._logged_in(method, where)
        opened = await self._logged_in(methods[-1], where)
        if methods[-1] == LOAD:
            await self._told_again()
        return opened

    async def _told_again(self) -> None:
        """What it tells of an earlier session is no answer: it is read until it is quiet. Some tell it after their reply."""
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(QUIET_SECONDS):
                    told = await self.process.next()
                if isinstance(told, Request):
                    self.process.send(refusal(told.name, NO_SUCH_METHOD, "nothing is being asked now"))

    async def _logged_in(self, method: str, params: Json) -> Json:
        """A request that may want a login first: by a key that is set, if there is a way."""
        try:
            return await self._ask_agent(method, params)
        except Refused as refused:
            way = key_login(self._logins, self._settings.environment) if refused.login else ""
            if not way:
                raise
        await self._ask_agent("authenticate", {"methodId": way})
        return await self._ask_agent(method, params)

    async def _set_mode(self, opened: Json) -> None:
        modes = modes_of(opened)
        mode = choose_mode(self._settings.permissions, modes)
        if not mode or modes is None:
            return
        if modes.option:
            await self._ask_agent(
                "session/set_config_option",
                {"sessionId": self.id, "configId": modes.option, "value": mode},
            )
        else:
            await self._ask_agent("session/set_mode", {"sessionId": self.id, "modeId": mode})

    async def _ask_agent(self, method: str, params: Json) -> Json:
        """The result of a request before there is a question: what else it tells is dropped, what it asks is refused."""
        asked = self.process.ask(method, params)
        while True:
            match await self.process.next():
                case Reply(name, found, error) if name == asked:
                    if error is not None:
                        raise (NotOffered if error.get("code") == NO_SUCH_METHOD else Refused)(error)
                    return found
                case Request(_, sent) if sent == method:
                    raise NotAMessage("what it was sent")
                case Request(name):
                    self.process.send(refusal(name, NO_SUCH_METHOD, "nothing is being asked now"))
                case _:
                    pass


async def start_session(settings: AcpSettings, session: str, needed: bool) -> AcpSession:
    """The agent's program, with a session. Raises `BrainError`."""
    try:
        variables = {**(ASKING if settings.permissions == "ask" else {}), **settings.environment}
        process = await AgentProcess.start(settings.command, settings.folder, variables)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BrainError(
            f"brain.command = {shown_command(settings.command)} cannot be started: {why}"
        ) from None
    made = AcpSession(settings, process)
    begun = False
    try:
        await made.begin(session, needed)
        begun = True
    finally:
        if not begun:
            await process.end()
    return made


def shown_command(command: Sequence[str]) -> str:
    """The program alone: arguments may hold a key."""
    return printable(command[0], 80) if command else ""
