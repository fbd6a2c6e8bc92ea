"""Clients that send what they should not, clients that may not come in, and too many of them: each is told, and no other notices."""

import asyncio
import contextlib
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.web.coded_speech import QUIET, spoken
from app.web.page_client import PATIENCE, page
from app.web.test_live_sockets import QUESTION, answered, heard

BAD = (
    '{"type": "text", "text":',
    '{"type": "dance"}',
    "[]",
    "nothing",
    '{"type": "played", "read": -1, "samples": 0}',
)


async def test_what_is_no_frame_is_told_and_the_tenth_closes(site):
    running = await site()
    async with page(running.socket) as one, page(running.socket) as other:
        for frame in BAD:
            await one.socket.send(frame)
            assert "\n" not in (await one.until("error"))["message"]
        await one.socket.send(bytes(3_201))
        assert "samples have two" in (await one.until("error"))["message"]
        await one.mic(spoken(QUESTION) + QUIET)
        await answered(one)
        for frame in BAD:
            await one.socket.send(frame)
        assert await one.over() == 1008
        await other.say("text", text=QUESTION)
        await answered(other)


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


@pytest.mark.parametrize(
    "first",
    ['{"type": "mute", "muted": true}', "{}", "\x00", b"\0\0", '{"type": "resume", "token": "no such"}',
     '{"type": "start", "solovox": 1, "session": "no such"}'],
)  # fmt: skip
async def test_who_does_not_begin_as_it_should_is_told(site, first):
    running = await site()
    async with connect(running.socket) as socket:
        await socket.send(first)
        assert json.loads(await socket.recv())["type"] == "error"
        await socket.wait_closed()
        assert socket.close_code in (1008, 4404)
        assert socket.close_reason
    assert running.site.talks.running() == []


@pytest.mark.parametrize(
    ("change", "headers", "status"),
    [
        (lambda url: url.partition("?")[0], {}, 401),
        (lambda url: f"{url}x", {}, 401),
        (lambda url: url, {"Origin": "https://elsewhere.example"}, 403),
        (lambda url: url, {"Host": "elsewhere.example"}, 421),
        (lambda url: url.replace("/live", "/lively"), {}, 403),
    ],
    ids=["no token", "a wrong token", "another site", "another name", "another path"],
)
async def test_who_may_not_come_in_is_refused_before_any_frame(site, change, headers, status):
    running = await site()
    with pytest.raises(InvalidStatus) as refused:
        async with _dialled(change(running.socket), headers):
            pass
    assert refused.value.response.status_code == status


@contextlib.asynccontextmanager
async def _dialled(url, headers):
    """As `connect`, with a Host of its own."""
    host, others = headers.get("Host"), {k: v for k, v in headers.items() if k != "Host"}
    if host is None:
        async with connect(url, additional_headers=others) as socket:
            yield socket
        return
    port = int(url.split(":")[2].split("/")[0])
    async with connect(url.replace(f"127.0.0.1:{port}", host), host="127.0.0.1", port=port) as socket:
        yield socket


async def test_one_session_too_many_is_refused_and_there_is_room_again(site):
    running = await site(limit=2)
    async with page(running.socket) as one, page(running.socket) as two:
        await one.until("ready")
        await two.until("ready")
        async with page(running.socket) as three:
            assert "--limit" in (await three.until("error"))["message"]
            assert await three.over() == 4429
        await one.say("end")
        await one.over()
        await two.say("text", text=QUESTION)
        await answered(two)
    await _quiet(lambda: len(running.site.talks.running()) > 1)
    async with page(running.socket) as three:
        await three.until("ready")


@pytest.mark.slow
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
