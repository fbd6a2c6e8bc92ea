"""A server of the SDK's that is hard to live with, over stdio. Its first argument says how."""

import os
import signal
import subprocess
import sys

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context

way = sys.argv[1] if len(sys.argv) > 1 else ""
server = MCPServer("hard")


@server.tool()
def die() -> str:
    """Ends the process."""
    print("I am dying", file=sys.stderr, flush=True)
    os._exit(7)


@server.tool()
async def wait(seconds: float) -> str:
    """Waits."""
    await anyio.sleep(seconds)
    return "waited"


@server.tool()
async def grow(ctx: Context) -> str:
    """Has one tool more."""
    server.add_tool(lambda: "new", name="new", description="Is new.")
    await ctx.notify_tools_changed()
    return "grown"


print("hello, I am no message")
print("noise", file=sys.stderr, flush=True)
if way == "stubborn":  # it stays when it is told to go, and so does its child
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(
        [sys.executable, "-c", "import signal; signal.signal(15, signal.SIG_IGN); signal.pause()"]
    )
    with open(sys.argv[2], "w") as file:
        file.write(f"{os.getpid()} {child.pid}")
if way == "silent":
    signal.pause()
sys.stdout.flush()
server.run()
if way == "stubborn":
    signal.pause()
