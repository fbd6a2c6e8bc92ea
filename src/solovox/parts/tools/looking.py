"""The factories of the tools that only look and of a persona's: each takes an `AdapterArgs` and returns tools."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from solovox.config.declaring import Declaration
from solovox.config.load import environment
from solovox.config.schema import Config, ConfigError
from solovox.parts.journals import state_folder
from solovox.parts.personas import SessionPersona
from solovox.parts.registry import BRAINS, adapter_args, make
from solovox.ports import AdapterArgs, AgentSession, AgentSessionError, AgentSessions, Tool
from solovox.ports.places import MessagePlaces
from solovox.recordings.journal_reader import kind_of
from solovox.recordings.journal_words import title_of
from solovox.recordings.keeping import Kept, is_written, list_kept
from solovox.shell.clock import here_and_now
from solovox.tools.arithmetic import Arithmetic, Units
from solovox.tools.echo import Echo
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.persona import persona_tools
from solovox.tools.sessions import Listed, ListSessions
from solovox.tools.status import ProjectStatus
from solovox.tools.stop import StopTool
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.workspace import Workspace

# Which sessions `list_sessions` tells of: those that the agent keeps of the workspace or, where it keeps none, our own.
#
# All of it waits for a disk: it is done in threads. A recording that is still written is the one in which this is asked, or
# another's: it is no earlier session.


def sessions_of(config: Config) -> Listed:
    """Those that a session with this configuration may be told of."""

    async def listed(limit: int) -> Sequence[AgentSession]:
        agents = await asyncio.to_thread(_agents, config)
        return await (
            list_recordings(config.journals)(limit) if agents is None else agents.list_sessions(limit)
        )

    return listed


def list_recordings(root: Path | None = None) -> Listed:
    """The talks that are kept in a folder; none named: in the state folder."""

    async def listed(limit: int) -> Sequence[AgentSession]:
        return await asyncio.to_thread(_read_recordings, root or state_folder(environment()), limit)

    return listed


def _agents(config: Config) -> AgentSessions | None:
    """Those that the brain keeps by itself. It is made for that, and not started."""
    if config.narrator.kind == "self":
        return None
    try:
        brain = make(
            BRAINS, config.brain.kind, adapter_args(config, BRAINS, config.brain.kind, agent=config.agent)
        )
    except ConfigError:
        return None
    found: AgentSessions | None = brain.sessions()
    return found


def _read_recordings(root: Path, limit: int) -> list[AgentSession]:
    found: list[AgentSession] = []
    try:
        for one in reversed(list_kept(root)):
            if len(found) == limit:
                break
            if not is_written(one) and not kind_of(one.folder):
                found.append(_describe_session(one))
    except OSError as error:
        raise AgentSessionError(f"the sessions cannot be read: {error.strerror}") from None
    return found


def _describe_session(one: Kept) -> AgentSession:
    return AgentSession(one.folder.name, title_of(one.folder / "journal.jsonl"), round(1000 * one.written))


ON_FILES: Final = (ListFiles, ReadFileHead, SearchFiles, ProjectStatus)


def no_folder(given: AdapterArgs) -> str:
    """The workspace, which must be a folder."""
    try:
        folder(given.workspace)
    except ConfigError as error:
        return f"another folder: {error}"
    return ""


@Declaration(missing=no_folder)
def looking(given: AdapterArgs) -> tuple[Tool, ...]:
    """The tools that need no yes: the clock, sums and units, the files of the workspace, and its sessions.

    `settings`: `sessions` lists these; without it they are our own recordings."""
    workspace = Workspace(folder(given.workspace))
    return (
        GetTime(here_and_now),
        Echo(),
        DateTool(here_and_now),
        Arithmetic(),
        Units(),
        *(kind(workspace) for kind in ON_FILES),
        ListSessions(given.settings.get("sessions") or list_recordings(), here_and_now),
        StopTool(),
    )


def persona(given: AdapterArgs) -> tuple[Tool, ...]:
    """What a persona can do. `settings`: `persona`, who it is; `places`, where messages can be put."""
    who = given.settings.get("persona") or SessionPersona(None, environment())
    return persona_tools(who.state, who.name, given.settings.get("places") or MessagePlaces(), here_and_now)


def folder(workspace: str | None) -> Path:
    """The workspace as a folder; the current one where none is set. Raises `ConfigError`."""
    try:
        path = Path(workspace).expanduser() if workspace else Path.cwd()
    except RuntimeError:  # a home that there is not
        path = Path(workspace or "")
    if not path.is_dir():
        raise ConfigError(f"workspace = {workspace} is not a folder: name one that exists")
    return path
