"""Which sessions `list_sessions` tells of: those that the agent keeps of the workspace or, where it keeps none, our own.

All of it waits for a disk: it is done in threads. A recording that is still written is the one in which this is asked, or
another's: it is no earlier session.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from solovox.app.journals import state_folder
from solovox.app.registry import BRAINS, given, make
from solovox.app.web.journal_words import title_of
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError
from solovox.ports import AgentSession, AgentSessionError, AgentSessions
from solovox.recordings.journal_reader import kind_of
from solovox.recordings.keeping import Kept, is_written, kept
from solovox.tools.sessions import Listed


def sessions_of(config: Config) -> Listed:
    """Those that a session with this configuration may be told of."""

    async def listed(limit: int) -> Sequence[AgentSession]:
        agents = await asyncio.to_thread(_agents, config)
        return await (recorded(config.journals)(limit) if agents is None else agents.listed(limit))

    return listed


def recorded(root: Path | None = None) -> Listed:
    """The talks that are kept in a folder; none named: in the state folder."""

    async def listed(limit: int) -> Sequence[AgentSession]:
        return await asyncio.to_thread(_recorded, root or state_folder(environment()), limit)

    return listed


def _agents(config: Config) -> AgentSessions | None:
    """Those that the brain keeps by itself. It is made for that, and not started."""
    if config.narrator.kind == "self":
        return None
    try:
        brain = make(BRAINS, config.brain.kind, given(config, BRAINS, config.brain.kind, agent=config.agent))
    except ConfigError:
        return None
    found: AgentSessions | None = brain.sessions()
    return found


def _recorded(root: Path, limit: int) -> list[AgentSession]:
    found: list[AgentSession] = []
    try:
        for one in reversed(kept(root)):
            if len(found) == limit:
                break
            if not is_written(one) and not kind_of(one.folder):
                found.append(_told(one))
    except OSError as error:
        raise AgentSessionError(f"the sessions cannot be read: {error.strerror}") from None
    return found


def _told(one: Kept) -> AgentSession:
    return AgentSession(one.folder.name, title_of(one.folder / "journal.jsonl"), round(1000 * one.written))
