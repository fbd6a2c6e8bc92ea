"""The Inspector of the protocol's own project: by its command line, over HTTP and over stdio."""

import asyncio
import json
import sys

import pytest

from http_server.mcp_agent import door
from http_server.page_client import page

pytestmark = pytest.mark.slow


def at(running):
    """How the Inspector is told where the server is, and what lets it in."""
    url, headers = door(running)
    (header,) = [f"{name}: {value}" for name, value in headers.items()]
    return url, "--transport", "http", "--header", header


def answer(result):
    return json.loads(result["content"][0]["text"])


async def test_it_finds_the_tools_and_what_each_is_given(site, inspected):
    running = await site("brain.kind=mcp")
    found = await inspected(*at(running), "--method", "tools/list", "--strict")
    given = {tool["name"]: sorted(tool["inputSchema"]["properties"]) for tool in found["tools"]}
    assert given == {
        "listen": ["seconds"],
        "speak": ["more", "text"],
        "ask": ["question", "seconds"],
        "status": [],
    }


async def test_what_it_asks_is_read_and_what_the_person_types_it_prints(site, inspected):
    running = await site("brain.kind=mcp")
    async with page(running.socket) as person:
        await person.until("state")
        call = ("--method", "tools/call", "--tool-name", "ask", "--tool-arg", "question=Which file is it?")
        asking = asyncio.create_task(inspected(*at(running), *call))
        await person.when(lambda: person.total == len("Which file is it?") * 240)
        await person.say("text", text="The red one.")
        asked = answer(await asking)
    assert list(person.said.values()) == ["Which file is it?"]
    assert asked == {
        "heard": "The red one.",
        "ended_by": "person",
        "played": True,
        "interrupted_at_word": None,
    }


async def test_it_starts_solovox_mcp_by_itself(inspected):
    started = (sys.executable, "-m", "solovox", "mcp", "--no-open", "--no-journal", "--port", "0")
    found = await inspected(*started, "--method", "tools/call", "--tool-name", "status")
    assert answer(found)["person"] == "no one is at the page"
