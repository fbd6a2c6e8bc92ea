"""An agent from outside over HTTP, through the door, with old clients and new ones; and what becomes of its calls when it is gone."""

import asyncio

import pytest

from http_server.mcp_agent import agent, calls
from http_server.page_client import page

pytestmark = pytest.mark.slow

PLAYED = {"played": True, "interrupted_at_word": None}
ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])


async def voice_is(client, *, free):
    """Another client waits until the voice is free for it, or taken."""
    while ((await calls(client, "status"))["voice"] == "free") is not free:
        await asyncio.sleep(0.02)


@ERAS
async def test_what_it_asks_is_read_and_what_is_typed_it_hears(site, mode):
    running = await site("brain.kind=mcp")
    async with page(running.socket) as person, agent(running, mode=mode) as client:
        await person.until("state")
        names = [tool.name for tool in (await client.list_tools()).tools]
        asking = asyncio.create_task(calls(client, "ask", question="Which file?"))
        await person.until("notice", text="Which file?")
        await person.when(lambda: person.total == len("Which file?") * 240)
        await person.say("text", text="The red one.")
        asked = await asking
        told = await calls(client, "speak", text="I open the red one.")
    assert names == ["listen", "speak", "ask", "status"]
    assert asked == PLAYED | {"heard": "The red one.", "ended_by": "person"}
    assert told == PLAYED
    assert list(person.said.values()) == ["Which file?", "I open the red one."]


@ERAS
async def test_a_client_that_is_gone_takes_no_instruction_with_it(site, mode):
    running = await site("brain.kind=mcp")
    async with page(running.socket) as person, agent(running, "second") as second:
        await person.until("state")
        async with agent(running, "first", mode=mode) as first:
            listening = asyncio.create_task(calls(first, "listen"))
            await voice_is(second, free=False)
            refused = await calls(second, "listen")
            listening.cancel()
        hearing = asyncio.create_task(calls(second, "listen"))
        await voice_is(second, free=True)
        await person.say("text", text="Here I am.")
        heard = await hearing if not hearing.done() else hearing.result()
        if heard == refused:
            heard = await calls(second, "listen")
    assert "another agent has the voice: first" in refused
    assert heard["heard"] == "Here I am."


async def test_where_another_brain_answers_the_agent_is_told_how_to_change_that(site):
    running = await site()
    async with page(running.socket) as person, agent(running) as client:
        await person.until("state")
        refused = await calls(client, "listen")
    assert (
        refused
        == "here local answers, and no agent from outside: start this server with --set brain.kind=mcp"
    )


async def test_when_the_server_ends_who_listens_is_let_go(site):
    running = await site("brain.kind=mcp")
    async with (
        page(running.socket) as person,
        agent(running, mode="legacy") as client,
        agent(running) as other,
    ):
        await person.until("state")
        listening = asyncio.create_task(calls(client, "listen"))
        await voice_is(other, free=False)
        async with asyncio.timeout(4):
            await running.ended()
        listening.cancel()
    assert running.over.is_set()
