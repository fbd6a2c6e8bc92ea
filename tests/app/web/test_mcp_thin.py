"""An agent from outside, over HTTP, through the door."""

import asyncio

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from app.web.page_client import page
from solovox.app import registry


@pytest.fixture
def guested(coded, monkeypatch):
    monkeypatch.setitem(registry.BUILT_IN[registry.BRAINS], "mcp", "solovox.app.brain_kinds.mcp:mcp")


async def test_what_it_asks_is_read_and_what_is_typed_it_hears(guested, site):
    running = await site("brain.kind=mcp")
    address = running.site.address
    base, token = address.split("/?token=")
    async with page(running.socket) as person:
        await person.until("state")
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=60) as http,
            Client(streamable_http_client(f"{base}/mcp", http_client=http)) as agent,
        ):
            print(await agent.list_tools())
            asked = asyncio.create_task(agent.call_tool("ask", {"question": "Which file?"}))
            await person.until("notice", text="Which file?")
            await person.until("read")
            await person.until("spoken") if False else None
            await person.when(lambda: "Which file?" in person.said.values())
            await asyncio.sleep(1)
            await person.say("text", text="The red one.")
            print((await asked).structured_content)
            print((await agent.call_tool("speak", {"text": "I open the red one."})).structured_content)
            print(person.said)
            print((await agent.call_tool("status", {})).structured_content)
