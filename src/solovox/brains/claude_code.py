"""Claude Code as the brain: the agent's own program, driven over its SDK. It keeps its session by itself.

Source: claude-agent-sdk's reference; what its program does, as measured.
"""

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from claude_agent_sdk import (
    ClaudeAgentOptions,
    ClaudeSDKClient,
    ClaudeSDKError,
    ResultMessage,
    StreamEvent,
)

from solovox.brains.retold import retold
from solovox.ports import Brain, BrainError, BrainWork, Host, Question, Wrote

STOPPED: Final = ("aborted_streaming", "aborted_tools")
"""How an answer ends that was interrupted."""


@dataclass(frozen=True, slots=True)
class ClaudeSettings:
    """What Claude Code is started with."""

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    model: str | None = None


class ClaudeCode(Brain):
    """A `Brain` that is Claude Code. One process a session."""

    def __init__(self, settings: ClaudeSettings) -> None:
        self._settings = settings
        self._client: ClaudeSDKClient | None = None

    async def open(self) -> None:
        """Start the program. Raises `BrainError`."""
        self._client = ClaudeSDKClient(self._options())
        try:
            await self._client.connect()
        except (ClaudeSDKError, OSError) as error:
            raise BrainError(f"Claude Code cannot be started: {' '.join(str(error).split())}") from None

    async def answer(self, question: Question, host: Host) -> AsyncIterator[BrainWork]:
        """The text as it is written."""
        assert self._client is not None
        await self._client.query(retold(question))
        over = False
        try:
            async for message in self._client.receive_response():
                if isinstance(message, StreamEvent) and (text := _text(message.event)):
                    yield Wrote(text)
                elif isinstance(message, ResultMessage):
                    over = True
                    if message.is_error and message.terminal_reason not in STOPPED:
                        raise BrainError(message.result or "Claude Code failed")
        finally:
            if not over:
                await self._stop()

    async def aclose(self) -> None:
        """End the program."""
        client, self._client = self._client, None
        if client is not None:
            await client.disconnect()

    def _options(self) -> ClaudeAgentOptions:
        return ClaudeAgentOptions(
            include_partial_messages=True,
            cwd=self._settings.folder,
            env=dict(self._settings.environment),
            model=self._settings.model,
            setting_sources=[],
        )

    async def _stop(self) -> None:
        """End what it is at, and read to the end of it: else the next answer begins with the rest of this one."""
        assert self._client is not None
        await self._client.interrupt()
        with contextlib.suppress(ClaudeSDKError):
            async for _ in self._client.receive_response():
                pass


def _text(event: Mapping[str, Any]) -> str:
    delta = event.get("delta") or {}
    if event.get("type") == "content_block_delta" and delta.get("type") == "text_delta":
        return str(delta.get("text") or "")
    return ""
