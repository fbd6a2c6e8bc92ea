"""The factories of the tools that only look and of a persona's: each takes an `AdapterArgs` and returns tools."""

from pathlib import Path
from typing import Final

from solovox.app.personas import SessionPersona
from solovox.app.session_list import recorded
from solovox.config.declaring import declares
from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Tool
from solovox.ports.places import MessagePlaces
from solovox.shell.clock import here_and_now
from solovox.tools.arithmetic import Arithmetic
from solovox.tools.echo import Echo
from solovox.tools.files import ListFiles, ReadFileHead, SearchFiles
from solovox.tools.persona import persona_tools
from solovox.tools.sessions import ListSessions
from solovox.tools.status import ProjectStatus
from solovox.tools.stop import StopTool
from solovox.tools.time_of_day import DateTool, GetTime
from solovox.tools.unit_conversion import Units
from solovox.tools.workspace import Workspace

ON_FILES: Final = (ListFiles, ReadFileHead, SearchFiles, ProjectStatus)


def no_folder(given: AdapterArgs) -> str:
    """The workspace, which must be a folder."""
    try:
        folder(given.workspace)
    except ConfigError as error:
        return f"another folder: {error}"
    return ""


@declares(missing=no_folder)
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
        ListSessions(given.settings.get("sessions") or recorded(), here_and_now),
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
