"""One voice connection of the bot: its socket to the voice gateway, its key, what was said on it."""

import struct
from secrets import token_bytes

from .packets import XCHACHA, open_sealed, seal, write


class Seat:
    """It outlives its socket: the bot may resume it."""

    def __init__(self, server, claim, ssrc):
        self.server = server
        self.claim = claim
        self.ssrc = ssrc
        self.socket = None
        self.address = None
        self.key = token_bytes(32)
        self.mode = XCHACHA
        self.said = []
        self._sealed = 0

    @property
    def channel(self):
        return self.claim.channel

    async def tell(self, op, data):
        """A message that a resumption repeats."""
        self.said.append(("json", op, data))
        await self._send(len(self.said) - 1)

    async def tell_bytes(self, op, payload):
        self.said.append(("bytes", op, payload))
        await self._send(len(self.said) - 1)

    async def _send(self, number):
        kind, op, data = self.said[number]
        if self.socket is None or self.socket.closed:
            return
        if kind == "json":
            await self.socket.send_json({"op": op, "d": data, "seq": number})
        else:
            await self.socket.send_bytes(struct.pack(">HB", number, op) + data)

    async def repeat_after(self, acknowledged):
        for number in range(acknowledged + 1, len(self.said)):
            await self._send(number)

    def play(self, frame):
        """Send a frame to the bot, sealed with this seat's key."""
        if self.address is None:
            return
        header, body = write(frame)
        self._sealed += 1
        self.server.socket.send(seal(self.mode, self.key, header, body, self._sealed), self.address)

    def hear(self, packet):
        frame = open_sealed(self.mode, self.key, packet)
        self.server.double.happenings.write("packet", ssrc=frame.ssrc, size=len(frame.body))
        self.server.double.heard_from_bot(self.channel, frame)

    def cut(self):
        """End the socket as a broken network does: the bot sees 1006."""
        self.socket._req.transport.abort()
