"""A server that reads, on a loopback socket, well or badly (`gemini_reading.py`)."""

import asyncio

from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from solovox.live.gemini.losing import Lost
from solovox.wire.gemini_live import server_frames as s
from solovox.wire.gemini_live.client_frames import RealtimeInput
from solovox.wire.gemini_live.codec import decode_client, encode_server


class ReadingService:
    """A server that reads: `way(words, number)` gives what it says to each text."""

    def __init__(self, way):
        self.way = way
        self.setups = []
        self.texts = []

    async def __aenter__(self):
        self._server = await serve(self._serve, "127.0.0.1", 0)
        self.url = f"ws://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_):
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, ws):
        try:
            self.setups.append(decode_client(await ws.recv(decode=False)))
            await ws.send(encode_server(s.ServerMessage(setup_complete=s.SetupComplete())))
            async for frame in ws:
                asked = decode_client(frame)
                text = asked.text if isinstance(asked, RealtimeInput) else asked.turns[0].parts[0].text
                await self._answer(ws, text)
        except ConnectionClosed:
            pass

    async def _answer(self, ws, text):
        self.texts.append(text)
        for item in self.way(text.split(), len(self.texts)):
            if isinstance(item, float):
                await asyncio.sleep(item)
            elif isinstance(item, Lost):
                await ws.close(1011, "Internal error encountered.")
            else:
                await ws.send(encode_server(item))
