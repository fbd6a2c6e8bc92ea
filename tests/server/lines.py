"""A websockets connection as the line that a meddler sits on."""

from solovox.server.faulty_socket import hold_pongs


class Line:
    """A websockets connection as a line."""

    def __init__(self, ws):
        self.ws = ws

    async def receive(self):
        return await self.ws.recv(decode=False)

    async def send(self, frame):
        await self.ws.send(frame)

    async def close(self, code, reason):
        await self.ws.close(code, reason)

    def abort(self):
        self.ws.transport.abort()

    def pongs(self, late_ms):
        hold_pongs(self.ws, late_ms)
