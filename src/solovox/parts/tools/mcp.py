"""MCP servers as sets of tools: what is configured becomes what is opened with a session."""

import shutil
from importlib import import_module
from pathlib import Path
from typing import Final

from solovox.config.mcp_servers import McpServer, ServerRisk
from solovox.config.schema import Config, ConfigError
from solovox.core.policy import Risk
from solovox.parts.brains.options import installed
from solovox.parts.tools.looking import folder
from solovox.ports import ChangingToolSet
from solovox.tools.mcp.settings import ServedTools

RISKS: Final = {ServerRisk.FREE: Risk.FREE, ServerRisk.NEVER: Risk.NEVER}


def mcp_set(server: McpServer, config: Config) -> ChangingToolSet:
    """A server's tools; nothing is started. Raises `ConfigError` if it cannot be."""
    if lacks := missing_of(server):
        raise ConfigError(f"[mcp.{server.name}] needs {lacks}")
    made: ChangingToolSet = import_module("solovox.tools.mcp.server").McpTools(served(server, config))
    return made


def missing_of(server: McpServer) -> str:
    """What it needs and has not. Empty: it is ready, as far as can be known without starting it."""
    if lacks := installed("mcp", "talk"):
        return lacks
    if not server.command:
        return ""
    program = str(Path(server.command[0]).expanduser())
    return (
        ""
        if shutil.which(program)
        else f"the program {program} of mcp.{server.name}.command; it is not there"
    )


def served(server: McpServer, config: Config) -> ServedTools:
    """How it is reached. A program, and a folder, are found from where we are; it is started in the workspace."""
    program, *arguments = (*server.command, "")
    if "/" in program:
        program = str(
            Path(program).expanduser().absolute()
        )  # a link is not followed: an environment's Python is one
    return ServedTools(
        name=server.name,
        command=(program, *arguments[:-1]) if server.command else (),
        environment={name: text.reveal() for name, text in server.env.items()},
        folder=Path(server.cwd).expanduser().resolve() if server.cwd else folder(config.workspace).resolve(),
        url=server.url.reveal() if server.url else "",
        headers={name: text.reveal() for name, text in server.headers.items()},
        risk=RISKS.get(server.risk, Risk.ASK),
        hinted=server.risk is ServerRisk.HINTED,
        only=server.tools,
        timeout=server.timeout,
    )
