"""Claude Code's program behind its SDK: what is said to it, and what it says, as plain dictionaries."""

import contextlib
import logging
import os
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from typing import Any, Final

from claude_agent_sdk import (
    AssistantMessage,
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ClaudeSDKError,
    Message,
    PermissionResultAllow,
    PermissionResultDeny,
    ResultMessage,
    StreamEvent,
    SystemMessage,
    ToolPermissionContext,
    UserMessage,
)

from solovox.acts.fence import SECRET
from solovox.brains.claude.failures import DIED, not_started, without
from solovox.brains.claude.launch import ClaudeSettings, arguments, scrub_variables
from solovox.brains.claude.meter import Spent
from solovox.brains.claude.process import ClaudeProcess, bundled_program
from solovox.ports import BrainError, Consent, Json

May = Callable[[str, str, Json], Awaitable[Consent]]
"""May this use of a tool be? Its id, the tool's name, its input."""
OPEN_SECONDS: Final = 30.0
BROKEN: Final = (ClaudeSDKError, OSError, RuntimeError)

# What it logs it also raises, and that is told in the answer's one line.
logging.getLogger("claude_agent_sdk").setLevel(logging.CRITICAL)


class Program:
    """One process of it, with its SDK's client."""

    def __init__(
        self, settings: ClaudeSettings, may: May, resume: str | None, *, fenced: bool = False
    ) -> None:
        self._may = may
        environment = scrub_variables(os.environ, settings.environment)
        self._secrets = [text for name, text in environment.items() if SECRET.search(name)]
        command = [settings.program or bundled_program(), *arguments(settings, resume, fenced=fenced)]
        self._process = ClaudeProcess(command, settings.folder, environment)
        options = ClaudeAgentOptions(can_use_tool=self._permit)
        self._client = ClaudeSDKClient(options, transport=self._process)
        self.spent = Spent()
        """What it has used since it was started."""

    @property
    def pid(self) -> int:
        """Its process. 0: none."""
        return self._process.pid

    async def open(self) -> None:
        """Start it. Raises `BrainError`; then nothing of it is left."""
        try:
            await self._client.connect()
        except Exception as error:  # noqa: BLE001 - the SDK raises plain exceptions too
            line = not_started(str(error), self._process.last_line())
            await self.aclose()
            raise BrainError(without(line, self._secrets)) from None
        except BaseException:
            self.kill()
            raise

    async def say(self, text: str, name: str) -> None:
        """A message of the person, with an id: to the letter, it is no command of the program's. Raises `BrainError`."""
        message = {"role": "user", "content": text}
        line = {
            "type": "user",
            "message": message,
            "parent_tool_use_id": None,
            "uuid": name,
            "client_composed": True,
        }

        async def once() -> AsyncIterator[dict[str, Any]]:
            yield line

        try:
            await self._client.query(once())
        except BROKEN:
            raise BrainError(self.death_line()) from None

    async def messages(self) -> AsyncGenerator[Json, None]:
        """What it says, until it ends. Raises `BrainError` when it does."""
        try:
            async for message in self._client.receive_messages():
                yield plain(message)
        except BROKEN:
            pass
        except Exception as error:  # noqa: BLE001 - the SDK raises plain exceptions too
            raise BrainError(without(not_started(str(error)), self._secrets)) from None
        raise BrainError(self.death_line())

    async def stop(self) -> str:
        """End what it is at. Returns the name of the request. Raises `BrainError`."""
        try:
            return await self._process.stop()
        except BROKEN:
            raise BrainError(self.death_line()) from None

    def death_line(self) -> str:
        """The line of its death."""
        last = self._process.last_line()
        line = not_started("", last) if "no conversation found" in last.casefold() else DIED
        return without(line, self._secrets)

    def clear(self, line: str) -> str:
        """A line that holds no secret."""
        return without(line, self._secrets)

    def kill(self) -> None:
        """End it at once, with all that it has started. `aclose` is still due."""
        self._process.kill()

    async def aclose(self) -> None:
        """End it."""
        with contextlib.suppress(*BROKEN):
            await self._client.disconnect()
        await self._process.close()  # where it was never connected the client does not

    async def _permit(
        self, tool: str, given: dict[str, Any], context: ToolPermissionContext
    ) -> PermissionResultAllow | PermissionResultDeny:
        consent = await self._may(str(context.tool_use_id), tool, given)
        if not consent.allowed:
            return PermissionResultDeny(message=consent.reason or "the person did not allow it")
        return PermissionResultAllow(
            updated_input=dict(consent.arguments if consent.arguments is not None else given)
        )


def plain(message: Message) -> Json:
    """A message of the SDK's, as a dictionary like the program's own."""
    match message:
        case StreamEvent():
            return {
                "type": "stream_event",
                "event": message.event,
                "parent_tool_use_id": message.parent_tool_use_id,
            }
        case AssistantMessage() | UserMessage():
            content = message.content
            kind = "assistant" if isinstance(message, AssistantMessage) else "user"
            return {
                "type": kind,
                "content": content if isinstance(content, str) else [asdict(one) for one in content],
                "parent_tool_use_id": message.parent_tool_use_id,
                "uuid": message.uuid,
                "error": getattr(message, "error", None),
            }
        case ResultMessage():
            return {"type": "result", **asdict(message)}
        case SystemMessage():
            return {"type": "system", "subtype": message.subtype, "data": message.data}
        case _:
            return {"type": type(message).__name__}
