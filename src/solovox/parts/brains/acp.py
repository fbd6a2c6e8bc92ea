"""`brain.kind = acp`: any agent that speaks the Agent Client Protocol over stdio, with its own tools, in the workspace."""

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from solovox.config.declaring import SPOKEN_SECONDS, Declaration, Destination, read, setting
from solovox.config.fields import Command, Folder
from solovox.config.keys import Agent
from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.core.policy import Risk
from solovox.parts.brains.options import adapter, state_of
from solovox.parts.tools.looking import folder
from solovox.ports import AdapterArgs, Brain
from solovox.tools.mcp.settings import ServedTools

OURS: Final = "SOLOVOX_"
"""Variables that begin so are not handed on: they hold our keys. All others are: an agent finds its login, its key and its
programs by them."""


class AcpKeys(Agent, frozen=True, kw_only=True):
    """Its settings."""

    command: Command = ""
    """What starts it, with its arguments. It is read as a shell would, and no shell is started."""
    state_home: Annotated[Folder | None, setting("XDG_STATE_HOME")] = None
    """Where its last session is remembered."""
    home: Annotated[Folder | None, setting("HOME")] = None
    """The folder that holds .local/state, else."""


def command(given: AdapterArgs) -> list[str]:
    """The program and its arguments, as a shell would read them; no shell does. Raises `ConfigError`."""
    try:
        return shlex.split(read(given, AcpKeys).command)
    except ValueError as error:
        raise ConfigError(f"brain.command cannot be read: {error}; check its quotes") from None


def missing(given: AdapterArgs) -> str:
    """A command whose program is there."""
    try:
        found = command(given)
    except ConfigError as error:
        return f"another brain.command: {error}"
    if not found:
        return "brain.command: what starts the agent, with its arguments"
    return "" if shutil.which(found[0]) else f"the program {found[0]} of brain.command; it is not on the PATH"


def pays(given: AdapterArgs) -> str:
    """Whose account pays."""
    return "the account that the agent of brain.command is logged in with"


def handed_on(variables: Mapping[str, str]) -> Mapping[str, str]:
    """What the agent is started with."""
    return {name: text for name, text in variables.items() if not name.startswith(OURS)}


def handed_over(servers: Sequence[ServedTools], where: Path) -> tuple[list[Mapping[str, Any]], list[str]]:
    """The person's MCP servers as the protocol has them, and for those that stay here a line that says why: what an agent cannot be
    told to keep to is not handed to it."""
    handed: list[Mapping[str, Any]] = []
    notes: list[str] = []
    for one in servers:
        if one.risk is Risk.NEVER:
            notes.append(f"[mcp.{one.name}] stays here: its risk is never")
        elif one.only:
            notes.append(f"[mcp.{one.name}] stays here: an agent would use all of its tools")
        elif one.command and one.folder not in (None, where):
            notes.append(f"[mcp.{one.name}] stays here: it has a cwd of its own")
        elif one.command:
            program, *arguments = one.command
            handed.append(
                {"name": one.name, "command": program, "args": arguments, "env": _pairs(one.environment)}
            )
        else:
            handed.append({"type": "http", "name": one.name, "url": one.url, "headers": _pairs(one.headers)})
    return handed, notes


def _pairs(found: Mapping[str, str]) -> list[Mapping[str, str]]:
    return [{"name": name, "value": text} for name, text in found.items()]


@Declaration(
    AcpKeys,
    missing=missing,
    pays=pays,
    way=Destination(service=lambda _: "the agent of brain.command"),
    looks_inside=True,
    spoken_seconds=SPOKEN_SECONDS,
)
def acp(given: AdapterArgs) -> Brain:
    """The agent in the workspace. Raises `ConfigError`."""
    said, found = read(given, AcpKeys), command(given)
    where = folder(given.workspace).resolve()
    program = str(Path(found[0]).resolve()) if "/" in found[0] else found[0]  # it is started in the workspace
    state = state_of(said.state_home, said.home)
    servers, notes = handed_over(given.settings.get("mcp") or (), where)
    settings = adapter("acp.session").AcpSettings(
        (program, *found[1:]),
        where,
        handed_on(environment()),
        mcp=adapter("acp.session").HandedOver(tuple(servers), tuple(notes)),
        session=said.session,
        permissions=said.permissions,
        prompt=said.prompt,
        kept=adapter("acp.beginnings").place(state, where, found) if state else None,
        first_seconds=said.first_seconds,
        idle_seconds=said.idle_seconds,
    )
    made: Brain = adapter("acp.brain").AcpBrain(settings, state)
    return made
