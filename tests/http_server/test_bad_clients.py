"""Clients that send what they should not, clients that may not come in, and too many of them: each is told, and no other notices."""

import asyncio
import contextlib

import pytest

from http_server.coded_speech import QUIET, spoken
from http_server.page_client import PATIENCE, page
from http_server.test_live_sockets import QUESTION, heard

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x82\x7f" + (10_000_000).to_bytes(8, "big"), 1009),
        (b"\x81\x7f" + (10_000_000).to_bytes(8, "big"), 1009),
        (b"\x81\x84", 1007),
    ],
    ids=["10 MB of sound", "10 MB of text", "half a letter"],
)
async def test_what_breaks_the_protocol_closes_the_socket_and_the_page_may_come_back(site, frame, code):
    """Frames as they are on the wire, for no library sends them: the beginning of one is enough."""
    running = await site()
    async with page(running.socket) as one:
        ready = await one.until("ready")
        body = b"\0\0\0\0" + (b"ab\xc3\x28" if code == 1007 else bytes(1_000_000))
        one.socket.transport.write((frame[:1] + bytes([frame[1] | 0x80]) + frame[2:]) + body)
        assert await one.over() in (code, 1006)
    async with page(running.socket, first={"type": "resume", "token": ready["token"]}) as back:
        assert (await back.until("ready"))["sessionId"] == ready["sessionId"]
        await back.mic(spoken(QUESTION) + QUIET)
        await heard(back, QUESTION)


@pytest.mark.wide
async def test_a_thousand_sockets_are_answered_and_leave_nothing(site):
    """A hundred sessions of ten pages each; in groups, for the files of one process are limited."""
    running = await site(limit=100)
    async with page(running.socket) as first:  # all that serves has begun
        await first.until("ready")
        await first.say("end")
        assert await first.over() == 1000
    await _quiet(lambda: running.site.talks.running())
    before = len(asyncio.all_tasks())
    async with contextlib.AsyncExitStack() as stack:
        firsts = [await stack.enter_async_context(page(running.socket)) for _ in range(100)]
        sessions = [(await one.until("ready"))["sessionId"] for one in firsts]
        others = [
            await stack.enter_async_context(page(running.socket, session=session, watch=True))
            for session in sessions
            for _ in range(9)
        ]
        for one in firsts:
            await one.say("text", text=QUESTION)
        for one in (*firsts, *others):
            await one.until("text", text=f"You said: {QUESTION}")
        for one in firsts:
            await one.say("end")
        for one in (*firsts, *others):
            assert await one.over() == 1000
    await _quiet(lambda: running.site.talks.running() or len(asyncio.all_tasks()) > before)


async def _quiet(busy):
    async with asyncio.timeout(PATIENCE):
        while busy():
            await asyncio.sleep(0.05)
