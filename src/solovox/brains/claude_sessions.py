"""The sessions of Claude Code, as its program keeps them: files below its configuration folder.

Source: claude-agent-sdk's reference, "Sessions". Its functions look for the folder in the variable CLAUDE_CONFIG_DIR of this
process, and nowhere else.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import claude_agent_sdk as sdk

from solovox.ports import AgentMessage, AgentSession, AgentSessionError, AgentSessions, Json

T = TypeVar("T")


class ClaudeSessions(AgentSessions):
    """Those of one folder. No process is started: they are read from the disk, in a thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)

    async def list_sessions(self, limit: int = 50) -> Sequence[AgentSession]:
        """The newest first, without those of other work trees of the same repository."""
        found = await self._run_in_thread(
            lambda: sdk.list_sessions(directory=self._folder, limit=limit, include_worktrees=False)
        )
        return [_session(one) for one in found]

    async def messages(self, session: str) -> Sequence[AgentMessage]:
        """All that was said in it, oldest first."""
        await self._find_session(session)
        found = await self._run_in_thread(lambda: sdk.get_session_messages(session, self._folder))
        return [AgentMessage(one.uuid, one.type == "assistant", _text(one.message)) for one in found]

    async def fork(self, session: str, to: str | None = None, title: str | None = None) -> AgentSession:
        """A new session with what came before."""
        if to is not None and to not in {one.id for one in await self.messages(session)}:
            raise AgentSessionError(
                f"there is no message {to[:80]!r} in that session: see solovox agent show {session[:80]}"
            )
        await self._find_session(session)
        made = await self._run_in_thread(lambda: sdk.fork_session(session, self._folder, to, title))
        return await self._find_session(made.session_id)

    async def rename(self, session: str, title: str) -> None:
        """Give it another title."""
        await self._find_session(session)
        if not title.strip():
            raise AgentSessionError("a title cannot be empty: say another one")
        await self._run_in_thread(lambda: sdk.rename_session(session, title, self._folder))

    async def delete(self, session: str) -> None:
        """Remove it for good."""
        await self._find_session(session)
        await self._run_in_thread(lambda: sdk.delete_session(session, self._folder))

    async def _find_session(self, session: str) -> AgentSession:
        found = await self._run_in_thread(lambda: sdk.get_session_info(session, self._folder))
        if found is None:
            raise AgentSessionError(
                f"there is no session {session[:80]!r} of this folder: see solovox agent list"
            )
        return _session(found)

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except (ValueError, OSError) as error:
            raise AgentSessionError(" ".join(str(error).split())) from None


def _session(found: Any) -> AgentSession:
    return AgentSession(found.session_id, " ".join(found.summary.split()), found.last_modified)


def _text(message: Json) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return "\n".join(str(one.get("text") or "") for one in blocks if one.get("type") == "text")
