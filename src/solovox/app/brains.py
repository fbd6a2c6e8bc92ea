"""The factories of brains and of the tools that only look: each takes an `AdapterArgs` and returns an adapter."""

from pathlib import Path
from typing import Final

from solovox.brains.local import LocalBrain
from solovox.brains.openai_compatible import OpenAICompatible, Settings
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain, Tool
from solovox.shell.clock import here_and_now
from solovox.tools.arithmetic import Arithmetic
from solovox.tools.files import ListFiles, ReadFile, SearchFiles
from solovox.tools.status import ProjectStatus
from solovox.tools.time_of_day import DateTool, TimeTool
from solovox.tools.units import Units
from solovox.tools.workspace import Workspace

ON_FILES: Final = (ListFiles, ReadFile, SearchFiles, ProjectStatus)


def local_brain(given: AdapterArgs) -> Brain:
    """What answers without any network."""
    return LocalBrain()


def openai_compatible(given: AdapterArgs) -> Brain:
    """A server of Chat Completions: `settings` are `url` and `model`, `secrets` may hold `api_key`."""
    url, model = given.settings.get("url"), given.settings.get("model")
    if not url or not model:
        raise ConfigError(
            f"brain.kind = openai_compatible needs {'brain.model' if url else 'brain.url'}: set it"
        )
    try:
        return OpenAICompatible(Settings(url=url, model=model, api_key=given.secrets.get("api_key")))
    except ValueError as error:
        raise ConfigError(str(error)) from None


def looking(given: AdapterArgs) -> tuple[Tool, ...]:
    """The tools that need no yes: the clock, sums and units, and the files of the workspace."""
    workspace = Workspace(folder(given.workspace))
    return (
        TimeTool(here_and_now),
        DateTool(here_and_now),
        Arithmetic(),
        Units(),
        *(kind(workspace) for kind in ON_FILES),
    )


def folder(workspace: str | None) -> Path:
    """The workspace as a folder; the current one where none is set. Raises `ConfigError`."""
    path = Path(workspace).expanduser() if workspace else Path.cwd()
    if not path.is_dir():
        raise ConfigError(f"workspace = {workspace} is not a folder: name one that exists")
    return path
