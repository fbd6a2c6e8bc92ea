"""The UDP of a voice server: IP discovery, and the packets of the seats. It may lose some, and let others come late."""

import asyncio
import random
import struct


class VoiceSocket(asyncio.DatagramProtocol):
    def __init__(self, server):
        self.server = server
        self.transport = None
        self.bad = None
        """Chance, where packets are lost (5 %) and overtaken by the next one (5 %). None: none is."""
        self.lost = 0
        self._late = None

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, addr):
        if len(data) == 74 and data[:2] == b"\x00\x01":
            self.discover(data, addr)
            return
        if len(data) >= 12 and data[1] == 0x78:
            seat = self.server.seat_of(struct.unpack_from(">I", data, 8)[0])
            if seat is not None:
                seat.hear(data)

    def discover(self, data, addr):
        ssrc = struct.unpack_from(">I", data, 4)[0]
        seat = self.server.seat_of(ssrc)
        if seat is not None:
            seat.address = addr
            answer = struct.pack(">HHI64sH", 2, 70, ssrc, addr[0].encode(), addr[1])
            self.transport.sendto(answer, addr)

    def worsen(self, seed):
        self.bad = random.Random(seed)

    def send(self, packet, address):
        late, self._late = self._late, None
        fate = 1.0 if self.bad is None else self.bad.random()
        if fate < 0.05:
            self.lost += 1
        elif fate < 0.1 and late is None:
            self._late = packet
        else:
            self.transport.sendto(packet, address)
        if late is not None:
            self.transport.sendto(late, address)
