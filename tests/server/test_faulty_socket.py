"""A meddler on a real socket, with a WebSocket client at the other end."""

import asyncio
import contextlib

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from server.injecting import MIC, SETUP, heard
from server.lines import Line
from solovox.server.faults.injector import FaultPlan
from solovox.server.faulty_socket import FaultySocket
from solovox.shell.clock import LoopClock
from solovox.wire.gemini_live import client_frames as cf
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.codec import decode_client, decode_server, encode_client, encode_server

DONE = heard("done")


@contextlib.asynccontextmanager
async def served(*words):
    """A client of a session that answers the setup, and every later frame with `done`."""
    plan, saw = FaultPlan(words), []

    async def talk(ws):
        socket = FaultySocket(Line(ws), plan.injector(), LoopClock().now)
        with contextlib.suppress(ConnectionClosed):
            while True:
                saw.append(decode_client(await socket.receive()))
                answer = s.ServerMessage(setup_complete=s.SetupComplete())
                await socket.send(encode_server(answer if isinstance(saw[-1], cf.Setup) else DONE))

    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", ping_interval=None, close_timeout=1) as ws:
            yield ws, saw


async def get(ws):
    async with asyncio.timeout(20):
        return decode_server(await ws.recv(decode=False))


async def all_of(ws):
    while True:
        await get(ws)


async def put(ws, message):
    await ws.send(encode_client(message).decode())


async def test_what_a_fault_leaves_alone_passes_both_ways():
    async with served() as (ws, saw):
        for message in (SETUP, MIC):
            await put(ws, message)
        assert (await get(ws)).setup_complete is not None
        assert await get(ws) == DONE
        assert saw == [SETUP, MIC]


async def test_what_is_late_comes_while_nothing_else_does():
    async with served("late_setup:30", "uninvited_turn:40@60ms") as (ws, _):
        await put(ws, SETUP)
        first = [await get(ws) for _ in range(5)]
        assert first[0].setup_complete is not None
        assert first[-1].server_content.turn_complete


async def test_a_close_at_a_moment_has_its_code_and_reason():
    async with served("close:1011:reason=so long@heard") as (ws, _):
        await put(ws, SETUP)
        await put(ws, MIC)
        with pytest.raises(ConnectionClosed) as caught:
            await all_of(ws)
        assert (caught.value.rcvd.code, caught.value.rcvd.reason) == (1011, "so long")


async def test_an_abort_is_a_close_without_a_frame():
    async with served("close_without_frame@heard") as (ws, _):
        await put(ws, SETUP)
        await put(ws, MIC)
        with pytest.raises(ConnectionClosed) as caught:
            await all_of(ws)
        assert caught.value.rcvd is None


async def test_a_frame_that_is_too_long_ends_it_with_1009_on_the_clients_side():
    async with served("oversize_frame@heard") as (ws, _):
        await put(ws, SETUP)
        await put(ws, MIC)
        with pytest.raises(ConnectionClosed) as caught:
            await all_of(ws)
        assert caught.value.sent.code == 1009


async def test_what_the_session_is_not_to_see_it_does_not():
    async with served("text_ignored@1st") as (ws, saw):
        await put(ws, SETUP)
        for text in ("one", "two"):
            await put(ws, cf.RealtimeInput(text=text))
        await get(ws)
        assert await get(ws) == DONE
        assert [one.text for one in saw[1:]] == ["two"]


@pytest.mark.parametrize("words", ["late_pong:300", "no_pong"])
async def test_pongs_are_held_and_all_else_goes_on(words):
    async with served(words) as (ws, _):
        await put(ws, SETUP)
        await get(ws)
        began = asyncio.get_running_loop().time()
        pong = await ws.ping()
        await put(ws, MIC)
        assert await get(ws) == DONE
        if words == "no_pong":
            assert not pong.done()
            return
        async with asyncio.timeout(20):
            await pong
        assert asyncio.get_running_loop().time() - began >= 0.29
