"""An agent from outside, over HTTP, with the SDK's own client."""

import contextlib

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation


def door(running):
    """The address of the tools, and what lets in."""
    base, token = running.site.address.split("/?token=")
    return f"{base}/mcp", {"Authorization": f"Bearer {token}"}


@contextlib.asynccontextmanager
async def agent(running, name="tester", mode="auto"):
    """One that has come in. `legacy`: as clients did before 2026-07-28."""
    url, headers = door(running)
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        way = streamable_http_client(url, http_client=http)
        async with Client(way, mode=mode, client_info=Implementation(name=name, version="1")) as client:
            yield client


async def calls(client, tool, **arguments):
    result = await client.call_tool(tool, arguments, progress_callback=_follow)
    return result.content[0].text if result.is_error else result.structured_content


async def _follow(*progress):
    """It asks to be told, so that it is not answered before."""
