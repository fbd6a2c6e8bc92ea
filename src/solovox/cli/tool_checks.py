"""The check of `solovox doctor` of what keeps an agent's commands from the rest of the machine."""

import asyncio
import os
import shutil
from collections.abc import Sequence

from solovox.acts.fence import fence_of
from solovox.cli.checks import Check, Found
from solovox.config.keys import McpServer
from solovox.config.schema import Config, ConfigError
from solovox.core.events import ToolEvent, ToolSetFailed, ToolSetOpened
from solovox.parts.tools.looking import folder
from solovox.parts.tools.selection import mcp_set, missing_of
from solovox.shell.links.toolbox import Toolbox

LESS = "an agent's commands need more than a yes aloud"


async def fence(config: Config) -> Check:
    """Whether a fence around the workspace holds: it is tried."""
    if await fence_of(folder(config.workspace), os.environ) is not None:
        return Check("fence", Found.GOOD, "holds: no network, and nothing is written but the workspace")
    if shutil.which("bwrap") is None:
        return Check(
            "fence", Found.NEUTRAL, f"bubblewrap is not installed; {LESS}", "sudo apt-get install bubblewrap"
        )
    return Check(
        "fence", Found.NEUTRAL, f"does not hold here, or the workspace has your home in it; {LESS}",
        "allow user namespaces, or work in a folder below",
    )  # fmt: skip


# The MCP servers in `solovox doctor`: which are configured, and whether they answer. One is started or asked to tell.


def check_untried(config: Config) -> list[Check]:
    """What can be known without starting one."""
    return [*map(_ready, config.mcp.values()), *_idle(config)]


async def try_servers(config: Config) -> list[Check]:
    """Each is started, or reached, lists its tools, and is ended."""
    found = [await _try_server(one, config) for one in config.mcp.values()]
    return [*found, *_idle(config)]


def _name(server: McpServer) -> str:
    return f"mcp {server.name}"


def _ready(server: McpServer) -> Check:
    lacks = missing_of(server)
    return Check(
        _name(server),
        Found.BAD if lacks else Found.GOOD,
        "it cannot be used" if lacks else f"configured (risk {server.risk.value}), not tried",
        f"it needs {lacks}" if lacks else "",
    )


def _idle(config: Config) -> Sequence[Check]:
    todo = "name it in tools, or leave tools out"
    return [
        Check(f"mcp {name}", Found.NEUTRAL, "configured, and not used: tools does not name it", todo)
        for name in config.mcp_idle
    ]


async def _try_server(server: McpServer, config: Config) -> Check:
    ready = _ready(server)
    if ready.found is Found.BAD:
        return ready
    told: list[ToolEvent] = []
    answered = asyncio.Event()

    async def tell(event: ToolEvent) -> None:
        told.append(event)
        answered.set()

    try:
        box = Toolbox(sets={server.name: mcp_set(server, config)})
    except ConfigError as error:
        return Check(_name(server), Found.BAD, "it cannot be used", str(error))
    async with asyncio.TaskGroup() as tasks:
        work = tasks.create_task(box.run(tell))
        await answered.wait()
        work.cancel()
    await box.aclose()
    for event in told:
        if isinstance(event, ToolSetFailed):
            return Check(_name(server), Found.BAD, "it does not answer as it is configured", event.reason)
    tools = [one.name for event in told if isinstance(event, ToolSetOpened) for one in event.tools]
    seen = f"{len(tools)} tools (risk {server.risk.value}): {', '.join(tools) or 'none'}"
    return Check(_name(server), Found.GOOD, seen)
