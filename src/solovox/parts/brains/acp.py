"""`brain.kind = acp`: any agent that speaks the Agent Client Protocol over stdio, with its own tools, in the workspace."""

import shlex
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from solovox.config.declaring import Option, declares, goes_by, said_briefly, with_hands
from solovox.config.load import environment
from solovox.config.schema import ConfigError
from solovox.core.policy import Risk
from solovox.parts.brains.options import (
    COMMAND,
    FIRST_SECONDS,
    IDLE_SECONDS,
    PERMISSIONS,
    PROMPT,
    SESSION,
    adapter,
)
from solovox.parts.tools.looking import folder
from solovox.ports import AdapterArgs, Brain
from solovox.tools.mcp.settings import ServedTools

OURS: Final = "SOLOVOX_"
"""Variables that begin so are not handed on: they hold our keys. All others are: an agent finds its login, its key and its
programs by them."""


def command(given: AdapterArgs) -> list[str]:
    """The program and its arguments, as a shell would read them; no shell does. Raises `ConfigError`."""
    text = str(given.settings.get("command") or "")
    try:
        return shlex.split(text)
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


@with_hands
@goes_by(lambda _: "the agent of brain.command")
@said_briefly
@declares(
    COMMAND,
    SESSION,
    PERMISSIONS,
    PROMPT,
    FIRST_SECONDS,
    IDLE_SECONDS,
    Option(name="state_home", about="Where its last session is remembered.", variables=("XDG_STATE_HOME",)),
    Option(name="home", about="The folder that holds .local/state, else.", variables=("HOME",)),
    missing=missing,
    pays=pays,
)
def acp(given: AdapterArgs) -> Brain:
    """The agent in the workspace. Raises `ConfigError`."""
    said, found = given.settings, command(given)
    where = folder(given.workspace).resolve()
    program = str(Path(found[0]).resolve()) if "/" in found[0] else found[0]  # it is started in the workspace
    state = said.get("state_home") or (said.get("home") and f"{said['home']}/.local/state")
    servers, notes = handed_over(said.get("mcp") or (), where)
    settings = adapter("acp.session").AcpSettings(
        (program, *found[1:]),
        where,
        handed_on(environment()),
        mcp=adapter("acp.session").HandedOver(tuple(servers), tuple(notes)),
        session=str(said.get("session") or "new"),
        permissions=str(said.get("permissions") or "ask"),
        prompt=str(said.get("prompt") or ""),
        kept=adapter("acp.beginnings").place(Path(str(state)) / "solovox", where, found) if state else None,
        first_seconds=float(said.get("first_seconds") or FIRST_SECONDS.default or 0),
        idle_seconds=float(said.get("idle_seconds") or IDLE_SECONDS.default or 0),
    )
    made: Brain = adapter("acp.brain").AcpBrain(settings, Path(str(state)) / "solovox" if state else None)
    return made
