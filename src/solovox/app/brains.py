"""The factories of brains and of the tools that only look: each takes an `AdapterArgs` and returns an adapter."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from solovox.app.brain_kinds.options import FIRST_SECONDS, IDLE_SECONDS, PROMPT, key_of
from solovox.app.personas import SessionPersona
from solovox.app.session_list import recorded
from solovox.app.studio.session import StudioSession
from solovox.brains.local import LocalBrain
from solovox.brains.openai_compatible import ModelSettings, OpenAICompatible
from solovox.brains.persona_manner import PersonaManner
from solovox.brains.rounds import SPOKEN
from solovox.brains.studio import StudioBrain
from solovox.config.declaring import Option, OptionKind, Words, declares
from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.ports import AdapterArgs, Brain, Tool
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


def missing(given: AdapterArgs) -> str:
    """An address and a model."""
    return next((f"brain.{name}" for name in ("url", "model") if not given.settings.get(name)), "")


def no_folder(given: AdapterArgs) -> str:
    """The workspace, which must be a folder."""
    try:
        folder(given.workspace)
    except ConfigError as error:
        return f"another folder: {error}"
    return ""


def local_brain(given: AdapterArgs) -> Brain:
    """What answers without any network. `settings`: `persona`, who it is; `studio`, the session's, if it is there."""
    who: SessionPersona | None = given.settings.get("persona")
    local = LocalBrain(None if who is None else PersonaManner(who.name, who.feels))
    studio: StudioSession | None = given.settings.get("studio")
    return local if studio is None else StudioBrain(local, studio.sight, studio.studio.chooser)


@declares(
    Option(
        name="url", kind=OptionKind.ADDRESS, about="Where the server is, such as http://localhost:11434/v1."
    ),
    Option(name="model", about="Which of its models answers."),
    Option(
        name="api_key",
        kind=OptionKind.SECRET,
        about="Its key, if it wants one.",
        variables=("OPENAI_API_KEY",),
        host="openai.com",
    ),
    PROMPT,
    replace(FIRST_SECONDS, default=30),  # a local model may have to be loaded
    replace(IDLE_SECONDS, default=20),
    missing=missing,
    pays=key_of,
    words=Words.ALWAYS,
)
def openai_compatible(given: AdapterArgs) -> Brain:
    """A server of Chat Completions: `settings` are `url` and `model`, `secrets` may hold `api_key`."""
    said, url, model = given.settings, given.settings.get("url"), given.settings.get("model")
    if lacks := missing(given):
        raise ConfigError(f"brain.kind = openai_compatible needs {lacks}")
    try:
        return OpenAICompatible(
            ModelSettings(
                url=str(url),
                model=str(model),
                api_key=given.secrets.get("api_key"),
                policy="\n\n".join(part for part in (SPOKEN, str(said.get("prompt") or "")) if part),
                first_seconds=float(said.get("first_seconds") or 30),
                idle_seconds=float(said.get("idle_seconds") or 20),
            )
        )
    except ValueError as error:
        raise ConfigError(str(error)) from None


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
