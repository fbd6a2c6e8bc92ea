"""The sessions that an agent keeps by itself: its own memory of its talks, on its own disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AgentSession:
    """One session. `changed`: when it was last written to, in milliseconds since 1970. `title`: what a person knows it by."""

    id: str
    title: str
    changed: int


@dataclass(frozen=True, slots=True)
class AgentMessage:
    """A message of a session. `by_agent`: else it is the person's. `text`: what of it is text; empty where it has none."""

    id: str
    by_agent: bool
    text: str


class AgentSessions(Protocol):
    """Those of one workspace. Every method raises `AgentSessionError`, with one clear line. Opening one is `brain.session`."""

    async def listed(self, limit: int = 50) -> Sequence[AgentSession]:
        """The newest first."""
        ...

    async def messages(self, session: str) -> Sequence[AgentMessage]:
        """All that was said in it, oldest first."""
        ...

    async def fork(self, session: str, to: str | None = None, title: str | None = None) -> AgentSession:
        """A new session that knows what the old one knew up to and with the message `to`; all of it, if none is named.

        So a talk is taken back to an earlier point. The old session stays, and so do files that were changed.
        """
        ...

    async def rename(self, session: str, title: str) -> None:
        """Give it another title."""
        ...

    async def delete(self, session: str) -> None:
        """Remove it for good."""
        ...


class AgentSessionError(Exception):
    """What was asked of an agent's sessions cannot be done. One clear line."""
