"""MCP clients of others, unpatched, each a process of its own, at a server with engines that hear and say exact text."""

import asyncio
import fcntl
import json
import subprocess
import sys

import pytest

import house_rules as house
from http_server.conftest import coded, site

ROOM = house.ROOT / ".mcp-clients"
PATIENCE = 120
"""Seconds that a client may take on a busy machine."""
WAITS = ("--connect-timeout", str(PATIENCE * 1_000))
"""A server that is started beside seven other tests takes longer than the Inspector's usual 15 s."""
__all__ = ["coded", "site"]


@pytest.fixture(scope="session")
def inspector():
    """The Inspector's command line; it is installed if it is not there."""
    ROOM.mkdir(exist_ok=True)
    with (house.ROOT / ".mcp-clients.alone").open("w") as alone:  # two workers may come at once
        fcntl.flock(alone, fcntl.LOCK_EX)
        subprocess.run([house.ROOT / "scripts" / "mcp-clients"], check=True, stdout=sys.stderr)
    program = ROOM / "node_modules" / ".bin" / "mcp-inspector"
    return [str(ROOM / "node"), str(program), "--cli"]


@pytest.fixture
def inspected(inspector):
    """A function: its arguments to what it printed, as JSON."""

    async def run(*arguments):
        process = await asyncio.create_subprocess_exec(
            *inspector, *arguments, *WAITS, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        async with asyncio.timeout(PATIENCE):
            out, trouble = await process.communicate()
        assert process.returncode == 0, trouble.decode()
        return json.loads(out)

    return run
